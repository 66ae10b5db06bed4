"""The lexer: a cursor in one line of text."""

import json
import re
from collections import defaultdict
from copy import copy
from itertools import chain
from math import isfinite
from typing import Any, Literal, NoReturn, TypeAlias

from pydantic_core import from_json

from ..records.validation import KeyTwice, flaw_in_json, unique
from ..suggestions import closest
from .characters import usual_characters
from .errors import NotationError, Slip
from .vocabulary import COMMENT, WORD, forms_of, terms_of

_BLANKS = re.compile(r"\s*")
_DEEP_IN_A_RECORD = b"[" * 8 + b"%b" + b"]" * 8
JsonKind: TypeAlias = Literal["text", "object", "list"]
"""The kinds of value that are written as JSON."""

_SHOWN = re.compile(r"[^\s,|]{1,60}|.")


_QUOTED = re.compile(r"[^\"\\]*(?=\")")
"""Between typographic marks, where no backslash has a meaning."""


class Cursor:
    """A place in a line. Every method skips blanks first and reads from there."""

    def __init__(self, typed: str, line: int | None = None, at: int = 0) -> None:
        self.typed = typed
        """The line as it was typed: for names and free texts."""
        self.text = usual_characters(typed)
        """The line in the usual characters, each in the same place: for all that has a meaning."""
        self.line = line
        self.at = at
        self.end = len(typed)
        self._allowed = defaultdict[int, list[tuple[str, ...]]](list)
        """By place, the words that were looked for there; for suggestions."""

    def copy(self, at: int | None = None, end: int | None = None) -> "Cursor":
        """Another cursor in the same line, which knows what was looked for."""
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

    def take_word(self, *terms: str) -> str | None:
        """Read a word for one of these terms, which is returned; None if none is next."""
        term = self.word(*terms)
        if term is not None:
            found = self.match(WORD)
            self.at += 1 if found is None else 0  # A single mark, such as `<`.
        return term

    def rest(self) -> str:
        """Read the rest of the line as it was typed, including any comment."""
        start = self.past_blanks()
        kept = len(self.text[start : self.end].rstrip())
        self.at = self.end
        return self.typed[start : start + kept]

    def json(self, kind: JsonKind) -> Any:
        """Read a JSON value; ``kind`` is for the error."""
        start = self.past_blanks()
        try:
            value, self.at = _DECODER.raw_decode(self.typed, start)
            from_json(_DEEP_IN_A_RECORD % json.dumps(value, ensure_ascii=False).encode())
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise self.error(Slip("broken-json", kind=kind)) from None
        except KeyTwice as error:
            raise self.error(Slip("key-twice", key=str(error)), at=start) from None
        except (ValueError, RecursionError):
            raise self.error(Slip("impossible-json"), at=start) from None
        if "\\u0000" in self.typed and (flaw := flaw_in_json(self.typed[start : self.at].encode())):
            raise self.error(Slip(flaw.code, **flaw.params), at=start)
        return value

    def quoted(self) -> str:
        """Read a quoted text with the escapes of JSON; between typographic marks, without any."""
        at = self.past_blanks() + 1
        inner = _QUOTED.match(self.text, at, self.end)
        if self.typed[at - 1] == '"' or inner is None:
            text: str = self.json("text")
            return text
        self.at = inner.end() + 1
        return self.typed[at : inner.end()]

    def finish(self, expected: Slip | None = None) -> None:
        """Raises NotationError unless the line is done."""
        if not self.done:
            raise self.expected(expected or Slip("expected-end-of-line"))

    def expected(self, what: Slip, at: int | None = None) -> NotationError:
        """The error that something else was expected here, or at another place ``at``.

        ``found`` is None at the end of the line; ``meant``: of the words that may stand here, the
        one closest to what was typed.
        """
        self.at = self.at if at is None else at
        found = None if self.done else self.looks_like(_SHOWN)
        shown = None if found is None else self.typed[found.start() : found.end()]
        params = what.params | {"found": shown}
        if (meant := self._meant()) is not None:
            params["meant"] = meant
        return NotationError(self.line, self.at + 1, what.code, **params)

    def _meant(self) -> str | None:
        """The word nearest to the one at the cursor, of those that were looked for here."""
        word = self.looks_like(WORD)
        if word is None:
            return None
        allowed = dict.fromkeys(chain.from_iterable(self._allowed[self.at]))
        return closest(word[0], (form for each in allowed for form in forms_of(each)))

    def error(self, slip: Slip, at: int | None = None) -> NotationError:
        """The error at the cursor, or at another place ``at``."""
        self.at = self.at if at is None else at
        return NotationError(self.line, self.at + 1, slip.code, **slip.params)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # `Cursor.json` makes the error for the user.


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, object_pairs_hook=unique)
