"""Which of the events told stand: what was taken back is in the stream, and counts no more."""

from collections.abc import Callable, Iterable
from types import UnionType
from typing import TypeVar

from ..events import ActUndone, DealUndone, Event, RoundDealt, RoundEvent
from ..round.state import Act

Told = TypeVar("Told")


def not_taken_back(told: Iterable[Told], event_of: Callable[[Told], Event]) -> list[Told]:
    """All that was told, in order, without what was undone and what it brought about.

    The same as `evolve_game` makes of a game, for events that come with something else, such as
    times.
    """
    kept: list[Told] = []
    for each in told:
        event = event_of(each)
        if isinstance(event, ActUndone):
            _take_back(kept, Act, event_of)
        elif isinstance(event, DealUndone):
            _take_back(kept, RoundDealt, event_of)
        else:
            kept.append(each)
    return kept


def _take_back(
    kept: list[Told], kind: type[RoundDealt] | UnionType, event_of: Callable[[Told], Event]
) -> None:
    """Take out the last of a kind and all of the round after it; what is no such event stays."""
    aside: list[Told] = []
    while not isinstance(event := event_of(last := kept.pop()), kind):
        if not isinstance(event, RoundEvent):
            aside.append(last)
    kept += reversed(aside)
