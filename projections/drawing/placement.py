"""Where each tile lies in a picture, so that no two overlap.

Tiles find their places in the order in which they were laid, and a later tile moves no earlier
one. Only where trains lie in rows, a train that needs another row moves the trains below it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.events import EndName
from domain.hidden.seat_view import SeatView
from domain.layout.ends import Ends
from domain.layout.line import LEFT, RIGHT
from domain.layout.lying import Lying, LyingTile
from domain.rules.table import Table as RulesTable

from .drawing import Box, Drawing, DrawnEnd, Hub, PlacedTile, Point
from .growth import Growth, Place, growth_of, named
from .table_top import (
    LONG,
    ROW,
    SHORT,
    Block,
    Direction,
    Spot,
    Tip,
    Way,
    along,
    block,
    moved,
    sweep,
    turned,
    ways,
)

_AHEAD = 3
"""How many more tiles must find room after a tile."""


class Edges(NamedTuple):
    """How far rows go from the middle of the table, in cells."""

    across: int
    down: int


def edges_for(tiles: int, growth: Growth, aspect: float = 1.6) -> Edges:
    """The edges of a table for so many tiles that is ``aspect`` times as wide as high."""
    cells = tiles * LONG * (ROW + SHORT)
    if not growth.wide:
        cells = cells * 3 // 2
    down = (cells / aspect) ** 0.5
    return Edges(max(round(down * aspect / 2), 4 * LONG), max(round(down / 2), 2 * LONG))


def drawing_of(view: SeatView, rules: RulesTable) -> Drawing:
    """What the viewer sees on the table, with places."""
    growth = growth_of(rules.play.layout)
    return placed(view.lying, view.ends, growth, edges_for(rules.tiles.bit_count(), growth))


def placed(lying: Lying, ends: Ends, growth: Growth, edges: Edges) -> Drawing:
    """The tiles on the table with their places; the same arguments give the same places."""
    laying = _Laying(growth, edges)
    tiles = _in_order(lying)
    if growth.rows:
        laying.lay_rows(tiles)
    else:
        for tile in tiles:
            laying.lay(tile)
    return laying.drawing(ends)


class _Tile(NamedTuple):
    """A tile with its halves as its branch grows."""

    lying: LyingTile
    branch: EndName
    first: int
    second: int

    @property
    def act(self) -> int:
        return self.lying.act

    @property
    def double(self) -> bool:
        return self.first == self.second


def _in_order(lying: Lying) -> list[_Tile]:
    """The tiles in the order in which they were laid."""
    lead = min((place for place, tile in enumerate(lying) if tile.on is None), default=0)
    found = []
    for place, tile in enumerate(lying):
        on_the_left = tile.branch is None and place < lead
        halves = (tile.right, tile.left) if on_the_left else (tile.left, tile.right)
        branch = tile.branch or (LEFT if on_the_left else RIGHT)
        found.append(_Tile(tile, branch, *halves))
    return sorted(found, key=lambda tile: tile.act)


class _Laid(NamedTuple):
    block: Block
    heading: Direction
    across: bool


class _Laying:
    """A table on which tiles are laid one after the other."""

    def __init__(self, growth: Growth, edges: Edges) -> None:
        self._growth = growth
        self._edges = edges
        self._taken: dict[Spot, int | None] = {}
        """By cell, the act of its tile; None: the hub."""
        self._tips: dict[EndName, Tip] = {}
        self._kept_free: dict[EndName, frozenset[Spot]] = {}
        """By end, the cells ahead of it."""
        self._laid: dict[int, _Laid] = {}
        self._tiles: list[PlacedTile] = []
        self._branched = False
        self._hub: Block | None = None

    # -- One tile

    def lay(self, tile: _Tile, middle: Spot = (0, 0)) -> None:
        """Lay the next tile; a lead is laid at ``middle``."""
        if tile.lying.on is None and not self._growth.hub:
            self._lead(tile, middle)
            return
        tip = self._tips[tile.branch]
        way = self._way(tip, tile)
        link = None
        if way is None:
            fresh = self._fresh(tip)
            way = next(ways(fresh, tile.act, double=tile.double))
            link = (_point(tip.spot), _point(fresh.spot))
        self._put(tile, way.block, way.tip.heading, link)
        self._keep(tile.branch, way.tip)
        self._branch(tile)

    def _way(self, tip: Tip, tile: _Tile) -> Way | None:
        """The first way with room, at a distance from other tiles and with room to go on if any."""
        found = list(ways(tip, tile.act, double=tile.double))
        others = self._kept_but(tile.branch)
        near = self._near(tip)
        for margin, kept, more in ((1, others, _AHEAD), (1, others, 1), (1, (), 1), (0, (), 0)):
            for way in found:
                free = self._is_free(way.block, margin, near, kept)
                if free and self._goes_on(way.tip, margin, near | {tile.act}, kept, more):
                    return way
        return None

    def _near(self, tip: Tip) -> set[int | None]:
        """The acts of tiles that a tile at this end may lie close to: those around its corner."""
        return {tip.on, *(tile.act for tile in self._tiles if tile.on == tip.on)}

    def _kept_but(self, branch: EndName) -> tuple[frozenset[Spot], ...]:
        own = self._kept_free.get(branch)
        return tuple(kept for kept in self._kept_free.values() if kept is not own)

    def _is_free(
        self, block: Block, margin: int, near: set[int | None], kept: tuple[frozenset[Spot], ...]
    ) -> bool:
        cells = tuple(block.cells())
        if any(cell in self._taken for cell in cells):
            return False
        if any(not each.isdisjoint(cells) for each in kept):
            return False
        around = block.wider(margin).cells()
        return all(cell not in self._taken or self._taken[cell] in near for cell in around)

    def _goes_on(
        self,
        tip: Tip,
        margin: int,
        near: set[int | None],
        kept: tuple[frozenset[Spot], ...],
        more: int,
    ) -> bool:
        """So many more tiles find room, whatever they are."""
        if more == 0:
            return True
        ahead = sweep(tip)
        for way in ways(tip, tip.on or 0, double=False):
            if way.tip.heading == tip.heading:
                free = self._is_free(ahead, margin, near, kept)
            else:
                free = self._is_free(way.block, margin, near, kept)
            if free and self._goes_on(way.tip, margin, near, kept, more - 1):
                return True
        return False

    def _fresh(self, tip: Tip) -> Tip:
        """A row below everything, where there is always room."""
        left, right = -self._edges.across, self._edges.across
        spot = (left, self._bottom() + ROW)
        return Tip(spot, 0, tip.on, 0, 1, left, right, spot[1])

    def _put(
        self,
        tile: _Tile,
        block: Block,
        heading: Direction,
        link: tuple[Point, Point] | None = None,
        *,
        across: bool | None = None,
    ) -> None:
        across = tile.double if across is None else across
        self._taken |= dict.fromkeys(block.cells(), tile.act)
        self._laid[tile.act] = _Laid(block, heading, across)
        x, y = (block.left + block.right) / 4, (block.top + block.bottom) / 4
        turn = turned(heading, across) * 90
        self._tiles.append(
            PlacedTile(
                *(tile.act, tile.lying.tile, tile.first, tile.second, x, y, turn),
                on=tile.lying.on,
                newest=False,
                link=link,
            )
        )

    # -- Where branches begin

    def _lead(self, tile: _Tile, middle: Spot) -> None:
        across = tile.double or self._growth.lead_lies_across
        length, breadth = (SHORT, LONG) if across else (LONG, SHORT)
        start = moved(middle, 2, length // 2)
        self._put(tile, block(start, 0, length, breadth), 0, across=across)
        places = named(self._growth.lead, tile.lying)
        for name, place in places:
            self._keep(name, self._tip_at(tile.act, place))
        if self._growth.lead_is_a_double:
            self._branch(tile)

    def _branch(self, tile: _Tile) -> None:
        """Begin the branches of a double."""
        growth = self._growth
        if not (tile.double and growth.double) or (growth.only_first and self._branched):
            return
        self._branched = True
        for name, place in named(growth.double, tile.lying):
            self._keep(name, self._tip_at(tile.act, place))

    def _tip_at(self, act: int, place: Place) -> Tip:
        """The end that begins at this place of a tile."""
        laid, edges = self._laid[act], self._edges
        ahead, aside = place.value
        right = turned(laid.heading, 1)
        x, y = (laid.block.left + laid.block.right) // 2, (laid.block.top + laid.block.bottom) // 2
        if ahead:
            heading = laid.heading if ahead > 0 else turned(laid.heading, 2)
            half = (SHORT if laid.across else LONG) // 2
            spot = moved(moved((x, y), heading, half), right, SHORT * aside)
        else:
            heading = turned(right, 0 if aside > 0 else 2)
            spot = moved((x, y), heading, LONG // 2)
        shift = turned(right, 0 if aside > 0 else 2) if ahead and aside else turned(heading, 1)
        edge = edges.down if heading % 2 else edges.across
        low, high = -edge, edge
        if not self._growth.wide:
            base = spot[heading % 2]
            low, high = (base, high) if heading in (0, 1) else (low, base)
        row = along(spot, shift)
        splay = bool(ahead and aside)
        return Tip(spot, heading, act, heading, shift, low, high, row, splay=splay)

    def _keep(self, name: EndName, tip: Tip) -> None:
        self._tips[name] = tip
        self._kept_free[name] = frozenset(sweep(tip).cells())

    # -- Trains in rows

    def lay_rows(self, tiles: Iterable[_Tile]) -> None:
        """Lay trains one below the other, each in as many rows as it needs."""
        row_of: dict[int, EndName] = {}
        trains: dict[EndName, list[_Tile]] = {name: [] for name in self._growth.rows}
        for tile in tiles:
            on = tile.lying.on
            row_of[tile.act] = name = tile.branch if on is None else row_of[on]
            trains[name].append(tile)
        top = row = 0
        for name, train in trains.items():
            if self._growth.hub:
                self._keep(name, Tip((0, row), 0, None, 0, 1, 0, self._edges.across * 2, row))
            for tile in train:
                self.lay(tile, (0, row))
            bottom, row = row, max(row + ROW, self._bottom() + LONG)
        if self._growth.hub:
            self._hub = Block(-SHORT, top - SHORT, 0, bottom + SHORT)
            self._taken |= dict.fromkeys(self._hub.cells(), None)

    def _bottom(self) -> int:
        return max((y + 1 for _, y in self._taken), default=-LONG)

    # -- The whole

    def drawing(self, ends: Ends) -> Drawing:
        """The drawing of what was laid."""
        newest = max((tile.act for tile in self._tiles), default=None)
        tiles = tuple(tile._replace(newest=tile.act == newest) for tile in self._tiles)
        known = (end for end in ends if end.name in self._tips)
        return Drawing(
            tiles,
            tuple(_drawn_end(end.name, end.pip, self._tips[end.name]) for end in known),
            self._box(),
            None if self._hub is None else _drawn_hub(self._hub),
        )

    def _box(self) -> Box:
        xs, ys = zip(*self._taken, strict=True) if self._taken else ((0,), (0,))
        return Box(min(xs) / 2, min(ys) / 2, (max(xs) + 1) / 2, (max(ys) + 1) / 2)


def _point(spot: Spot) -> Point:
    return spot[0] / 2, spot[1] / 2


def _drawn_hub(hub: Block) -> Hub:
    left, top, right, bottom = (edge / 2 for edge in hub)
    return Hub((left + right) / 2, (top + bottom) / 2, bottom - top)


def _drawn_end(name: EndName, pip: int, tip: Tip) -> DrawnEnd:
    return DrawnEnd(name, pip, *_point(tip.spot), tip.heading * 90)
