"""Where the tiles on the table lie."""

from typing import NamedTuple, TypeAlias

from ..events import EndName, TileLaid
from ..tiles import HALVES, Pip, Tile
from .ends import end_served
from .front import Front
from .line import LEFT, RIGHT


class LyingTile(NamedTuple):
    """A tile on the table."""

    tile: Tile
    left: Pip
    """On a branch: the half that is nearer to the tile it grows from."""
    right: Pip
    act: int
    """The index of the act that laid it."""
    branch: EndName | None = None
    """The branch on which it lies; None: it is the lead, or lies in line with it."""


Lying: TypeAlias = tuple[LyingTile, ...]
"""The line of the lead from left to right, then branch by branch, each outward."""


def with_tile(lying: Lying, before: Front, lay: TileLaid, act: int) -> Lying:
    """The tiles on the table after this lay-down; it need not fit."""
    tile = lay.tile
    low, high = HALVES[tile]
    if not before.ends:
        left, right = (high, low) if lay.flipped else (low, high)
        return (LyingTile(tile, left, right, act),)
    served = end_served(before.matching, before.ends, tile, lay.end)
    after = before.after[lay.placing].ends
    outward = next(end.pip for end in after if end.name == served)
    inward = low + high - outward
    if served == LEFT:
        return (LyingTile(tile, outward, inward, act), *lying)
    laid = LyingTile(tile, inward, outward, act, None if served == RIGHT else served)
    same = [place for place, other in enumerate(lying, 1) if other.branch == laid.branch]
    at = same[-1] if same else len(lying)  # Branches are in the order in which they began.
    return (*lying[:at], laid, *lying[at:])
