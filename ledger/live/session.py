"""A live table: games recorded as they are played. Each order is stored immediately."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from itertools import islice
from typing import NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import (
    Act,
    ActUndone,
    DealUndone,
    Event,
    GameOpened,
    RoundDealt,
    RoundReported,
    Seat,
    Shown,
)
from ...domain.game.certain import is_surely_won
from ...domain.game.decide import CallBlocked, Refused, ShowTiles, UndoAct, decide, outcome, time_up
from ...domain.game.next_lead import leads_on, players_to_lead_next, seats_to_lead
from ...domain.game.state import Game, evolve_game, open_game
from ...domain.game.undo import without_undone
from ...domain.rules.payout import Stake
from ...domain.rules.rule_set import RuleSet
from ...domain.seats import UNDECIDED
from ...domain.tiles import NO_TILES
from ..book import Book
from ..errors import Conflict, NotNow
from ..notation.result_grammar import Counting, counting_of, written_result
from ..records.event_texts import check_texts_of
from ..records.export import line_of, report_fields
from ..records.format import FORMAT, read_record
from ..records.unreadable import Rejected
from ..registry.stored_names import all_names, shown_name
from ..store.batch import Batch, leaders_after
from ..store.ids import game_id
from ..store.stream import Stream
from ..transcript.game import transcribe
from .orders import events_of
from .typed_lines import (
    Order,
    Typed,
    TypedDeal,
    TypedEdit,
    TypedLine,
    TypedMove,
    TypedPips,
    TypedResult,
    TypedUndo,
    read_line,
)
from .wall_time import WallClock

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time in the zone of the table, or with the UTC offset there (`WallClock`)."""

_REPLACEABLE = TypedDeal | TypedMove | TypedResult | CallBlocked | ShowTiles | TypedPips


class CannotOpen(Rejected):
    """The rules do not allow such a game."""


class GameChange(NamedTuple):
    """What a typed line changes in one game."""

    before: Game
    events: tuple[Event, ...]
    """Empty if the game is as typed already."""
    after: Game


class Taken(NamedTuple):
    """The effect of a typed line."""

    typed: Typed
    changes: tuple[GameChange, ...]
    """Newest game first; empty for a question. Only an undo changes several games."""


def local_time() -> datetime:
    """The current time with the local UTC offset."""
    return datetime.now().astimezone()


class TableSession:
    """One game of a book that is being recorded, and those that follow it by themselves.

    What stores events may raise Conflict and Unavailable; after any error nothing was stored.
    """

    def __init__(self, book: Book, stream: Stream, clock: Clock = local_time) -> None:
        self._book = book
        self._stream = stream
        self._clock = clock
        self._earlier: list[Stream] = []
        """The games before at this table, which an undo goes back to."""
        self._last_time: datetime | None = None
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
    def stream(self) -> Stream:
        """The game with its entries, as it was last read or written here."""
        return self._stream

    @property
    def game(self) -> Game:
        return self._stream.game

    @property
    def events(self) -> Iterator[Event]:
        """The events stored, oldest first."""
        return (entry.event for entry in self._stream.entries)

    @property
    def version(self) -> int:
        """The number of events stored."""
        return self._stream.version

    @property
    def _counting(self) -> Counting:
        opened = self.game.opened
        return counting_of(opened.rules, self.game.table.sides, opened.teams)

    def take(
        self,
        text: str,
        *,
        replaces: bool = False,
        corrects: int | None = None,
        agree: Callable[[Taken], bool] | None = None,
    ) -> Taken | None:
        """Execute a typed line; None if it is blank or a comment, or not agreed to.

        ``replaces``: take back first what the last line did, if it is `replaceable`; both or
        nothing. ``corrects``: the line is the right result of this round, counted from 0 (see
        `result_to_correct`). ``agree`` is asked before anything is stored. Raises NotationError,
        Refused and NotNow.
        """
        now = self._clock()
        wall_clock = WallClock(now, self._last_time)
        undone = decide(self.game, UndoAct()) if replaces and self.replaceable else ()
        before = reduce(evolve_game, undone, self.game)
        round = before.current
        line = read_line(
            text,
            self.players,
            wall_clock.whole,
            counting=self._counting,
            between_rounds=round is None or round.report is not None,
            undealt=before.table.tiles if round is None else NO_TILES,
        )
        if line is None:
            return None
        typed_time = None if line.time is None else datetime.fromisoformat(line.time)
        at = typed_time or now
        if at > wall_clock.latest:
            raise NotNow("time-in-future", time=line.time)
        if isinstance(line.typed, str | TypedEdit):
            return Taken(line.typed, ())
        # At such a table the next game follows by itself.
        goes_on = self.game.won is not None and leads_on(self.game.opened.rules)
        changes: tuple[GameChange, ...]
        if corrects is not None:
            changes = (self._correct(corrects, line, at),)
        elif isinstance(line.typed, TypedUndo):
            changes = self._undone(line.typed.times)
            if agree is not None and not agree(Taken(line.typed, changes)):
                return None
            self._undo(changes, at)
        elif isinstance(line.typed, TypedDeal | TypedResult) and goes_on and not replaces:
            changes = (self._next_game(line.typed, at),)
        else:
            changes = (self._in_game(line.typed, undone, at),)
        self._last_time = typed_time or self._last_time
        shown = [each for each in changes[0].events if isinstance(each, Shown)]
        one = bool(changes[0].events) and corrects is None and len(shown) < 2
        self.replaceable = one and isinstance(line.typed, _REPLACEABLE)
        return Taken(line.typed, changes)

    def _in_game(self, order: Order, undone: tuple[Event, ...], at: datetime) -> GameChange:
        """Carry out an order; ``undone`` takes back the last one, if this one replaces it."""
        leaders = self.first_leaders if isinstance(order, TypedDeal) else UNDECIDED
        events: tuple[Event, ...] = () if undone else self._time_up(self.game, at)
        if not (events and isinstance(order, _AFTER_THE_BELL)):
            events = (*undone, *events_of(reduce(evolve_game, undone, self.game), order, leaders))
            events += self._time_up(reduce(evolve_game, events, self.game), at)
        change = _change(self.game, events)
        self._append(events, undone, at)
        return change

    def _time_up(self, game: Game, at: datetime) -> tuple[Event, ...]:
        """The end of the game, if its clock breaks it off at this moment."""
        if game.opened.rules.score.clock is None:
            return ()
        start = game.opened.started_at
        if start is None:
            start = datetime.fromisoformat(self._stream.entries[0].recorded_at)
        return time_up(game, (at - start).total_seconds() / 60)

    def do(self, order: Order, at: datetime | None = None) -> GameChange:
        """Carry out and store an order; it never begins the next game, as a typed line may.

        ``at``: when it happened; None: now. Raises Refused, NotNow and Unreadable.
        """
        return self._in_game(order, (), at or self._clock())

    def correct(self, number: int, result: TypedResult, at: datetime | None = None) -> GameChange:
        """Note another result of this round, counted from 0; the rounds after it stay as noted.

        Raises NotNow unless only the results of this and all later rounds are known, and what `do`
        raises; then nothing was stored.
        """
        return self._correct(number, TypedLine(result, None), at or self._clock())

    def undo(self, times: int = 1, at: datetime | None = None) -> tuple[GameChange, ...]:
        """Take back what was last done; newest game first. Raises what `do` raises."""
        changes = self._undone(times)
        self._undo(changes, at or self._clock())
        return changes

    def require_version(self, version: int) -> None:
        """Raise Conflict if the game is at another version than the one that was seen."""
        if version != self.version:
            raise Conflict("game-changed", record=self.game.opened.record, version=self.version)

    def refresh(self) -> None:
        """Read on: what other programs have recorded in this game since. Raises Tampered."""
        self._stream = self._book.read_on(self._stream)

    def _append(self, events: Sequence[Event], undoing: Sequence[Event], at: datetime) -> None:
        """Store events; those of an undo that were recorded before keep their times."""
        again = {
            number: entry.happened_at
            for number, event in enumerate(undoing)
            if not isinstance(event, ActUndone | DealUndone)
            for entry in islice((e for e in reversed(self._stream.entries) if e.event == event), 1)
        }
        self._stream = self._book.append(self._stream, events, happened_at=at, again=again)

    def result_to_correct(self, number: int) -> str:
        """The result of this round, counted from 0, as it may be typed.

        Raises NotNow unless only the results of this and all later rounds are known.
        """
        game = self.game
        if not 0 <= number < game.dealt:
            raise NotNow("no-round-to-correct", round=number, rounds=game.dealt)
        for at, round in enumerate(game.rounds[number:], number):
            if round.report is None:
                raise NotNow("round-was-played", round=at)
        report = game.rounds[number].report
        assert report is not None
        return written_result(report_fields(game.opened, report), self.players, self._counting)

    def _correct(self, number: int, line: TypedLine, at: datetime) -> GameChange:
        """Note results again, each with its time, and one corrected. Raises NotNow and Refused."""
        self.result_to_correct(number)
        if not isinstance(line.typed, TypedResult):
            raise NotNow("no-result-to-note", round=number)
        before = game = self.game
        events: tuple[Event, ...] = ()
        again: dict[int, str | None] = {}
        while game.dealt > number:
            undone = decide(game, UndoAct())
            events, game = events + undone, reduce(evolve_game, undone, game)
        for noted, time in self._noted_from(number):
            corrected = game.dealt == number
            if not corrected and (game.over or is_surely_won(game)):
                raise NotNow("won-before-the-end", round=game.dealt - 1, rounds=before.dealt)
            result = events_of(game, line.typed) if corrected else noted
            if not (corrected and line.time):
                again |= dict.fromkeys(range(len(events), len(events) + len(result)), time)
            events, game = events + result, reduce(evolve_game, result, game)
            won = () if corrected else outcome(game)
            events, game = events + won, reduce(evolve_game, won, game)
        self._stream = self._book.append(self._stream, events, happened_at=at, again=again)
        return GameChange(before, events, game)

    def _noted_from(self, number: int) -> Iterator[tuple[tuple[Event, ...], str | None]]:
        """The events of each reported round from this one on, and their time."""
        standing = without_undone(self._stream.entries, lambda entry: entry.event)
        times = [entry.happened_at for entry in standing if isinstance(entry.event, RoundReported)]
        rounds = self.game.rounds[number:]
        for round, time in zip(rounds, times[-len(rounds) :], strict=True):
            assert round.report is not None
            yield (round.report, *round.events), time

    def _undone(self, times: int) -> tuple[GameChange, ...]:
        """What an undo changes: past the first deal of a game it goes on in the game before.

        Raises Refused if nothing can be taken back, NotNow if less than that.
        """
        earlier = [stream.game for stream in self._earlier]
        changes = [_change(self.game, ())]
        for done in range(times):
            if changes[-1].after.current is None and earlier:
                changes.append(_change(earlier.pop(), ()))
            before, events, after = changes[-1]
            try:
                undone = decide(after, UndoAct())
            except Refused as refused:
                if not done or refused.fault.code != "nothing-done":
                    raise
                raise NotNow("fewer-done", times=times, done=done) from None
            after = reduce(evolve_game, undone, after)
            changes[-1] = GameChange(before, events + undone, after)
        return tuple(changes)

    def _undo(self, changes: Sequence[GameChange], at: datetime) -> None:
        """Store an undo, newest game first."""
        for number, change in enumerate(changes):
            if number:
                *self._earlier, self._stream = self._earlier
            if change.events:
                self._append(change.events, change.events, at)

    def write(self, events: Sequence[Event], happened_at: datetime | None = None) -> None:
        """Store events; ``happened_at`` defaults to the current time.

        If the clock breaks the game off, that is stored after them, or in place of a deal or an
        act.
        """
        at = happened_at or self._clock()
        ended = self._time_up(self.game, at)
        if not (ended and any(isinstance(event, RoundDealt | Act) for event in events)):
            ended = (*events, *self._time_up(reduce(evolve_game, events, self.game), at))
        self._stream = self._book.append(self._stream, ended, happened_at=at)

    @property
    def first_leaders(self) -> frozenset[Seat]:
        """The seats that may lead the first deal by the result of the game before."""
        opened = self.game.opened
        if opened.after is None:
            return UNDECIDED
        return seats_to_lead(leaders_after(self._book, game_id(opened.after)), opened.players)

    @property
    def leaders_of_deal(self) -> frozenset[Seat]:
        """As `first_leaders`, if the first deal is due; undecided for all later ones."""
        return UNDECIDED if self.game.current is not None else self.first_leaders

    def _next_game(self, typed: TypedDeal | TypedResult, at: datetime) -> GameChange:
        """Begin the next game with this deal or result; both are stored, or nothing."""
        last = self.game.opened
        leaders = seats_to_lead(players_to_lead_next(self.game), last.players)
        record = _record_after(self._book, last)
        id = game_id(record)
        if self._book.version(id):
            begun = self._book.stream(id)
            before = begun.game
            events = events_of(before, typed, leaders)
            stream = self._book.append(begun, events, happened_at=at)
        else:
            opened = replace(last, record=record, after=last.record, started_at=at)
            check_texts_of(opened)
            before = open_game(opened)
            events = events_of(before, typed, leaders)
            batch = Batch(self._book)
            times = dict.fromkeys(range(1, len(events) + 1), at.isoformat())
            batch.add(id, [opened, *events], times)
            batch.flush()
            stream = self._book.stream(id)
        self._earlier.append(self._stream)
        self._stream = stream
        return GameChange(before, events, self.game)


_AFTER_THE_BELL = TypedDeal | TypedMove | CallBlocked
"""What is not done any more once the clock breaks the game off; a result is of a round before."""


def _change(before: Game, events: tuple[Event, ...]) -> GameChange:
    return GameChange(before, events, reduce(evolve_game, events, before))


def numbered(opened: GameOpened) -> tuple[str, int]:
    """The name of a table and the number of its game: `evening-2` is the second of `evening`."""
    name, _, digits = opened.record.rpartition("-")
    is_numbered = digits.isdecimal() and opened.after in {name, f"{name}-{int(digits) - 1}"}
    return (name, int(digits)) if is_numbered else (opened.record, 1)


def game_after(book: Book, opened: GameOpened) -> str | None:
    """The id of the next game at the same table, if it was begun."""
    stem, number = numbered(opened)
    record = f"{stem}-{number + 1}"
    id = game_id(record)
    follows = book.version(id) and book.stream(id).game.opened.after == opened.record
    return record if follows else None


def _record_after(book: Book, opened: GameOpened) -> str:
    """The id of the next game, new or begun but not dealt: `evening-2` follows `evening`."""
    stem, number = numbered(opened)
    while True:
        number += 1
        record = f"{stem}-{number}"
        if not book.version(game_id(record)):
            return record
        game = book.stream(game_id(record)).game
        if game.opened.after == opened.record and game.current is None and not game.over:
            return record


def open_table(
    book: Book,
    record: str,
    rules: RuleSet,
    players: Sequence[str],
    *,
    teams: Sequence[Sequence[Seat]] | None = None,
    stake: Stake | None = None,
    source: str | None = None,
    started_at: datetime | None = None,
    after: str | None = None,
    clock: Clock = local_time,
) -> TableSession:
    """Open a new game and store its opening.

    ``teams``: the seats of each side, in the order in which they are shown; None: as the rules
    seat them. ``started_at``: None: now. ``after``: the record id of the game whose result decides
    who leads.
    Raises Unreadable if a name is not valid, CannotOpen if the rules do not allow these players,
    and Conflict if there is a game with this record id.
    """
    fields = {
        "format": FORMAT,
        "id": record,
        "rules": rules.model_dump(mode="json"),
        "source": source,
        "started_at": (started_at or clock()).isoformat(),
        "players": list(players),
        "teams": None if teams is None else list(map(list, teams)),
        "after": after,
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


def may_be_followed(game: Game) -> bool:
    """Whether another game can follow this one: it is over."""
    return game.over or (game.played_out and game.running is None)


def check_may_be_followed(game: Game) -> None:
    """Raise NotNow unless another game can follow this one."""
    if not may_be_followed(game):
        raise NotNow("game-before-not-over", record=game.opened.record)


def resume_table(book: Book, game: UUID, *, clock: Clock = local_time) -> TableSession:
    """Continue a game of the book; raises NotNow if it was left or is void.

    A game that was won can be continued: its last acts can be taken back.
    """
    stream = book.stream(game)
    if stream.game.left_or_void:
        raise NotNow("game-over", record=stream.game.opened.record)
    return TableSession(book, stream, clock)
