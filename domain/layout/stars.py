"""Stars and feet: branches grow outward from doubles (docs/rules/play.md#stars, #feet).

Bare arms, and bare toes of one double, are alike, so only the lowest is open: its room is their
number. They come before all other ends, so that each is begun before one is continued. A double
laid at a toe has toes of its own, which come first.
"""

from ..events import EndName, Placing
from ..rules.layouts import Arms, Feet
from ..rules.matching import Matching
from ..tiles import HALVES, NAMES, WILD, Pip, Tiles
from .ends import End, Ends, OneOf, fitting, one_of, outer_half, replaced

BRANCHES = r"arm-[1-8]|toe-(?P<foot>\d{1,2}|w)-(?P=foot)-[1-8]"
"""A pattern of the names of branches of stars."""


def arm(number: int) -> EndName:
    """The name of an arm, counted from 1."""
    return f"arm-{number}"


def arms_extended(layout: Arms, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile: the arms with tiles, by number, then the first arm without any."""
    tile, name, *_ = placing
    low, high = HALVES[tile]
    if not ends:
        return _bare(arm(1), one_of((low, high)), layout.arms)

    def grown(end: End) -> Ends:
        needs = layout.doubles != "no" if end.bare else end.needs_double and low != high
        after = End(end.name, outer_half(matching, end, placing), needs_double=needs)
        return after, *_bare(_next(end.name), end.pip, end.room - 1)

    after = replaced(ends, name, grown)
    if layout.doubles != "all-arms":
        return after
    # Arms without their double come first when all are begun.
    all_begun = not any(end.bare for end in after)
    return tuple(end._replace(first=int(all_begun)) if end.needs_double else end for end in after)


def feet_extended(layout: Feet, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: in place of the one served, it and what it opens."""
    tile, name, _, _, wild, _ = placing
    low, high = HALVES[tile]
    first_toe = f"toe-{NAMES[tile]}-1"
    if not ends:
        pip = wild or 0 if high == WILD else one_of((low, high))
        return _bare(first_toe, pip, layout.opener_takes)

    def grown(end: End) -> Ends:
        pip = outer_half(matching, end, placing)
        toes = _bare(first_toe, pip, layout.toes, rank=end.first + 1)
        after = toes if low == high else (End(end.name, pip),)
        return after + _bare(_next(end.name), end.pip, end.room - 1, rank=end.first)

    return replaced(ends, name, grown)


def without_dead_feet(matching: Matching, ends: Ends, left: Tiles) -> Ends:
    """The ends, where no bare toe has to be served that none of the tiles left fits."""
    return tuple(
        end._replace(first=0) if end.first and not left & fitting(matching, end) else end
        for end in ends
    )


def _next(name: EndName) -> EndName:
    """The arm after this one, or the next toe on the same double."""
    stem, _, number = name.rpartition("-")
    return f"{stem}-{int(number) + 1}"


def _bare(name: EndName, pip: Pip | OneOf, room: int, rank: int = 1) -> Ends:
    return (End(name, pip, room=room, first=rank, bare=True),) if room > 0 else ()
