"""Which of the events told stand: what was taken back is in the stream, and counts no more."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from .events import ActUndone, Event, RoundEvent
from .round import Act

Told = TypeVar("Told")


def not_taken_back(told: Iterable[Told], event_of: Callable[[Told], Event]) -> list[Told]:
    """All that was told, in order, without the acts undone and what each of them brought about.

    The same as `evolve` makes of a round, for events that come with something else, such as times.
    """
    kept: list[Told] = []
    for each in told:
        if isinstance(event_of(each), ActUndone):
            _take_back(kept, event_of)
        else:
            kept.append(each)
    return kept


def _take_back(kept: list[Told], event_of: Callable[[Told], Event]) -> None:
    """Take out the last act and all of the round after it; what is no event of a round stays."""
    aside: list[Told] = []
    while not isinstance(event := event_of(last := kept.pop()), Act):
        if not isinstance(event, RoundEvent):
            aside.append(last)
    kept += reversed(aside)
