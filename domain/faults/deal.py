"""What can be wrong with a deal."""

from collections import Counter

from ..rules.table import Table
from ..tiles import UNSEEN, Tile, bit, names_of, tile_set
from .codes import Fault


def deal_faults(
    table: Table,
    hands: tuple[tuple[Tile, ...], ...],
    boneyard: tuple[Tile, ...] | None,
    hub: Tile | None = None,
) -> list[Fault]:
    """Everything wrong with a deal: sizes, foreign tiles, tiles dealt twice, tiles missing.

    ``hub``: a tile taken out before the deal.
    """
    tiles = table.tiles if hub is None else table.tiles & ~bit(hub)
    if len(hands) != table.seats:
        return [Fault("bad-deal", {"hands": len(hands), "seats": table.seats})]
    dealt = [tile for hand in hands for tile in hand] + list(boneyard or ())
    faults = [
        Fault("bad-deal", {"seat": seat, "tiles": len(hand), "hand": table.hand})
        for seat, hand in enumerate(hands)
        if len(hand) != table.hand
    ]
    seen = [tile for tile in dealt if tile != UNSEEN]
    distinct = tile_set(seen)
    foreign = names_of(distinct & ~tiles)
    if foreign:
        faults.append(Fault("bad-deal", {"foreign": tuple(foreign)}))
    if distinct.bit_count() < len(seen):
        twice = names_of(tile_set(tile for tile, number in Counter(seen).items() if number > 1))
        faults.append(Fault("bad-deal", {"twice": tuple(twice)}))
    missing, unseen = names_of(tiles & ~distinct), len(dealt) - len(seen)
    if boneyard is not None and len(missing) != unseen:
        faults.append(
            Fault("bad-deal", {"left": len(missing), "unseen": unseen})
            if unseen
            else Fault("bad-deal", {"missing": tuple(missing)})
        )
    return faults
