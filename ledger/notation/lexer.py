"""One line of text, read from left to right."""

import json
import re
from math import isfinite
from typing import Any, Literal, NoReturn, TypeAlias

from pydantic_core import from_json

from .errors import NotationError, Slip
from .vocabulary import COMMENT, WORD

_BLANKS = re.compile(r"\s*")
_DEEP_IN_A_RECORD = b"[" * 8 + b"%b" + b"]" * 8
JsonKind: TypeAlias = Literal["text", "object", "list"]
"""What is read as JSON: a text in quotation marks, an object, a list."""

_SHOWN = re.compile(r"[^\s,|]{1,60}|.")


class Cursor:
    """A place in a line. Every method reads from there, and skips blanks first."""

    def __init__(
        self, text: str, line: int | None = None, at: int = 0, end: int | None = None
    ) -> None:
        self.text = text
        self.line = line
        self.at = at
        self.end = len(text) if end is None else end

    def past_blanks(self) -> int:
        """The place of the next character that is no blank, which is here now."""
        blanks = _BLANKS.match(self.text, self.at, self.end)
        assert blanks is not None
        self.at = blanks.end()
        return self.at

    @property
    def next(self) -> str:
        """The next character that is no blank; nothing at the end."""
        at = self.past_blanks()
        return self.text[at : min(at + 1, self.end)]

    @property
    def done(self) -> bool:
        """Nothing but a comment follows."""
        return self.next in {"", COMMENT}

    def looks_like(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What is here, if it looks like this; it stays to be read."""
        return pattern.match(self.text, self.past_blanks(), self.end)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What is here, if it looks like this."""
        found = self.looks_like(pattern)
        if found is not None:
            self.at = found.end()
        return found

    def word(self) -> str:
        """The word that stands here, in small letters; it stays to be read."""
        found = self.looks_like(WORD)
        return found[0].casefold() if found else self.next

    def take(self, *marks: str) -> bool:
        """Whether one of these characters stands here; then it is read."""
        found = self.next in marks
        self.at += found
        return found

    def take_word(self, *words: str) -> str | None:
        """The word that stands here, if it is one of these."""
        word = self.word()
        if word not in words:
            return None
        found = self.match(WORD)
        self.at += 1 if found is None else 0  # A mark, such as a hyphen, is no word.
        return word

    def rest(self) -> str:
        """All that is left of the line, which is read then; no comment is left out."""
        rest = self.text[self.past_blanks() : self.end].rstrip()
        self.at = self.end
        return rest

    def json(self, kind: JsonKind) -> Any:
        """The JSON value that stands here, which should be of this kind."""
        start = self.past_blanks()
        try:
            value, self.at = _DECODER.raw_decode(self.text, start)
            from_json(_DEEP_IN_A_RECORD % json.dumps(value, ensure_ascii=False).encode())
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise self.error(Slip("broken-json", kind=kind, reason=error.msg)) from None
        except (ValueError, RecursionError):
            self.at = start
            raise self.error(Slip("impossible-json")) from None
        return value

    def quoted(self) -> str:
        """The text in quotation marks that stands here, with the escapes of JSON."""
        text: str = self.json("text")
        return text

    def finish(self, expected: Slip | None = None) -> None:
        """Raises NotationError where something is left to be read."""
        if not self.done:
            raise self.expected(expected or Slip("expected-end-of-line"))

    def expected(self, what: Slip) -> NotationError:
        """Something else was expected here; ``found`` is None at the end of the line."""
        found = None if self.done else self.looks_like(_SHOWN)
        shown = None if found is None else found[0]
        return NotationError(self.line, self.at + 1, what.code, **what.params, found=shown)

    def error(self, slip: Slip) -> NotationError:
        """Something is wrong here."""
        return NotationError(self.line, self.at + 1, slip.code, **slip.params)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # `Cursor.json` says what is wrong.


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
