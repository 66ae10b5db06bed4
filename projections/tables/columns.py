"""Columns of numbers: one value for each game, round or act. -1 stands for the domain's None."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.events import Seat

IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]
ByteArray: TypeAlias = NDArray[np.uint8]


def ints(figures: Iterable[int]) -> IntArray:
    """A column of integers."""
    return np.fromiter(figures, np.int64)


def marks(flags: Iterable[bool]) -> BoolArray:
    """A column of booleans."""
    return np.fromiter(flags, np.bool_)


def seat_column(seats: Iterable[Seat | None]) -> IntArray:
    """A column of seats."""
    return ints(-1 if seat is None else seat for seat in seats)


def seats_or_none(seats: IntArray) -> list[Seat | None]:
    """A column of seats as a list."""
    return [None if seat < 0 else seat for seat in seats.tolist()]


def by_seat(rows: Iterable[Sequence[int]], seats: int) -> IntArray:
    """(n, S) from one row for each round."""
    return np.array(list(rows), np.int64).reshape(-1, seats)
