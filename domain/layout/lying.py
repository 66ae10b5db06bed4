"""Where the tiles on the table lie."""

from typing import Literal, NamedTuple, TypeAlias

from ..events import EndName, TileLaid
from ..rules.rule_set import Arms
from ..tiles import HALVES, Pip, Tile
from .ends import end_served
from .front import Front
from .line import LEFT, RIGHT

Bend: TypeAlias = Literal["left", "right"]


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
    on: int | None = None
    """The act of the tile it was laid on; None: it is a lead, or touches a hub."""
    bend: Bend | None = None
    """Of a bent tile: the way it bends, seen outward."""


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
    after = before.after[tile, lay.end, lay.flipped, lay.open].ends
    outward = next(end.pip for end in after if end.name == served)
    inward = low + high - outward
    if served == LEFT:
        return (LyingTile(tile, outward, inward, act, on=lying[0].act), *lying)
    branch = None if served == RIGHT else served
    same = [place for place, other in enumerate(lying, 1) if other.branch == branch]
    at = same[-1] if same else len(lying)  # Branches are in the order in which they began.
    on = lying[at - 1].act if same else _root(lying, before, served)
    return (*lying[:at], LyingTile(tile, inward, outward, act, branch, on), *lying[at:])


def _root(lying: Lying, before: Front, branch: EndName) -> int:
    """The act of the tile from which this branch grows: a double with its pips, or the lead."""
    lead = min(each.act for each in lying)
    if isinstance(before.layout, Arms):
        return lead
    pip = next(end.pip for end in before.ends if end.name == branch)
    return next(each.act for each in lying if each.left == each.right == pip)
