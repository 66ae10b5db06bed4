"""The games of a file: a record a line, or in the notation for people (docs/notation.md)."""

from collections.abc import Iterator
from typing import IO, NamedTuple

from domain.rules.rule_set import RuleSet
from ledger.errors import LedgerError
from ledger.notation.errors import NotationError
from ledger.notation.reader import Notated, Unread, games_in, notation_or_records
from ledger.records.import_ import Rejected
from ledger.records.line_reader import TooLong, lines_of
from ledger.transcript.game import Unchecked, Violation
from projections.messages import text
from projections.messages.errors import error_text
from projections.messages.notation import other_end_text

from .output import say
from .terminal.progress import lines_in, tracked


class Told(NamedTuple):
    """One game of a file."""

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
        """The line of this."""
        if self.notated is None or found is None:
            return self.line
        return self.notated.line_of(found.round, found.move, found.code)

    def row_of(self, found: Violation | Unchecked) -> int | None:
        """The row of the printed table with this; None where there is none."""
        return None if self.notated is None else self.notated.row_of(found.round, found.move)

    def place_of(self, found: Violation | Unchecked) -> str:
        """Where in the text this is."""
        line, row = self.line_of(found), self.row_of(found)
        if row is None:
            return text("line {line}", line=line)
        return text("line {line}, row {row}", line=line, row=row)

    def sentence(self, error: LedgerError, record: str | None = None) -> str:
        """What is wrong with it, and where; ``record`` is the game's own id, to be shown."""
        sentence = error_text(error)
        if isinstance(self.record, NotationError):  # Its sentence begins with the line.
            return text("{file}, {sentence}", file=self.file, sentence=sentence)
        line = self.line_of(error.violation if isinstance(error, Rejected) else None)
        if not line:
            return text("{file}: {sentence}", file=self.file, sentence=sentence)
        if record is None:
            return text(
                "{file}, line {line}: {sentence}", file=self.file, line=line, sentence=sentence
            )
        return text(
            "{file}, line {line} ({record}): {sentence}",
            file=self.file,
            line=line,
            record=record,
            sentence=sentence,
        )


def games_of(name: str, file: IO[bytes], known: dict[str, RuleSet]) -> Iterator[Told]:
    """Each game of a file; what a text leaves open is said."""
    lines = tracked(lines_of(file), lines_in(file), "lines")
    is_notation, lines = notation_or_records(name, lines)
    if not is_notation:
        for number, line in lines:
            yield Told(name, number, line, line if isinstance(line, bytes) else b"")
        return
    for game in games_in(lines, known):
        if isinstance(game, Unread):
            yield Told(name, game.line, game.error, game.text, id=game.id)
            continue
        for at, note in game.notes:
            say(
                text(
                    "{file}, line {line}: {sentence}",
                    file=name,
                    line=at,
                    sentence=other_end_text(note),
                )
            )
        yield Told(name, game.line, game.record, game.text, game)
