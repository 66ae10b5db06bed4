"""The games of files named on the command line, and where something in them stands."""

from collections.abc import Iterator
from typing import IO

from domain.rules.rule_set import RuleSet
from ledger.notation.errors import NotationError
from ledger.records.game_file import FileGame, games_in_file
from ledger.records.line_reader import Line, lines_of
from ledger.transcript.game import Unchecked, Violation
from projections.messages import text

from .output import say
from .terminal.progress import lines_in, tracked


def lines_with_progress(file: IO[bytes]) -> Iterator[Line]:
    """The lines of a file, with a progress bar."""
    return tracked(lines_of(file), lines_in(file), "lines")


def games_of(name: str, file: IO[bytes], known: dict[str, RuleSet]) -> Iterator[FileGame]:
    """Each game of a file; prints how ambiguous ends were read."""
    for game in games_in_file(name, lines_with_progress(file), known):
        say_notes(game)
        yield game


def say_notes(game: FileGame) -> None:
    """Print how ambiguous ends of a game in the notation were read."""
    for line, note in () if game.notated is None else game.notated.notes:
        say(text("{file}, line {line}: {message}", file=game.file, line=line, message=note))


def place_in_text(game: FileGame, found: Violation | Unchecked) -> str:
    """The line of the text, and the row of its table, with this."""
    line, row = game.line_of(found), game.row_of(found)
    if row is None:
        return text("line {line}", line=line)
    return text("line {line}, row {row}", line=line, row=row)


def sentence_about(
    game: FileGame, message: str, *, record: str | None = None, violation: Violation | None = None
) -> str:
    """What is wrong with a game, and where; ``record``: its id, to be named."""
    if isinstance(game.record, NotationError):  # Its message names the line.
        return text("{file}, {message}", file=game.file, message=message)
    line = game.line_of(violation)
    values = {"file": game.file, "line": line, "record": record, "message": message}
    if not line:
        return text("{file}: {message}", **values)
    if record is None:
        return text("{file}, line {line}: {message}", **values)
    return text("{file}, line {line} ({record}): {message}", **values)
