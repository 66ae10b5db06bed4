"""The line of play: two ends, left and right."""

from ..events import EndName, Placing
from ..tiles import HALVES, Pip
from .ends import OUTWARD, End, Ends, Fits, end_served

LEFT: EndName = "left"
RIGHT: EndName = "right"


def line_ends(left: Pip, right: Pip) -> Ends:
    """The ends of a line of play that shows these pips."""
    return End(LEFT, left), End(RIGHT, right)


def extended(fits: Fits, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid.

    A lead lies with its lower half to the left, unless it is flipped.
    """
    tile, end, flipped = placing
    if not ends:
        low, high = HALVES[tile]
        return line_ends(high, low) if flipped else line_ends(low, high)
    left, right = ends
    if end_served(fits, ends, tile, end) == LEFT:
        return line_ends(OUTWARD[tile][left.pip], right.pip)
    return line_ends(left.pip, OUTWARD[tile][right.pip])
