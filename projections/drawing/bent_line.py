"""Bent tiles on a lattice of triangles.

A tile is an arc of a third of a circle between two joints of the lattice. Headings are numbers from
0 to 5, sixty degrees apart, anticlockwise from the right. The lead goes from joint (0, 0), heading
0. Joints and headings are those of `domain.layout.bent`, where every tile finds room; a tile that
was laid against the rules can lie elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import atan2, cos, degrees, dist, pi, radians, sin, sqrt
from typing import NamedTuple, TypeAlias

from domain.events import Bend, EndName
from domain.layout import bent
from domain.layout.bent import STEPS
from domain.layout.ends import End, Ends, Joint, has_room
from domain.layout.line import LEFT, RIGHT
from domain.tiles import Pip

from .drawing import Bow, Box, Drawing, DrawnEnd, OutwardTile, PlacedTile, Point, with_newest

Heading: TypeAlias = int

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


_START = BentEnd((0, 0), 0)
_OTHER = {LEFT: RIGHT, RIGHT: LEFT}


def beyond(end: BentEnd, bend: Bend) -> BentEnd:
    """The end after a tile with this bend, seen outward."""
    return BentEnd(*bent.beyond(end.joint, end.heading, bend))


def bent_line(tiles: Sequence[OutwardTile], ends: Ends) -> Drawing:
    """The tiles with their places. A tile that does not fit lies elsewhere, and is linked."""
    tips: dict[EndName, BentEnd] = {}
    pips: dict[EndName, Pip] = {}
    bows: dict[int, Bow] = {}
    placed: list[PlacedTile] = []
    for tile in tiles:
        tip, bend = tips.get(tile.branch, _START), tile.placed.bend
        assert bend is not None
        bow, link, others = _bow(tip, bend), None, list(bows.values())
        other = _OTHER[tile.branch]
        if pips.get(other) == tile.second and _meet(beyond(tip, bend), tips[other]):
            others = [each for each in others if not _same(bow.end, each.begin, each.end)]
        if not _has_room(bow, others):
            tip = next(each for each in _around(tip) if _has_room(_bow(each, bend), bows.values()))
            link = (bow.begin, _point(tip.joint))
            bow = _bow(tip, bend)
        bows[tile.act] = bow
        placed.append(_placed(tile, bow, link))
        if not tips:
            tips[LEFT], pips[LEFT] = _turned_back(tip), tile.first
        pips[tile.branch] = tile.second
        tips[tile.branch] = beyond(tip, bend)
    return Drawing(
        with_newest(placed),
        tuple(_drawn(end, tips[end.name]) for end in ends if end.room),
        _box(bows.values()),
    )


def _turned_back(end: BentEnd) -> BentEnd:
    return BentEnd(end.joint, (end.heading + 3) % 6)


def _meet(one: BentEnd, other: BentEnd) -> bool:
    """The two ends touch, and close the line to a loop."""
    return one == _turned_back(other)


def points(bow: Bow, parts: int = _SAMPLES) -> tuple[Point, ...]:
    """Points of the middle line, from its beginning to its end."""
    (x, y), (begin_x, begin_y) = bow.centre, bow.begin
    start, whole = atan2(begin_y - y, begin_x - x), 2 * pi / 3 * (1 if bow.clockwise else -1)
    turns = (start + whole * part / parts for part in range(parts + 1))
    return tuple((x + _RADIUS * cos(turn), y + _RADIUS * sin(turn)) for turn in turns)


def _has_room(bow: Bow, others: Iterable[Bow]) -> bool:
    """No other tile lies here, and none ends where it does."""
    return not any(_collide(bow, other) for other in others)


@lru_cache(maxsize=1 << 14)
def _collide(bow: Bow, other: Bow) -> bool:
    if _same(bow.end, other.begin, other.end):
        return True
    return (
        not _same(bow.begin, other.begin, other.end)
        and min(dist(one, two) for one in points(bow) for two in points(other)) < _NEAR
    )


def _same(one: Point, *others: Point) -> bool:
    return any(dist(one, other) < STEP / 4 for other in others)


def _around(end: BentEnd) -> Iterator[BentEnd]:
    """Other joints with this heading, farther and farther away."""
    x, y = end.joint
    return (
        BentEnd((x + far * dx, y + far * dy), end.heading) for far in count(2) for dx, dy in STEPS
    )


def _point(joint: Joint) -> Point:
    x, y = joint
    return (x + y / 2) * STEP, -y * sqrt(3) / 2 * STEP


def _bow(end: BentEnd, bend: Bend) -> Bow:
    x, y = _point(end.joint)
    aside = radians(60 * end.heading + (90 if bend == "left" else -90))
    centre = (x + _RADIUS * cos(aside), y - _RADIUS * sin(aside))
    return Bow((x, y), _point(beyond(end, bend).joint), centre, clockwise=bend == "right")


def _placed(tile: OutwardTile, bow: Bow, link: tuple[Point, Point] | None) -> PlacedTile:
    (x, y), (to_x, to_y) = bow.begin, bow.end
    turn = round(degrees(atan2(to_y - y, to_x - x))) % 360
    return tile.at(points(bow, 2)[1], turn, link, bow)


def _drawn(end: End, tip: BentEnd) -> DrawnEnd:
    return DrawnEnd(end.name, end.pip, *_point(tip.joint), -60 * tip.heading % 360, has_room(end))


def _box(bows: Iterable[Bow]) -> Box:
    found = [point for bow in bows for point in points(bow)] or [(0.5, 0.5)]
    xs, ys = zip(*found, strict=True)
    return Box(min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5)
