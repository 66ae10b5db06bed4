"""A live table: a game recorded as it is played. Each order is stored immediately."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import islice
from typing import NamedTuple, TypeAlias
from uuid import UUID

from domain.events import ActUndone, DealUndone, Event
from domain.game.decide import CallBlocked, ShowTiles
from domain.game.state import Game, evolve_game
from domain.rules.rule_set import RuleSet, Stake
from domain.seats import teams_or_sides

from ..book import Book
from ..errors import Conflict
from ..records.export import line_of
from ..records.format import FORMAT, read_record
from ..records.import_ import Rejected
from ..registry.players import all_names, shown_name
from ..store.batch import Batch
from ..store.codec import Entry
from ..store.stream import Stream, game_id
from ..transcript.game import transcribe
from .commands import NotNow, events_of
from .typed_commands import (
    Typed,
    TypedDeal,
    TypedLine,
    TypedMove,
    TypedResult,
    TypedUndo,
    read_line,
)

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time with its UTC offset."""

MAY_BE_AHEAD = timedelta(minutes=5)
"""How far a typed time may be ahead of the clock."""


_REPLACEABLE = TypedDeal | TypedMove | TypedResult | CallBlocked | ShowTiles


class CannotOpen(Rejected):
    """The rules do not allow such a game."""


class Taken(NamedTuple):
    """The effect of a typed line."""

    typed: Typed
    events: tuple[Event, ...]
    """The stored events; empty for a question."""
    before: Game
    after: Game
    """Equal to ``before`` for a question."""


def local_time() -> datetime:
    """The current time with the local UTC offset."""
    return datetime.now().astimezone()


class TableSession:
    """One game of a book that is being recorded."""

    def __init__(self, book: Book, stream: Stream, clock: Clock = local_time) -> None:
        self._book = book
        self._stream = stream
        self._clock = clock
        self._last_time: str | None = None
        """The last time that was typed."""
        self.replaceable = False
        """What the last line did can be taken back by one `undo`."""
        names = all_names(book)
        self.players = tuple(shown_name(names, id) for id in self.game.opened.players)

    @property
    def id(self) -> UUID:
        """The game's id in the book."""
        return self._stream.id

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._stream.game

    @property
    def version(self) -> int:
        """The number of events stored."""
        return self._stream.version

    def take(
        self, text: str, *, replaces: bool = False, agree: Callable[[Taken], bool] | None = None
    ) -> Taken | None:
        """Execute a typed line; None if it is blank or a comment, or not agreed to.

        ``replaces``: take back first what the last line did, if it is `replaceable`; both or
        nothing. ``agree`` is asked before anything is stored. Raises NotationError, Refused,
        NotNow, Conflict and Unavailable; then nothing was stored.
        """
        now = self._clock()
        line = self._read(text, self._last_time or _a_day_before(now))
        if line is None:
            return None
        at = now if line.time is None else datetime.fromisoformat(line.time)
        if at > now + MAY_BE_AHEAD:
            raise NotNow("time-in-future", time=line.time)
        before = self.game
        if isinstance(line.typed, str):
            return Taken(line.typed, (), before, before)
        undone = events_of(before, TypedUndo(1)) if replaces and self.replaceable else ()
        events = (*undone, *events_of(reduce(evolve_game, undone, before), line.typed))
        kept = self._times_again(events if isinstance(line.typed, TypedUndo) else undone)
        taken = Taken(line.typed, events, before, reduce(evolve_game, events, before))
        if agree is not None and not agree(taken):
            return None
        self._stream = self._book.append(self._stream, events, happened_at=at, again=kept)
        self._last_time = line.time or self._last_time
        self.replaceable = bool(events) and isinstance(line.typed, _REPLACEABLE)
        return taken

    def _read(self, text: str, last_time: str) -> TypedLine | None:
        game = self.game
        current = game.current
        return read_line(
            text,
            self.players,
            last_time,
            teams=teams_or_sides(game.table.sides, game.opened.teams),
            between_rounds=current is None or current.report is not None,
        )

    def write(self, events: Sequence[Event], happened_at: datetime | None = None) -> None:
        """Store events; ``happened_at`` defaults to the current time.

        Raises Conflict and Unavailable; then nothing was stored.
        """
        at = happened_at or self._clock()
        self._stream = self._book.append(self._stream, events, happened_at=at)

    def _times_again(self, undoing: Sequence[Event]) -> dict[int, str | None]:
        """By index, the times of the events of an undo that were recorded before."""
        return {
            number: entry.happened_at
            for number, event in enumerate(undoing)
            if not isinstance(event, ActUndone | DealUndone)
            for entry in islice(_entries_of(event, self._stream), 1)
        }


def _entries_of(event: Event, stream: Stream) -> Iterator[Entry]:
    """The entries of this event, newest first."""
    return (entry for entry in reversed(stream.entries) if entry.event == event)


def _a_day_before(now: datetime) -> str:
    """The reference for a time of day: it then means the latest such moment, or a very near one."""
    return (now + MAY_BE_AHEAD - timedelta(days=1)).isoformat(timespec="microseconds")


def open_table(
    book: Book,
    record: str,
    rules: RuleSet,
    players: Sequence[str],
    *,
    stake: Stake | None = None,
    source: str | None = None,
    clock: Clock = local_time,
) -> TableSession:
    """Open a new game and store its opening.

    Raises Unreadable if a name is not valid, CannotOpen if the rules do not allow these players,
    and Conflict if there is a game with this record id.
    """
    fields = {
        "format": FORMAT,
        "id": record,
        "rules": rules.model_dump(mode="json"),
        "source": source,
        "started_at": clock().isoformat(),
        "players": list(players),
        "stake": None if stake is None else stake.model_dump(),
        "rounds": [],
    }
    opening = read_record(line_of(fields))
    batch, game = Batch(book), game_id(record)
    if batch.holds(game):
        raise Conflict("game-exists", name=record)
    transcript = transcribe(opening, rules, batch.register.ids(opening.players))
    if transcript.violations:
        raise CannotOpen("illegal", violation=transcript.violations[0])
    batch.add(game, transcript.events)
    batch.flush()
    return resume_table(book, game, clock=clock)


def resume_table(book: Book, game: UUID, *, clock: Clock = local_time) -> TableSession:
    """Continue a game of the book; raises NotNow if it was left or is void.

    A game that was won can be continued: its last acts can be taken back.
    """
    stream = book.stream(game)
    if stream.game.left_or_void:
        raise NotNow("game-over", record=stream.game.opened.record)
    return TableSession(book, stream, clock)
