"""Figures of one round, or columns of many, and plain arithmetic with both: 1 for yes, 0 for no."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..seats import Seat, Sides

Figure: TypeAlias = Any
"""An integer, or a numpy column with one element per round."""


def by_side(sides: Sides, per_seat: Sequence[Figure]) -> tuple[Figure, ...]:
    """By side, the sum of the figures of its seats."""
    return tuple([sum([per_seat[seat] for seat in side]) for side in sides])


def side_of(sides: Sides, seat: Seat | Figure) -> list[Figure]:
    """By side, whether the seat is of this side."""
    return [sum([(seat == own) * 1 for own in side]) for side in sides]


def either(condition: Figure, yes: Figure, no: Figure) -> Figure:
    return condition * yes + (1 - condition) * no
