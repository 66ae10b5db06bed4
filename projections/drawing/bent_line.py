"""Bent tiles on a lattice of triangles.

A tile is an arc of a third of a circle between two joints of the lattice. Headings are numbers from
0 to 5, sixty degrees apart, anticlockwise from the right. The lead goes from joint (0, 0), heading
0, and bends left.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import atan2, cos, degrees, dist, pi, radians, sin, sqrt
from typing import NamedTuple, TypeAlias

from domain.events import EndName
from domain.layout.ends import Ends
from domain.layout.line import LEFT

from .drawing import Bow, Box, Drawing, DrawnEnd, PlacedTile, Point
from .in_order import OutwardTile

Joint: TypeAlias = tuple[int, int]
Heading: TypeAlias = int

STEPS: tuple[Joint, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""By heading, the way from a joint to the next one."""
STEP = 3 * sqrt(3) / pi
"""Between two joints, so that the middle line of a tile is as long as that of a straight one."""

_RADIUS = STEP / sqrt(3)
_SAMPLES = 8
"""Points of a middle line, less one, at which distances are measured."""
_NEAR = 1.25
"""Middle lines that come nearer than this at such points could be of tiles that overlap."""


class BentEnd(NamedTuple):
    """An end of a bent line."""

    joint: Joint
    heading: Heading
    """Outward."""


def beyond(end: BentEnd, *, left: bool) -> BentEnd:
    """The end after a tile that bends left or right, seen outward."""
    bend = 1 if left else -1
    dx, dy = STEPS[(end.heading + bend) % 6]
    x, y = end.joint
    return BentEnd((x + dx, y + dy), (end.heading + 2 * bend) % 6)


def bent_line(tiles: Sequence[OutwardTile], ends: Ends) -> Drawing:
    """The tiles with their places. A tile that does not fit lies elsewhere, and is linked."""
    tips: dict[EndName, BentEnd] = {}
    bows: dict[int, Bow] = {}
    placed: list[PlacedTile] = []
    for tile in tiles:
        tip = tips.get(tile.branch, BentEnd((0, 0), 0))
        left = tile.lying.bend != "right"
        bow, link = _bow(tip, left=left), None
        if not _has_room(bow, bows.values()):
            tip = next(
                each for each in _around(tip) if _has_room(_bow(each, left=left), bows.values())
            )
            link = (bow.begin, _point(tip.joint))
            bow = _bow(tip, left=left)
        bows[tile.act] = bow
        placed.append(_placed(tile, bow, link))
        if not tips:
            tips[LEFT] = BentEnd(tip.joint, (tip.heading + 3) % 6)
        tips[tile.branch] = beyond(tip, left=left)
    newest = max((tile.act for tile in placed), default=None)
    return Drawing(
        tuple(tile._replace(newest=tile.act == newest) for tile in placed),
        tuple(_drawn(end.name, end.pip, tips[end.name]) for end in ends),
        _box(bows.values()),
    )


def points(bow: Bow, parts: int = _SAMPLES) -> tuple[Point, ...]:
    """Points of the middle line, from its beginning to its end."""
    (x, y), (begin_x, begin_y) = bow.centre, bow.begin
    start, whole = atan2(begin_y - y, begin_x - x), 2 * pi / 3 * (1 if bow.clockwise else -1)
    turns = (start + whole * part / parts for part in range(parts + 1))
    return tuple((x + _RADIUS * cos(turn), y + _RADIUS * sin(turn)) for turn in turns)


def _has_room(bow: Bow, others: Iterable[Bow]) -> bool:
    """No other tile lies here, and none has its end joint."""
    return not any(_collide(bow, other) for other in others)


@lru_cache(maxsize=1 << 14)
def _collide(bow: Bow, other: Bow) -> bool:
    if _same(bow.end, other.begin) or _same(bow.end, other.end):
        return True
    neighbours = _same(bow.begin, other.begin) or _same(bow.begin, other.end)
    return (
        not neighbours
        and min(dist(one, two) for one in points(bow) for two in points(other)) < _NEAR
    )


def _same(one: Point, other: Point) -> bool:
    return dist(one, other) < STEP / 4


def _around(end: BentEnd) -> Iterator[BentEnd]:
    """The same heading at other joints, farther and farther away."""
    x, y = end.joint
    return (
        BentEnd((x + far * dx, y + far * dy), end.heading) for far in count(2) for dx, dy in STEPS
    )


def _point(joint: Joint) -> Point:
    x, y = joint
    return (x + y / 2) * STEP, -y * sqrt(3) / 2 * STEP


def _bow(end: BentEnd, *, left: bool) -> Bow:
    x, y = _point(end.joint)
    aside = radians(60 * end.heading + (90 if left else -90))
    centre = (x + _RADIUS * cos(aside), y - _RADIUS * sin(aside))
    return Bow((x, y), _point(beyond(end, left=left).joint), centre, clockwise=not left)


def _placed(tile: OutwardTile, bow: Bow, link: tuple[Point, Point] | None) -> PlacedTile:
    (x, y), (to_x, to_y) = bow.begin, bow.end
    turn = round(degrees(atan2(to_y - y, to_x - x))) % 360
    middle = points(bow, 2)[1]
    lying = tile.lying
    return PlacedTile(
        *(tile.act, lying.tile, tile.first, tile.second, *middle, turn),
        on=lying.on,
        newest=False,
        link=link,
        bow=bow,
    )


def _drawn(name: EndName, pip: int, end: BentEnd) -> DrawnEnd:
    return DrawnEnd(name, pip, *_point(end.joint), -60 * end.heading % 360)


def _box(bows: Iterable[Bow]) -> Box:
    found = [point for bow in bows for point in points(bow)] or [(0.5, 0.5)]
    xs, ys = zip(*found, strict=True)
    return Box(min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5)
