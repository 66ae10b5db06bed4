"""Tables, and columns that say what they show of each row."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from ..messages import text

Names = dict[UUID, str]


class Table(NamedTuple):
    """Heads and rows, with figures that may be drawn beside each row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    worth: Sequence[int] = ()
    """By column; columns of least worth are left out on a narrow terminal."""
    shares: Sequence[tuple[int, int]] = ()
    """By row: games won, and games."""
    courses: Sequence[Sequence[int]] = ()
    """By row: figures in order of time."""


class Column(NamedTuple):
    """A column of a table, and its cell for each row."""

    head: str
    worth: int
    """A column of less worth is left out first on a narrow terminal; if all are 0, none is."""
    cell: Callable[[Any], object]


def table_of(columns: Sequence[Column], rows: Iterable[object]) -> Table:
    """A table with these columns."""
    worth = [column.worth for column in columns]
    return Table(
        [text(column.head) for column in columns],
        [[column.cell(row) for column in columns] for row in rows],
        worth if any(worth) else (),
    )
