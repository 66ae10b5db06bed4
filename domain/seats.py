"""Who sits at a table: seats, and the sides they play for."""

from typing import TypeAlias

Seat: TypeAlias = int
"""0, 1, 2 ... clockwise."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each side; a seat that plays for itself is a side of one."""
