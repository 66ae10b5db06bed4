"""Whether two streams hold the same facts, and where they first differ."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from domain.events import (
    DealVoid,
    Event,
    GameOpened,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    TileDrawn,
    TileLaid,
    TilesShown,
    TurnLost,
    TurnPassed,
)
from domain.faults.codes import NO_PARAMS, Param, Params
from domain.game.undo import without_undone
from domain.tiles import NAMES

from ..transcript.dispute_log import is_said_at_the_desk

_NOT_FACTS = frozenset({"players", "teams", "source", "started_at"})
"""Of an opening: players are compared by name, teams by themselves (they may be left out, and
listed in any order), and provenance is no fact."""

DifferenceCode: TypeAlias = Literal[
    "teams",
    "opening-field",
    "leader",
    "number-of-hands",
    "hand",
    "boneyard",
    "other-event",
    "other-tile",
    "only-in-book",
    "only-in-record",
]


class Difference(NamedTuple):
    """A fact that a record holds and the book does not, or the other way round."""

    round: int | None
    """None: it is about the game."""
    move: int | None
    code: DifferenceCode
    params: Params = NO_PARAMS


class _Placed(NamedTuple):
    round: int | None
    move: int | None
    event: Event
    at: int
    """Its index among all events."""


def first_difference(booked: Iterable[Event], recorded: Iterable[Event]) -> Difference | None:
    """The first fact in which a record differs from the book.

    Passes may be written or left out, also after a block, and with unseen tiles the block may come
    before or after the last of them; so they are compared as filled in, and without those around a
    block. What only follows from the facts (who won, what was irregular) is not compared: it can
    depend on other games.
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    for mine, other in zip(ours, theirs, strict=False):
        difference = _difference(mine, other)
        if difference is not None:
            return difference
    if len(ours) == len(theirs):
        return None
    code: DifferenceCode = "only-in-book" if len(ours) > len(theirs) else "only-in-record"
    longer = ours if len(ours) > len(theirs) else theirs
    round, move, event, _ = longer[min(len(ours), len(theirs))]
    return Difference(round, move, code, {"event": fact_of(event)})


def further_from(booked: Sequence[Event], recorded: Sequence[Event]) -> int | None:
    """The index of the first event of a record beyond the book, if it extends the book.

    None where its facts differ, or there are no more of them, or where the book holds of the last
    of them what the record does not (who won, what was irregular).
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    if len(theirs) <= len(ours) or any(map(_difference, ours, theirs)):
        return None
    standing = without_undone(enumerate(booked), itemgetter(1))
    after = (event for at, event in standing if at > ours[-1].at)
    followed = [event for event in after if not is_said_at_the_desk(event)]
    start = theirs[len(ours) - 1].at + 1
    at = start + len(followed)
    return at if _bare(recorded[start:at]) == _bare(followed) else None


def _bare(events: Iterable[Event]) -> list[Event]:
    """Irregularities by their codes alone: old ones may lack parameters."""
    return [
        replace(event, params={}) if isinstance(event, IrregularityNoted) else event
        for event in events
    ]


def _facts(events: Iterable[Event]) -> Iterator[_Placed]:
    number, move = -1, 0
    for at, event in _without_idle_passes(without_undone(enumerate(events), itemgetter(1))):
        match event:
            case RoundDealt():
                number, move = number + 1, 0
                yield _Placed(number, None, _unordered(event), at)
            case TurnPassed():
                yield _Placed(number, move, replace(event, inferred=False), at)
                move += not event.inferred
            case TileDrawn() | TileLaid() | TurnLost():
                yield _Placed(number, move, event, at)
                move += 1
            case GameWon() | DealVoid() | PlayPaused() | PlayResumed():
                pass
            case _ if is_said_at_the_desk(event):
                pass  # Not in any record.
            case IrregularityNoted():
                if event.recorded is not None:
                    yield _Placed(number, None, replace(event, params={}), at)
            case _:
                yield _Placed(None if number < 0 else number, None, event, at)


def _without_idle_passes(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event]]:
    """All but the passes around a block, which say no more than the block does."""
    passes: list[tuple[int, Event]] = []
    blocked = False
    for at, event in events:
        if isinstance(event, TurnPassed):
            passes.append((at, event))
            continue
        blocks = isinstance(event, RoundBlocked)
        if not (blocks or blocked):
            yield from passes
        passes.clear()
        blocked = blocks or (blocked and not isinstance(event, RoundDealt))
        yield at, event
    if not blocked:
        yield from passes


def _unordered(dealt: RoundDealt) -> RoundDealt:
    """The deal with every hand sorted: a record may list its tiles in any order."""
    return replace(dealt, hands=tuple(tuple(sorted(hand)) for hand in dealt.hands))


def _difference(booked: _Placed, recorded: _Placed) -> Difference | None:
    mine, other = booked.event, recorded.event
    place = recorded.round, recorded.move
    if isinstance(mine, GameOpened) and isinstance(other, GameOpened):
        return _opening_difference(mine, other)
    if mine == other:
        return None
    if isinstance(mine, RoundDealt) and isinstance(other, RoundDealt):
        return Difference(*place, *_deal_difference(mine, other))
    ours, theirs = fact_of(mine), fact_of(other)
    if ours == theirs:
        return Difference(*place, "other-tile", {"event": theirs})
    return Difference(*place, "other-event", {"booked": ours, "recorded": theirs})


def _opening_difference(mine: GameOpened, other: GameOpened) -> Difference | None:
    if teams_differ(mine, other):
        return Difference(None, None, "teams")
    names = (field.name for field in fields(GameOpened) if field.name not in _NOT_FACTS)
    differ = [name for name in names if getattr(mine, name) != getattr(other, name)]
    return Difference(None, None, "opening-field", {"field": differ[0]}) if differ else None


def teams_differ(mine: GameOpened, other: GameOpened) -> bool:
    """Both name teams, and other ones; in which order does not matter."""
    if not (mine.teams and other.teams):
        return False
    return set(map(frozenset, mine.teams)) != set(map(frozenset, other.teams))


def _deal_difference(mine: RoundDealt, other: RoundDealt) -> tuple[DifferenceCode, Params]:
    """Which part of the deal differs. Not how: the round may not be over, and its tiles hidden."""
    if mine.leader != other.leader:
        return "leader", {"booked": mine.leader, "recorded": other.leader}
    if len(mine.hands) != len(other.hands):
        return "number-of-hands", {"booked": len(mine.hands), "recorded": len(other.hands)}
    for seat, (hand, theirs) in enumerate(zip(mine.hands, other.hands, strict=True)):
        if hand != theirs:
            return "hand", {"seat": seat}
    return "boneyard", {}


def fact_of(event: Event) -> Params:
    """An event without the tiles that its round may still hide."""
    kind: dict[str, Param] = {"event": event.TOPIC.partition("/")[0]}
    match event:
        case TileLaid():
            end: Params = {} if event.end is None else {"end": event.end}
            return {**kind, "seat": event.seat, "tile": NAMES[event.tile], **end}
        case TileDrawn() | TurnPassed() | TurnLost() | TilesShown() | RoundWon():
            return {**kind, "seat": event.seat}
        case IrregularityNoted():
            return {**kind, "code": event.code, "recorded": event.recorded}
        case _:
            return kind
