"""What can be wrong with a deal, and with its shuffle (docs/shuffle.md)."""

from collections import Counter
from collections.abc import Collection

from ..events import RoundDealt, SeedsRecorded, ShuffleCommitted
from ..rules.table import Table
from ..shuffle import ALGORITHM, LONGEST_SEED, SHORTEST_SEED, Hex, Seeds, commitment_of
from ..tiles import NAMES, SEEN, UNSEEN, Tile, names_of, tile_set
from .codes import Fault, Params


def deal_faults(
    table: Table,
    hands: tuple[tuple[Tile, ...], ...],
    boneyard: tuple[Tile, ...] | None,
    hub: Tile | None = None,
) -> list[Fault]:
    """Everything wrong with a deal; ``hub``: taken out before it, or turned up after it."""
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
        left: Params = {"left": len(missing), "unseen": unseen}
        faults.append(Fault("bad-deal", left if unseen else {"missing": tuple(missing)}))
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


def shuffle_faults(
    committed: ShuffleCommitted,
    seeds: SeedsRecorded | None,
    *,
    seats: int,
    used: Collection[Hex],
    over: bool,
) -> list[Fault]:
    """Everything wrong with commitments and seeds, apart from the deal they give.

    ``used``: the commitments of all shuffles before in the game. ``over``: the seeds must have been
    revealed.
    """
    if committed.algorithm != ALGORITHM:
        return [Fault("unknown-shuffle", {"algorithm": committed.algorithm})]
    if len(committed.seats) != seats:
        params = {"commitments": len(committed.seats), "seats": seats}
        return [Fault("seed-missing", params)]
    faults, earlier = list[Fault](), set(used)
    whose: list[Params] = [{}, *({"seat": seat} for seat in range(seats))]
    for who, commitment in zip(whose, (committed.server, *committed.seats), strict=True):
        if commitment in earlier:  # Equal seeds have equal commitments.
            faults.append(Fault("seed-used-twice", who))
        earlier.add(commitment)
    if seeds is None:
        return [*faults, Fault("seed-missing")] if over else faults
    if len(seeds.seats) != seats:
        return [*faults, Fault("seed-missing", {"seeds": len(seeds.seats), "seats": seats})]
    of_all = zip(
        whose, (seeds.server, *seeds.seats), (committed.server, *committed.seats), strict=True
    )
    for who, seed, commitment in of_all:
        if seed is None:
            faults.append(Fault("seed-missing", {"revealed": False, **who}))
        elif commitment_of(seed) != commitment:
            faults.append(Fault("seed-not-committed", who))
        elif len(seed) < 2 * SHORTEST_SEED:
            faults.append(Fault("seed-too-short", {"bits": 4 * len(seed), **who}))
    return faults


def usable(recorded: SeedsRecorded | None, seats: int) -> Seeds | None:
    """The seeds if a deal follows from them; None if one is missing or has no allowed length."""
    if recorded is None or recorded.server is None:
        return None
    found = tuple(seed for seed in recorded.seats if seed is not None)
    lengths = {len(bytes.fromhex(seed)) for seed in (recorded.server, *found)}
    if len(found) != seats or not lengths <= set(range(1, LONGEST_SEED + 1)):
        return None
    return Seeds(recorded.server, found)


def deal_differs(dealt: RoundDealt, expected: RoundDealt) -> list[Fault]:
    """The fault if a deal is not the one that its seeds give.

    Only tiles that were seen are compared, each hand in any order, and the boneyard if its order is
    known. Who leads is compared if the hands are as expected: a lot may have decided it.
    """
    for seat, (hand, theirs) in enumerate(zip(dealt.hands, expected.hands, strict=True)):
        if tile_set(hand) & SEEN & ~tile_set(theirs):
            return [Fault("shuffled-otherwise", {"seat": seat})]
    if dealt.hub != expected.hub:
        return [Fault("shuffled-otherwise", {"part": "hub"})]
    if dealt.boneyard is not None and dealt.boneyard != expected.boneyard:
        return [Fault("shuffled-otherwise", {"part": "boneyard"})]
    if dealt.leader != expected.leader:
        return [Fault("shuffled-otherwise", {"leader": dealt.leader, "lot": expected.leader})]
    return []
