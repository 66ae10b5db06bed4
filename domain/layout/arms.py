"""A star: arms grow outward from the lead, a double (docs/rules/play.md#stars).

Bare arms are alike, so only the lowest is open: its room is the number of bare arms. It comes
before all others, so that every arm is begun before one is continued.
"""

from ..events import EndName, Placing
from ..tiles import HALVES, Pip
from .ends import OUTWARD, End, Ends, Fits, end_served


def arm(number: int) -> EndName:
    """The name of an arm, counted from 1."""
    return f"arm-{number}"


def extended(arms: int, fits: Fits, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: begun arms by number, then the lowest bare one."""
    tile, name, _ = placing
    if not ends:
        return _bare(1, HALVES[tile][1], arms)
    served = end_served(fits, ends, tile, name)
    after: Ends = ()
    for number, end in enumerate(ends, 1):
        if end.name != served:
            after += (end,)
            continue
        after += (End(end.name, OUTWARD[tile][end.pip]),)
        if end.first:
            after += _bare(number + 1, end.pip, end.room - 1)
    return after


def _bare(number: int, pip: Pip, room: int) -> Ends:
    return (End(arm(number), pip, room=room, first=True),) if room else ()
