"""Who sits at a table: seats, and the sides they play for."""

from typing import TypeAlias

Seat: TypeAlias = int
"""0, 1, 2 ... clockwise."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each side; a seat without a partner is a side of one."""


def sides_by_seat(sides: Sides) -> list[int]:
    """By seat, the index of its side."""
    return [
        side
        for _, side in sorted((seat, side) for side, seats in enumerate(sides) for seat in seats)
    ]
