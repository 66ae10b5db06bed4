"""Comparison of two streams of events by their facts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from operator import itemgetter
from typing import NamedTuple, TypeAlias, assert_never

from ...domain.disputes.events import DisputeEvent
from ...domain.events import (
    Act,
    ActUndone,
    Closing,
    DealUndone,
    DealVoid,
    EntrySigned,
    Event,
    GameAmended,
    GameLeft,
    GameOpened,
    GameWon,
    IrregularityNoted,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    RoundBegun,
    RoundBlocked,
    RoundDealt,
    RoundReported,
    RoundWon,
    SecretAct,
    SeedsRecorded,
    ShuffleEvent,
    TilesShown,
    TurnPassed,
    as_recorded,
    is_inferred,
)
from ...domain.faults.codes import Params
from ...domain.game.shuffles import shuffles_in
from ...domain.game.undo import without_undone
from .differences import Difference, DifferenceCode
from .moves import move_of

_NOT_FACTS = frozenset({"players", "teams", "source", "started_at"})
"""Fields of an opening that are not compared here. Players are compared by name, teams separately
(they are optional and unordered); provenance is not a fact."""


_NoFact: TypeAlias = (
    ActUndone | DealUndone | DealVoid | DisputeEvent | EntrySigned | GameWon
    | PlayPaused | PlayResumed | ShuffleEvent
)  # fmt: skip
"""A consequence, no part of a record, or for `_shuffle_difference`."""


class _Fact(NamedTuple):
    round: int | None
    move: int | None
    event: Event
    at: int
    """The index among all events."""

    is_void: bool = False
    """A deal that was dealt again: who was to lead it is not in a record."""


def first_difference(booked: Sequence[Event], recorded: Sequence[Event]) -> Difference | None:
    """The first fact in which a record differs from the book.

    A record may contain or omit passes, also after a block, and with unseen tiles the block may
    come before or after the last pass. So inferred passes count as passes, and passes around a
    block are ignored. Consequences of facts (winners, irregularities) are not compared: they can
    depend on other games.
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    for mine, other in zip(ours, theirs, strict=False):
        difference = _difference(mine, other)
        if difference is not None:
            return difference
    if len(ours) == len(theirs):
        return _shuffle_difference(booked, recorded)
    code: DifferenceCode = "only-in-book" if len(ours) > len(theirs) else "only-in-record"
    longer = ours if len(ours) > len(theirs) else theirs
    first = longer[min(len(ours), len(theirs))]
    return Difference(first.round, first.move, code, {"event": fact_of(first.event)})


def extension_start(booked: Sequence[Event], recorded: Sequence[Event]) -> int | None:
    """The index of the first new event of a record that extends the book.

    None if facts differ, if the record adds none, or if the consequences of the last common fact
    (winners, irregularities) differ.
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    if len(theirs) <= len(ours) or any(map(_difference, ours, theirs)):
        return None
    if _shuffle_difference(booked, recorded) is not None:
        return None
    in_force = without_undone(enumerate(booked), itemgetter(1))
    after = (event for index, event in in_force if index > ours[-1].at)
    consequences = [event for event in after if not isinstance(event, DisputeEvent | EntrySigned)]
    start = theirs[len(ours) - 1].at + 1
    end = start + len(consequences)
    same = _without_params(recorded[start:end]) == _without_params(consequences)
    return end if same else None


def _without_params(events: Iterable[Event]) -> list[Event]:
    """Irregularities without parameters, which depend on how an end was named."""
    return [
        replace(event, params={}) if isinstance(event, IrregularityNoted) else event
        for event in events
    ]


def _facts(events: Iterable[Event]) -> Iterator[_Fact]:
    number, move = -1, 0
    in_force = without_undone(enumerate(events), itemgetter(1))
    idle = idle_passes(event for _, event in in_force)
    void = _void_deals(event for _, event in in_force)
    for at, (index, event) in enumerate(in_force):
        if at in idle:
            continue
        if isinstance(event, RoundBegun):
            number, move = number + 1, 0
            if isinstance(event, RoundDealt):  # A record may list the tiles of a hand in any order.
                event = replace(event, hands=tuple(tuple(sorted(hand)) for hand in event.hands))  # noqa: PLW2901
            yield _Fact(number, None, event, index, at in void)
        elif isinstance(event, Act):
            left_out = is_inferred(event)
            yield _Fact(number, move, as_recorded(event), index)
            move += not left_out
        elif isinstance(event, PipsNoted):
            for seat, noted in enumerate(event.pips):
                if noted is not None:
                    of_seat = [noted if at == seat else None for at in range(len(event.pips))]
                    yield _Fact(number, None, PipsNoted(pips=tuple(of_seat)), index)
        elif isinstance(event, IrregularityNoted):
            if event.recorded is not None:
                yield _Fact(number, None, replace(event, params={}), index)
        elif isinstance(event, GameOpened | GameAmended | GameLeft | Closing | TilesShown):
            yield _Fact(None if number < 0 else number, None, event, index)
        elif not isinstance(event, _NoFact):
            assert_never(event)


def idle_passes(events: Iterable[Event]) -> frozenset[int]:
    """The indices of the passes around a block, which the block implies."""
    idle: list[int] = []
    passes: list[int] = []
    blocked = False
    for at, event in enumerate(events):
        if isinstance(event, TurnPassed):
            (idle if blocked else passes).append(at)
            continue
        if isinstance(event, RoundBlocked):
            idle += passes
        passes.clear()
        blocked = isinstance(event, RoundBlocked) or (blocked and not isinstance(event, RoundBegun))
    return frozenset(idle)


def _void_deals(events: Iterable[Event]) -> frozenset[int]:
    """The indices of the deals that are void."""
    void: set[int] = set()
    deal = 0
    for at, event in enumerate(events):
        if isinstance(event, RoundDealt):
            deal = at
        elif isinstance(event, DealVoid):
            void.add(deal)
    return frozenset(void)


def _shuffle_difference(booked: Sequence[Event], recorded: Sequence[Event]) -> Difference | None:
    """The first round shuffled differently; seeds that only one of them has are no difference."""
    ours, theirs = shuffles_in(booked), shuffles_in(recorded)
    for number, (mine, other) in enumerate(zip(ours.by_round, theirs.by_round, strict=False)):
        if mine == other:
            continue
        if mine is None or other is None or mine.committed != other.committed:
            return Difference(number, None, "shuffle")
        if mine.seeds is not None and other.seeds is not None:
            return Difference(number, None, "shuffle")
    aborted, number = ours.aborted, len(ours.by_round)
    follows = theirs.by_round[number] if number < len(theirs.by_round) else None
    if follows is not None and aborted[-1:] == ((number, follows.committed),):
        aborted = aborted[:-1]  # The book ends with a commitment; the record has its deal.
    if aborted != theirs.aborted[: len(aborted)]:
        return Difference(None, None, "shuffle")
    return None


def seeds_to_add(booked: Sequence[Event], recorded: Sequence[Event]) -> list[SeedsRecorded]:
    """The seeds of the last round of the book, if only the record has them."""
    ours, theirs = shuffles_in(booked).by_round, shuffles_in(recorded).by_round
    if not ours or ours[-1] is None or ours[-1].seeds is not None:
        return []
    other = theirs[len(ours) - 1]
    return [] if other is None or other.seeds is None else [other.seeds]


def _difference(booked: _Fact, recorded: _Fact) -> Difference | None:
    mine, other = booked.event, recorded.event
    place = recorded.round, recorded.move
    if isinstance(mine, GameOpened) and isinstance(other, GameOpened):
        if teams_differ(mine, other):
            return Difference(None, None, "teams")
        for name in (each.name for each in fields(GameOpened) if each.name not in _NOT_FACTS):
            if getattr(mine, name) != getattr(other, name):
                return Difference(None, None, "opening-field", {"field": name})
        return None
    if isinstance(mine, RoundDealt) and isinstance(other, RoundDealt):
        if booked.is_void or recorded.is_void:
            mine, other = replace(mine, leader=None), replace(other, leader=None)
        if mine == other:
            return None
        return Difference(*place, *_deal_difference(mine, other))
    if mine == other:
        return None
    if isinstance(mine, RoundReported) and isinstance(other, RoundReported):
        return Difference(*place, "result")
    ours, theirs = fact_of(mine), fact_of(other)
    if ours == theirs:
        return Difference(*place, "other-tile", {"event": theirs})
    return Difference(*place, "other-event", {"booked": ours, "recorded": theirs})


def teams_differ(mine: GameOpened, other: GameOpened) -> bool:
    """Both name teams, and these differ; their order does not matter."""
    ours, theirs = set(map(frozenset, mine.teams or ())), set(map(frozenset, other.teams or ()))
    return bool(ours and theirs) and ours != theirs


def _deal_difference(mine: RoundDealt, other: RoundDealt) -> tuple[DifferenceCode, Params]:
    """The part of the deal that differs. Does not reveal tiles: they may still be hidden."""
    if mine.leader != other.leader:
        return "leader", {"booked": mine.leader, "recorded": other.leader}
    if len(mine.hands) != len(other.hands):
        return "number-of-hands", {"booked": len(mine.hands), "recorded": len(other.hands)}
    for seat, (hand, theirs) in enumerate(zip(mine.hands, other.hands, strict=True)):
        if hand != theirs:
            return "hand", {"seat": seat}
    return ("boneyard" if mine.hub == other.hub else "hub"), {}


def fact_of(event: Event) -> Params:
    """An event without tiles that may still be hidden; of an act, its move."""
    kind: Params = {"event": event.TOPIC.partition("/")[0]}
    if isinstance(event, Act):
        move = move_of(as_recorded(event))
        if isinstance(event, SecretAct):
            move[event.KIND.name] = None
        return {**kind, "act": event.KIND.name, "seat": event.seat, **move}
    if isinstance(event, TilesShown | RoundWon):
        return {**kind, "seat": event.seat}
    if isinstance(event, IrregularityNoted):
        return {**kind, "code": event.code, "recorded": event.recorded}
    return kind  # Nothing else is safe to show for any event.
