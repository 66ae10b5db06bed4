"""Feet: toes grow from the lead and from later doubles (docs/rules/play.md#feet).

Bare toes of one double are alike, so only the lowest is open: its room is the number of bare toes.
They come before all other ends. A double laid at a toe has toes of its own, which come first.
"""

from ..events import EndName, Placing
from ..rules.matching import Matching
from ..rules.rule_set import Feet
from ..tiles import HALVES, NAMES, WILD, Pip, Tiles
from .ends import End, Ends, OneOf, fitting, one_of, outer_half

NAMED = r"toe-(?P<foot>\d{1,2}|w)-(?P=foot)-[1-8]"
"""A pattern of the names of its branches."""


def toe(double: str, number: int) -> EndName:
    """The name of a toe, counted from 1, on the double with this name."""
    return f"toe-{double}-{number}"


def extended(layout: Feet, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: in place of the one served, it and what it opens."""
    tile, name, _, _, wild, _ = placing
    low, high = HALVES[tile]
    if not ends:
        pip = wild or 0 if high == WILD else one_of((low, high))
        return _bare(toe(NAMES[tile], 1), pip, layout.opener_takes, rank=1)
    after: Ends = ()
    for end in ends:
        if end.name != name:
            after += (end,)
            continue
        pip = outer_half(matching, end, placing)
        if low == high:
            after += _bare(toe(NAMES[tile], 1), pip, layout.toes, rank=end.first + 1)
        else:
            after += (End(end.name, pip),)
        if end.bare:
            after += _bare(_next(end.name), end.pip, end.room - 1, rank=end.first)
    return after


def without_dead_feet(matching: Matching, ends: Ends, left: Tiles) -> Ends:
    """The ends, where no bare toe has to be served that none of the tiles left fits."""
    return tuple(
        end._replace(first=0) if end.first and not left & fitting(matching, end) else end
        for end in ends
    )


def _next(name: EndName) -> EndName:
    """The toe after this one on the same double."""
    double, _, number = name.rpartition("-")
    return f"{double}-{int(number) + 1}"


def _bare(name: EndName, pip: Pip | OneOf, room: int, rank: int) -> Ends:
    return (End(name, pip, room=room, first=rank, bare=True),) if room > 0 else ()
