"""The lexer: a cursor in one line of text."""

import json
import re
from math import isfinite
from typing import Any, Literal, NoReturn, TypeAlias

from pydantic_core import from_json

from ..records.validation import KeyTwice, flaw_in_json, unique
from .errors import NotationError, Slip
from .vocabulary import COMMENT, WORD

_BLANKS = re.compile(r"\s*")
_DEEP_IN_A_RECORD = b"[" * 8 + b"%b" + b"]" * 8
JsonKind: TypeAlias = Literal["text", "object", "list"]
"""The kinds of value that are written as JSON."""

_SHOWN = re.compile(r"[^\s,|]{1,60}|.")


class Cursor:
    """A place in a line. Every method skips blanks first and reads from there."""

    def __init__(
        self, text: str, line: int | None = None, at: int = 0, end: int | None = None
    ) -> None:
        self.text = text
        self.line = line
        self.at = at
        self.end = len(text) if end is None else end

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

    def word(self) -> str:
        """The word at the cursor in small letters; the cursor does not move."""
        found = self.looks_like(WORD)
        return found[0].casefold() if found else self.next

    def take(self, *marks: str) -> bool:
        """Read one of these characters; False if none is next."""
        found = self.next in marks
        self.at += found
        return found

    def take_word(self, *words: str) -> str | None:
        """Read one of these words; None if none is next."""
        word = self.word()
        if word not in words:
            return None
        found = self.match(WORD)
        self.at += 1 if found is None else 0  # A single mark, such as a hyphen.
        return word

    def rest(self) -> str:
        """Read the rest of the line, including any comment."""
        rest = self.text[self.past_blanks() : self.end].rstrip()
        self.at = self.end
        return rest

    def json(self, kind: JsonKind) -> Any:
        """Read a JSON value; ``kind`` is for the error."""
        start = self.past_blanks()
        try:
            value, self.at = _DECODER.raw_decode(self.text, start)
            from_json(_DEEP_IN_A_RECORD % json.dumps(value, ensure_ascii=False).encode())
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise self.error(Slip("broken-json", kind=kind)) from None
        except KeyTwice as error:
            self.at = start
            raise self.error(Slip("key-twice", key=str(error))) from None
        except (ValueError, RecursionError):
            self.at = start
            raise self.error(Slip("impossible-json")) from None
        if "\\u0000" in self.text and (flaw := flaw_in_json(self.text[start : self.at].encode())):
            self.at = start
            raise self.error(Slip(flaw.code, **flaw.params))
        return value

    def quoted(self) -> str:
        """Read a quoted text with the escapes of JSON."""
        text: str = self.json("text")
        return text

    def finish(self, expected: Slip | None = None) -> None:
        """Raises NotationError unless the line is done."""
        if not self.done:
            raise self.expected(expected or Slip("expected-end-of-line"))

    def expected(self, what: Slip) -> NotationError:
        """The error that something else was expected; ``found`` is None at the end of the line."""
        found = None if self.done else self.looks_like(_SHOWN)
        shown = None if found is None else found[0]
        return NotationError(self.line, self.at + 1, what.code, **what.params, found=shown)

    def error(self, slip: Slip) -> NotationError:
        """The error at the cursor."""
        return NotationError(self.line, self.at + 1, slip.code, **slip.params)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # `Cursor.json` makes the error for the user.


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, object_pairs_hook=unique)
