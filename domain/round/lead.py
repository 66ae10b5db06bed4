"""Which tile may be led, and who holds it."""

from functools import lru_cache
from typing import assert_never

from ..events import Seat
from ..rules.rule_set import ByLot, HeaviestTile, HighestDouble, Lead, NamedTile, Play
from ..tiles import DOUBLES, HALVES, NO_TILES, PIPS, SEEN, Tile, Tiles, bit, tile_set, tiles_of

ANY_TILE: Tiles = -1
_BY_LOT = ByLot()


def lead_rule(play: Play, *, first: bool) -> Lead:
    """The rule for the lead of the first round, or of a later one."""
    return play.first_lead if first or play.next_lead == "same-rule" else _BY_LOT


def tiles_to_lead(rule: Lead, held: Tiles) -> Tiles:
    """The tiles of all hands that may be led; none: the deal is void (docs/rules/play.md).

    Where some of the tiles held are unseen: the tile that may be led if none of these goes before
    it, and all that would go before it.
    """
    match rule:
        case HighestDouble():
            candidates = _DOUBLES
        case HeaviestTile():
            candidates = SEEN
        case NamedTile():
            candidates = bit(rule.tile)
        case ByLot():
            return ANY_TILE
        case _:
            assert_never(rule)
    return narrowed(candidates, held)


def narrowed(lead: Tiles, held: Tiles) -> Tiles:
    """The possible leads, of those there were before so much was known of the tiles held."""
    if lead == ANY_TILE:
        return ANY_TILE
    first = max(tiles_of(lead & held & SEEN), key=_weight, default=None)
    if held > SEEN:
        return lead if first is None else lead & (before(first) | bit(first))
    return NO_TILES if first is None else bit(first)


@lru_cache(maxsize=1 << 9)
def before(tile: Tile) -> Tiles:
    """The tiles that go before this one where the highest double or the heaviest tile leads."""
    return tile_set(other for other in range(len(HALVES)) if _weight(other) > _weight(tile))


def _weight(tile: Tile) -> tuple[int, int]:
    return PIPS[tile], HALVES[tile][1]


_DOUBLES = tile_set(DOUBLES)


def holders(hands: tuple[Tiles, ...], tiles: Tiles, whole_set: Tiles) -> frozenset[Seat]:
    """The seats that may hold the tile to lead, which is the first of these that is held.

    That is one seat, or none, where all tiles in hand were seen.
    """
    held = tile_set(tile for hand in hands for tile in tiles_of(hand & tiles))
    first = narrowed(tiles & SEEN, held)
    others = tiles & whole_set & ~first
    return frozenset(
        seat for seat, hand in enumerate(hands) if hand & first or (hand > SEEN and others)
    )
