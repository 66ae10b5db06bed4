"""The line of play: two ends, left and right."""

from ..events import EndName, Placing
from ..rules.matching import Matching
from ..tiles import HALVES, Pip
from .ends import End, Ends, OneOf, outer_half

LEFT: EndName = "left"
RIGHT: EndName = "right"


def line_ends(left: Pip | OneOf, right: Pip | OneOf) -> Ends:
    """The ends of a line of play that shows these pips."""
    return End(LEFT, left), End(RIGHT, right)


def extended(matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid.

    A lead lies with its lower half to the left, unless it is flipped.
    """
    tile, end, flipped, *_ = placing
    if not ends:
        low, high = HALVES[tile]
        return line_ends(high, low) if flipped else line_ends(low, high)
    left, right = ends
    if end == LEFT:
        return line_ends(outer_half(matching, left, placing), right.pip)
    return line_ends(left.pip, outer_half(matching, right, placing))
