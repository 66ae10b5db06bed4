"""Tiles, sets of tiles, and which tiles fit where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.tiles import (
    DOUBLES,
    HALVES,
    NAMES,
    NO_TILES,
    PIPS,
    SUITS,
    WILD,
    WILD_TILES,
    bit,
    names_of,
    pips_of,
    set_up_to,
    tile_named,
    tile_set,
    tile_with,
    tiles_of,
    wild_tiles,
)

TILES = st.integers(0, len(HALVES) - 1)


@pytest.mark.parametrize(
    ("highest", "tiles"), [(6, 28), (7, 36), (9, 55), (12, 91), (15, 136), (18, 190)]
)
def test_the_number_of_tiles_of_a_set(highest: int, tiles: int) -> None:
    assert set_up_to(highest).bit_count() == tiles
    assert names_of(set_up_to(highest))[-1] == f"{highest}-{highest}"


def test_the_tile_low_high_has_the_number_high_by_high_plus_1_half_plus_low() -> None:
    for tile, (low, high) in enumerate(HALVES):
        assert low <= high
        assert tile == high * (high + 1) // 2 + low == tile_with(high, low)
        if high != WILD:
            assert tile_named(f"{high}-{low}") == tile_named(f"{low}-{high}") == tile
            assert NAMES[tile] == f"{high}-{low}"
            assert PIPS[tile] == low + high


def test_wild_tiles() -> None:
    names = names_of(wild_tiles(9))
    assert names == [*(f"W-{pip}" for pip in range(10)), "W-W"]
    assert [PIPS[tile_named(name)] for name in ("W-0", "W-7", "7-W", "W-W")] == [10, 17, 17, 20]
    assert not wild_tiles(18) & set_up_to(18)
    assert wild_tiles(9) & DOUBLES == bit(tile_named("W-W"))
    assert not any(suit & wild_tiles(18) for suit in SUITS[:WILD])


@pytest.mark.parametrize("name", ["", "6", "6-", "6-4-2", "19-0", "-6-4", "6 - 4", 25, None, 6.4])
def test_an_invalid_tile_name_is_refused(name: object) -> None:
    with pytest.raises(ValueError, match="not-a-tile"):
        tile_named(name)


@given(st.sets(TILES))
def test_a_set_of_tiles_is_an_integer_with_a_bit_a_tile(members: set[int]) -> None:
    together = tile_set(members)
    assert tiles_of(together) == tuple(sorted(members))
    assert together == sum(map(bit, members))
    assert pips_of(together) == sum(PIPS[tile] for tile in members)


def test_no_tiles() -> None:
    assert tiles_of(NO_TILES) == ()
    assert pips_of(NO_TILES) == 0
    assert tile_set([3, 3]) == bit(3)


def test_the_tiles_that_show_a_pip_and_the_doubles() -> None:
    six = set_up_to(6)
    assert names_of(SUITS[0] & six) == ["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0"]
    assert names_of(SUITS[6] & six) == ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
    assert [HALVES[double] for double in tiles_of(DOUBLES)] == [
        (pip, pip) for pip in range(WILD + 1)
    ]


def test_the_last_suit_is_that_of_wild_halves() -> None:
    assert len(SUITS) == WILD + 1
    assert SUITS[WILD] == WILD_TILES
