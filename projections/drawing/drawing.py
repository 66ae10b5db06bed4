"""A drawing: tiles with their places and turns, and the open ends. It has no words.

The unit is half the long side of a tile, so that a tile is 2 by 1. ``x`` grows to the right, ``y``
downwards; a turn is in degrees, clockwise, and 0 points to the right.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ...domain.events import EndName, Seat
from ...domain.layout.ends import OneOf
from ...domain.layout.line import LEFT, RIGHT
from ...domain.layout.on_table import Half, OnTable, TileOnTable
from ...domain.tiles import Pip, Tile

Point: TypeAlias = tuple[float, float]


class Bow(NamedTuple):
    """The middle line of a bent tile: an arc of a third of a circle."""

    begin: Point
    """The joint at which it touches the tile it was laid on."""
    end: Point
    centre: Point
    """Of the circle."""
    clockwise: bool


class PlacedTile(NamedTuple):
    """A tile with its place in the drawing."""

    act: int
    """The index of the act that laid it."""
    tile: Tile
    first: Half
    second: Half
    x: float
    """Of its centre."""
    y: float
    turn: int
    """The direction from the first half to the second."""
    on: int | None
    """The act of the tile it was laid on; None: it is a lead, or touches the hub."""
    newest: bool
    link: tuple[Point, Point] | None = None
    """There was no room beside the tile it was laid on: a line from there to this tile."""
    bow: Bow | None = None
    """Of a bent tile."""


class OutwardTile(NamedTuple):
    """A tile with its halves as its branch grows."""

    placed: TileOnTable
    branch: EndName
    """On a line: left or right."""
    first: Half
    """The half that is nearer to the lead."""
    second: Half

    @property
    def act(self) -> int:
        return self.placed.act

    def at(
        self, middle: Point, turn: int, link: tuple[Point, Point] | None, bow: Bow | None = None
    ) -> PlacedTile:
        """This tile with its place."""
        laid = self.placed
        tile = (laid.act, laid.tile, self.first, self.second)
        return PlacedTile(*tile, *middle, turn, laid.on, newest=False, link=link, bow=bow)


def in_order(on_table: OnTable) -> list[OutwardTile]:
    """The tiles in the order in which they were laid."""
    lead = min((place for place, tile in enumerate(on_table) if tile.on is None), default=0)
    found = []
    for place, tile in enumerate(on_table):
        on_the_left = tile.branch is None and place < lead
        halves = tile.halves[::-1] if on_the_left else tile.halves
        branch = tile.branch or (LEFT if on_the_left else RIGHT)
        found.append(OutwardTile(tile, branch, *halves))
    return sorted(found, key=lambda tile: tile.act)


def with_newest(tiles: Sequence[PlacedTile]) -> tuple[PlacedTile, ...]:
    """The tiles, of which the one that was laid last is the newest."""
    newest = max((tile.act for tile in tiles), default=None)
    return tuple(tile._replace(newest=tile.act == newest) for tile in tiles)


class DrawnEnd(NamedTuple):
    """An open end with its place in the drawing."""

    name: EndName
    pip: Pip | OneOf
    x: float
    """Of the middle of the edge at which the next tile touches."""
    y: float
    turn: int
    """The direction outward."""
    has_room: bool = True
    """A tile finds room here; of an end of bent tiles that is not so for sure."""


class Hub(NamedTuple):
    """An upright bar from which trains begin, with the tile of the hub in its middle."""

    x: float
    """Of its centre."""
    y: float
    height: float
    tile: Tile | None
    """None: nobody knows it."""


class Train(NamedTuple):
    """What stands left of the row of a train: its name, and whose it is."""

    name: EndName
    seat: Seat | None
    """None: it is the train of all."""
    marked: bool
    """Its marker is up."""
    x: float
    y: float


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float


def around(one: Box, other: Box) -> Box:
    """The box around both."""
    return Box(*map(min, one[:2], other[:2]), *map(max, one[2:], other[2:]))


class Drawing(NamedTuple):
    """The tiles on the table with their places."""

    tiles: tuple[PlacedTile, ...]
    """In the order in which they were laid."""
    ends: tuple[DrawnEnd, ...]
    """Those that have a place on the table."""
    box: Box
    """Around the tiles, the hub, and the names of trains."""
    hub: Hub | None = None
    trains: tuple[Train, ...] = ()
