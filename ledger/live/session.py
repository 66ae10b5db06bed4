"""A table at which a game is written down as it is played: each order is in the book at once."""

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
"""This moment, with the offset of the place."""

MAY_BE_AHEAD = timedelta(minutes=5)
"""Other clocks may be so far ahead of ours."""


class CannotOpen(Rejected):
    """There can be no such game."""


class Taken(NamedTuple):
    """What became of an order that was typed."""

    typed: Typed
    events: tuple[Event, ...]
    """In the book now; none where a question was asked."""
    before: Game


def local_time() -> datetime:
    """This moment, with the offset of this place."""
    return datetime.now().astimezone()


class TableSession:
    """One game of a book, and the person who writes it down."""

    def __init__(self, book: Book, stream: Stream, clock: Clock = local_time) -> None:
        self._book = book
        self._stream = stream
        self._clock = clock
        self._said: str | None = None
        """The last time that a line gave."""
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
        """How many events of it are in the book."""
        return self._stream.version

    def take(self, text: str) -> Taken | None:
        """Carry out what a line says; None where it says nothing.

        Raises NotationError, Refused and NotNow, and Conflict and Unavailable; then nothing of it
        is in the book.
        """
        now = self._clock()
        line = read_line(text, self.players, self._said or _a_day_before(now))
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
        self._said = line.time or self._said
        return Taken(line.typed, events, before)

    def write(self, events: Sequence[Event], happened_at: datetime | None = None) -> None:
        """Put what happened into the book, now if nothing else is said.

        Raises Conflict and Unavailable; then none of it is in the book.
        """
        at = happened_at or self._clock()
        self._stream = self._book.append(self._stream, events, happened_at=at)


def _a_day_before(now: datetime) -> str:
    """So that a time of day is the last such moment, or one that is just coming."""
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
    """Open a new game, which is in the book from now on.

    Raises Unreadable where a name is none, CannotOpen where they cannot sit down like this, and
    Conflict where there is a game of that name.
    """
    told = {
        "format": FORMAT,
        "id": record,
        "rules": rules.model_dump(mode="json"),
        "source": source,
        "started_at": clock().isoformat(),
        "players": list(players),
        "stake": None if stake is None else stake.model_dump(),
        "rounds": [],
    }
    opening = read_record(line_of(told))
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
    """Go on with a game that is in the book; raises NotNow where it is over."""
    stream = book.stream(game)
    if stream.game.over:
        raise NotNow("game-over", record=stream.game.opened.record)
    return TableSession(book, stream, clock)
