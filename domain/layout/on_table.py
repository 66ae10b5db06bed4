"""Where the tiles on the table lie."""

from typing import NamedTuple, TypeAlias

from ..events import Bend, EndName, TileLaid, laid
from ..rules.layouts import Bent, EngineTrains, HubTrains, Trains
from ..tiles import DOUBLES, HALVES, NAMES, PIP_NAMES, WILD, Pip, Tile, bit
from .bent import bend_of, lead_bend
from .ends import Ends, outer_half
from .front import Front, after_lay, meanings
from .line import LEFT, RIGHT

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
    branches: bool = False
    """It took the place of an end, and branches begin at it instead."""
    open: tuple[Pip, ...] = ()
    """Of a tile that may lie either way round: its halves that are open ends."""

    @property
    def double(self) -> bool:
        """Both halves are of one kind. A wild half beside its own pip makes no double."""
        return bool(bit(self.tile) & DOUBLES)

    @property
    def across(self) -> bool:
        """In a picture, it lies across its branch."""
        return self.double or self.branches

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
        """Its halves: `4-6`, `3W-7` where a wild half stands for 3, `4-6?` if it is `unsure`."""
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
    front = after_lay(before, lay)
    branches = any(served not in {each.name for each in ends} for ends in front.possible)
    open = () if unsure else _open(front.ends, before, served, tile)
    how = bend, unsure, branches, open
    if served == LEFT:
        new = TileOnTable(tile, outward, inward, act, None, on_table[0].act, *how)
        return (new, *on_table)
    branch = None if served == RIGHT else served
    same = [place for place, other in enumerate(on_table, 1) if other.branch == branch]
    at = same[-1] if same else len(on_table)  # Branches are in the order in which they began.
    on = on_table[at - 1].act if same else _root(on_table, before, served)
    new = TileOnTable(tile, inward, outward, act, branch, on, *how)
    return (*on_table[:at], new, *on_table[at:])


def _open(after: Ends, before: Front, served: EndName, tile: Tile) -> tuple[Pip, ...]:
    """`TileOnTable.open` of the tile that was laid at this end."""
    if not bit(tile) & before.matching.either_way:
        return ()
    others = {end.name for end in before.ends} - {served}
    pips = (pip for end in after if end.name not in others for pip in end.pips)
    return tuple(pip for pip in pips if pip in HALVES[tile])


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
    """The act of the tile from which this branch grows; None: it grows from a hub."""
    if isinstance(before.layout, HubTrains):
        return None
    if isinstance(before.layout, EngineTrains):
        by_branch = {each.branch: each.act for each in on_table}
        return by_branch.get(branch.rpartition("-")[0])
    named = "-".join(branch.split("-")[1:3])
    by_tile = {NAMES[each.tile]: each.act for each in on_table}
    return by_tile.get(named, min(by_tile.values()))
