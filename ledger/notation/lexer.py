"""The lexer: a cursor in one line of text."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from copy import copy
from itertools import chain
from math import isfinite
from typing import Any, NoReturn, TypeAlias

from pydantic_core import from_json

from ..records.json_flaws import KeyTwice, flaw_in_json, unique
from ..suggestions import closest
from .characters import usual_characters
from .errors import NotationError
from .vocabulary import COMMENT, WORD, forms_of, terms_of

Completed: TypeAlias = Callable[[str], str | None]
"""Completes a time of day; None if the text is not a time."""

_BLANKS = re.compile(r"\s*")
_DEEP_IN_A_RECORD = b"[" * 8 + b"%b" + b"]" * 8
_SHOWN = re.compile(r"[^\s,|]{1,60}|.")
_QUOTED = re.compile(r"[^\"\\]*(?=\")")
"""Between typographic marks, where no backslash has a meaning."""


class Cursor:
    """A place in a line. Every method skips blanks first and reads from there.

    Methods that read what must be there raise NotationError.
    """

    def __init__(
        self,
        typed: str,
        line: int | None = None,
        players: Sequence[str] = (),
        whole: Completed | None = None,
    ) -> None:
        self.typed = typed
        """The line as it was typed: for names and free texts."""
        self.text = usual_characters(typed)
        """The line in the usual characters, each in the same place: for all that has a meaning."""
        self.line = line
        self.players = players
        """The names that may stand on the line, by seat."""
        self.whole = whole
        """Completes times; without it they have date and offset."""
        self.at = 0
        self.end = len(typed)
        self._allowed = defaultdict[int, list[tuple[str, ...]]](list)
        """By place, the words that were looked for there; for suggestions."""

    def copy(self, at: int | None = None, end: int | None = None) -> "Cursor":
        """Another cursor on the same line. Both collect the words that were looked for."""
        copied = copy(self)
        copied.at = self.at if at is None else at
        copied.end = self.end if end is None else end
        return copied

    def past_blanks(self) -> int:
        """Move to the next character that is not blank; returns its index."""
        blanks = _BLANKS.match(self.text, self.at, self.end)
        assert blanks is not None
        self.at = blanks.end()
        return self.at

    @property
    def next(self) -> str:
        """The next character that is not blank; empty at the end."""
        at = self.past_blanks()
        return self.text[at : min(at + 1, self.end)]

    @property
    def done(self) -> bool:
        """At the end of the line, or at a comment."""
        return self.next in {"", COMMENT}

    def looks_like(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of the pattern at the cursor, which does not move."""
        return pattern.match(self.text, self.past_blanks(), self.end)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of the pattern at the cursor, which moves past it."""
        found = self.looks_like(pattern)
        if found is not None:
            self.at = found.end()
        return found

    def need(self, pattern: re.Pattern[str], code: str) -> re.Match[str]:
        """The match of the pattern, which must be there: otherwise the error has this code."""
        found = self.match(pattern)
        if found is None:
            raise self.expected(code)
        return found

    def allow(self, *words: str) -> None:
        """Note that these words, such as names, may stand here: they are suggested for a slip."""
        self._allowed[self.past_blanks()].append(words)

    def word(self, *terms: str) -> str | None:
        """The one of these terms whose word is next, in any language; the cursor does not move."""
        self.allow(*terms)
        found = self.looks_like(WORD)
        meanings = terms_of(found[0] if found else self.next)
        return next((term for term in terms if term in meanings), None)

    def take(self, *marks: str) -> bool:
        """Read one of these characters; False if none is next."""
        found = self.next in marks
        self.at += found
        return found

    def need_mark(self, *marks: str) -> None:
        """Read one of these characters, which must be there."""
        if not self.take(*marks):
            raise self.expected("expected-one-of", words=list(marks))

    def take_word(self, *terms: str) -> str | None:
        """Read a word for one of these terms, which is returned; None if none is next."""
        term = self.word(*terms)
        if term is not None:
            found = self.match(WORD)
            self.at += 1 if found is None else 0  # A single mark, such as `<`.
        return term

    def rest(self) -> str:
        """Read the rest of the line, any comment included, as typed; or a quoted text alone."""
        if self.next == '"':
            text = self.quoted()
            self.finish()
            return text
        if not self.next:
            raise self.expected("expected-text")
        start, self.at = self.at, self.end
        return self.typed[start : start + len(self.text[start : self.end].rstrip())]

    def json(self, kind: type) -> Any:
        """Read the rest of the line as JSON: an object or a list."""
        start = self.past_blanks()
        of_kind = "object" if kind is dict else "list"
        value = self._json(of_kind) if self.next in {"{", "["} else None
        if not isinstance(value, kind):
            raise self.expected("expected-json", at=start, kind=of_kind)
        self.finish()
        return value

    def _json(self, kind: str) -> Any:
        """Read a JSON value; ``kind`` is for the error."""
        start = self.past_blanks()
        try:
            value, self.at = _DECODER.raw_decode(self.typed, start)
            from_json(_DEEP_IN_A_RECORD % json.dumps(value, ensure_ascii=False).encode())
        except json.JSONDecodeError as error:
            raise self.error("broken-json", at=error.pos, kind=kind) from None
        except KeyTwice as error:
            raise self.error("key-twice", at=start, key=str(error)) from None
        except (ValueError, RecursionError):
            raise self.error("impossible-json", at=start) from None
        if "\\u0000" in self.typed and (flaw := flaw_in_json(self.typed[start : self.at].encode())):
            raise self.error(flaw.code, at=start, **flaw.params)
        return value

    def quoted(self) -> str:
        """Read a quoted text with the escapes of JSON; between typographic marks, without any."""
        at = self.past_blanks() + 1
        inner = _QUOTED.match(self.text, at, self.end)
        if self.typed[at - 1] == '"' or inner is None:
            return str(self._json("text"))
        self.at = inner.end() + 1
        return self.typed[at : inner.end()]

    def finish(self, *others: str, code: str = "expected-one-of", **params: Any) -> None:
        """Check that the line is done; ``others`` might have stood here, too."""
        if not self.done:
            raise self.expected(code, words=[*others, ""], **params)

    def expected(self, code: str, /, at: int | None = None, **params: Any) -> NotationError:
        """The error that something else was expected here, or at another place ``at``.

        ``found`` is None at the end of the line; ``meant``: of the words that may stand here, the
        one closest to what was typed.
        """
        self.at = self.at if at is None else at
        found = None if self.done else self.looks_like(_SHOWN)
        params["found"] = None if found is None else self.typed[found.start() : found.end()]
        if word := self.looks_like(WORD):
            allowed = dict.fromkeys(chain.from_iterable(self._allowed[self.at]))
            meant = closest(word[0], (form for each in allowed for form in forms_of(each)))
            params |= {} if meant is None else {"meant": meant}
        return self.error(code, **params)

    def error(self, code: str, /, at: int | None = None, **params: Any) -> NotationError:
        """The error at the cursor, or at another place ``at``."""
        self.at = self.at if at is None else at
        return NotationError(self.line, self.at + 1, code, **params)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # `Cursor` makes the error for the user.


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, object_pairs_hook=unique)
