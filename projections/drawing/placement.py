"""Where each tile lies in a picture, so that no two overlap.

Tiles find their places in the order in which they were laid, and a later tile moves no earlier
one. Only where trains lie in rows, a train that needs another row moves the trains below it.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from ...domain.events import EndName
from ...domain.hidden.seat_view import SeatView
from ...domain.layout.ends import Ends
from ...domain.layout.on_table import OnTable
from ...domain.tiles import Tile
from .bent_line import bent_line
from .drawing import (
    Box,
    Drawing,
    DrawnEnd,
    Hub,
    OutwardTile,
    PlacedTile,
    Point,
    Train,
    in_order,
    with_newest,
)
from .growth import Growth, Place, Places, growth_of, named
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
    turned,
    ways,
)

_ASPECT = 1.6
"""The width of a table by its height."""


class Edges(NamedTuple):
    """How far rows go from the middle of the table, in cells."""

    across: int
    down: int


def edges_for(tiles: int, growth: Growth) -> Edges:
    """The edges of a table for so many tiles, wider than high."""
    cells = tiles * LONG * (ROW + SHORT)
    if not growth.wide:
        cells = cells * 3 // 2
    down = (cells / _ASPECT) ** 0.5
    return Edges(max(round(down * _ASPECT / 2), 4 * LONG), max(round(down / 2), 2 * LONG))


def drawing_of(view: SeatView) -> Drawing:
    """What the viewer sees on the table, with places."""
    (drawing,) = drawings_of([view])
    return drawing


def drawings_of(views: Iterable[SeatView]) -> Iterator[Drawing]:
    """What the viewer sees on the table, step by step; a step goes on from the one before."""
    laying, laid, grown = None, list[OutwardTile](), None
    for view in views:
        table = view.table
        growth = growth_of(table.layout, table.seats)
        edges = edges_for(table.tiles.bit_count(), growth)
        if growth.bent or growth.rows:  # There, a tile may move others.
            yield placed(view.on_table, view.ends, growth, edges, view.hub)
            continue
        tiles = in_order(view.on_table)
        if laying is None or grown != (growth, edges) or tiles[: len(laid)] != laid:
            laying, laid, grown = _Laying(growth, edges), [], (growth, edges)
        for tile in tiles[len(laid) :]:
            laying.lay(tile)
        laid = tiles
        yield laying.drawing(view.ends, view.hub)


def placed(
    on_table: OnTable, ends: Ends, growth: Growth, edges: Edges, hub: Tile | None = None
) -> Drawing:
    """The tiles on the table with their places; ``hub``: the tile from which trains grow."""
    tiles = in_order(on_table)
    if growth.bent:
        return bent_line(tiles, ends)
    laying = _Laying(growth, edges)
    if growth.rows:
        laying.lay_rows(tiles)
    else:
        for tile in tiles:
            laying.lay(tile)
    return laying.drawing(ends, hub)


class _Free(NamedTuple):
    """What a tile keeps away from."""

    margin: int
    """The cells to tiles that are not ``near``."""
    near: set[int | None]
    """Acts."""
    kept: tuple[frozenset[Spot], ...]
    """Cells ahead of other ends."""
    wide: bool = False
    """The tiles to come need room for branches, too."""


_ROOM_PREFERENCES = (
    *((1, 3, 0), (1, 3, 1), (1, 1, 1)),
    *((0, 2, 1), (0, 0, 1), (0, 1, 2), (0, 0, 2)),
)
"""In order: the margin, how many more tiles find room, and what is kept for other ends: much,
little, nothing."""
_AROUND_THE_CORNER = {-1: (Place.LEFT_END,), 0: (), 1: (Place.RIGHT_END,)}
"""Of a toe at this side of the middle that has no room, where it can begin instead."""
_NAME = 6
"""The width of what stands left of a train."""
_ANY = -2
"""The act of a tile that is not laid yet."""


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
        self._instead: dict[EndName, list[Tip]] = {}
        """Of toes that no tile has taken, where one can begin that has no room at its place."""
        self._kept_free: dict[EndName, tuple[frozenset[Spot], frozenset[Spot]]] = {}
        """By end, the cells ahead of it: much, and little."""
        self._laid: dict[int, _Laid] = {}
        self._tiles: list[PlacedTile] = []
        self._branched = False
        self._hub: Block | None = None
        self._rows: dict[EndName, int] = {}

    # -- One tile

    def lay(self, tile: OutwardTile, middle: Spot = (0, 0)) -> None:
        """Lay the next tile; a lead is laid at ``middle``."""
        if tile.placed.on is None and not self._growth.hub:
            self._lead(tile, middle)
            return
        tip = self._tips[tile.branch]
        tips = (tip, *self._instead.pop(tile.branch, ()))
        found = (self._way(each, tile) for each in tips)
        way, link = next((each for each in found if each is not None), None), None
        if way is None:
            fresh = self._elsewhere(tip)
            way = next(ways(fresh, tile.act, double=tile.placed.across))
            link = (_point(tip.spot), _point(fresh.spot))
        self._put(tile, _Laid(way.block, way.tip.heading, tile.placed.across), link)
        self._keep(tile.branch, way.tip)
        self._branch(tile)

    def _way(self, tip: Tip, tile: OutwardTile) -> Way | None:
        """The first way with room, at a distance from other tiles and with room to go on if any."""
        found = list(ways(tip, tile.act, double=tile.placed.across))
        # It may lie close to the tiles around its corner.
        around = {tip.on, *(each.on for each in self._tiles if each.act == tip.on)}
        near = around | {each.act for each in self._tiles if each.on in around}
        for margin, more, kept in _ROOM_PREFERENCES:
            free = _Free(margin, near, self._kept(tile.branch, kept), wide=not kept)
            for way in found:
                if self._is_free(way.block, free) and self._goes_on(way.tip, free, more):
                    return way
        return None

    def _kept(self, branch: EndName, level: int) -> tuple[frozenset[Spot], ...]:
        """Much (0), little (1) or nothing (2) of the cells ahead of other ends."""
        others = (kept for name, kept in self._kept_free.items() if name != branch)
        return tuple(kept[level] for kept in others) if level < 2 else ()

    def _is_free(self, block: Block, free: _Free) -> bool:
        cells = tuple(block.cells())
        if any(cell in self._taken for cell in cells):
            return False
        if any(not kept.isdisjoint(cells) for kept in free.kept):
            return False
        around = block.wider(free.margin).cells()
        return all(cell not in self._taken or self._taken[cell] in free.near for cell in around)

    def _goes_on(self, tip: Tip, free: _Free, more: int) -> bool:
        """So many more tiles find room, whatever they are."""
        return more == 0 or any(
            self._is_free(self._for_any(way, tip, wide=free.wide), free)
            and self._goes_on(way.tip, free, more - 1)
            for way in ways(tip, _ANY, double=False)
        )

    def _elsewhere(self, tip: Tip) -> Tip:
        """The nearest place with room around it."""
        free = _Free(1, set(), self._kept("", 0))
        edge = self._edges.across
        spot, heading = next(
            (spot, heading)
            for far in count(ROW, SHORT)
            for spot in _ring(tip.spot, far)
            for heading in range(4)
            if self._is_free(block(spot, heading, 2 * LONG, ROW), free)
        )
        shift = turned(heading, 1)
        low, high = spot[heading % 2] - edge, spot[heading % 2] + edge
        return Tip(spot, heading, tip.on, heading, shift, low, high, along(spot, shift))

    def _put(self, tile: OutwardTile, laid: _Laid, link: tuple[Point, Point] | None = None) -> None:
        block, heading, across = laid
        self._taken |= dict.fromkeys(block.cells(), tile.act)
        self._laid[tile.act] = laid
        x, y = (block.left + block.right) / 4, (block.top + block.bottom) / 4
        self._tiles.append(tile.at((x, y), turned(heading, across) * 90, link))

    # -- Where branches begin

    def _lead(self, tile: OutwardTile, middle: Spot) -> None:
        across = tile.placed.across or self._growth.lead_lies_across
        length, breadth = (SHORT, LONG) if across else (LONG, SHORT)
        start = moved(middle, 2, length // 2)
        self._put(tile, _Laid(block(start, 0, length, breadth), 0, across))
        self._begin(self._growth.lead, tile)
        if self._growth.lead_is_a_double:
            self._branch(tile)

    def _branch(self, tile: OutwardTile) -> None:
        """Begin the branches of this tile, if it has any."""
        growth = self._growth
        if not growth.branches_at(tile.placed) or (growth.only_first and self._branched):
            return
        self._branched = True
        if any(place.value[0] > 0 for _, place in growth.double):
            del self._kept_free[tile.branch]
        self._begin(growth.double, tile)

    def _tip_at(self, act: int, place: Place) -> Tip:
        """The end that begins at this place of a tile."""
        laid, edges = self._laid[act], self._edges
        ahead, aside = place.value
        right = turned(laid.heading, 1)
        outward = turned(right, 0 if aside > 0 else 2)
        spot = (laid.block.left + laid.block.right) // 2, (laid.block.top + laid.block.bottom) // 2
        if ahead:
            heading = laid.heading if ahead > 0 else turned(laid.heading, 2)
            half = (SHORT if laid.across else LONG) // 2
            spot = moved(moved(spot, heading, half), right, SHORT * aside)
        else:
            heading = outward
            spot = moved(spot, heading, LONG // 2)
        splay = bool(ahead and aside)
        shift = 1 if self._growth.rows else outward if splay else turned(heading, 1)
        high = edges.down if heading % 2 else edges.across
        low = -high
        if not self._growth.wide:
            base = spot[heading % 2]
            low, high = (base, high) if heading in (0, 1) else (low, base)
        return Tip(spot, heading, act, heading, shift, low, high, along(spot, shift), splay=splay)

    def _begin(self, places: Places, tile: OutwardTile) -> None:
        foot = any(all(place.value) for _, place in places)
        for name, place in named(places, tile.placed):
            self._keep(name, self._tip_at(tile.act, place), side_by_side=foot)
            if foot:
                corner = _AROUND_THE_CORNER[place.value[1]]
                self._instead[name] = tips = [self._tip_at(tile.act, each) for each in corner]
                if any(cell in self._taken for cell in self._kept_free[name][1]):
                    for tip in tips:
                        self._keep(name, tip)

    def _keep(self, name: EndName, tip: Tip, *, side_by_side: bool = False) -> None:
        self._tips[name] = tip
        way = next(ways(tip, _ANY, double=False))
        much, little = (
            way.block if side_by_side else self._for_any(way, tip, wide=wide)
            for wide in (True, False)
        )
        self._kept_free[name] = frozenset(much.cells()), frozenset(little.cells())

    def _for_any(self, way: Way, tip: Tip, *, wide: bool) -> Block:
        """The cells of this way, whatever the tile is; ``wide``: and whatever branches from it."""
        if way.tip.heading != tip.heading:
            return way.block
        if not wide or self._growth.only_first or not self._growth.double:
            return block(tip.spot, tip.heading, LONG, LONG)
        return block(tip.spot, tip.heading, LONG + SHORT, ROW)

    # -- Trains in rows

    def lay_rows(self, tiles: Iterable[OutwardTile]) -> None:
        """Lay trains one below the other, each in as many rows as it needs."""
        row_of: dict[int, EndName] = {}
        trains: dict[EndName, list[OutwardTile]] = {name: [] for name in self._growth.rows}
        for tile in tiles:
            on = tile.placed.on
            row_of[tile.act] = name = tile.branch if on is None else row_of[on]
            trains.setdefault(name, []).append(tile)
        last = row = 0
        for name, train in trains.items():
            if self._growth.hub:
                right = 2 * self._edges.across
                self._keep(name, Tip((0, row), 0, None, 0, 1, low=LONG, high=right, row=row))
            self._rows[name] = row
            for tile in train:
                self.lay(tile, (0, row))
            bottom = max((y + 1 for _, y in self._taken), default=-LONG)
            last, row = row, max(row + ROW, bottom + LONG)
        if self._growth.hub:
            self._hub = Block(-SHORT, -SHORT, 0, last + SHORT)
            self._taken |= dict.fromkeys(self._hub.cells(), None)

    # -- The whole

    def drawing(self, ends: Ends, hub: Tile | None) -> Drawing:
        """The drawing of what was laid."""
        left_of_trains = [
            (0, row + down) for row in self._rows.values() for down in (-SHORT, SHORT - 1)
        ]
        xs, ys = zip(*(self._taken or [(0, 0)]), *left_of_trains, strict=True)
        left = min(xs) / 2 - (_NAME if self._rows else 0)
        marked = {end.name for end in ends if end.marked}
        seats, drawn_hub = self._growth.seats, None
        if self._hub is not None:
            at, top, right, bottom = (edge / 2 for edge in self._hub)
            drawn_hub = Hub((at + right) / 2, (top + bottom) / 2, bottom - top, hub)
        return Drawing(
            with_newest(self._tiles),
            tuple(
                DrawnEnd(end.name, end.pip, *_point(tip.spot), tip.heading * 90)
                for end in ends
                if (tip := self._tips.get(end.name)) is not None
            ),
            Box(left, min(ys) / 2, (max(xs) + 1) / 2, (max(ys) + 1) / 2),
            drawn_hub,
            tuple(
                Train(name, seats.get(name), name in marked, left, row / 2)
                for name, row in self._rows.items()
            ),
        )


def _ring(spot: Spot, far: int) -> Iterator[Spot]:
    """The spots at this distance, every second one."""
    x, y = spot
    for step in range(-far, far + 1, SHORT):
        yield from (
            (x + far, y + step),
            (x - step, y + far),
            (x - far, y - step),
            (x + step, y - far),
        )


def _point(spot: Spot) -> Point:
    return spot[0] / 2, spot[1] / 2
