"""A live table: a game recorded as it is played. Each order is stored immediately."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias
from uuid import UUID

from domain.events import Event
from domain.game.state import Game
from domain.rules.rule_set import RuleSet, Stake

from ..book import Book
from ..errors import Conflict
from ..records.export import line_of
from ..records.format import FORMAT, read_record
from ..records.import_ import Rejected
from ..registry.players import all_names, shown_name
from ..store.batch import Batch
from ..store.stream import Stream, game_id
from ..transcript.game import transcribe
from .commands import NotNow, events_of
from .typed_commands import Typed, read_line

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time with its UTC offset."""

MAY_BE_AHEAD = timedelta(minutes=5)
"""How far a typed time may be ahead of the clock."""


class CannotOpen(Rejected):
    """The rules do not allow such a game."""


class Taken(NamedTuple):
    """The effect of a typed line."""

    typed: Typed
    events: tuple[Event, ...]
    """The stored events; empty for a question."""
    before: Game


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

    def take(self, text: str) -> Taken | None:
        """Execute a typed line; None if it is blank or a comment.

        Raises NotationError, Refused, NotNow, Conflict and Unavailable; then nothing was stored.
        """
        now = self._clock()
        line = read_line(text, self.players, self._last_time or _a_day_before(now))
        if line is None:
            return None
        at = now if line.time is None else datetime.fromisoformat(line.time)
        if at > now + MAY_BE_AHEAD:
            raise NotNow("time-in-future", time=line.time)
        before = self.game
        if isinstance(line.typed, str):
            return Taken(line.typed, (), before)
        events = events_of(before, line.typed)
        self.write(events, at)
        self._last_time = line.time or self._last_time
        return Taken(line.typed, events, before)

    def write(self, events: Sequence[Event], happened_at: datetime | None = None) -> None:
        """Store events; ``happened_at`` defaults to the current time.

        Raises Conflict and Unavailable; then nothing was stored.
        """
        at = happened_at or self._clock()
        self._stream = self._book.append(self._stream, events, happened_at=at)


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
    """Continue a game of the book; raises NotNow if it is over."""
    stream = book.stream(game)
    if stream.game.over:
        raise NotNow("game-over", record=stream.game.opened.record)
    return TableSession(book, stream, clock)
