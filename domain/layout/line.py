"""The line of play: two ends, left and right."""

from ..events import EndName, Placing
from ..tiles import HALVES, HIGHEST_PIP, PIPS, Pip, Tile, bit
from .ends import End, Ends, Fits

LEFT: EndName = "left"
RIGHT: EndName = "right"


def line_ends(left: Pip, right: Pip) -> Ends:
    """The ends of a line of play that shows these pips."""
    return End(LEFT, left), End(RIGHT, right)


_OUTWARD: tuple[tuple[Pip, ...], ...] = tuple(
    tuple(PIPS[tile] - pip if pip in halves else halves[0] for pip in range(HIGHEST_PIP + 1))
    for tile, halves in enumerate(HALVES)
)
"""By tile and the pip it is laid on, the half that faces outward.

For a tile that does not fit (a game recorded as played) this is the lower half.
"""


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
        return line_ends(_OUTWARD[tile][left.pip], right.pip)
    return line_ends(left.pip, _OUTWARD[tile][right.pip])


def end_served(fits: Fits, ends: Ends, tile: Tile, end: EndName | None) -> EndName:
    """The open end for a tile recorded at ``end``.

    If no end has that name (a game recorded as played): the first end where the tile fits, or else
    the last end.
    """
    if end in {LEFT, RIGHT}:
        return end
    fitting = (end.name for end in ends if fits[end.pip] & bit(tile))
    return next(fitting, ends[-1].name)
