"""The tiles on the table in rows to read, one for each branch."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ...domain.events import EndName
from ...domain.hidden.seat_view import SeatView
from ...domain.layout.ends import Ends
from ...domain.layout.line import LEFT, RIGHT
from ...domain.layout.on_table import TileOnTable


class TableRow(NamedTuple):
    """A line from left to right, or a branch from the tile it grows from outward."""

    name: EndName | None
    """None: the line of the lead."""
    tiles: tuple[TileOnTable, ...]
    ends: Ends
    """The open ends of this row."""


def table_rows(view: SeatView) -> list[TableRow]:
    """The line of the lead, then the branches as they began; trains in the order of the seats."""
    rows = list(_rows(view))
    if any(end.owner is not None for end in view.ends):
        rows.sort(key=lambda row: view.ends.index(row.ends[0]))
    return rows


def _rows(view: SeatView) -> Iterator[TableRow]:
    rows = {name: tuple(tiles) for name, tiles in groupby(view.on_table, lambda each: each.branch)}
    ends = {end.name: end for end in view.ends}
    from_both_sides = [name for name in rows if f"{name}-{LEFT}" in ends]
    for name in from_both_sides:
        sides = [f"{name}-{side}" for side in (LEFT, RIGHT)]
        left, right = (rows.pop(side, ()) for side in sides)
        turned = (each._replace(left=each.right, right=each.left) for each in reversed(left))
        tiles = (*turned, *rows.pop(name), *right)
        yield TableRow(name, tiles, tuple(ends[side] for side in sides))
    for name, tiles in rows.items():
        names = (LEFT, RIGHT) if name is None else (name,)
        yield TableRow(name, tiles, tuple(ends[each] for each in names if each in ends))
