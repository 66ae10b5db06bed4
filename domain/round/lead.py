"""Which tile may be led, and who holds it."""

from functools import lru_cache
from typing import assert_never

from ..events import Seat
from ..rules.leads import (
    AnyDouble,
    ByLot,
    HeaviestTile,
    HighestDouble,
    LaterLead,
    Lead,
    NamedTile,
    OwnHighestDouble,
    RoundDouble,
)
from ..rules.play import Play
from ..tiles import (
    DOUBLE_WILD,
    DOUBLES,
    HALVES,
    NO_TILES,
    PIPS,
    SEEN,
    WILD_TILES,
    Pip,
    Tile,
    Tiles,
    bit,
    tile_set,
    tile_with,
    tiles_of,
)

ANY_TILE: Tiles = -1
_PLAIN_DOUBLES = DOUBLES & ~bit(DOUBLE_WILD)
ANY_DOUBLE: Tiles = _PLAIN_DOUBLES | -1 << 4096
OWN_HIGHEST: Tiles = _PLAIN_DOUBLES | -1 << 4097
"""Sets below zero: what other seats hold does not decide which of their tiles may be led."""


def lead_rule(play: Play, *, first: bool) -> Lead | LaterLead:
    """The rule for the lead of a round that is led as the first one, or of another."""
    return play.first_lead if first else play.later_lead


def double_of_round(highest: Pip, round: int) -> Tile:
    """The double of a round of the game, counted from 0: of the highest pip first, then down."""
    pip = (highest - round) % (highest + 1)
    return tile_with(pip, pip)


def tiles_to_lead(play: Play, round: int, held: Tiles, *, anew: bool | None = None) -> Tiles:
    """The tiles that may be led; none if the deal is void (docs/rules/play.md).

    ``round`` is the number of rounds before it, void deals not counted. ``held`` are the tiles of
    all hands. If some are unseen, the result contains every tile that could be the one to lead. If
    seats draw for the tile to lead, it contains every tile that would do. ``anew``: whether it is
    led as the first one; None: if it is the first, or if all rounds are.
    """
    if anew is None:
        anew = round == 0 or play.next_lead == "same-rule"
    rule = lead_rule(play, first=anew)
    match rule:
        case ByLot():  # The most frequent rule.
            return ANY_TILE
        case HighestDouble(unheld="heaviest-tile") if not held & DOUBLES:
            if held > SEEN:
                return ANY_TILE  # Unseen tiles decide whether a double must be led.
            candidates = SEEN
        case HighestDouble():
            candidates = DOUBLES
        case HeaviestTile():
            candidates = SEEN
        case NamedTile():
            candidates = bit(rule.tile)
        case RoundDouble():
            candidates = bit(double_of_round(play.highest_pip, round))
            candidates |= bit(DOUBLE_WILD) if play.wild_tiles else NO_TILES
        case AnyDouble():
            return ANY_DOUBLE
        case OwnHighestDouble():
            return OWN_HIGHEST
        case _:
            assert_never(rule)
    draws = isinstance(rule, NamedTile | RoundDouble) and rule.unheld == "draw-for-it"
    return narrowed(candidates, held) or (candidates if draws else NO_TILES)


def narrowed(lead: Tiles, held: Tiles) -> Tiles:
    """The possible leads among ``lead``, given what is now known of the tiles in all hands.

    The double of the round stays beside a double wild, which stands for its pip.
    """
    if lead < NO_TILES:
        return lead
    first = max(tiles_of(lead & held & SEEN), key=_weight, default=None)
    if held > SEEN or first == DOUBLE_WILD:
        return lead if first is None else lead & (preceding(first) | bit(first))
    return NO_TILES if first is None else bit(first)


def led_from(lead: Tiles, hand: Tiles) -> Tiles:
    """The tiles of ``lead`` that this hand may lead; with unseen tiles, all that it might."""
    return narrowed(_PLAIN_DOUBLES, hand) if lead == OWN_HIGHEST else lead


@lru_cache(maxsize=1 << 9)
def preceding(tile: Tile) -> Tiles:
    """The tiles that take precedence over this one under highest-double and heaviest-tile."""
    return tile_set(other for other in range(len(HALVES)) if _weight(other) > _weight(tile))


def _weight(tile: Tile) -> tuple[bool, int, int]:
    """The rank of a tile under highest-double and heaviest-tile. Wild tiles come last."""
    return not bit(tile) & WILD_TILES, PIPS[tile], HALVES[tile][1]


def holders(hands: tuple[Tiles, ...], tiles: Tiles, whole_set: Tiles) -> frozenset[Seat]:
    """The seats that may hold the tile to lead: the first of ``tiles`` that is in a hand."""
    held = tile_set(tile for hand in hands for tile in tiles_of(hand & tiles))
    first = narrowed(tiles & SEEN, held)
    others = tiles & whole_set & ~held
    return frozenset(
        seat for seat, hand in enumerate(hands) if hand & first or (hand > SEEN and others)
    )
