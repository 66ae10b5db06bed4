"""What can be wrong with a deal."""

from collections import Counter

from ..rules.table import Table
from ..tiles import NAMES, UNSEEN, Tile, names_of, tile_set
from .codes import Fault, Params


def deal_faults(
    table: Table,
    hands: tuple[tuple[Tile, ...], ...],
    boneyard: tuple[Tile, ...] | None,
    hub: Tile | None = None,
) -> list[Fault]:
    """Everything wrong with a deal: sizes, foreign tiles, tiles dealt twice, tiles missing.

    ``hub``: a tile taken out before the deal, or turned up after it.
    """
    if len(hands) != table.seats:
        return [Fault("bad-deal", {"hands": len(hands), "seats": table.seats})]
    dealt = [tile for hand in hands for tile in hand] + list(boneyard or ())
    dealt += [] if hub is None else [hub]
    faults = [
        Fault("bad-deal", {"seat": seat, "tiles": len(hand), "hand": table.hand})
        for seat, hand in enumerate(hands)
        if len(hand) != table.hand
    ]
    seen = [tile for tile in dealt if tile != UNSEEN]
    distinct = tile_set(seen)
    foreign = names_of(distinct & ~table.tiles)
    if foreign:
        faults.append(Fault("bad-deal", {"foreign": tuple(foreign)}))
    if distinct.bit_count() < len(seen):
        twice = names_of(tile_set(tile for tile, number in Counter(seen).items() if number > 1))
        faults.append(Fault("bad-deal", {"twice": tuple(twice)}))
    missing, unseen = names_of(table.tiles & ~distinct), len(dealt) - len(seen)
    if boneyard is not None and len(missing) != unseen:
        faults.append(
            Fault("bad-deal", {"left": len(missing), "unseen": unseen})
            if unseen
            else Fault("bad-deal", {"missing": tuple(missing)})
        )
    return faults


def hub_faults(table: Table, expected: Tile | None, recorded: Tile | None) -> list[Fault]:
    """The fault if a record names another hub than the rules.

    It may leave out a hub that follows from the rules, but not a tile that was turned up.
    """
    if table.play.turned_up:
        return [] if recorded is not None else [Fault("bad-deal", {"lacks": "hub"})]
    if recorded in {None, expected}:
        return []
    params: Params = {"hub": NAMES[recorded or 0]}
    if expected is None:
        return [Fault("not-in-these-rules", {**params, "act": "hub"})]
    return [Fault("wrong-hub", {**params, "hub_of_round": NAMES[expected]})]
