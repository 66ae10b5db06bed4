"""A live table: a game that a program opens, deals and plays, move by move."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from threading import RLock
from typing import Any, Literal, TypeAlias
from uuid import UUID

from .domain.events import KINDS, Act, ActName, Bend, Ended, SecretAct
from .domain.faults.codes import Fault
from .domain.game.decide import Abandon, CallBlocked, Forfeit, Redeal, Refused, check_seat
from .domain.game.state import Game as Played
from .domain.game.state import standing_of
from .domain.hidden.seat_view import seat_view
from .domain.rules.rule_set import RuleSet
from .domain.shuffle import short_form
from .domain.tiles import NAMES, UNSEEN, tile_or_unseen
from .ledger.errors import Conflict, LedgerError, NotNow
from .ledger.live.session import TableSession
from .ledger.live.shuffled_deals import (
    Committed,
    SeedRefused,
    check_may_deal,
    commit,
    dealt_by,
    read_commitment,
    read_seed,
    used_commitments,
)
from .ledger.live.simulation import dealt_by_program
from .ledger.live.typed_lines import Order, TypedDeal, TypedEdit, TypedMove, TypedPips, TypedResult
from .ledger.records.moves import move_of
from .ledger.records.unreadable import Unreadable
from .projections.feed.feed import ShownGame
from .projections.messages.refusals import Hearer, refusal_as_seen, refusal_text
from .projections.replay.clocks import seconds_used
from .projections.replay.json_format import position_json
from .projections.results.sides import points_by_team, teams_of

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does. ``str(move)`` is how a person reads it: `6-4 left`, `draw`, `pass`."""

    seat: int
    act: ActName
    """`lay`, `draw`, `pass`; under some rules also `aside`, `marker`, `done`, `claim`, `knock`."""
    tile: str | None = None
    """`6-4`. None: the act has none, or nobody but the seat sees it."""
    end: str | None = None
    """Where a tile is laid: `left`, `right`, or another open end; None: at the lead."""
    flipped: bool = False
    """The lead lies with its higher half to the left."""
    open: int | None = None
    wild: int | None = None
    bend: Bend | None = None
    """Of a tile that may lie in several ways: see docs/record.md."""
    points: int | None = None
    """Of a claim."""
    cause: Literal["time", "absent"] | None = None
    """Of a turn that was lost."""

    def __str__(self) -> str:
        said = self.tile if self.act == "lay" else self.act
        more = (self.end, self.points, self.cause, self.bend)
        return " ".join(str(each) for each in (said, *more) if each is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game at one moment, as one seat sees it, or with all hands (`Table.state`)."""

    game: str
    version: int
    """The number of events so far; each change makes it larger."""
    viewer: int | None
    scores: tuple[int, ...] | None
    """By team, or by seat without partners; None: the rules count no points."""
    over: bool
    """No round follows."""
    winners: tuple[int, ...]
    """The seats that won the game."""
    paused: bool
    round: int | None = None
    """From 0; None: nothing was dealt yet."""
    turn: int | None = None
    """The seat in turn; None: a deal is due, or the game is over."""
    moves: tuple[Move, ...] = ()
    """What the seat in turn may do; empty if the viewer cannot know."""
    hands: tuple[tuple[str, ...] | None, ...] = ()
    """By seat, the tiles; None: hidden."""
    sizes: tuple[int, ...] = ()
    """By seat, the number of tiles in hand."""
    line: tuple[str, ...] = ()
    """The tiles of the line from left to right, each as it lies; of branches, the lead."""
    branches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By name, the tiles of each branch, outward; empty in a line of play."""
    ends: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    """By name, the pips at the open ends; several, where nobody knows how a misplaced tile lies."""
    boneyard: int = 0
    """The number of tiles that nobody has."""
    ended: Ended | None = None
    """How the round ended: `out`, `blocked` ...; None: it is being played."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was refused. Nothing was stored."""

    code: str
    """For programs; it does not change."""
    sentence: str
    """For people."""
    params: Mapping[str, Any] = field(repr=False)


def refusal(
    error: Refused | LedgerError,
    game: Played,
    players: Sequence[str],
    hearer: Hearer = None,
) -> Refusal:
    """Why something was refused in this game, as who hears it may know it."""
    sentence = refusal_text(error, game, players, hearer)
    if isinstance(error, LedgerError):
        return Refusal(error.code, sentence, dict(error.params))
    seen = refusal_as_seen(error, game, hearer)
    return Refusal(seen.code, sentence, dict(seen.params))


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened in a game."""

    version: int
    """Its number in the game, from 1."""
    type: str
    """`tile-laid`, `round-won`, ...: docs/book.md lists all topics."""
    data: Mapping[str, Any]
    """Its fields, tiles by name, without what is hidden: see docs/tail.md."""
    recorded_at: str
    """RFC 3339, UTC."""


class Table:
    """A game while it is played. `Book.open_game` and `Book.resume_game` make one.

    A method that changes the game stores the change before it returns the new `State`, or returns
    a `Refusal`. Both it and `Conflict` mean that nothing was stored. Threads may share a table.
    """

    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._lock = RLock()
        self._shown: dict[bool, tuple[ShownGame, list[TableEvent]]] = {}

    @property
    def id(self) -> UUID:
        """The game id."""
        return self._session.id

    @property
    def name(self) -> str:
        """The record id."""
        return self._played.opened.record

    @property
    def game(self) -> Played:
        """The game, for anything this class does not offer. Its API may change."""
        return self._played

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return self._played.opened.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order, clockwise."""
        return self._session.players

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in the order of scores."""
        return teams_of(self._played)

    @property
    def version(self) -> int:
        """The number of events so far, as this table knows the game."""
        return self._session.version

    @property
    def state(self) -> State:
        """Everything, all hands included: for the program that holds the table."""
        return self._state(None, open=True)

    def seat_view(self, seat: int | None) -> State:
        """What this seat may see now; None: a spectator. IndexError if there is no such seat."""
        if seat is not None and not 0 <= seat < len(self.players):
            raise IndexError(f"the game has seats 0 to {len(self.players) - 1}, not {seat}")
        return self._state(seat, open=False)

    def legal(self) -> tuple[Move, ...]:
        """What the seat in turn may do."""
        return self.state.moves

    def deal(
        self,
        hands: Sequence[Sequence[str] | None] | None = None,
        *,
        boneyard: Sequence[str] | None = None,
        leader: int | None = None,
        hub: str | None = None,
        as_played: bool = False,
        version: int | None = None,
    ) -> State | Refusal:
        """Deal the next round.

        Without ``hands`` the program shuffles, by seeds that it commits to first: the audit derives
        the deal again (docs/shuffle.md). Otherwise by seat, the tiles on a real table; None: nobody
        saw them; ``as_played``: even if hands have too many tiles, or the wrong ones. If nobody may
        lead, the deal is void: `turn` stays None, and the next is due.
        """
        if hands is None:
            return self._changed(self._deal_by_seeds, version)
        typed = partial(self._typed_deal, hands, boneyard, leader, hub, as_played=as_played)
        return self._changed(lambda: self._session.do(typed()), version)

    def commit(
        self, commitments: Mapping[int, str], *, version: int | None = None
    ) -> "Shuffle | Refusal":
        """Begin a deal to which players bring seeds: by seat, the commitment to each.

        The program chooses the seeds of all other seats, and one of its own (docs/shuffle.md).
        """
        made: list[Shuffle] = []

        def commit_to() -> None:
            check_may_deal(self._played)
            used, read = used_commitments(self._session.events), dict[int, str]()
            for seat, commitment in commitments.items():
                check_seat(self._played, seat)
                read[seat] = read_commitment(commitment, used | set(read.values()))
            committed = commit(len(self.players), read)
            self._session.write([committed.event])
            made.append(Shuffle(self, committed, self.version))

        answer = self._changed(commit_to, version)
        return answer if isinstance(answer, Refusal) else made[0]

    def play(
        self,
        move: Move,
        *,
        as_played: bool = False,
        version: int | None = None,
        public: bool = False,
    ) -> State | Refusal:
        """Make a move. The tile of a draw may be left out: it is the next one.

        ``as_played``: record it even if it is illegal, as it happened at a real table.
        ``public``: a refusal says what everybody may know, not what the seat knows.
        ``version``: that of the `State` in which the move was chosen. Raises Conflict if the game
        has changed since, Unavailable if the book cannot be written.
        """
        session = self._session
        return self._changed(
            lambda: session.do(TypedMove(_recorded(move), as_played)),
            version,
            "everybody" if public else move.seat,
        )

    def take(self, line: str, *, version: int | None = None) -> State | Refusal:
        """Take a line as `domino record` does: `Ana 6-4 left`, `blocked`, `left Ana 6-4`, `pause`.

        docs/live.md lists what can be written; a line that only shows or edits something at a
        terminal is refused, and a blank one changes nothing. A deal after the end of a payout game
        begins the next game, which this table then holds.
        """

        def taken() -> None:
            took = self._session.take(line)
            if took is not None and isinstance(took.typed, str | TypedEdit):
                raise NotNow("only-at-a-terminal", line=line)

        return self._changed(taken, version)

    def note_result(
        self,
        *,
        winners: Sequence[int] | None = None,
        points: Sequence[int] | None = None,
        pips: Sequence[int] | None = None,
        ended: Literal["out", "blocked"] | None = None,
        out: int | None = None,
        bonuses: Sequence[Json] = (),
        as_played: bool = False,
        version: int | None = None,
    ) -> State | Refusal:
        """Note the result of a round of which nothing else is known.

        ``points`` by team; ``pips`` left in hand by seat, or by team; ``out``: who went out.
        ``bonuses``: those that were noted, which the points include, as in a record.
        """
        result = _result(
            *(winners, points, pips), ended=ended, out=out, bonuses=bonuses, as_played=as_played
        )
        return self._do(result, version)

    def correct_result(
        self,
        round: int,
        *,
        winners: Sequence[int] | None = None,
        points: Sequence[int] | None = None,
        pips: Sequence[int] | None = None,
        ended: Literal["out", "blocked"] | None = None,
        out: int | None = None,
        bonuses: Sequence[Json] = (),
        as_played: bool = False,
        version: int | None = None,
    ) -> State | Refusal:
        """Note another result of this round, counted from 0; later ones stay as they were noted.

        Only the results of this round and of all later ones may be known.
        """
        result = _result(
            *(winners, points, pips), ended=ended, out=out, bonuses=bonuses, as_played=as_played
        )
        return self._changed(lambda: self._session.correct(round, result), version)

    def note_pips(
        self, pips: Sequence[int | None], *, version: int | None = None
    ) -> State | Refusal:
        """Note the pips that seats had left, by seat, where nobody saw the tiles; None: unknown."""
        if len(pips) != len(self.players):
            raise ValueError(f"pips of {len(self.players)} seats are needed, not of {len(pips)}")
        return self._do(TypedPips(tuple(pips), {}, as_played=False), version)

    def call_blocked(
        self, *, as_played: bool = False, version: int | None = None
    ) -> State | Refusal:
        """Nobody can play, though nobody saw all hands; or the table stopped: ``as_played``."""
        return self._do(CallBlocked(as_played), version)

    def redeal(self, seat: int | None = None, *, version: int | None = None) -> State | Refusal:
        """Ask for a new deal before the lead, since a hand has so many doubles.

        ``seat``: whose hand; None: any.
        """
        return self._do(Redeal(seat), version)

    def undo(self, times: int = 1, *, version: int | None = None) -> State | Refusal:
        """Take back what was last done: a move, a deal, or a noted result.

        ``times``: so often. Raises ValueError if that is less than 1.
        """
        if times < 1:
            raise ValueError(f"undo takes back 1 step or more, not {times}")
        return self._changed(lambda: self._session.undo(times), version)

    def abandon(self, reason: str = "", *, version: int | None = None) -> State | Refusal:
        """Break the game off for good."""
        return self._do(Abandon(_text(reason)), version)

    def forfeit(
        self, seat: int, reason: str = "", *, version: int | None = None
    ) -> State | Refusal:
        """Let this seat give the game up."""
        return self._do(Forfeit(seat, _text(reason)), version)

    def refresh(self) -> State:
        """Read what other programs have recorded in this game since, and return the new state."""
        with self._lock:
            self.read_on()
            return self.state

    def read_on(self) -> None:
        """Read what other programs have recorded in this game since."""
        with self._lock:
            self._session.refresh()

    def events(self, after: int = 0, *, open: bool = False) -> tuple[TableEvent, ...]:
        """What happened after this version, as spectators see it; with ``open`` all of it.

        Hidden tiles of a round are shown in the event that ends it, as `Book.tail` shows them.
        Call `refresh` first for what other programs have recorded. Raises ValueError if ``after``
        is less than 0.
        """
        if after < 0:
            raise ValueError(f"versions count from 1; there is none after {after}")
        with self._lock:
            shown, events = self._shown.setdefault(open, (ShownGame(), []))
            for entry in self._session.stream.entries[len(events) :]:
                data = shown.show(entry, open=open)
                kind, _, _ = entry.event.TOPIC.partition("/")
                events.append(TableEvent(entry.originator_version, kind, data, entry.recorded_at))
            return tuple(events[after:])

    def seconds_used(self) -> tuple[float, ...]:
        """By seat, how long it has thought in this game, the seat in turn until now.

        That is the time before each of its acts, since what was recorded last.
        """
        with self._lock:
            running = self._played.running
            turn = None if running is None else running.seat
            entries, now = self._session.stream.entries, datetime.now(UTC)
            return tuple(seconds_used(entries, len(self.players), turn, now))

    # -- how

    @property
    def _played(self) -> Played:
        return self._session.game

    def _deal_by_seeds(self) -> None:
        check_may_deal(self._played)
        self._session.write(dealt_by_program(self._played, self._session.leaders_of_deal))

    def _deal_committed(
        self, committed: Committed, seeds: Mapping[int, str], version: int
    ) -> State | Refusal:
        def deal() -> None:
            commitments = committed.event.seats
            revealed = {
                seat: read_seed(seeds.get(seat, ""), commitment)
                for seat, commitment in enumerate(commitments)
                if seat not in committed.chosen
            }
            leaders = self._session.leaders_of_deal
            self._session.write(dealt_by(self._played, committed.seeds(revealed), leaders))

        return self._changed(deal, version)

    def _typed_deal(
        self,
        hands: Sequence[Sequence[str] | None],
        boneyard: Sequence[str] | None,
        leader: int | None,
        hub: str | None,
        *,
        as_played: bool,
    ) -> TypedDeal:
        """The deal as a typed line has it. Raises Unreadable, and Refused for too many hands."""
        seats = len(self.players)
        if len(hands) != seats:
            raise Refused(Fault("bad-deal", {"hands": len(hands), "seats": seats}))
        by_seat = {at: _tiles(hand) for at, hand in enumerate(hands) if hand is not None}
        under = None if boneyard is None else _tiles(boneyard)
        turned_up = None if hub is None else _tiles([hub])[0]
        return TypedDeal(by_seat, under, leader, turned_up, as_played)

    def _do(self, order: Order, version: int | None, hearer: Hearer = None) -> State | Refusal:
        return self._changed(lambda: self._session.do(order), version, hearer)

    def _changed(
        self, change: Callable[[], object], version: int | None, hearer: Hearer = None
    ) -> State | Refusal:
        """The state after this change, or why it is refused, as who hears it may know it."""
        with self._lock:
            if version is not None:
                if version != self._session.version:  # Another program may be further.
                    self._session.refresh()
                self._session.require_version(version)
            seen = self._session.version
            try:
                change()
            except Conflict:
                self._session.refresh()
                self._session.require_version(seen)  # Says how far another program is.
                raise
            except (Refused, NotNow, SeedRefused, Unreadable) as error:
                return refusal(error, self._played, self.players, hearer)
            return self.state

    def _state(self, viewer: int | None, *, open: bool) -> State:
        with self._lock:
            return self._state_now(viewer, open=open)

    def _state_now(self, viewer: int | None, *, open: bool) -> State:
        game = self._played
        scores = points_by_team(game, standing_of(game).scores)
        state = State(
            game=self.name,
            version=self.version,
            viewer=viewer,
            scores=None if scores is None else tuple(scores),
            over=game.over,
            winners=() if game.won is None else game.won.seats,
            paused=game.paused,
        )
        if game.current is None:
            return state
        view = seat_view(game.current, viewer, open=open)
        position = position_json(view)
        running = game.running is not None
        return replace(
            state,
            round=game.dealt - 1,
            turn=view.turn if running else None,
            moves=tuple(map(as_move, view.moves or ())) if running else (),
            hands=tuple(None if hand is None else tuple(hand) for hand in position["hands"]),
            sizes=tuple(position["tiles"]),
            line=tuple(position["line"]),
            branches={name: tuple(of) for name, of in position.get("branches", {}).items()},
            ends=position["ends"],
            boneyard=view.boneyard.size,
            ended=view.ended,
        )


class Shuffle:
    """A deal that is committed to, by `Table.commit`. Show ``code`` before a seed is revealed."""

    def __init__(self, table: Table, committed: Committed, version: int) -> None:
        self._table = table
        self._committed = committed
        self._version = version
        self.commitments = committed.event.seats
        """By seat; those of the program among them."""
        self.code = short_form(committed.event.server, committed.event.seats)
        """The commitments in short. Players who note it see later that none was exchanged."""

    def deal(self, seeds: Mapping[int, str]) -> State | Refusal:
        """Deal with the seeds that players reveal, by seat; all who committed must.

        Raises Conflict if anything has happened in the game since.
        """
        return self._table._deal_committed(  # noqa: SLF001 - one thing in two classes
            self._committed, seeds, self._version
        )


def as_move(act: Act) -> Move:
    """The act under names one reads."""
    fields = move_of(act)
    kind = act.KIND
    said = fields.pop("lay") if "lay" in fields else fields.pop(kind.name)
    hidden = isinstance(act, SecretAct) and act.tile == UNSEEN
    fields.pop("ruling", None)
    return Move(
        act.seat,
        kind.name,
        tile=said if kind.says == "tile" and not hidden else None,
        end=fields.pop("at", None),
        points=said if kind.says == "points" else None,
        cause=said if kind.says == "cause" else None,
        **fields,
    )


def _result(
    winners: Sequence[int] | None,
    points: Sequence[int] | None,
    pips: Sequence[int] | None,
    *,
    ended: Literal["out", "blocked"] | None,
    out: int | None,
    bonuses: Sequence[Json],
    as_played: bool,
) -> TypedResult:
    given = {"winners": winners, "points": points, "pips": pips}
    fields: Json = {name: list(of) for name, of in given.items() if of is not None}
    fields |= {} if ended is None else {"ended": ended}
    fields |= {} if out is None else {"out": out}
    fields |= {"bonuses": list(bonuses)} if bonuses else {}
    return TypedResult(fields, as_played)


def _text(reason: str) -> str:
    """The reason, which is stored as it is."""
    if not isinstance(reason, str):
        raise TypeError(f"a reason is a text, not {type(reason).__name__}")
    return reason


def _tiles(names: Sequence[str]) -> list[str]:
    for name in names:
        try:
            tile_or_unseen(name)
        except ValueError:
            raise Unreadable("not-a-tile", tile=str(name)) from None
    return list(names)


def _recorded(move: Move) -> Json:
    """The move as a record has it (docs/record.md). Raises Unreadable."""
    if move.act not in KINDS:
        raise Unreadable("unknown-kind", field="act", kinds=list(KINDS), found=move.act)
    kind = KINDS[move.act].KIND
    unseen = NAMES[UNSEEN] if kind.secret else None
    given = {"tile": move.tile or unseen, "points": move.points, "cause": move.cause}
    said = kind.value if kind.says is None else given[kind.says]
    if said is None:
        raise Unreadable("field-missing", field=kind.says)
    tried = move.act == "ruling"
    act: Json = {"lay": said, "ruling": "does-not-fit"} if tried else {str(move.act): said}
    more = {name: getattr(move, name) for name in ("flipped", "open", "wild", "bend")}
    more = {name: value for name, value in more.items() if value not in (None, False)}
    return {"seat": move.seat, **act, **({} if move.end is None else {"at": move.end}), **more}
