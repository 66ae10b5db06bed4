"""Whether two streams tell the same facts, and where they first differ."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from operator import itemgetter
from typing import NamedTuple

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
from domain.game.undo import without_undone
from domain.tiles import NAMES

from ..transcript.dispute_log import is_said_at_the_desk

_NOT_FACTS = frozenset({"players", "teams", "source", "started_at"})
"""Of an opening: who stands behind a seat is compared by name, teams by themselves (they may be
left out and told in any order), and provenance is no fact."""


class _Placed(NamedTuple):
    place: str
    event: Event
    at: int
    """Its index among all events."""


def first_difference(booked: Iterable[Event], recorded: Iterable[Event]) -> str | None:
    """Where a record tells other facts than the book, as a sentence; None where it does not.

    Passes may be written or left out, also after a block, and where not all tiles were seen the
    block may be told before or after the last of them; so they are compared as filled in, and
    without those around a block.
    What only follows from the facts (who won, what was irregular) is not compared: it can depend
    on what is known of other games.
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    for mine, other in zip(ours, theirs, strict=False):
        told_apart = _told_apart(mine, other)
        if told_apart is not None:
            return told_apart
    if len(ours) == len(theirs):
        return None
    longer, says = (ours, "the book") if len(ours) > len(theirs) else (theirs, "the record")
    extra = longer[min(len(ours), len(theirs))]
    return f"{extra.place}: only {says} has {told(extra.event)}"


def further_from(booked: Sequence[Event], recorded: Sequence[Event]) -> int | None:
    """Where the events begin that a record tells beyond the book, told the same facts up to there.

    None where it tells other facts, or nothing more, or where the book says of the last of them
    what the record does not (who won, what was irregular).
    """
    ours, theirs = list(_facts(booked)), list(_facts(recorded))
    if len(theirs) <= len(ours) or any(map(_told_apart, ours, theirs)):
        return None
    standing = without_undone(enumerate(booked), itemgetter(1))
    after = (event for at, event in standing if at > ours[-1].at)
    followed = [event for event in after if not is_said_at_the_desk(event)]
    start = theirs[len(ours) - 1].at + 1
    at = start + len(followed)
    return at if list(recorded[start:at]) == followed else None


def _facts(events: Iterable[Event]) -> Iterator[_Placed]:
    number, move = -1, 0
    for at, event in _without_idle_passes(without_undone(enumerate(events), itemgetter(1))):
        match event:
            case RoundDealt():
                number, move = number + 1, 0
                yield _Placed(f"round {number}", _unordered(event), at)
            case TurnPassed():
                yield _Placed(f"round {number}, move {move}", replace(event, inferred=False), at)
                move += not event.inferred
            case TileDrawn() | TileLaid() | TurnLost():
                yield _Placed(f"round {number}, move {move}", event, at)
                move += 1
            case GameWon() | DealVoid() | PlayPaused() | PlayResumed():
                pass
            case _ if is_said_at_the_desk(event):
                pass  # No record tells of it.
            case IrregularityNoted():
                if event.recorded is not None:
                    yield _Placed(f"round {number}", replace(event, message=""), at)
            case _:
                yield _Placed("game" if number < 0 else f"round {number}", event, at)


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
    """The same deal with every hand in one order, whatever order the record lists it in."""
    return replace(dealt, hands=tuple(tuple(sorted(hand)) for hand in dealt.hands))


def _told_apart(booked: _Placed, recorded: _Placed) -> str | None:
    mine, other = booked.event, recorded.event
    if isinstance(mine, GameOpened) and isinstance(other, GameOpened):
        return _openings_apart(mine, other)
    if mine == other:
        return None
    if isinstance(mine, RoundDealt) and isinstance(other, RoundDealt):
        return f"{recorded.place}: {_deals_apart(mine, other)}"
    if told(mine) == told(other):
        return f"{recorded.place}: {told(other)} that is not the one in the book"
    return f"{recorded.place}: the book has {told(mine)}, the record {told(other)}"


def _openings_apart(mine: GameOpened, other: GameOpened) -> str | None:
    if teams_differ(mine, other):
        return "the teams differ"
    names = (field.name for field in fields(GameOpened) if field.name not in _NOT_FACTS)
    differ = [name for name in names if getattr(mine, name) != getattr(other, name)]
    return f"the {differ[0]} differs from that in the book" if differ else None


def teams_differ(mine: GameOpened, other: GameOpened) -> bool:
    """Both name teams, and other ones; in which order does not matter."""
    if not (mine.teams and other.teams):
        return False
    return set(map(frozenset, mine.teams)) != set(map(frozenset, other.teams))


def _deals_apart(mine: RoundDealt, other: RoundDealt) -> str:
    """Which part of the deal differs. Not how: the round may not be over, and its tiles hidden."""
    if mine.leader != other.leader:
        return f"in the book seat {mine.leader} leads, in the record seat {other.leader}"
    if len(mine.hands) != len(other.hands):
        return f"in the book there are {len(mine.hands)} hands, in the record {len(other.hands)}"
    for seat, (hand, theirs) in enumerate(zip(mine.hands, other.hands, strict=True)):
        if hand != theirs:
            return f"the hand of seat {seat} is not the one in the book"
    return "the boneyard is not the one in the book"


def told(event: Event) -> str:
    """An event in a few words."""
    match event:
        case TileLaid():
            where = "as the lead" if event.end is None else f"at {event.end}"
            return f"seat {event.seat} laying {NAMES[event.tile]} {where}"
        case TileDrawn():
            return f"seat {event.seat} drawing a tile"  # Which one is for that seat to know.
        case TurnPassed():
            return f"seat {event.seat} passing"
        case TurnLost():
            return f"seat {event.seat} losing its turn"
        case TilesShown():
            return f"seat {event.seat} showing what it has left"
        case RoundDealt():
            return "another deal"
        case RoundWon():
            return f"seat {event.seat} out"
        case RoundBlocked():
            return "the round blocked"
        case IrregularityNoted():
            return f"{event.code}: {event.recorded}"
        case _:
            return event.TOPIC.partition("/")[0].replace("-", " ")
