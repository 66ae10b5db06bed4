"""What holds for every drawing, worked out again from the places and turns alone."""

from collections.abc import Iterable
from itertools import combinations
from math import cos, radians, sin
from typing import NamedTuple

from domain.layout.lying import Lying
from projections.drawing.drawing import Drawing, DrawnEnd, Hub, PlacedTile


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


def check(drawing: Drawing, lying: Lying) -> None:
    """No two tiles overlap; each touches the one it is on, or is linked with it."""
    tiles = drawing.tiles
    assert [tile.act for tile in tiles if tile.newest] == [max(each.act for each in lying)]
    assert sorted((tile.act, tile.tile, tile.on) for tile in tiles) == sorted(
        (each.act, each.tile, each.on) for each in lying
    )
    areas = [area_of(tile) for tile in tiles]
    if drawing.hub is not None:
        areas.append(hub_of(drawing.hub))
    assert not [pair for pair in combinations(areas, 2) if overlap(*pair)]
    by_act = {tile.act: tile for tile in tiles}
    for tile in tiles:
        if tile.on is not None and tile.link is None:
            touching = area_of(tile) if tile.first == tile.second else first_half_of(tile)
            assert touch(touching, area_of(by_act[tile.on])), tile
        if tile.on is None and drawing.hub is not None:
            assert touch(first_half_of(tile), hub_of(drawing.hub)) or tile.first == tile.second
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
