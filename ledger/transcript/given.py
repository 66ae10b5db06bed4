"""What is given of a game to be judged: by a record, or by the events of a book.

Nothing of it is trusted. What follows from the rules (passes that a record may leave out, ends of
rounds, who won) is worked out again from the acts.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.disputes.events import DisputeEvent
from ...domain.events import (
    Act,
    DealVoid,
    Ended,
    Event,
    GameLeft,
    GameOpened,
    GameWon,
    IrregularityNoted,
    NotedBonus,
    PipsNoted,
    RoundBegun,
    RoundBlocked,
    RoundDealt,
    RoundReported,
    RoundWon,
    Seat,
    ShuffleCommitted,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TilesShown,
    is_inferred,
)
from ...domain.game.noted_result import Result
from ...domain.game.shuffles import Shuffle, Shuffles, shuffles_in
from ...domain.game.undo import without_undone
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.rules.payout import Stake
from ...domain.rules.rule_set import RuleSet
from ...domain.rules.table import Table, table_for
from ...domain.seats import Sides, by_team
from ...domain.tiles import UNSEEN, Tile
from ..records.moves import act_of
from ..records.versions import version_of
from ..registry.stored_names import shown_name
from ..store.stream import Stream

if TYPE_CHECKING:
    from ..records.format import Claims, Move, Record, RecordedRound, Reported

Desk: TypeAlias = Mapping[int, tuple[DisputeEvent, ...]]
"""Events of disputes, by the number of rounds dealt before them.

A record does not contain them, but they affect who leads and whether a game continues.
"""

NO_DESK_EVENTS: Desk = {}


class GivenAct(NamedTuple):
    """One act. Of a lay, the end and how the tile lies may be left out where they follow."""

    act: Act
    pip: int | None = None
    """The end of a lay, by its number of pips and not by its name."""
    at: str | None = None
    """When it happened, in RFC 3339."""


class GivenRound(NamedTuple):
    """One round: a deal with what followed it, or only a result."""

    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] | None = None
    hub: Tile | None = None
    leader: Seat | None = None
    starter: Seat | None = None
    """The seat that acts first, where the deal does not say it."""
    shuffle: Shuffle | None = None
    acts: tuple[GivenAct, ...] = ()
    """Without the ends of turns that follow."""
    ended: Ended | None = None
    out: Seat | None = None
    """Who went out, if the book has it."""
    left: Sequence[Sequence[Tile] | None] = ()
    """By seat, the tiles shown at the end."""
    pips: Sequence[int | None] = ()
    """By seat, the pips noted at the end."""
    result: Result | None = None
    """Nothing else is known of the round."""
    claims: "Claims | None" = None

    @property
    def nobody_led(self) -> bool:
        """No leader is named, and nothing was done: the deal is said to be void."""
        return self.leader is None and not self.acts and self.ended is None


class GivenGame(NamedTuple):
    """A game; nothing of it needs to be legal."""

    opened: GameOpened
    names: tuple[str, ...]
    """By seat."""
    rounds: tuple[GivenRound, ...]
    aborted: tuple[tuple[int, ShuffleCommitted], ...] = ()
    """The shuffles that no deal was made with, each with the number of rounds before it."""
    abandoned: GameLeft | None = None
    desk: Desk = NO_DESK_EVENTS
    won: tuple[Seat, ...] | None = None
    """Who won, if the book has it."""
    claims: "Claims | None" = None

    @property
    def id(self) -> str:
        """The record's id."""
        return self.opened.record


# -- a record


def given_in_record(
    record: "Record", rules: RuleSet, players: tuple[UUID, ...] | None = None
) -> GivenGame:
    """What a record gives; ``players``: the ids of its players.

    A record whose events are not stored needs none: numbers stand in for them.
    """
    if players is None:
        players = tuple(UUID(int=seat) for seat in range(len(record.players)))
    opened = GameOpened(
        record=record.id,
        rules=rules,
        players=players,
        stake=record.stake or Stake(),
        teams=None if record.teams is None else tuple(map(tuple, record.teams)),
        source=record.source,
        started_at=record.started_at,
        after=record.after,
    )
    table = table_for(rules.play, len(players)) if len(players) in rules.play.hand else None
    return GivenGame(
        opened,
        tuple(record.players),
        tuple(
            GivenRound() if table is None else given_round(each, table, opened.teams)
            for each in record.rounds
        ),
        tuple((each.round, each.committed) for each in record.aborted_shuffles),
        record.left_by(),
        claims=record.claims,
    )


def given_round(recorded: "RecordedRound", table: Table, teams: Sides | None = None) -> GivenRound:
    """What a record gives of one round; an unseen hand has the size that the rules give."""
    if recorded.reported is not None:
        result = result_of(recorded.reported, table, teams)
        return GivenRound(result=result, claims=recorded.claims)
    unseen = (UNSEEN,) * table.hand
    hands = [None] * table.seats if recorded.hands is None else recorded.hands
    shuffle = recorded.shuffle
    return GivenRound(
        hands=tuple(unseen if hand is None else tuple(hand) for hand in hands),
        boneyard=None if recorded.boneyard is None else tuple(recorded.boneyard),
        hub=recorded.hub,
        leader=recorded.leader,
        starter=recorded.starter,
        shuffle=None if shuffle is None else Shuffle(shuffle.committed, shuffle.recorded_seeds),
        acts=tuple(map(given_act, recorded.moves)),
        ended=recorded.ended,
        left=recorded.left or (),
        pips=recorded.pips or (),
        claims=recorded.claims,
    )


def result_of(reported: "Reported", table: Table, teams: Sides | None) -> Result:
    """The recorded result, with figures by side in the order of the sides."""
    order = by_team(table.sides, teams)

    def figures(noted: list[int] | None) -> tuple[int, ...] | None:
        if noted is None or len(noted) != len(order):
            return None if noted is None else tuple(noted)
        return tuple(noted[order.index(side)] for side in range(len(order)))

    winners = None if reported.winners is None else tuple(reported.winners)
    points, pips = figures(reported.points), figures(reported.pips)
    bonuses = tuple(NotedBonus(name=each.name, seat=each.seat) for each in reported.bonuses or ())
    return Result(winners, reported.ended, reported.out, points, pips, bonuses)


def given_act(move: "Move") -> GivenAct:
    """The act of a recorded move."""
    pip = move.at if isinstance(move.at, int) else None
    return GivenAct(act_of(move), pip, None if move.t is None else move.t.isoformat())


# -- the events of a book


def given_in_book(
    stream: Stream, names: Mapping[UUID, str], number: int | None = None
) -> GivenGame:
    """What the events of a version of a game give; None: the newest.

    ``names``: by id of a player. Events of disputes about versions before come before the first
    round. Raises UnknownVersion.
    """
    version = version_of(stream, number)
    opened, *events = version.events
    assert isinstance(opened, GameOpened)
    times = (entry.happened_at for entry in version.entries[1:])
    given = given_by_events(opened, zip(events, times, strict=True), names)
    rounds = list(given.rounds)
    for at in hidden_rounds(version.game):  # Seeds are known if the end of the round was undone.
        shuffle = rounds[at].shuffle
        hidden = None if shuffle is None else shuffle._replace(seeds=None)
        rounds[at] = rounds[at]._replace(shuffle=hidden)
    before = stream.entries[: version.entries[0].originator_version - 1]
    earlier = tuple(each.event for each in before if isinstance(each.event, DisputeEvent))
    desk = {**given.desk, 0: earlier + given.desk.get(0, ())} if earlier else given.desk
    return given._replace(rounds=tuple(rounds), desk=desk)


def given_by_events(
    opened: GameOpened,
    timed: Iterable[tuple[Event, str | None]],
    names: Mapping[UUID, str],
    shuffles: Shuffles | None = None,
) -> GivenGame:
    """What the events after this opening give, each with the time at which it happened.

    Events of disputes after a deal that was undone come before the deal that replaced it.
    ``shuffles``: all shuffles of the game, needed if the events are only those in force.
    """
    events = list(timed)
    if shuffles is None:
        shuffles = shuffles_in(event for event, _ in events)
    rounds: list[list[tuple[Event, str | None]]] = []
    desk: dict[int, tuple[DisputeEvent, ...]] = {}
    abandoned: GameLeft | None = None
    won: tuple[Seat, ...] | None = None
    for event, time in without_undone(events, itemgetter(0)):
        if isinstance(event, RoundBegun):
            rounds.append([(event, time)])
        elif isinstance(event, GameLeft):
            abandoned = event
        elif isinstance(event, GameWon):
            won = event.seats
        elif isinstance(event, DisputeEvent):
            desk[len(rounds)] = (*desk.get(len(rounds), ()), event)
        elif rounds:  # Else of a shuffle before the first deal.
            rounds[-1].append((event, time))
    table = table_for(opened.rules.play, len(opened.players))
    return GivenGame(
        opened,
        tuple(shown_name(names, player) for player in opened.players),
        tuple(
            _given_round(events, shuffle, table)
            for events, shuffle in zip(rounds, shuffles.by_round, strict=True)
        ),
        shuffles.aborted,
        abandoned,
        desk,
        won,
    )


def _given_round(
    events: Sequence[tuple[Event, str | None]], shuffle: Shuffle | None, table: Table
) -> GivenRound:
    (begun, _), *after = events
    if isinstance(begun, RoundReported):
        noted = begun.winners, begun.ended, begun.out, begun.points, begun.pips
        return GivenRound(result=Result(*noted, begun.bonuses))
    assert isinstance(begun, RoundDealt)
    acts = tuple(
        GivenAct(event, at=time)
        for event, time in after
        if isinstance(event, Act) and not is_inferred(event)
    )
    leader, starter = begun.leader, None
    if table.draws_for_lead and acts and isinstance(acts[0].act, TileDrawn):
        starter = leader
        lays = (act.seat for act, *_ in acts if isinstance(act, TileLaid | TileRuledOut))
        leader = next(lays, None)
    given = GivenRound(begun.hands, begun.boneyard, begun.hub, leader, starter, shuffle, acts)
    return reduce(_with_end, (event for event, _ in after), given)


def _with_end(given: GivenRound, event: Event) -> GivenRound:
    """The round with what this event says of its end."""
    match event:
        case DealVoid():
            return given._replace(leader=None)  # Nobody led, though a seat may have been to lead.
        case RoundWon():
            return given._replace(ended="out", out=event.seat)
        case RoundBlocked() | TargetReached():
            return given._replace(ended=event.HOW)
        case TilesShown():
            left = given.left or (None,) * len(given.hands)
            return given._replace(left=(*left[: event.seat], event.tiles, *left[event.seat + 1 :]))
        case PipsNoted():
            noted = given.pips or (None,) * len(event.pips)
            pairs = zip(noted, event.pips, strict=True)
            return given._replace(pips=[old if new is None else new for old, new in pairs])
        case IrregularityNoted(recorded=str(recorded)):
            field = "left" if event.code == "wrong-tiles-left" else "ended"
            written = f'{{"hands": null, "moves": [], "{field}": {recorded}}}'
            from ..records.format import RecordedRound  # noqa: PLC0415 - of few rounds of a book
            from ..records.parsing import parsed  # noqa: PLC0415 - the same

            end = parsed(RecordedRound, written.encode())
            if field == "ended":
                return given._replace(ended=end.ended)
            return given._replace(left=end.left or ())
        case _:
            return given
