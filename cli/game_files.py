"""Games in files named on the command line, and places in those files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

from pydantic_core import from_json

from ..domain.rules.rule_set import RuleSet
from ..ledger.errors import LedgerError, NotALedger
from ..ledger.notation.errors import NotationError
from ..ledger.records.format import Record
from ..ledger.records.game_file import FileGame, games_in_file
from ..ledger.records.line_reader import Line, lines_of
from ..ledger.records.unreadable import Rejected
from ..ledger.store.batch import Progress
from ..projections.messages import shortened, text
from ..projections.messages.errors import error_text
from ..projections.messages.notation import other_end_text
from ..projections.messages.progress import kept_texts
from .output import say
from .terminal.progress import lines_in, tracked


def lines_with_progress(file: IO[bytes]) -> Iterator[Line]:
    """The lines of a file, with a progress bar."""
    return tracked(lines_of(file), lines_in(file), "lines")


def games_of(name: str, file: IO[bytes], known: Mapping[str, RuleSet]) -> Iterator[FileGame]:
    """Each game of a file; prints how ambiguous ends were read."""
    for game in games_in_file(name, lines_with_progress(file), known):
        say_notes(game)
        yield game


@contextmanager
def saying_what_is_kept(progress: Progress, *, dry_run: bool) -> Iterator[None]:
    """After an error or an interrupt, say which games are in the book."""
    try:
        yield
    except NotALedger:  # Running it again would not help.
        raise
    except (LedgerError, OSError, KeyboardInterrupt):
        if not dry_run:
            for sentence in kept_texts(progress):
                say(sentence)
        raise


def say_notes(game: FileGame) -> None:
    """Print how ambiguous ends of a game in the notation were read."""
    names = game.record.players if isinstance(game.record, Record) else ()
    for line, note in () if game.notated is None else game.notated.notes:
        sentence = other_end_text(note, names)
        say(text("{file}, line {line}: {sentence}", file=game.file, line=line, sentence=sentence))


def sentence_about(game: FileGame, error: LedgerError, record: str | None = None) -> str:
    """The error and its place in the file; ``record`` is an id to add."""
    sentence = error_text(error)
    if isinstance(game.record, NotationError):  # Its sentence names the line.
        return text("{file}, {sentence}", file=shortened(game.file), sentence=sentence)
    line = game.line_of(error.violation if isinstance(error, Rejected) else None)
    values = {"file": shortened(game.file), "line": line, "sentence": sentence}
    if not line:
        return text("{file}: {sentence}", **values)
    if record is None:
        return text("{file}, line {line}: {sentence}", **values)
    return text("{file}, line {line} ({record}): {sentence}", record=shortened(record), **values)


def own_id(game: FileGame) -> str | None:
    """The id that an unreadable game gives itself, if it can be found."""
    line = game.record
    if isinstance(line, Record):
        return line.id
    if not isinstance(line, bytes):
        return game.notated.id if game.notated else None
    try:
        read = from_json(line)
    except ValueError:
        return None
    name = read.get("id") if isinstance(read, dict) else None
    return name if isinstance(name, str) else None
