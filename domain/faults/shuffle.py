"""What can be wrong with a shuffle that can be checked (docs/shuffle.md)."""

from collections.abc import Collection, Iterator

from ..events import RoundDealt, SeedsRecorded, ShuffleCommitted
from ..shuffle import ALGORITHM, LONGEST_SEED, SHORTEST_SEED, Hex, Seeds, commitment_of
from ..tiles import SEEN, tile_set
from .codes import Fault, Params


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
    faults = list(_used_twice(committed, used))
    if seeds is None:
        return [*faults, Fault("seed-missing")] if over else faults
    if len(seeds.seats) != seats:
        return [*faults, Fault("seed-missing", {"seeds": len(seeds.seats), "seats": seats})]
    whose: list[Params] = [{}, *({"seat": seat} for seat in range(seats))]
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


def _used_twice(committed: ShuffleCommitted, used: Collection[Hex]) -> Iterator[Fault]:
    """A fault for each seed that was used before: equal seeds have equal commitments."""
    earlier = set(used)
    if committed.server in earlier:
        yield Fault("seed-used-twice")
    earlier.add(committed.server)
    for seat, commitment in enumerate(committed.seats):
        if commitment in earlier:
            yield Fault("seed-used-twice", {"seat": seat})
        earlier.add(commitment)


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
