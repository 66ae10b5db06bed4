"""A book at one moment, as an archive takes it: its tables, and the log up to where they are."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

import numpy as np

from ...domain.rules.counting import Counting
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.log.checkpoints import checkpoint_in, directory_beside, kept_checkpoint
from ...ledger.log.hash_tiles import CHECKPOINT
from ...ledger.signing.notes import Note
from ...ledger.store.base import require_all
from ..tables.connection import Connection
from ..tables.facts import IntArray
from ..tables.progress import progress_in
from .event_columns import GameEvents
from .fact_tables import FactTable, closed_games, fact_tables
from .log_parts import Extent, LogParts, read_log

_POSITIONS = "SELECT {position} FROM stored_events WHERE {position} <= ? ORDER BY {position}"

Games = list[tuple[UUID, Extent]]
"""Closed games of a bucket, in the order of opening."""


class Source(NamedTuple):
    """A book up to where its tables are."""

    book: Book
    connection: Connection
    """A snapshot of the tables."""
    end: int
    """The position of the last event."""
    positions: IntArray
    """(n,) of each event, in order."""
    counting: Counting
    """By whose rules the games in the tables count."""
    numbers: Mapping[UUID, int]
    """The number of each closed game in the tables."""
    parts: LogParts
    checkpoint: Note | None
    """The newest beside the book, if it covers no more."""

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.positions)

    def buckets(self, width: int) -> Iterator[tuple[int, Games]]:
        """The closed games by the part of the log, so many entries each, in which they opened."""
        for number, games in groupby(
            self.parts.games.items(), lambda each: each[1].opening // width
        ):
            yield number, list(games)

    def events(self, games: Games) -> Iterator[GameEvents]:
        """These games with all events up to here, in the same order."""
        found = dict[UUID, GameEvents]()
        with self.book.scan_games([game.hex for game, _ in games], self.end) as rows:
            for name, of_game in groupby(rows, itemgetter(1)):
                positions, _, *stored = zip(*of_game, strict=True)
                leaves = np.searchsorted(self.positions, positions).tolist()
                game = UUID(name)
                found[game] = GameEvents(game, list(zip(*stored, strict=True)), leaves)
        return (found[game] for game, _ in games)

    def facts(self, games: Games) -> Iterator[FactTable]:
        """The facts of the closed games from the first of these to the last."""
        first, last = self.numbers[games[0][0]], self.numbers[games[-1][0]]
        return fact_tables(self.connection, range(first, last + 1))


def source_of(book: Book, connection: Connection, sizes: Iterable[int]) -> Source:
    """The book as these tables have it, with the roots of its log after so many events.

    Raises Tampered, also if the log is not that of the checkpoint beside the book; Unavailable if
    this user does not see all events.
    """
    require_all(book.recorder)
    progress, numbers = progress_in(connection), closed_games(connection)
    end, counting = progress.position, progress.counting
    positions = np.fromiter((each for (each,) in book.query(_POSITIONS, [end])), np.int64)
    size, note = len(positions), _checkpoint_beside(book)
    signed = None if note is None else checkpoint_in(note)
    sizes = {*sizes, size} if signed is None else {*sizes, size, signed.size}
    parts = read_log(book, size, numbers, sizes)
    if signed is not None and signed.size > size:
        note = None
    elif signed is not None and parts.roots[signed.size] != signed.root:
        raise Tampered("other-log", origin=signed.origin, size=signed.size)
    return Source(book, connection, end, positions, counting, numbers, parts, note)


def _checkpoint_beside(book: Book) -> Note | None:
    directory = directory_beside(book)
    return None if directory is None else kept_checkpoint(directory / CHECKPOINT)
