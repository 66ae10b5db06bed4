"""The games of a file: a record a line, or in the notation for people (docs/notation.md)."""

from collections.abc import Iterator
from typing import IO, NamedTuple

from domain.rules.rule_set import RuleSet
from ledger.notation.errors import NotationError
from ledger.notation.reader import Notated, Unread, games_in, told_apart
from ledger.records.line_reader import TooLong, lines_of
from ledger.transcript.game import Unchecked, Violation

from .output import say
from .terminal.progress import lines_in, tracked


class Told(NamedTuple):
    """One game as a file tells it."""

    file: str
    line: int
    """0 for a game of the book, which has none."""
    record: bytes | TooLong | NotationError
    """As one line of JSON, or why that cannot be had."""
    text: bytes
    """As it stands in the file."""
    notated: Notated | None = None
    id: str | None = None
    """Of a game that cannot be read, what it calls itself."""

    def line_of(self, found: Violation | Unchecked | None) -> int:
        """The line that tells of this."""
        if self.notated is None or found is None:
            return self.line
        return self.notated.line_of(found.round, found.move, found.code)

    def row_of(self, found: Violation | Unchecked) -> int | None:
        """The row of the printed table that tells of this; None where there is none."""
        return None if self.notated is None else self.notated.row_of(found.round, found.move)

    def place_of(self, found: Violation | Unchecked) -> str:
        """Where the text tells of this, in words."""
        row = self.row_of(found)
        return f"line {self.line_of(found)}" + (f", row {row}" if row else "")

    def sentence(self, message: str, note: str = "", violation: Violation | None = None) -> str:
        """What is wrong with it, and where; an error of the notation says the line itself."""
        if isinstance(self.record, NotationError):
            return f"{self.file}, {message}"
        line = self.line_of(violation)
        return f"{self.file}{f', line {line}' if line else ''}{note}: {message}"


def games_of(name: str, file: IO[bytes], known: dict[str, RuleSet]) -> Iterator[Told]:
    """Each game of a file; what a text leaves open is said."""
    lines = tracked(lines_of(file), lines_in(file), "lines")
    is_notation, lines = told_apart(name, lines)
    if not is_notation:
        for number, line in lines:
            yield Told(name, number, line, line if isinstance(line, bytes) else b"")
        return
    for game in games_in(lines, known):
        if isinstance(game, Unread):
            yield Told(name, game.line, game.error, game.text, id=game.id)
            continue
        for at, note in game.notes:
            say(f"{name}, line {at}: {note}")
        yield Told(name, game.line, game.record, game.text, game)
