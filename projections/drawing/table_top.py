"""The table as a grid of cells, and ways to lay a tile at an end.

A cell is a quarter of a half of a tile: a tile is 4 by 2 cells. Directions are numbers, clockwise
from the right: 0, 1, 2, 3.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Direction: TypeAlias = int
Spot: TypeAlias = tuple[int, int]
"""A corner of cells."""

STEPS: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""By direction."""
LONG, SHORT = 4, 2
"""The sides of a tile, in cells."""


def turned(direction: Direction, quarters: int) -> Direction:
    """The direction so many quarters clockwise from this one."""
    return (direction + quarters) % 4


def moved(spot: Spot, direction: Direction, cells: int) -> Spot:
    """The spot so many cells away."""
    dx, dy = STEPS[direction]
    return spot[0] + dx * cells, spot[1] + dy * cells


def along(spot: Spot, direction: Direction) -> int:
    """How far the spot is from the middle of the table in this direction."""
    dx, dy = STEPS[direction]
    return spot[0] * dx + spot[1] * dy


class Block(NamedTuple):
    """A rectangle of cells."""

    left: int
    top: int
    right: int
    bottom: int

    def wider(self, cells: int) -> "Block":
        """With so many cells more around it."""
        left, top, right, bottom = self
        return Block(left - cells, top - cells, right + cells, bottom + cells)

    def cells(self) -> Iterator[Spot]:
        """Every cell, by its upper left corner."""
        for x in range(self.left, self.right):
            for y in range(self.top, self.bottom):
                yield x, y


def block(start: Spot, direction: Direction, length: int, breadth: int) -> Block:
    """The block that begins at the middle of an edge and goes on in this direction."""
    (x, y), (far_x, far_y) = start, moved(start, direction, length)
    half = breadth // 2
    if direction % 2:
        return Block(x - half, min(y, far_y), x + half, max(y, far_y))
    return Block(min(x, far_x), y - half, max(x, far_x), y + half)


class Tip(NamedTuple):
    """Where and how a branch goes on: in rows that turn at the edge of the table."""

    spot: Spot
    """The middle of the edge at which the next tile touches."""
    heading: Direction
    on: int | None
    """The act of the tile there; None: the hub."""
    run: Direction
    """The direction of this row; on the way to the next row, of that one."""
    shift: Direction
    """The direction in which the next row lies."""
    low: int
    """How far a row goes in direction 2 or 3."""
    high: int
    """How far a row goes in direction 0 or 1."""
    row: int
    """How far in the direction of the shift the last row lies."""
    beside: bool = False
    """The tile there has a side at which the next tile can touch its outer half."""
    splay: bool = False
    """The row ends after its first tile, and the next goes on in its direction."""

    @property
    def in_row(self) -> bool:
        """It is not on the way from one row to the next."""
        return (self.heading - self.run) % 2 == 0


class Way(NamedTuple):
    """A way in which a tile can lie."""

    block: Block
    tip: Tip
    """How the branch goes on from it."""


ROW = 6
"""The least distance between the middles of two rows, in cells."""


def ways(tip: Tip, act: int, *, double: bool) -> Iterator[Way]:
    """The ways in which this act can lay a tile at the end of a branch, the best first."""
    ahead = _straight(tip, act, double)
    if tip.in_row:
        far, more = ahead.tip.spot[tip.heading % 2], SHORT if double else 0
        within = tip.low - more <= far <= tip.high + more
        if within and not (tip.splay and tip.beside):
            yield ahead
        aside, back = (_turns(tip, act, each, double) for each in (tip.shift, turned(tip.shift, 2)))
        yield from (*aside, ahead, *back)
    else:
        into_row = list(_turns(tip, act, tip.run, double))
        yield from (way for way in into_row if way.tip.row - tip.row >= ROW)
        yield from (ahead, *into_row, *_turns(tip, act, turned(tip.run, 2), double))


def _straight(tip: Tip, act: int, double: bool) -> Way:
    length, breadth = (SHORT, LONG) if double else (LONG, SHORT)
    spot = moved(tip.spot, tip.heading, length)
    after = tip._replace(spot=spot, on=act, beside=not double)
    return Way(block(tip.spot, tip.heading, length, breadth), after)


def _turns(tip: Tip, act: int, heading: Direction, double: bool) -> Iterator[Way]:
    """At the side of the outer half of the tile there, or beyond its edge."""
    turning = tip._replace(heading=heading, run=heading, splay=False)
    if tip.in_row:
        run = tip.heading if tip.splay else turned(tip.heading, 2)
        turning = turning._replace(run=run, shift=heading, row=along(tip.spot, heading))
    beside = moved(moved(tip.spot, tip.heading, -1), heading, 1)
    beyond = moved(moved(tip.spot, tip.heading, 1), heading, -1)
    for spot in (*([beside] if tip.beside else []), *([] if double else [beyond])):
        way = _straight(turning._replace(spot=spot), act, double)
        row = way.tip.row if tip.in_row else along(way.tip.spot, tip.shift)
        yield way._replace(tip=way.tip._replace(row=row))
