"""What holds for every drawing, worked out again from the places and turns alone."""

from collections.abc import Iterable
from itertools import combinations
from math import cos, dist, radians, sin
from typing import NamedTuple

from domino_ledger.domain.events import Way, laid
from domino_ledger.domain.layout.ends import Ends
from domino_ledger.domain.layout.front import Front, after_lay, front_of
from domino_ledger.domain.layout.on_table import OnTable, with_tile
from domino_ledger.domain.layout.trains import at_hub
from domino_ledger.domain.rules.layouts import HubTrains
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import DOUBLES, bit, tile_named
from domino_ledger.projections.drawing.bent_line import points
from domino_ledger.projections.drawing.drawing import Bow, Drawing, DrawnEnd, Hub, PlacedTile
from domino_ledger.projections.drawing.growth import growth_of
from domino_ledger.projections.drawing.placement import edges_for, placed


def drawn(rules: RuleSet, *lays: str, ends: Ends | None = None) -> Drawing:
    """The drawing after these lays, fitting or not: a lead, then `6-4 left`, `W-4 left wild 6`.

    ``ends``: instead of those that are open then.
    """
    on_table, front = laid_out(rules, *lays)
    table = table_for(rules.play, min(rules.play.hand))
    growth = growth_of(rules.play.layout, table.seats)
    edges = edges_for(table.tiles.bit_count(), growth)
    drawing = placed(on_table, front.ends if ends is None else ends, growth, edges)
    check(drawing, on_table)
    assert names(drawing) == with_room(front.ends if ends is None else ends)
    return drawing


def laid_out(rules: RuleSet, *lays: str) -> tuple[OnTable, Front]:
    """The tiles on the table, and the open ends."""
    table, layout = table_for(rules.play, min(rules.play.hand)), rules.play.layout
    at_start = at_hub(layout, table.seats, 12) if isinstance(layout, HubTrains) else ()
    front = front_of(layout, table.matching, (at_start,))
    found: OnTable = ()
    for act, each in enumerate(lays):
        placing, _, wild = each.partition(" wild ")
        tile, _, end = placing.partition(" ")
        lay = laid(0, tile_named(tile), end or None, False, Way(wild=int(wild) if wild else None))
        found = with_tile(found, front, lay, act)
        front = after_lay(front, lay)
    return found, front


def names(drawing: Drawing) -> set[str]:
    return {end.name for end in drawing.ends}


def with_room(ends: Ends) -> set[str]:
    """The names of these ends, but for those of a line of bent tiles that met."""
    return {end.name for end in ends if end.room}


class Area(NamedTuple):
    """A rectangle, in quarters of a unit."""

    left: int
    top: int
    right: int
    bottom: int


def area(x: float, y: float, wide: float, high: float) -> Area:
    edges = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    return Area(*(round(edge * 4) for edge in edges))


def area_of(tile: PlacedTile) -> Area:
    return area(tile.x, tile.y, *((1, 2) if tile.turn % 180 else (2, 1)))


def is_double(tile: PlacedTile) -> bool:
    return bool(bit(tile.tile) & DOUBLES)


def first_half_of(tile: PlacedTile) -> Area:
    turn = radians(tile.turn)
    return area(tile.x - cos(turn) / 2, tile.y - sin(turn) / 2, 1, 1)


def hub_of(hub: Hub) -> Area:
    return area(hub.x, hub.y, 1, hub.height)


def overlap(one: Area, other: Area) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def touch(one: Area, other: Area) -> bool:
    """They share at least half a unit of an edge."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return (wide == 0 and high >= 2) or (high == 0 and wide >= 2)


def linked(drawing: Drawing) -> list[PlacedTile]:
    return [tile for tile in drawing.tiles if tile.link is not None]


def check(drawing: Drawing, on_table: OnTable) -> None:
    """No two tiles overlap; each touches the one it is on, or is linked with it."""
    tiles = drawing.tiles
    assert [tile.act for tile in tiles if tile.newest] == [max(each.act for each in on_table)]
    assert sorted((tile.act, tile.tile, tile.on) for tile in tiles) == sorted(
        (each.act, each.tile, each.on) for each in on_table
    )
    if any(tile.bow is not None for tile in tiles):
        check_bent(drawing)
        return
    areas = [area_of(tile) for tile in tiles]
    if drawing.hub is not None:
        areas.append(hub_of(drawing.hub))
    assert not [pair for pair in combinations(areas, 2) if overlap(*pair)]
    by_act = {tile.act: tile for tile in tiles}
    for tile in tiles:
        if tile.on is not None and tile.link is None:
            touching = area_of(tile) if is_double(tile) else first_half_of(tile)
            assert touch(touching, area_of(by_act[tile.on])), tile
        if tile.on is None and drawing.hub is not None:
            assert touch(first_half_of(tile), hub_of(drawing.hub)) or is_double(tile)
            assert touch(area_of(tile), hub_of(drawing.hub))
    assert in_box(areas, drawing)
    assert all(at_an_edge(end, areas) for end in drawing.ends)


def in_box(areas: Iterable[Area], drawing: Drawing) -> bool:
    left, top, right, bottom = (edge * 4 for edge in drawing.box)
    return all(
        left <= each.left and top <= each.top and each.right <= right and each.bottom <= bottom
        for each in areas
    )


def at_an_edge(end: DrawnEnd, areas: Iterable[Area]) -> bool:
    """A little inward of the end there is a tile."""
    turn = radians(end.turn)
    size = (1, 0.5) if end.turn % 180 else (0.5, 1)
    inward = area(end.x - cos(turn) / 4, end.y - sin(turn) / 4, *size)
    return any(overlap(inward, each) for each in areas)


# -- Bent tiles

_FINELY = 12


def bows(drawing: Drawing) -> list[Bow]:
    return [tile.bow for tile in drawing.tiles if tile.bow is not None]


def joined(one: Bow, other: Bow) -> bool:
    joints = [(a, b) for a in (one.begin, one.end) for b in (other.begin, other.end)]
    return any(dist(a, b) < 0.01 for a, b in joints)


def nearest(one: Bow, other: Bow) -> float:
    return min(dist(a, b) for a in points(one, _FINELY) for b in points(other, _FINELY))


def check_bent(drawing: Drawing) -> None:
    """Tiles are one unit broad: middle lines of others stay further away than that."""
    found = bows(drawing)
    assert len(found) == len(drawing.tiles)
    for one, other in combinations(found, 2):
        assert joined(one, other) or dist(one.centre, other.centre) > 3 or nearest(one, other) > 1
    by_act = {tile.act: tile for tile in drawing.tiles}
    for tile in drawing.tiles:
        if tile.on is not None and tile.link is None:
            bow, on = tile.bow, by_act[tile.on].bow
            assert bow is not None
            assert on is not None
            assert min(dist(bow.begin, on.begin), dist(bow.begin, on.end)) < 0.01
        assert tile.turn % 60 == 0
