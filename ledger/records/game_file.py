"""Files of games, as records or in the notation: reading and import."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from ...domain.rules.rule_set import RuleSet
from ..book import Book
from ..errors import LedgerError
from ..notation.reader import NotationGame, games_in, notation_or_records
from ..registry.rule_sets import all_rules
from ..store.batch import Progress
from ..transcript.game import Unchecked, Violation
from .format import Record, read_record
from .import_ import Imported, Importer, Readable
from .line_reader import Line
from .unreadable import Unreadable


class FileGame(NamedTuple):
    """One game of a file."""

    file: str
    line: int
    """The first line of the game; 0 for a game of the book."""
    record: Readable
    """One line of JSON, or what was read from the notation."""
    text: bytes
    notated: NotationGame | None = None
    """The game as read from the notation; None for a record."""

    def read(self) -> Record:
        """The record; raises Unreadable."""
        if isinstance(self.record, Unreadable):
            raise self.record
        return self.record if isinstance(self.record, Record) else read_record(self.record)

    def line_of(self, found: Violation | Unchecked | None) -> int:
        """The line with this violation or unchecked act."""
        if self.notated is None or found is None:
            return self.line
        return self.notated.line_of(found.round, found.move, found.code)

    def row_of(self, found: Violation | Unchecked) -> int | None:
        """The row of the printed table with this violation; None if there is no table."""
        return None if self.notated is None else self.notated.row_of(found.round, found.move)


MOST_UNREADABLE = 10_000
"""A file is left where so many more of its games were unreadable than readable."""


class Unreadables:
    """Counts the unreadable games of a file; readable ones make up for as many of them."""

    def __init__(self) -> None:
        self._excess = 0

    def count(self, *, readable: bool) -> None:
        self._excess = max(0, self._excess + (-1 if readable else 1))

    def stop(self, games: Iterable[FileGame]) -> Iterator[FileGame]:
        """These games, up to where too many of them were counted as unreadable."""
        for game in games:
            if self._excess >= MOST_UNREADABLE:
                error = Unreadable("too-many-unreadable", number=self._excess)
                yield game._replace(record=error, text=b"")
                return
            yield game


def games_in_file(
    name: str, lines: Iterable[Line], known: Mapping[str, RuleSet]
) -> Iterator[FileGame]:
    """The games of a file; ``known``: the rule sets by id, for games in the notation."""
    is_notation, lines = notation_or_records(name, iter(lines))
    if not is_notation:
        for number, line in lines:
            yield FileGame(name, number, line, line if isinstance(line, bytes) else b"")
        return
    for game in games_in(lines, known):
        yield FileGame(name, game.line, game.record, game.text, game)


@dataclass(slots=True)
class ImportCounts:
    """Games by outcome; those irregular, unchecked or remarked are among the added."""

    added: int = 0
    irregular: int = 0
    unchecked: int = 0
    remarked: int = 0
    extended: int = 0
    unchanged: int = 0
    rejected: int = 0

    @property
    def games(self) -> int:
        return self.added + self.extended + self.unchanged + self.rejected

    def count(self, imported: Imported) -> None:
        setattr(self, imported.outcome, getattr(self, imported.outcome) + 1)
        if imported.outcome == "added":
            self.irregular += bool(imported.irregularities)
            self.unchecked += bool(imported.unchecked)
            self.remarked += bool(imported.remarks)


def import_files(
    book: Book,
    files: Iterable[tuple[str, Iterable[Line]]],
    *,
    as_played: bool = False,
    done: Callable[[FileGame, Imported], None] = lambda _, __: None,
    pauses: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
    count_left: bool = False,
    scratch: Book | None = None,
) -> ImportCounts:
    """Import the games of files, each given by name and lines.

    Calls ``done`` for each game in order, after it was written or rejected. ``as_played`` accepts
    illegal games and notes each fault. ``pauses``: whether the next line would have to be waited
    for; then what was read is written. Raises Conflict and Unavailable; then ``progress`` has what
    was written; ``count_left``: after reading the rest of the files, also what was not.
    ``scratch``: an empty book that is written to instead, for a dry run.
    """
    counts = ImportCounts()
    progress = progress or Progress()
    importer = Importer(book, as_played=as_played, progress=progress, scratch=scratch)
    known = all_rules(book)
    read = 0

    def counted(games: Iterator[FileGame]) -> Iterator[FileGame]:
        nonlocal read
        for game in games:
            read += 1
            yield game

    each_file = (counted(games_in_file(name, lines, known)) for name, lines in files)
    games: Iterator[FileGame] = iter(())
    try:
        for games in each_file:
            for game, imported in _imported(importer, games, pauses):
                counts.count(imported)
                done(game, imported)
    except LedgerError:
        if count_left:
            deque(chain(games, chain.from_iterable(each_file)), maxlen=0)
            # Some are written, but were not yet counted.
            uncounted = progress.written - counts.added - counts.extended
            progress.left = read - counts.games - uncounted - len(progress.pending)
        raise
    return counts


def _imported(
    importer: Importer, games: Iterator[FileGame], pauses: Callable[[], bool]
) -> Iterator[tuple[FileGame, Imported]]:
    """The outcome of each game, in the order of the file."""
    pending: deque[FileGame] = deque()
    unreadables = Unreadables()

    def records() -> Iterator[tuple[int, Readable]]:
        for game in unreadables.stop(games):
            pending.append(game)
            yield game.line, game.record

    for imported in importer.take(records(), pauses):
        unreadables.count(readable=not isinstance(imported.error, Unreadable))
        game = pending.popleft()
        yield game, imported._replace(record=imported.record or (game.notated and game.notated.id))
