"""Tiles, and sets of tiles as integers.

The tile (low, high) has the number ``high * (high + 1) / 2 + low``, the same in every set, so a
smaller set is a prefix of every larger one. A set of tiles is an integer with one bit a tile.
People and JSON see ``"6-4"``, never a number.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

Pip: TypeAlias = int
Tile: TypeAlias = int
Tiles: TypeAlias = int

HIGHEST_PIP = 18
WILD: Pip = HIGHEST_PIP + 1
"""In place of the pip of a wild half, which stands for any pip. A wild half is the high one."""
NO_TILES: Tiles = 0

HALVES: tuple[tuple[Pip, Pip], ...] = tuple(
    (low, high) for high in range(WILD + 1) for low in range(high + 1)
)
"""The (low, high) halves of each tile, by its number."""

UNSEEN: Tile = len(HALVES)
"""An unseen tile: it fits nowhere and has neither halves nor pips.

A deal may contain it several times. In a set each unseen tile has a bit of its own, from this
number up, so the size of a hand includes its unseen tiles.
"""

PIP_NAMES: tuple[str, ...] = (*map(str, range(HIGHEST_PIP + 1)), "W")
"""By pip; the last is the name of a wild half."""
NAMES: tuple[str, ...] = (*(f"{PIP_NAMES[high]}-{PIP_NAMES[low]}" for low, high in HALVES), "?")
WILD_PIPS = 10
"""What a wild half counts in a hand, unless the rules say otherwise."""
_WORTH = (*range(HIGHEST_PIP + 1), WILD_PIPS)
PIPS: tuple[int, ...] = tuple(_WORTH[low] + _WORTH[high] for low, high in HALVES)
"""The pips on each tile, by its number; a wild half counts `WILD_PIPS`."""

_NUMBERS: dict[object, Tile] = {
    f"{PIP_NAMES[one]}-{PIP_NAMES[other]}": tile
    for tile, halves in enumerate(HALVES)
    for one, other in (halves, reversed(halves))
}


def tile_named(name: object) -> Tile:
    """The number of the tile named ``"6-4"`` or ``"4-6"``; ValueError for any other value."""
    try:
        return _NUMBERS[name]
    except (KeyError, TypeError):
        raise PydanticCustomError("not-a-tile", "not-a-tile", {"tile": str(name)}) from None


def tile_with(one: Pip, other: Pip) -> Tile:
    """The number of the tile with these halves, in either order."""
    low, high = sorted((one, other))
    return high * (high + 1) // 2 + low


def set_up_to(highest: Pip) -> Tiles:
    """The whole set whose highest double is ``highest``: double-six has 28 tiles."""
    return (1 << (highest + 1) * (highest + 2) // 2) - 1


def wild_tiles(highest: Pip) -> Tiles:
    """The tiles with a wild half that go with a set: one for each pip, and the double wild."""
    first = set_up_to(HIGHEST_PIP).bit_count()
    return ((1 << (highest + 1)) - 1) << first | bit(first + WILD)


def bit(tile: Tile) -> Tiles:
    """The set of this one tile."""
    return 1 << tile


def tile_set(tiles: Iterable[Tile]) -> Tiles:
    """The set of these tiles; duplicates count once."""
    result = NO_TILES
    for tile in tiles:
        result |= 1 << tile
    return result


def seen_of(tiles: Tiles) -> Tiles:
    """The set without its unseen tiles."""
    return tiles & SEEN


def count_unseen(tiles: Tiles) -> int:
    return (tiles >> UNSEEN).bit_count()


def with_unseen(tiles: Tiles, number: int, above: Tiles) -> Tiles:
    """The set with ``number`` more unseen tiles, none of which is in ``above``."""
    lowest = max(UNSEEN, above.bit_length())
    return tiles | ((1 << number) - 1) << lowest


def without_unseen(tiles: Tiles) -> Tiles:
    """The set with one unseen tile fewer, no matter which."""
    return tiles & ~(1 << tiles.bit_length() - 1)


def hand_sets(hands: Iterable[tuple[Tile, ...]]) -> tuple[Tiles, ...]:
    """Hands as disjoint sets: each unseen tile gets a bit of its own."""
    sets: list[Tiles] = []
    for hand in hands:
        seen = tile_set(tile for tile in hand if tile != UNSEEN)
        sets.append(with_unseen(seen, hand.count(UNSEEN), max(sets, default=NO_TILES)))
    return tuple(sets)


def boneyard_after_draw(boneyard: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The boneyard without the drawn tile, or without one unseen tile if it was not known."""
    gone = tile if tile in boneyard else UNSEEN
    place = boneyard.index(gone) if gone in boneyard else len(boneyard)
    return boneyard[:place] + boneyard[place + 1 :]


def reveal(hand: Tiles, tiles: Tiles) -> Tiles:
    """The hand after these of its tiles were shown: they replace unseen ones."""
    new = tiles & ~hand
    for _ in range(min(new.bit_count(), count_unseen(hand))):
        hand = without_unseen(hand)
    return hand | new


def members(tiles: Tiles) -> list[Tile]:
    """The members of a set, lowest number first. Not cached."""
    found = []
    while tiles:
        lowest = tiles & -tiles
        found.append(lowest.bit_length() - 1)
        tiles ^= lowest
    return found


@lru_cache(maxsize=1 << 16)
def tiles_of(tiles: Tiles) -> tuple[Tile, ...]:
    """The members of a set, lowest number first. Cached."""
    return tuple(members(tiles))


@lru_cache(maxsize=1 << 16)
def pips_of(tiles: Tiles) -> int:
    """The pips on all tiles of a set; IndexError if one is unseen."""
    return sum(PIPS[tile] for tile in tiles_of(tiles))


def names_of(tiles: Tiles) -> list[str]:
    """The names of a set's members, lowest number first, unseen tiles last."""
    return [NAMES[min(tile, UNSEEN)] for tile in tiles_of(tiles)]


WILD_TILES: Tiles = tile_set(tile for tile, halves in enumerate(HALVES) if WILD in halves)

SUITS: tuple[Tiles, ...] = (
    *(
        tile_set(tile for tile, halves in enumerate(HALVES) if pip in halves) & ~WILD_TILES
        for pip in range(HIGHEST_PIP + 1)
    ),
    WILD_TILES,
)
"""By pip, the tiles of the largest set with that pip on a half; last, those with a wild half."""

SEEN: Tiles = bit(UNSEEN) - 1
"""All tiles except unseen ones, of the largest set."""

ALL_BUT: tuple[Tiles, ...] = tuple(~bit(tile) for tile in range(len(HALVES)))
"""By tile, all bits except that of the tile."""

DOUBLES: Tiles = tile_set(_NUMBERS[f"{pip}-{pip}"] for pip in PIP_NAMES)
"""The doubles of the largest set, and the double wild."""
DOUBLE_WILD: Tile = _NUMBERS["W-W"]
DOUBLE_BLANK: Tile = _NUMBERS["0-0"]


def _tile_from_name(value: object) -> Tile:
    return value if type(value) is int and 0 <= value < UNSEEN else tile_named(value)


def tile_or_unseen(name: object) -> Tile:
    """`tile_named`, and `UNSEEN` for ``"?"``."""
    return UNSEEN if name == NAMES[UNSEEN] else tile_named(name)


def _from_name_or_unseen(value: object) -> Tile:
    return UNSEEN if value in (UNSEEN, NAMES[UNSEEN]) else _tile_from_name(value)


IN_JSON = WithJsonSchema({"type": "string", "pattern": "^([0-9]{1,2}|W)-([0-9]{1,2}|W)$"})
"""How a schema of JSON describes the name of a tile."""
IN_JSON_OR_UNSEEN = WithJsonSchema(
    {"type": "string", "pattern": r"^(([0-9]{1,2}|W)-([0-9]{1,2}|W)|\?)$"}
)

TileName = Annotated[
    Tile,
    BeforeValidator(_tile_from_name),
    PlainSerializer(NAMES.__getitem__, return_type=str),
    IN_JSON,
]
"""A tile as a field of a model: a number in Python, a name in JSON."""

TileNameOrUnseen = Annotated[
    Tile,
    BeforeValidator(_from_name_or_unseen),
    PlainSerializer(NAMES.__getitem__, return_type=str),
    IN_JSON_OR_UNSEEN,
]
