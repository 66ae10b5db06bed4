"""Which tile may be led, and who holds it."""

from typing import assert_never

from .events import Seat
from .rules import ByLot, HeaviestTile, HighestDouble, Lead, NamedTile, Play
from .tiles import DOUBLES, HALVES, NO_TILES, PIPS, Tile, Tiles, bit, tiles_of

ANY_TILE: Tiles = -1
_BY_LOT = ByLot()


def lead_rule(play: Play, *, first: bool) -> Lead:
    """The rule for the lead of the first round, or of a later one."""
    return play.first_lead if first or play.next_lead == "same-rule" else _BY_LOT


def tiles_to_lead(rule: Lead, held: Tiles) -> Tiles:
    """The tiles of all hands that may be led; none: the deal is void (docs/rules/play.md)."""
    match rule:
        case HighestDouble():
            return _only(next((d for d in reversed(DOUBLES) if held & bit(d)), None))
        case HeaviestTile():
            return _only(max(tiles_of(held), key=_weight, default=None))
        case NamedTile():
            return held & bit(rule.tile)
        case ByLot():
            return ANY_TILE
        case _:
            assert_never(rule)


def _weight(tile: Tile) -> tuple[int, int]:
    return PIPS[tile], HALVES[tile][1]


def _only(tile: Tile | None) -> Tiles:
    return NO_TILES if tile is None else bit(tile)


def holder(hands: tuple[Tiles, ...], tiles: Tiles) -> Seat | None:
    """The seat that holds one of these tiles."""
    return next((seat for seat, hand in enumerate(hands) if hand & tiles), None)
