"""Where the tiles on the table lie."""

from typing import NamedTuple, TypeAlias, assert_never

from ..events import Bend, EndName, TileLaid, laid
from ..rules.rule_set import Arms, Bent, Crosswise, EngineTrains, Feet, Forks, HubTrains, Trains
from ..tiles import DOUBLES, HALVES, NAMES, PIP_NAMES, WILD, Pip, Tile, bit
from .bent import bend_of, lead_bend
from .ends import outer_half
from .front import Front, after_lay, meanings
from .line import LEFT, RIGHT, lies_crosswise

NO_ACT = -1
"""In place of the index of an act."""


class Half(NamedTuple):
    """A half of a tile."""

    pip: Pip
    """Of a wild half on the table: what it stands for."""
    wild: bool = False

    @property
    def name(self) -> str:
        """The pip as a numeral; a wild half that stands for 3 is `3W`."""
        return f"{PIP_NAMES[self.pip]}{PIP_NAMES[WILD] if self.wild else ''}"


class TileOnTable(NamedTuple):
    """A tile on the table."""

    tile: Tile
    left: Pip
    """On a branch: the half that is nearer to the tile it grows from."""
    right: Pip
    act: int
    """The index of the act that laid it; `NO_ACT` if nobody did."""
    branch: EndName | None = None
    """The branch on which it lies; None: it is the lead, or lies in line with it."""
    on: int | None = None
    """The act of the tile it was laid on; None: it is a lead, or touches a hub."""
    bend: Bend | None = None
    """Of a bent tile: the way it bends, seen outward."""
    unsure: bool = False
    """It was misplaced, and nothing tells which half lies outward, or at which end it lies."""
    forks: bool = False
    """It is a matador that lies crosswise, so that both of its halves are open ends."""

    @property
    def double(self) -> bool:
        """Both halves are of one kind. A wild half beside its own pip makes no double."""
        return bool(bit(self.tile) & DOUBLES)

    @property
    def across(self) -> bool:
        """In a picture, it lies across its branch."""
        return self.double or self.forks

    @property
    def halves(self) -> tuple[Half, Half]:
        """The left half and the right one."""
        low, high = HALVES[self.tile]
        wild = high == WILD
        return (
            Half(self.left, wild=wild and (low == WILD or self.left != low)),
            Half(self.right, wild=wild and low in {WILD, self.left}),
        )

    @property
    def name(self) -> str:
        """Its halves as they lie: `4-6`, or `3W-7` where a wild half stands for 3.

        `4-6?` if it may lie in another way, or elsewhere.
        """
        left, right = self.halves
        return f"{left.name}-{right.name}{'?' if self.unsure else ''}"


OnTable: TypeAlias = tuple[TileOnTable, ...]
"""The line of the lead from left to right, then branch by branch, each outward."""


def with_tile(on_table: OnTable, before: Front, lay: TileLaid, act: int) -> OnTable:
    """The tiles on the table after this lay, which may not fit."""
    tile = lay.tile
    if isinstance(before.layout, Trains):
        after = after_lay(before, lay).ends
        if len(after) > len(before.ends):
            train, _, _ = after[-1].name.rpartition("-")
            return (*on_table, _lead(before, lay, act, train))
    elif not before.ends:
        return (_lead(before, lay, act, None),)
    meant = [
        (meaning.served, outer_half(before.matching, meaning.served, meaning.placing))
        for meaning in meanings(before, lay.placing, lay.seat)
        if meaning.served is not None
    ]
    (end, outward), unsure = meant[0], len({(end.name, half) for end, half in meant}) > 1
    served = end.name
    low, high = HALVES[tile]
    inward = end.pips[0] if high == WILD else low + high - outward
    bend = (
        bend_of(before.layout, before.matching, end, lay.placing)
        if isinstance(before.layout, Bent)
        else None
    )
    fork = isinstance(before.layout, Forks) and lies_crosswise(before.matching, lay.placing)
    if served == LEFT:
        return (
            TileOnTable(tile, outward, inward, act, None, on_table[0].act, bend, unsure, fork),
            *on_table,
        )
    branch = None if served == RIGHT else served
    same = [place for place, other in enumerate(on_table, 1) if other.branch == branch]
    at = same[-1] if same else len(on_table)  # Branches are in the order in which they began.
    on = on_table[at - 1].act if same else _root(on_table, before, served)
    new = TileOnTable(tile, inward, outward, act, branch, on, bend, unsure, fork)
    return (*on_table[:at], new, *on_table[at:])


def turned_up(before: Front, tile: Tile) -> OnTable:
    """The tiles on the table when this one was turned up for the line to begin with."""
    return (_lead(before, laid(0, tile, None), NO_ACT, None),)


def _lead(before: Front, lay: TileLaid, act: int, train: EndName | None) -> TileOnTable:
    """A lead, or the double with which a seat begins its train."""
    low, high = HALVES[lay.tile]
    if high == WILD:
        low = high = lay.wild or 0
    left, right = (high, low) if lay.flipped else (low, high)
    bend = lead_bend(before.layout, lay.placing) if isinstance(before.layout, Bent) else None
    return TileOnTable(lay.tile, left, right, act, train, None, bend)


def _root(on_table: OnTable, before: Front, branch: EndName) -> int | None:
    """The act of the tile from which this branch grows; None: it grows from a hub.

    A spinner or a foot is named in the branch; a train grows from the double that began it.
    """
    by_tile = {NAMES[each.tile]: each.act for each in on_table}
    by_branch = {each.branch: each.act for each in on_table}
    match before.layout:
        case HubTrains():
            return None
        case EngineTrains():
            return by_branch.get(branch.rpartition("-")[0])
        case Feet() | Crosswise() | Forks():
            named = "-".join(branch.split("-")[1:3])
            return by_tile.get(named, on_table[0].act)
        case Arms() | Bent() | "line-of-play":
            return min(each.act for each in on_table)
        case _:
            assert_never(before.layout)
