"""Whether two streams tell the same facts, and where they first differ."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import NamedTuple

from domain.events import (
    Event,
    GameOpened,
    RoundBlocked,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domain.tiles import NAMES

_NOT_FACTS = frozenset({"players", "source", "started_at"})
"""Of an opening: who stands behind a seat is compared by name, and provenance is no fact."""


class _Placed(NamedTuple):
    place: str
    event: Event


def first_difference(booked: Iterable[Event], recorded: Iterable[Event]) -> str | None:
    """Where a record tells other facts than the book, as a sentence; None where it does not.

    Passes may be written or left out, also after a block; so they are compared as filled in.
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


def _facts(events: Iterable[Event]) -> Iterator[_Placed]:
    number, move, blocked = -1, 0, False
    for event in events:
        match event:
            case RoundDealt():
                number, move, blocked = number + 1, 0, False
                yield _Placed(f"round {number}", event)
            case TurnPassed():
                if not blocked:
                    yield _Placed(f"round {number}, move {move}", replace(event, inferred=False))
                move += not event.inferred
            case TileDrawn() | TileLaid():
                yield _Placed(f"round {number}, move {move}", event)
                move += 1
            case _:
                blocked = blocked or isinstance(event, RoundBlocked)
                yield _Placed("game" if number < 0 else f"round {number}", event)


def _told_apart(booked: _Placed, recorded: _Placed) -> str | None:
    mine, other = booked.event, recorded.event
    if isinstance(mine, GameOpened) and isinstance(other, GameOpened):
        return next(
            (
                f"the {field.name} differ"
                for field in fields(GameOpened)
                if field.name not in _NOT_FACTS
                and getattr(mine, field.name) != getattr(other, field.name)
            ),
            None,
        )
    if mine == other:
        return None
    return f"{booked.place}: the book has {told(mine)}, the record {told(other)}"


def told(event: Event) -> str:
    """An event in a few words."""
    match event:
        case TileLaid():
            where = "as the lead" if event.end is None else f"at {event.end}"
            return f"seat {event.seat} laying {NAMES[event.tile]} {where}"
        case TileDrawn():
            return f"seat {event.seat} drawing {NAMES[event.tile]}"
        case TurnPassed():
            return f"seat {event.seat} passing"
        case RoundDealt():
            hands = " | ".join(" ".join(NAMES[tile] for tile in hand) for hand in event.hands)
            return f"the deal {hands}, seat {event.leader} to lead"
        case _:
            return event.TOPIC.partition("/")[0]
