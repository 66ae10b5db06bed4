"""One line of text, read from left to right."""

import json
import re
from typing import Any

from .errors import NotationError
from .words import COMMENT, WORD

_DECODER = json.JSONDecoder()


class Cursor:
    """A place in a line. What is asked for is read from there, blanks before it left out."""

    def __init__(
        self, text: str, line: int | None = None, at: int = 0, end: int | None = None
    ) -> None:
        self.text = text
        self.line = line
        self.at = at
        self.end = len(text) if end is None else end

    def past_blanks(self) -> int:
        """The place of the next character that is no blank, which is here now."""
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1
        return self.at

    @property
    def rest(self) -> str:
        """What is still to be read, from the next character that is no blank."""
        return self.text[self.past_blanks() : self.end]

    @property
    def done(self) -> bool:
        """Nothing but a comment follows."""
        rest = self.rest
        return not rest or rest.startswith(COMMENT)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What is here, if it looks like this."""
        rest = self.rest
        found = pattern.match(rest)
        if found is not None:
            self.at += found.end()
        return found

    def word(self) -> str:
        """The word that stands here, in small letters; it stays to be read."""
        found = WORD.match(self.rest)
        return found[0].casefold() if found else self.rest[:1]

    def take(self, *texts: str) -> bool:
        """Whether one of these texts stands here; then it is read."""
        rest = self.rest.casefold()
        for text in texts:
            if rest.startswith(text):
                self.at += len(text)
                return True
        return False

    def take_word(self, *words: str) -> str | None:
        """The word that stands here, if it is one of these."""
        word = self.word()
        if word not in words:
            return None
        self.at += len(word)
        return word

    def json(self, expected: str) -> Any:
        """The JSON value that stands here."""
        rest = self.rest
        try:
            value, end = _DECODER.raw_decode(rest)
        except json.JSONDecodeError as error:
            self.at += min(error.pos, len(rest))
            raise self.error(f"{error.msg[0].lower()}{error.msg[1:]}, in {expected}") from None
        except (ValueError, RecursionError):
            raise self.error(f"expected {expected} of a sensible size") from None
        self.at += end
        return value

    def quoted(self) -> str:
        """The text in quotation marks that stands here, with the escapes of JSON."""
        text: str = self.json('a text in quotation marks, such as "Ana \\"Ace\\" Lee"')
        return text

    def finish(self, expected: str = "the end of the line") -> None:
        """Raises NotationError where something is left to be read."""
        if not self.done:
            raise self.expected(expected)

    def expected(self, what: str) -> NotationError:
        """That something else was expected here."""
        rest = self.rest
        found = re.match(r"[^\s,|]+|.", rest)
        shown = found[0] if found and not self.done else ""
        not_this = f"'{shown[:60]}'" if shown else "the end of the line"
        return self.error(f"expected {what}, not {not_this}")

    def error(self, message: str) -> NotationError:
        """That something is wrong here."""
        return NotationError(self.line, self.at + 1, message)
