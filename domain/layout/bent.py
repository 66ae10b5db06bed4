"""A bent line: each tile turns it, and must find room (docs/rules/play.md#bent-tiles).

Joints are points (x, y) of the triangular lattice. Headings are 0 to 5, sixty degrees apart,
anticlockwise. A tile laid outward from a joint turns half of its 120 degrees before its other joint
and half after it.
"""

from functools import cache

from ..events import Bend, EndName, Placing
from ..rules.layouts import Bent
from ..rules.matching import Matching
from ..tiles import HALVES, NO_TILES, SUITS, Pip, Tile, Tiles, bit, tile_set, tile_with, tiles_of
from .ends import End, Ends, Joint, Spot, outer_half
from .line import LEFT, RIGHT

STEPS: tuple[Joint, ...] = (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)
"""By heading, the step to the next joint."""
_TURNS: dict[Bend, int] = {"left": 1, "right": -1}
_OTHER: dict[Bend, Bend] = {"left": "right", "right": "left"}
_BENDS: tuple[Bend, ...] = "left", "right"


def beyond(joint: Joint, heading: int, bend: Bend) -> tuple[Joint, int]:
    """The far joint of a tile that is laid here with this bend, and the heading from there."""
    turn = _TURNS[bend]
    x, y = STEPS[(heading + turn) % 6]
    return (joint[0] + x, joint[1] + y), (heading + 2 * turn) % 6


def extended(layout: Bent, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: left, then right."""
    tile, name, flipped, *_ = placing
    low, high = HALVES[tile]
    if not ends:
        left, right = (high, low) if flipped else (low, high)
        bend = lead_bend(layout, placing)
        start: Joint = (0, 0)
        joint, heading = beyond(start, 0, bend)
        return _ends(layout, (left, start, 3), (right, joint, heading), frozenset({start, joint}))
    outer: list[_Outer] = []
    joints: frozenset[Joint] = frozenset()
    for end in ends:
        assert end.spot is not None
        (pip,), joint, heading = end.pips, end.spot.joint, end.spot.heading
        if end.name == name:
            joint, heading = beyond(joint, heading, bend_of(layout, matching, end, placing))
            pip = outer_half(matching, end, placing)
        outer.append((pip, joint, heading))
        joints |= {*end.spot.joints, joint}
    left_end, right_end = outer
    after = _ends(layout, left_end, right_end, joints)
    if layout.fit == "lattice":
        return after
    # What was ruled of the other end stands: the line only grows.
    return tuple(new if old.name == name else old for old, new in zip(ends, after, strict=True))


def ruled_out(ends: Ends, tile: Tile, name: EndName, bend: Bend | None) -> Ends:
    """The ends, knowing that this tile has no room at the named one; a double, if bent this way."""
    return tuple(_without(end, tile, bend) if end.name == name else end for end in ends)


def _without(end: End, tile: Tile, bend: Bend | None) -> End:
    assert end.spot is not None
    low, high = HALVES[tile]
    bends = end.spot.bends
    if low == high:
        bends = tuple(each for each in bends if each != bend)
        if bends:
            return end._replace(spot=end.spot._replace(bends=bends))
    return end._replace(spot=end.spot._replace(bends=bends, takes=end.spot.takes & ~bit(tile)))


def lead_bend(layout: Bent, placing: Placing) -> Bend:
    """How the lead turns the line, walked from left to right."""
    _, _, flipped, *_ = placing
    return _OTHER[layout.low_to_high] if flipped else layout.low_to_high


def bend_of(layout: Bent, matching: Matching, end: End, placing: Placing) -> Bend:
    """How a tile turns the line at this end; a double turns as the lay says."""
    tile, _, _, _, _, bend = placing
    low, high = HALVES[tile]
    if low == high:
        return bend or "left"
    outward = outer_half(matching, end, placing)
    return layout.low_to_high if outward == high else _OTHER[layout.low_to_high]


_Outer = tuple[Pip, Joint, int]
"""The pip, the joint and the heading of an end."""


def _ends(layout: Bent, left: _Outer, right: _Outer, joints: frozenset[Joint]) -> Ends:
    met = layout.fit == "lattice" and left[1] == right[1]
    room = 0 if met else 1  # Ends that met take nothing.
    if layout.fit == "lattice":
        spots = _spot(layout, left, right, joints), _spot(layout, right, left, joints)
    else:
        spots = _anywhere(left, joints), _anywhere(right, joints)
    return (
        End(LEFT, left[0], room=room, spot=spots[0]),
        End(RIGHT, right[0], room=room, spot=spots[1]),
    )


def _anywhere(end: _Outer, joints: frozenset[Joint]) -> Spot:
    """An end where each tile that fits finds room, until somebody rules that it does not."""
    pip, joint, heading = end
    return Spot(joint, heading, joints, SUITS[pip], _BENDS)


def _spot(layout: Bent, end: _Outer, other: _Outer, joints: frozenset[Joint]) -> Spot:
    """An end, and what finds room there, given the other end."""
    (pip, joint, heading), (other_pip, other_joint, other_heading) = end, other
    takes, bends = NO_TILES, list[Bend]()
    for bend in () if joint == other_joint else _BENDS:  # Ends that met take no tile.
        far, onward = beyond(joint, heading, bend)
        if far == other_joint:
            meets = onward == (other_heading + 3) % 6
            room = bit(tile_with(pip, other_pip)) if meets else NO_TILES
        else:
            room = NO_TILES if far in joints else SUITS[pip]
        found = room & _turning(layout, pip, bend)
        takes |= found
        if found & bit(tile_with(pip, pip)):
            bends.append(bend)
    return Spot(joint, heading, joints, takes, tuple(bends))


@cache
def _turning(layout: Bent, pip: Pip, bend: Bend) -> Tiles:
    """The tiles that may turn the line like this when they touch it with this pip."""
    inward = 0 if bend == layout.low_to_high else 1
    return tile_set(tile for tile in tiles_of(SUITS[pip]) if HALVES[tile][inward] == pip)
