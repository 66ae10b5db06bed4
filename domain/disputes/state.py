"""The current state of each dispute, from the desk events."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from .events import (
    DeskEvent,
    DisputeAnswered,
    DisputeOpened,
    RulingAppealed,
    RulingMade,
)

Status: TypeAlias = Literal["open", "answered", "ruled", "appealed", "final"]
"""``final``: ruled on again after an appeal. ``ruled`` and ``final`` are closed."""

CLOSED: frozenset[Status] = frozenset({"ruled", "final"})


class Dispute(NamedTuple):
    """One dispute with all its events."""

    opened: DisputeOpened
    course: tuple[DeskEvent, ...]
    """Its events in order, the opening first."""

    @property
    def number(self) -> int:
        """Its number among the disputes of its game, from 1."""
        return self.opened.dispute

    @property
    def answers(self) -> tuple[DisputeAnswered, ...]:
        return tuple(event for event in self.course if isinstance(event, DisputeAnswered))

    @property
    def rulings(self) -> tuple[RulingMade, ...]:
        """In order; the last is in force."""
        return tuple(event for event in self.course if isinstance(event, RulingMade))

    @property
    def appeals(self) -> tuple[RulingAppealed, ...]:
        return tuple(event for event in self.course if isinstance(event, RulingAppealed))

    @property
    def status(self) -> Status:
        if self.appeals:
            steps = (
                event for event in reversed(self.course) if not isinstance(event, DisputeAnswered)
            )
            return "final" if isinstance(next(steps), RulingMade) else "appealed"
        if self.rulings:
            return "ruled"
        return "answered" if self.answers else "open"


def disputes_of(desk: Iterable[DeskEvent]) -> tuple[Dispute, ...]:
    """The disputes of a game, ordered by number."""
    courses: dict[int, list[DeskEvent]] = {}
    for event in desk:
        courses.setdefault(event.dispute, []).append(event)
    return tuple(
        Dispute(course[0], tuple(course))
        for course in courses.values()
        if isinstance(course[0], DisputeOpened)
    )
