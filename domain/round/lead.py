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
    """The tiles that may be led; none if the deal is void (docs/rules/play.md).

    ``held`` are the tiles of all hands. If some are unseen, the result contains every tile that
    could be the one to lead.
    """
    match rule:
        case HighestDouble():
            candidates = DOUBLES
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
    """The possible leads among ``lead``, given what is now known of the tiles in all hands."""
    if lead == ANY_TILE:
        return ANY_TILE
    first = max(tiles_of(lead & held & SEEN), key=_weight, default=None)
    if held > SEEN:
        return lead if first is None else lead & (preceding(first) | bit(first))
    return NO_TILES if first is None else bit(first)


@lru_cache(maxsize=1 << 9)
def preceding(tile: Tile) -> Tiles:
    """The tiles that take precedence over this one under highest-double and heaviest-tile."""
    return tile_set(other for other in range(len(HALVES)) if _weight(other) > _weight(tile))


def _weight(tile: Tile) -> tuple[int, int]:
    return PIPS[tile], HALVES[tile][1]


def holders(hands: tuple[Tiles, ...], tiles: Tiles, whole_set: Tiles) -> frozenset[Seat]:
    """The seats that may hold the tile to lead: the first of ``tiles`` that is in a hand.

    At most one seat if all tiles in hand are known.
    """
    held = tile_set(tile for hand in hands for tile in tiles_of(hand & tiles))
    first = narrowed(tiles & SEEN, held)
    others = tiles & whole_set & ~first
    return frozenset(
        seat for seat, hand in enumerate(hands) if hand & first or (hand > SEEN and others)
    )
