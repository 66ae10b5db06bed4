"""Bent tiles on a lattice of triangles.

A tile is an arc of a third of a circle between two joints of the lattice. Headings are numbers from
0 to 5, sixty degrees apart, anticlockwise from the right. The lead goes from joint (0, 0), heading
0. Joints and headings are those of `domain.layout.bent`: tiles that share no joint never overlap.
"""

from collections.abc import Sequence
from itertools import count
from math import atan2, cos, degrees, pi, radians, sin, sqrt
from typing import NamedTuple, TypeAlias

from ...domain.events import Bend, EndName
from ...domain.layout import bent
from ...domain.layout.bent import STEPS
from ...domain.layout.ends import Ends, Joint, has_room
from ...domain.layout.line import LEFT, RIGHT
from ...domain.tiles import Pip
from .drawing import Bow, Box, Drawing, DrawnEnd, OutwardTile, PlacedTile, Point, with_newest

Heading: TypeAlias = int

STEP = 3 * sqrt(3) / pi
"""Between two joints, so that the middle line of a tile is as long as that of a straight one."""

_RADIUS = STEP / sqrt(3)
_SAMPLES = 8
"""Points of a middle line, less one, between which the edge of a drawing is."""


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
    joints: set[Joint] = set()
    placed: list[PlacedTile] = []
    bows: list[Bow] = []
    for tile in tiles:
        tip, bend, link = tips.get(tile.branch, _START), tile.placed.bend, None
        assert bend is not None
        after, other = beyond(tip, bend), _OTHER[tile.branch]
        closes = pips.get(other) == tile.second.pip and after == _turned_back(tips[other])
        if after.joint in joints and not closes:
            before, (x, y) = tip, tip.joint
            tip = next(  # Joints farther and farther away: every second can have this heading.
                each
                for far in count(2, 2)
                for dx, dy in STEPS
                for each in [BentEnd((x + far * dx, y + far * dy), tip.heading)]
                if joints.isdisjoint((each.joint, beyond(each, bend).joint))
            )
            link, after = (_point(before.joint), _point(tip.joint)), beyond(tip, bend)
        bow = _bow(tip, bend)
        bows.append(bow)
        (from_x, from_y), (to_x, to_y) = bow.begin, bow.end
        turn = round(degrees(atan2(to_y - from_y, to_x - from_x))) % 360
        placed.append(tile.at(points(bow, 2)[1], turn, link, bow))
        joints |= {tip.joint, after.joint}
        if not tips:
            tips[LEFT], pips[LEFT] = _turned_back(tip), tile.first.pip
        tips[tile.branch], pips[tile.branch] = after, tile.second.pip
    edge = [point for bow in bows for point in points(bow, _SAMPLES)] or [(0.5, 0.5)]
    xs, ys = zip(*edge, strict=True)
    return Drawing(
        with_newest(placed),
        tuple(
            DrawnEnd(end.name, end.pip, *_point(joint), -60 * heading % 360, has_room(end))
            for end in ends
            if end.room
            for joint, heading in [tips[end.name]]
        ),
        Box(min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5),
    )


def _turned_back(end: BentEnd) -> BentEnd:
    return BentEnd(end.joint, (end.heading + 3) % 6)


def points(bow: Bow, parts: int) -> tuple[Point, ...]:
    """Points of the middle line, from its beginning to its end."""
    (x, y), (begin_x, begin_y) = bow.centre, bow.begin
    start, whole = atan2(begin_y - y, begin_x - x), 2 * pi / 3 * (1 if bow.clockwise else -1)
    turns = (start + whole * part / parts for part in range(parts + 1))
    return tuple((x + _RADIUS * cos(turn), y + _RADIUS * sin(turn)) for turn in turns)


def _point(joint: Joint) -> Point:
    x, y = joint
    return (x + y / 2) * STEP, -y * sqrt(3) / 2 * STEP


def _bow(end: BentEnd, bend: Bend) -> Bow:
    x, y = _point(end.joint)
    aside = radians(60 * end.heading + (90 if bend == "left" else -90))
    centre = (x + _RADIUS * cos(aside), y - _RADIUS * sin(aside))
    return Bow((x, y), _point(beyond(end, bend).joint), centre, clockwise=bend == "right")
