"""Bent tiles: those that fit never overlap, and each begins where another ends."""

import pytest

from domain.layout.ends import End, Spot
from domain.rules.catalogue import PUBLISHED
from domain.tiles import NO_TILES, SUITS, tile_named
from projections.drawing.bent_line import STEP
from projections.drawing.drawing import Drawing
from projections.drawing.growth import Growth
from projections.drawing.placement import Edges, placed
from tests.lanes import examples

from .laws import check_bent, linked, on_table
from .trees import Tree, bent


def drawn(tree: Tree) -> Drawing:
    return placed(tree.on_table, tree.ends, tree.growth, Edges(40, 30))


@pytest.mark.unmeasured
@pytest.mark.parametrize("highest", [6, 9])
def test_random_lines(highest: int) -> None:
    for seed in range(examples(8)):
        tree = bent(seed, highest)
        drawing = drawn(tree)
        check_bent(drawing)
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
    check_bent(drawing)


def test_a_tile_that_does_not_fit_is_linked() -> None:
    """5-3 bends left a third time: its far joint is the first one."""
    tree = Tree(Growth(bent=True))
    tree.lead(tile_named("1-1"))
    tree.lay(tile_named("3-1"), "right", "left")
    tree.lay(tile_named("5-3"), "right", "left")
    tree.lay(tile_named("5-2"), "right", "right")
    drawing = drawn(tree)
    assert [tile.tile for tile in linked(drawing)] == [tile_named("5-3")]
    check_bent(drawing)


def test_ends_that_are_closed_are_not_drawn() -> None:
    tree = bent(1)
    drawing = placed(tree.on_table, (End("left", 1),), tree.growth, Edges(40, 30))
    assert [end.name for end in drawing.ends] == ["left"]


def test_a_loop_closes() -> None:
    """2-0, then at the right 4-2, 4-1, 3-1, 5-3, 5-0, 4-0, 6-4; 6-0 joins both ends."""
    found = on_table(
        PUBLISHED["bendomino@1"],
        *("2-0", "4-2 right", "4-1 right", "3-1 right", "5-3 right", "5-0 right", "4-0 right"),
        *("6-4 right", "6-0 right"),
    )
    ends = End("left", 0, room=0), End("right", 0, room=0)
    drawing = placed(found, ends, Growth(bent=True), Edges(40, 30))
    check_bent(drawing)
    assert linked(drawing) == []
    assert drawing.ends == ()
    bows = [tile.bow for tile in drawing.tiles]
    assert bows[0] is not None
    assert bows[-1] is not None
    assert bows[-1].end == pytest.approx(bows[0].begin)


def test_an_end_without_room() -> None:
    tree = Tree(Growth(bent=True))
    tree.lead(tile_named("1-1"))
    spot = Spot((0, 0), 3, frozenset(), SUITS[1], ())
    ends = End("left", 1, spot=spot), End("right", 1, spot=spot._replace(takes=NO_TILES))
    drawing = placed(tree.on_table, ends, tree.growth, Edges(40, 30))
    assert [(end.name, end.has_room) for end in drawing.ends] == [("left", True), ("right", False)]
