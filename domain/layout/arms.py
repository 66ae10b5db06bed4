"""A star: arms grow outward from the lead, a double (docs/rules/play.md#stars).

Bare arms are alike, so only the lowest is open: its room is the number of bare arms. It comes
before all others, so that every arm is begun before one is continued.
"""

from ..events import EndName, Placing
from ..rules.matching import Matching
from ..rules.rule_set import Arms
from ..tiles import HALVES, Pip
from .ends import End, Ends, OneOf, one_of, outer_half

NAMED = "arm-[1-8]"
"""A pattern of the names of its branches."""


def arm(number: int) -> EndName:
    """The name of an arm, counted from 1."""
    return f"arm-{number}"


def extended(layout: Arms, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile: the arms with tiles, by number, then the first arm without any."""
    tile, name, *_ = placing
    low, high = HALVES[tile]
    if not ends:
        return _bare(1, one_of((low, high)), layout.arms)
    after: Ends = ()
    for number, end in enumerate(ends, 1):
        if end.name != name:
            after += (end,)
            continue
        needs = layout.doubles != "no" if end.bare else end.needs_double and low != high
        after += (End(end.name, outer_half(matching, end, placing), needs_double=needs),)
        after += _bare(number + 1, end.pip, end.room - 1)
    return after if layout.doubles != "all-arms" else _doubles_first(after)


def _bare(number: int, pip: Pip | OneOf, room: int) -> Ends:
    return (End(arm(number), pip, room=room, first=1, bare=True),) if room > 0 else ()


def _doubles_first(ends: Ends) -> Ends:
    """Arms without their double come first when all are begun."""
    all_begun = not any(end.bare for end in ends)
    return tuple(end._replace(first=int(all_begun)) if end.needs_double else end for end in ends)
