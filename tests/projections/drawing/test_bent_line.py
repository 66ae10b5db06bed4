"""Bent tiles: those that fit never overlap, and each begins where another ends."""

import pytest

from domino_ledger.domain.layout.ends import End, Spot
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import NO_TILES, SUITS, tile_named
from domino_ledger.projections.drawing.bent_line import STEP

from .laws import drawn, linked

RULES = PUBLISHED["bendomino@1"]
SPOT = Spot((0, 0), 3, frozenset(), SUITS[1], ())
LEFT, RIGHT = (End(name, 1, spot=SPOT) for name in ("left", "right"))


def test_the_worked_round() -> None:
    """1-1, 3-1 at the right, 3-2 at the right, which bends right: joint (-2, 1), heading 2."""
    left, right = drawn(RULES, "1-1", "3-1 right", "3-2 right").ends
    assert (left.name, left.x, left.y, left.turn) == ("left", 0, 0, 180)
    assert right.name == "right"
    assert (right.x, right.y) == pytest.approx((-1.5 * STEP, -(0.75**0.5) * STEP))
    assert right.turn == 240


def test_a_tile_that_does_not_fit_is_linked() -> None:
    """5-3 bends left a third time: its far joint is the first one."""
    drawing = drawn(RULES, "1-1", "3-1 right", "5-3 right", "5-2 right")
    assert [tile.tile for tile in linked(drawing)] == [tile_named("5-3")]


def test_a_loop_closes() -> None:
    """2-0, then at the right 4-2, 4-1, 3-1, 5-3, 5-0, 4-0, 6-4; 6-0 joins both ends."""
    right = ("4-2", "4-1", "3-1", "5-3", "5-0", "4-0", "6-4", "6-0")
    drawing = drawn(RULES, "2-0", *(f"{tile} right" for tile in right))
    assert linked(drawing) == []
    assert drawing.ends == ()
    first, last = drawing.tiles[0].bow, drawing.tiles[-1].bow
    assert first is not None
    assert last is not None
    assert last.end == pytest.approx(first.begin)


def test_ends_that_are_closed_or_have_no_room() -> None:
    assert [end.name for end in drawn(RULES, "1-1", ends=(LEFT,)).ends] == ["left"]
    shut = RIGHT._replace(spot=SPOT._replace(takes=NO_TILES))
    ends = drawn(RULES, "1-1", ends=(LEFT, shut)).ends
    assert [(end.name, end.has_room) for end in ends] == [("left", True), ("right", False)]
