"""Tiles, and sets of tiles as integers.

The tile (low, high) has the number ``high * (high + 1) / 2 + low``, the same in every set, so a
smaller set is a prefix of every larger one. A set of tiles is an integer with one bit a tile.
People and JSON see ``"6-4"``, never a number.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

Pip: TypeAlias = int
Tile: TypeAlias = int
Tiles: TypeAlias = int

HIGHEST_PIP = 18
NO_TILES: Tiles = 0

HALVES: tuple[tuple[Pip, Pip], ...] = tuple(
    (low, high) for high in range(HIGHEST_PIP + 1) for low in range(high + 1)
)
"""The (low, high) halves of each tile, by its number."""

NAMES: tuple[str, ...] = tuple(f"{high}-{low}" for low, high in HALVES)
PIPS: tuple[int, ...] = tuple(low + high for low, high in HALVES)

_NUMBERS: dict[object, Tile] = {
    f"{one}-{other}": tile
    for tile, halves in enumerate(HALVES)
    for one, other in (halves, reversed(halves))
}


def tile_named(name: object) -> Tile:
    """The number of the tile called ``"6-4"`` or ``"4-6"``; ValueError for anything else."""
    try:
        return _NUMBERS[name]
    except (KeyError, TypeError):
        message = f"{name!r} is not a tile: expected two halves such as '6-4'"
        raise ValueError(message) from None


def set_up_to(highest: Pip) -> Tiles:
    """The whole set whose highest double is ``highest``: double-six has 28 tiles."""
    return (1 << (highest + 1) * (highest + 2) // 2) - 1


def bit(tile: Tile) -> Tiles:
    """The set that holds this tile alone."""
    return 1 << tile


def tile_set(tiles: Iterable[Tile]) -> Tiles:
    """The set of these tiles; a tile given twice is in it once."""
    together = NO_TILES
    for tile in tiles:
        together |= 1 << tile
    return together


def members(tiles: Tiles) -> list[Tile]:
    """The members of a set, lowest number first; worked out anew, for sets hardly seen twice."""
    found = []
    while tiles:
        lowest = tiles & -tiles
        found.append(lowest.bit_length() - 1)
        tiles ^= lowest
    return found


@lru_cache(maxsize=1 << 16)
def tiles_of(tiles: Tiles) -> tuple[Tile, ...]:
    """The members of a set, lowest number first."""
    return tuple(members(tiles))


@lru_cache(maxsize=1 << 16)
def pips_of(tiles: Tiles) -> int:
    """The pips on all the tiles of a set."""
    return sum(PIPS[tile] for tile in tiles_of(tiles))


def names_of(tiles: Tiles) -> list[str]:
    """The names of a set's members, lowest number first."""
    return [NAMES[tile] for tile in tiles_of(tiles)]


SHOWING: tuple[Tiles, ...] = tuple(
    tile_set(tile for tile, halves in enumerate(HALVES) if pip in halves)
    for pip in range(HIGHEST_PIP + 1)
)
"""By pip, the tiles of the largest set that show it on a half."""

OTHERS: tuple[Tiles, ...] = tuple(~bit(tile) for tile in range(len(HALVES)))
"""By tile, all there are but this one."""

DOUBLES: tuple[Tile, ...] = tuple(_NUMBERS[f"{pip}-{pip}"] for pip in range(HIGHEST_PIP + 1))
"""By pip, the double."""


def _tile_from_name(value: object) -> Tile:
    return value if type(value) is int and 0 <= value < len(NAMES) else tile_named(value)


TileName = Annotated[
    Tile,
    BeforeValidator(_tile_from_name),
    PlainSerializer(NAMES.__getitem__, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{1,2}-[0-9]{1,2}$"}),
]
"""A tile as a field of a model: a number inside, its name in JSON."""
