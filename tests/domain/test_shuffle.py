"""The shuffle that can be checked: published vectors, no bias, and each fault of a shuffle."""

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import chain, product
from random import Random
from typing import Any

import pytest

from domino_ledger.domain.events import (
    DealUndone,
    Event,
    RoundReported,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
)
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.faults.deal import deal_differs, shuffle_faults, usable
from domino_ledger.domain.game.decide import DealRound, ReportRound, decide
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.shuffles import (
    Shuffle,
    Shuffles,
    deal_in_order,
    shuffled_deal,
    shuffles_in,
)
from domino_ledger.domain.game.state import evolve_game
from domino_ledger.domain.hidden.seen_event import SeenInPart, seen_event
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.shuffle import (
    Seeds,
    chance_of,
    commitment_of,
    number_below,
    short_form,
    shuffled,
)
from domino_ledger.domain.tiles import NAMES, UNSEEN, set_up_to, tile_named, tile_set
from tests.lanes import examples

from .builders import evolved, new_game, now, opened
from .naive_shuffle import VECTORS, NaiveChance, counted_seed, shuffled_tiles, vectors, whole_set
from .random_games import ALL_RULES

PUBLISHED_VECTORS: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
BLOCK = PUBLISHED["block@1"]
SEEDS = Seeds(counted_seed(0), (counted_seed(1), counted_seed(2)))
COMMITTED = ShuffleCommitted(
    algorithm="domino-shuffle/1",
    server=commitment_of(SEEDS.server),
    seats=tuple(map(commitment_of, SEEDS.seats)),
)
RECORDED = SeedsRecorded(server=SEEDS.server, seats=SEEDS.seats)


def test_the_short_form_covers_every_commitment() -> None:
    server, seats = COMMITTED.server, COMMITTED.seats
    text = "\n".join(("domino-shuffle/1", server, *seats))
    digits = sha256(text.encode()).hexdigest()[:20]
    assert short_form(server, seats) == re.sub("(.{4})(?=.)", r"\1-", digits)
    others = [(seats[0], seats), (server, (seats[0], server)), (server, (server, seats[1]))]
    assert len({short_form(*each) for each in [(server, seats), *others]}) == 4


# -- the published vectors, and a second implementation


def test_the_published_vectors_are_those_of_the_second_implementation() -> None:
    assert vectors() == PUBLISHED_VECTORS


@pytest.mark.parametrize("said", PUBLISHED_VECTORS, ids=lambda said: str(said["name"]))
def test_a_published_vector(said: dict[str, Any]) -> None:
    seeds = Seeds(said["seeds"]["server"], tuple(said["seeds"]["seats"]))
    assert commitment_of(seeds.server) == said["commitments"]["server"]
    assert list(map(commitment_of, seeds.seats)) == said["commitments"]["seats"]
    chance = chance_of(seeds)
    order = shuffled(tile_set(map(tile_named, said["tiles"])), chance)
    assert [NAMES[tile] for tile in order] == said["order"]
    assert number_below(len(seeds.seats), chance) == said["lot_below_the_number_of_seats"]


def test_the_vectors_reject_bytes() -> None:
    """So that an implementation that takes remainders of all bytes does not pass."""
    first, *others = PUBLISHED_VECTORS
    assert not first["rejected"]
    assert all(said["rejected"] for said in others)


def test_a_deal_is_that_of_the_second_implementation() -> None:
    chance = Random(1)
    for seats in [2, 3, 4] * examples(4):
        seeds = Seeds(
            chance.randbytes(32).hex(), tuple(chance.randbytes(40).hex() for _ in range(seats))
        )
        dealt = shuffled_deal(new_game(BLOCK, seats), seeds)
        order = shuffled_tiles(whole_set(6), NaiveChance(seeds.server, list(seeds.seats)))
        names = [NAMES[tile] for tile in chain(*dealt.hands, dealt.boneyard or ())]
        assert names == order
        assert len(dealt.hands) == seats


# -- no bias


@pytest.mark.parametrize("bound", [1, 2, 3, 28, 55, 91, 128, 190, 209, 256])
def test_each_number_comes_from_equally_many_bytes(bound: int) -> None:
    """With remainders of all bytes, small numbers would come from one byte more."""
    found = Counter[int]()
    for byte in range(256):
        with suppress(StopIteration):  # The byte was passed over.
            found[number_below(bound, iter([byte]))] += 1
    assert set(found) == set(range(bound))
    assert set(found.values()) == {256 // bound}


def test_each_order_comes_from_one_sequence_of_numbers() -> None:
    orders = [shuffled(0b1111, iter(numbers)) for numbers in product(range(4), range(3), range(2))]
    assert len(set(orders)) == len(orders) == 24


def chi_square(shuffles: int, seed: int) -> float:
    """Of how often each tile of double-six lies at each place: about 729, give or take 38."""
    tiles, chance = set_up_to(6), Random(seed)
    counts = Counter[tuple[int, int]]()
    for _ in range(shuffles):
        seeds = Seeds(chance.randbytes(32).hex(), (chance.randbytes(32).hex(),) * 2)
        counts.update(enumerate(shuffled(tiles, chance_of(seeds))))
    expected = shuffles / 28
    return sum(
        (counts[place] - expected) ** 2 / expected for place in product(range(28), range(28))
    )


FIVE_DEVIATIONS = 5 * (2 * 729) ** 0.5


def test_every_tile_is_as_likely_at_every_place() -> None:
    assert abs(chi_square(400, 1) - 729) < FIVE_DEVIATIONS


@pytest.mark.deep
def test_every_tile_is_as_likely_at_every_place_in_many_shuffles() -> None:
    assert abs(chi_square(60_000, 2) - 729) < FIVE_DEVIATIONS


@pytest.mark.deep
def test_the_statistic_finds_remainders_of_all_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    biased = "domino_ledger.domain.shuffle.number_below"
    monkeypatch.setattr(biased, lambda bound, chance: next(chance) % bound)
    assert chi_square(60_000, 2) > 729 + FIVE_DEVIATIONS


# -- the deal


def test_a_lot_decides_who_leads_if_several_may() -> None:
    game = new_game(PUBLISHED["mexican-train@1"], 4)
    order = list(range(90))
    leaders = [deal_in_order(game, order, lambda _, lot=lot: lot).leader for lot in range(4)]  # type: ignore[misc]
    assert leaders == [0, 1, 2, 3]


def test_a_tile_is_turned_up_after_the_hands() -> None:
    game = new_game(ALL_RULES["the line begins with a tile turned up"], 4)
    in_all = 4 * game.table.hand
    dealt = deal_in_order(game, range(28), lambda _: 0)
    assert dealt.hub == in_all
    assert dealt.boneyard == tuple(range(in_all + 1, 28))
    other = replace(dealt, hub=27)
    assert deal_differs(other, dealt) == [Fault("shuffled-otherwise", {"part": "hub"})]


# -- faults


def faults(
    committed: ShuffleCommitted = COMMITTED,
    seeds: SeedsRecorded | None = RECORDED,
    used: tuple[str, ...] = (),
    *,
    over: bool = True,
) -> list[Fault]:
    return shuffle_faults(committed, seeds, seats=2, used=used, over=over)


SHORT = counted_seed(3, 31)
OTHER = counted_seed(4)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (faults(), []),
        (faults(seeds=None, over=False), []),
        (
            faults(replace(COMMITTED, algorithm="another/2")),
            [Fault("unknown-shuffle", {"algorithm": "another/2"})],
        ),
        (
            faults(replace(COMMITTED, seats=COMMITTED.seats[:1])),
            [Fault("seed-missing", {"commitments": 1, "seats": 2})],
        ),
        (faults(seeds=None), [Fault("seed-missing")]),
        (
            faults(seeds=replace(RECORDED, seats=RECORDED.seats[:1])),
            [Fault("seed-missing", {"seeds": 1, "seats": 2})],
        ),
        (
            faults(seeds=replace(RECORDED, server=None)),
            [Fault("seed-missing", {"revealed": False})],
        ),
        (
            faults(seeds=replace(RECORDED, seats=(SEEDS.seats[0], None))),
            [Fault("seed-missing", {"revealed": False, "seat": 1})],
        ),
        (faults(seeds=replace(RECORDED, server=OTHER)), [Fault("seed-not-committed", {})]),
        (
            faults(seeds=replace(RECORDED, seats=(OTHER, SEEDS.seats[1]))),
            [Fault("seed-not-committed", {"seat": 0})],
        ),
        (
            faults(
                replace(COMMITTED, server=commitment_of(SHORT)), replace(RECORDED, server=SHORT)
            ),
            [Fault("seed-too-short", {"bits": 248})],
        ),
        (faults(used=(COMMITTED.server,)), [Fault("seed-used-twice")]),
        (faults(used=(COMMITTED.seats[1],)), [Fault("seed-used-twice", {"seat": 1})]),
        (
            faults(
                replace(COMMITTED, seats=COMMITTED.seats[:1] * 2),
                replace(RECORDED, seats=SEEDS.seats[:1] * 2),
            ),
            [Fault("seed-used-twice", {"seat": 1})],
        ),
        (
            faults(
                replace(COMMITTED, seats=(COMMITTED.server, COMMITTED.seats[1])),
                replace(RECORDED, seats=(SEEDS.server, SEEDS.seats[1])),
            ),
            [Fault("seed-used-twice", {"seat": 0})],
        ),
    ],
)
def test_each_fault_of_commitments_and_seeds(found: list[Fault], expected: list[Fault]) -> None:
    assert found == expected


def test_seeds_that_a_deal_follows_from() -> None:
    assert usable(RECORDED, 2) == SEEDS
    assert usable(None, 2) is None
    assert usable(replace(RECORDED, server=None), 2) is None
    assert usable(replace(RECORDED, seats=(SEEDS.seats[0], None)), 2) is None
    assert usable(RECORDED, 3) is None
    assert usable(replace(RECORDED, server=counted_seed(0, 65)), 2) is None
    short = replace(RECORDED, server=SHORT)
    assert usable(short, 2) == SEEDS._replace(server=SHORT)


def test_each_way_in_which_a_deal_differs() -> None:
    given = shuffled_deal(new_game(BLOCK, 2), SEEDS)
    assert given.boneyard is not None
    one, other = given.hands
    assert deal_differs(given, given) == []
    sorted_hands = tuple(tuple(sorted(hand)) for hand in given.hands)
    assert deal_differs(replace(given, hands=sorted_hands, boneyard=None), given) == []
    unseen = replace(given, hands=(one[:3] + (UNSEEN,) * 4, (UNSEEN,) * 7))
    assert deal_differs(unseen, given) == []
    swapped = replace(given, hands=(one[:6] + other[:1], one[6:] + other[1:]))
    assert deal_differs(swapped, given) == [Fault("shuffled-otherwise", {"seat": 0})]
    drawn_first = replace(given, boneyard=given.boneyard[::-1])
    assert deal_differs(drawn_first, given) == [Fault("shuffled-otherwise", {"part": "boneyard"})]
    leader = 1 - (given.leader or 0)
    assert deal_differs(replace(given, leader=leader), given) == [
        Fault("shuffled-otherwise", {"leader": leader, "lot": given.leader})
    ]


# -- in a game


def test_a_deal_is_made_with_the_seeds_last_committed_to() -> None:
    game = evolve_game(new_game(BLOCK, 2), COMMITTED)
    assert game.committed == COMMITTED
    given = shuffled_deal(game, SEEDS)
    shuffled_order = DealRound(given.hands, given.boneyard, given.leader, shuffled=True)
    assert decide(game, shuffled_order) == (given,)
    by_hand = decide(game, shuffled_order._replace(shuffled=False))
    assert by_hand == (ShuffleAborted(), given)
    for events in ((given,), by_hand):
        assert evolved(game, events).committed is None


def test_a_round_that_is_dealt_again_by_hand_is_not_shuffled_by_the_program() -> None:
    game = evolve_game(new_game(BLOCK, 2), COMMITTED)
    given = shuffled_deal(game, SEEDS)
    assert evolved(game, (given,)).shuffle_of(0) == COMMITTED
    assert evolved(game, (given, DealUndone(), given)).shuffle_of(0) is None


def test_a_result_gives_up_the_seeds_committed_to() -> None:
    game = evolve_game(new_game(PUBLISHED["draw@1"], 2), COMMITTED)
    events = decide(game, ReportRound(Result((0,), "out", 0, (12, 0), None)))
    assert events[0] == ShuffleAborted()
    assert evolved(game, events).committed is None


def test_the_shuffles_in_the_events_of_a_game() -> None:
    others = [replace(COMMITTED, server=commitment_of(counted_seed(at))) for at in range(10, 16)]
    given = shuffled_deal(new_game(BLOCK, 2), SEEDS)
    events: list[Event] = [
        opened(BLOCK, 2),
        *(others[0], others[1], ShuffleAborted()),  # Committed to again, then given up.
        *(COMMITTED, given, RECORDED),
        given,
        RECORDED,  # Of a deal that was made otherwise.
        *(others[2], given, DealUndone()),
        *(others[3], RoundReported(winners=(0,))),
        *(others[4], given),
        *(given, DealUndone()),
        others[5],
    ]
    assert shuffles_in(events) == Shuffles(
        (Shuffle(COMMITTED, RECORDED), None, None, Shuffle(others[4])),
        (*((0, others[0]), (0, others[1])), *((2, others[2]), (2, others[3])), (4, others[5])),
    )
    assert shuffles_in([opened(BLOCK, 2), RECORDED]) == Shuffles((), ())


def test_seeds_are_shown_when_the_round_is_over() -> None:
    game = evolve_game(new_game(BLOCK, 2), COMMITTED)
    given = shuffled_deal(game, SEEDS)
    game = evolved(game, (given, RECORDED))
    assert seen_event(RECORDED, now(game)) == SeenInPart({})
    assert seen_event(RECORDED, None) == RECORDED
    assert seen_event(COMMITTED, now(game)) == COMMITTED
    assert seen_event(ShuffleAborted(), now(game)) == ShuffleAborted()
