"""A line that forks at matadors which lie crosswise (docs/rules/play.md#forks)."""

from ..events import Placing
from ..rules.matching import Matching
from ..tiles import HALVES, NAMES, bit
from .ends import End, Ends, outer_half
from .line import LEFT, RIGHT

NAMED = r"fork-(?P<low>\d{1,2})-(?P<high>\d{1,2})-(?:(?P=low)|(?P=high))"
"""A pattern of the names of its branches."""


def _lies_crosswise(matching: Matching, placing: Placing) -> bool:
    """This is a matador of which the lay names no half that stays open."""
    tile, _, _, open, _, _ = placing
    return open is None and bool(bit(tile) & matching.either_way)


def extended(matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: left and right, then those of forks as they open.

    A lead lies in line, also if it is a matador.
    """
    tile, name, flipped, *_ = placing
    low, high = HALVES[tile]
    if not ends:
        left, right = (high, low) if flipped else (low, high)
        return End(LEFT, left, takes_across=True), End(RIGHT, right, takes_across=True)
    if _lies_crosswise(matching, placing):
        opened = (End(f"fork-{NAMES[tile]}-{pip}", pip, takes_across=True) for pip in (high, low))
        return *(end for end in ends if end.name != name), *opened
    return tuple(
        end._replace(pip=outer_half(matching, end, placing)) if end.name == name else end
        for end in ends
    )
