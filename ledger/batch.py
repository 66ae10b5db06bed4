"""New games on their way into a book: many to a transaction, each of them whole or not at all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from domain.events import Event, GameOpened

from .book import Book, now
from .codec import NOTHING_BEFORE, decode
from .errors import Conflict
from .players import Register
from .store import Row
from .stream import rows_after

EVENTS_A_TRANSACTION = 50_000


class Batch:
    """Games not yet in the book, chained and waiting to be written together."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.register = Register(book)
        self._rows: list[Row] = []
        self._pending: set[UUID] = set()
        self._looked_up: dict[UUID, bool] = {}

    @property
    def full(self) -> bool:
        """It is time to `flush`, see `EVENTS_A_TRANSACTION`."""
        return len(self._rows) >= EVENTS_A_TRANSACTION

    def look_up(self, games: Sequence[UUID]) -> None:
        """Ask the book for many games at once; `holds` knows of them from then on."""
        there = self.book.those_there(games)
        self._looked_up = {game: game in there for game in games}

    def holds(self, game: UUID) -> bool:
        """The game is in the book; one that waits here is written first."""
        if game in self._pending:
            self.flush()
        if game not in self._looked_up:
            self.look_up([game])
        return self._looked_up[game]

    def add(
        self, game: UUID, events: Sequence[Event], times: dict[int, datetime] | None = None
    ) -> None:
        """Take a whole new game; ``times`` says by index when an event happened."""
        opened = events[0]
        assert isinstance(opened, GameOpened)
        self.register.played(opened.players)
        happened_at = {at: time.isoformat() for at, time in (times or {}).items()}
        self._rows += rows_after(
            game, 0, NOTHING_BEFORE, events, recorded_at=now(), happened_at=happened_at
        )
        self._pending.add(game)

    def flush(self) -> None:
        """Write what waits, in one transaction.

        Where somebody else has meanwhile written the name of a new player, it is that player who
        has played here. Raises Conflict and Unavailable; then nothing of it is in the book.
        """
        while True:
            try:
                self.book.write(self._rows, self.register.new)
                break
            except Conflict:
                others = self.register.give_way()
                if not others:
                    raise
                self._rows = list(_played_by(others, self._rows))
        self._looked_up |= dict.fromkeys(self._pending, True)
        self._rows.clear()
        self.register.new.clear()
        self._pending.clear()


def _played_by(others: Mapping[UUID, UUID], rows: Sequence[Row]) -> Iterator[Row]:
    """Whole new games chained anew, with the other player in the place of each of these."""
    for id, of_the_game in groupby(rows, lambda row: row[0]):
        game = UUID(id)
        entries = [decode(game, *row[1:]) for row in of_the_game]
        events = [entry.event for entry in entries]
        opened = events[0]
        assert isinstance(opened, GameOpened)
        players = tuple(others.get(player, player) for player in opened.players)
        events[0] = replace(opened, players=players)
        happened_at = {
            at: entry.happened_at for at, entry in enumerate(entries) if entry.happened_at
        }
        yield from rows_after(
            game, 0, NOTHING_BEFORE, events, recorded_at=now(), happened_at=happened_at
        )
