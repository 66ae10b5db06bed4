"""Bent tiles: those that fit never overlap, and each begins where another ends."""

from itertools import combinations
from math import dist

import pytest

from domain.layout.ends import End
from domain.tiles import tile_named
from projections.drawing.bent_line import STEP, points
from projections.drawing.drawing import Bow, Drawing
from projections.drawing.growth import Growth
from projections.drawing.placement import Edges, placed
from tests.lanes import examples

from .laws import linked
from .trees import Tree, bent

FINELY = 12


def drawn(tree: Tree) -> Drawing:
    return placed(tree.lying, tree.ends, tree.growth, Edges(40, 30))


def bows(drawing: Drawing) -> list[Bow]:
    return [tile.bow for tile in drawing.tiles if tile.bow is not None]


def touch(one: Bow, other: Bow) -> bool:
    joints = [(a, b) for a in (one.begin, one.end) for b in (other.begin, other.end)]
    return any(dist(a, b) < 0.01 for a, b in joints)


def nearest(one: Bow, other: Bow) -> float:
    return min(dist(a, b) for a in points(one, FINELY) for b in points(other, FINELY))


def check(drawing: Drawing) -> None:
    """Tiles are one unit broad: middle lines of others stay further away than that."""
    found = bows(drawing)
    assert len(found) == len(drawing.tiles)
    for one, other in combinations(found, 2):
        assert touch(one, other) or dist(one.centre, other.centre) > 3 or nearest(one, other) > 1
    by_act = {tile.act: tile for tile in drawing.tiles}
    for tile in drawing.tiles:
        if tile.on is not None and tile.link is None:
            bow, on = tile.bow, by_act[tile.on].bow
            assert bow is not None
            assert on is not None
            assert min(dist(bow.begin, on.begin), dist(bow.begin, on.end)) < 0.01
        assert tile.turn % 60 == 0


@pytest.mark.unmeasured
@pytest.mark.parametrize("highest", [6, 9])
def test_random_lines(highest: int) -> None:
    for seed in range(examples(20)):
        tree = bent(seed, highest)
        drawing = drawn(tree)
        check(drawing)
        assert linked(drawing) == []
        assert len(drawing.tiles) == len(tree.laid)


def test_the_worked_round() -> None:
    """1-1, 3-1 at the right, 3-2 at the right, which bends right: joint (-2, 1), heading 2."""
    tree = Tree(Growth(bent=True))
    tree.lead(tile_named("1-1"))
    tree.lay(tile_named("3-1"), "right", "left")
    tree.lay(tile_named("3-2"), "right", "right")
    drawing = drawn(tree)
    left, right = drawing.ends
    assert (left.name, left.x, left.y, left.turn) == ("left", 0, 0, 180)
    assert right.name == "right"
    assert (right.x, right.y) == pytest.approx((-1.5 * STEP, -(0.75**0.5) * STEP))
    assert right.turn == 240
    check(drawing)


def test_a_tile_that_does_not_fit_is_linked() -> None:
    """5-3 bends left a third time: its far joint is the first one."""
    tree = Tree(Growth(bent=True))
    tree.lead(tile_named("1-1"))
    tree.lay(tile_named("3-1"), "right", "left")
    tree.lay(tile_named("5-3"), "right", "left")
    tree.lay(tile_named("5-2"), "right", "right")
    drawing = drawn(tree)
    assert [tile.tile for tile in linked(drawing)] == [tile_named("5-3")]
    check(drawing)


def test_ends_that_are_closed_are_not_drawn() -> None:
    tree = bent(1)
    drawing = placed(tree.lying, (End("left", 1),), tree.growth, Edges(40, 30))
    assert [end.name for end in drawing.ends] == ["left"]
