"""Batched writes: many games in one transaction, each game whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from uuid import UUID

from ...domain.events import Event, GameAmended, GameOpened
from ...domain.game.next_lead import players_to_lead_next
from ...domain.game.state import Game
from ..book import Book
from ..errors import Conflict, LedgerError
from ..registry.players import Register
from .chain import NOTHING_BEFORE
from .rows import Row
from .stream import Sign, Stream, rows_after

EVENTS_A_TRANSACTION = 50_000


@dataclass
class Progress:
    """What of many games is in the book, also after an error."""

    written: int = 0
    last: str | None = None
    """The record id of the last game that was written."""
    pending: list[str] = field(default_factory=list)
    """The record ids of those that are ready to be written."""
    unknown: bool = False
    """It is not known whether the pending ones are in the book."""
    left: int | None = None
    """How many others of the input were not added; None if that was not counted."""


def leaders_after(book: Book, game: UUID) -> frozenset[UUID]:
    """The players who may lead by the result of this game; none: undecided, or not in the book."""
    return players_to_lead_next(book.stream(game).game) if book.version(game) else frozenset()


class _Next(NamedTuple):
    """The next events of a game."""

    game: UUID
    version: int
    previous: str
    events: Sequence[Event]
    happened_at: Mapping[int, str] | None
    sign: Sign | None = None


class Batch:
    """Chained events that will be written in one transaction."""

    def __init__(
        self, book: Book, progress: Progress | None = None, *, scratch: Book | None = None
    ) -> None:
        """``scratch``: an empty book that is written to instead of ``book``, for a dry run."""
        self.book = book
        self._written_to = scratch or book
        self.progress = progress or Progress()
        self.register = Register(book)
        self._next: list[_Next] = []
        self._events = 0
        """How many those are."""
        self._pending: set[UUID] = set()
        self._looked_up: dict[UUID, bool] = {}
        self._leaders: dict[UUID, frozenset[UUID]] = {}
        """By game, the players who may lead the game after it."""

    @property
    def full(self) -> bool:
        """The batch has reached `EVENTS_A_TRANSACTION`; call `flush`."""
        return self._events >= EVENTS_A_TRANSACTION

    def look_up(self, games: Sequence[UUID]) -> None:
        """Query many games at once and cache the answers for `holds`."""
        existing = self.book.existing(games) | self._written_to.existing(games)
        self._looked_up = {game: game in existing for game in games}

    def holds(self, game: UUID) -> bool:
        """The game is in the book. Flushes first if the game is in the batch."""
        if game in self._pending:
            self.flush()
        if game not in self._looked_up:
            self.look_up([game])
        return self._looked_up[game]

    def leaders_after(self, game: UUID) -> frozenset[UUID]:
        """The players who may lead by the result of this game; none: undecided or unknown.

        Flushes first if the game was extended in the batch.
        """
        if game not in self._leaders:
            known = self.holds(game)
            self._leaders[game] = leaders_after(self._book_of(game), game) if known else frozenset()
        return self._leaders[game]

    def stream(self, game: UUID) -> Stream:
        """The stream of a game, as it was last written. Raises what `Book.stream` does."""
        return self._book_of(game).stream(game)

    def _book_of(self, game: UUID) -> Book:
        """The book with the newest events of a game: in a dry run one of two."""
        elsewhere = self._written_to is not self.book and not self._written_to.version(game)
        return self.book if elsewhere else self._written_to

    def add(
        self,
        game: UUID,
        events: Sequence[Event],
        times: dict[int, str] | None = None,
        state: Game | None = None,
    ) -> None:
        """Add a whole new game; ``times``: by index, when an event happened, in RFC 3339.

        ``state``: the game after these events, so that `leaders_after` need not read it.
        """
        opened = events[0]
        assert isinstance(opened, GameOpened)
        self.register.add_used(opened.players)
        self._append(_Next(game, 0, NOTHING_BEFORE, events, times), opened.record)
        if state is not None:
            self._leaders[game] = players_to_lead_next(state)

    def extend(
        self,
        stream: Stream,
        events: Sequence[Event],
        times: dict[int, str] | None = None,
        sign: Sign | None = None,
    ) -> None:
        """Add the next events of a game of the book; ``times`` as for `add`.

        ``sign`` makes one more event, which signs them.
        """
        if self._book_of(stream.id) is not self._written_to:  # A game has all its events in one.
            stored, _ = self.book.recorder.select_rows(stream.id)
            self._written_to.recorder.insert([(stream.id.hex, *row) for row in stored])
        added = _Next(stream.id, stream.version, stream.hash, events, times, sign)
        self._append(added, stream.game.opened.record)

    def _append(self, added: _Next, record: str) -> None:
        self._next.append(added)
        self._events += len(added.events)
        self._pending.add(added.game)
        self._leaders.pop(added.game, None)
        self.progress.pending.append(record)

    def flush(self) -> None:
        """Write the batch in one transaction.

        If another program has added a player of the same name since, that player's id is used.
        Raises Conflict and Unavailable; then nothing was written.
        """
        if self.register.new:  # The store refuses only a name that is exactly the same.
            self._adopt_written_players()
        while True:
            try:
                self._written_to.write(self._rows, self.register.new)
                break
            except Conflict:
                if not self._adopt_written_players():
                    raise
            except BaseException as error:  # An interrupt may come while it is committed.
                known = isinstance(error, LedgerError) and error.code != "perhaps-written"
                self.progress.unknown = not known
                raise
        self._looked_up |= dict.fromkeys(self._pending, True)
        done = self.progress
        done.written += len(done.pending)
        done.last = next(reversed(done.pending), done.last)
        self._events = 0
        for each in (self._next, self.register.new, self._pending, self._leaders, done.pending):
            each.clear()

    def _rows(self, *, recorded_at: str, clock: str | None) -> list[Row]:
        return [
            row
            for each in self._next
            for row in rows_after(
                *(each.game, each.version, each.previous, each.events),
                recorded_at=recorded_at,
                clock=clock,
                happened_at=each.happened_at,
                sign=each.sign,
            )
        ]

    def _adopt_written_players(self) -> bool:
        """Put ids that another program has written in place of our new ones; False: none."""
        others = self.register.adopt_written_ids()
        if others:
            self._next = [
                each._replace(events=[_with_players(event, others) for event in each.events])
                for each in self._next
            ]
        return bool(others)


def _with_players(event: Event, others: Mapping[UUID, UUID]) -> Event:
    """The event with these ids of players replaced."""
    match event:
        case GameOpened():
            players = tuple(others.get(player, player) for player in event.players)
            return replace(event, players=players)
        case GameAmended():
            opening = _with_players(event.opening, others)
            assert isinstance(opening, GameOpened)
            by = None if event.by is None else others.get(event.by, event.by)
            return replace(event, by=by, opening=opening)
        case _:
            return event  # Events of disputes contain players, too, but are never batched.
