"""The current state of each dispute, from the events of disputes."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, assert_never

from .events import (
    DisputeAnswered,
    DisputeEvent,
    DisputeOpened,
    DisputeWithdrawn,
    RulingAppealed,
    RulingMade,
)

Status: TypeAlias = Literal["open", "answered", "ruled", "appealed", "final", "withdrawn"]
"""``final``: ruled on again after an appeal. ``withdrawn``: the claim is; without its appeal a
dispute is ``ruled`` again."""

CLOSED: frozenset[Status] = frozenset({"ruled", "final", "withdrawn"})
"""These do not wait for a ruling."""


class Dispute(NamedTuple):
    """One dispute with all its events."""

    opened: DisputeOpened
    course: tuple[DisputeEvent, ...]
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
        steps = (event for event in reversed(self.course) if not isinstance(event, DisputeAnswered))
        last = next(steps)
        match last:
            case DisputeOpened():
                return "answered" if self.answers else "open"
            case RulingMade():
                return "final" if self.appeals else "ruled"
            case RulingAppealed():
                return "appealed"
            case DisputeWithdrawn(what="appeal"):
                return "ruled"
            case DisputeWithdrawn():
                return "withdrawn"
            case _:
                assert_never(last)


def disputes_of(desk: Iterable[DisputeEvent]) -> tuple[Dispute, ...]:
    """The disputes of a game, ordered by number."""
    courses: dict[int, list[DisputeEvent]] = {}
    for event in desk:
        courses.setdefault(event.dispute, []).append(event)
    return tuple(
        Dispute(course[0], tuple(course))
        for course in courses.values()
        if isinstance(course[0], DisputeOpened)
    )
