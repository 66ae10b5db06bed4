"""Settlements in columns are the domain's, under every value of every field."""

from collections.abc import Sequence
from itertools import chain, combinations, product
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.round.facts import RoundFacts
from domain.rules.rule_set import Payout
from domain.scoring.settlement import Blame, settle
from projections.tables.scoring.score_columns import IntArray
from projections.tables.scoring.settlement_columns import LARGEST, settle_columns
from tests.domain.table_talk import facts

from .rounds_in_columns import column, columns_of, ends, flags

PAYOUT_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "reading": st.sampled_from([None, "last-to-lay", "set-up"]),
    "win_factor": st.integers(0, 3),
    "loss_factor": st.integers(0, 3),
    "loser_pays": st.sampled_from(["each-his-own", "winner-everything"]),
    "assisted": st.sampled_from(["whole-amount", "assistants-own-pips"]),
    "tied_winners": st.sampled_from(["share", "nobody"]),
    "tied_blocker": st.sampled_from(["loses", "wins"]),
}
PAYOUTS = st.fixed_dictionaries(PAYOUT_FIELDS).map(Payout.model_validate)


class Settled(NamedTuple):
    """All that money depends on, of one round."""

    end: RoundFacts
    winners: frozenset[int]
    blame: Blame
    per_pip: int


@st.composite
def settlements(draw: st.DrawFn, seats: int) -> Settled:
    """Whoever won and whoever is blamed, whether or not the pips would say so."""
    seat = st.integers(0, seats - 1)
    blocker, assistant = draw(st.none() | seat), draw(st.none() | seat)
    return Settled(
        end=draw(ends(seats)),
        winners=draw(st.frozensets(seat)),
        blame=Blame(blocker, None if assistant == blocker else assistant),
        per_pip=draw(st.integers(0, 5) | st.just(10**9)),
    )


def settled_in_columns(rules: Payout, rounds: Sequence[Settled], seats: int) -> IntArray:
    return settle_columns(
        rules,
        columns_of([[each.end for each in rounds]], seats),
        flags([each.winners for each in rounds], seats),
        column(each.blame.blocker for each in rounds),
        column(each.blame.assistant for each in rounds),
        column(each.per_pip for each in rounds),
    )


def settled_one_by_one(rules: Payout, rounds: Sequence[Settled]) -> list[list[int]]:
    return [
        list(settle(rules, each.end, tuple(sorted(each.winners)), each.blame, each.per_pip))
        for each in rounds
    ]


@given(PAYOUTS, st.integers(2, 6).flatmap(lambda seats: st.lists(settlements(seats), max_size=12)))
def test_each_round_is_settled_as_the_domain_says(rules: Payout, rounds: list[Settled]) -> None:
    seats = len(rounds[0].end.pips) if rounds else 4
    net = settled_in_columns(rules, rounds, seats)
    assert net.shape == (len(rounds), seats)
    assert net.tolist() == settled_one_by_one(rules, rounds)


CHOICES = {
    field: get_args(Payout.model_fields[field].annotation)
    for field in ("loser_pays", "assisted", "tied_winners", "tied_blocker")
}
EVERY_CHOICE = [
    Payout.model_validate(dict(zip(CHOICES, values, strict=True)))
    for values in product(*CHOICES.values())
]


@pytest.mark.parametrize("rules", EVERY_CHOICE)
def test_at_a_table_of_four_whoever_won_led_blocked_or_helped(rules: Payout) -> None:
    seats = range(4)
    every = chain.from_iterable(combinations(seats, count) for count in range(5))
    some_seat = (None, *seats)
    rounds = [
        Settled(facts(*pips)._replace(leader=leader), frozenset(winners), Blame(*blame), 1)
        for winners, leader, blame, pips in product(
            every,
            some_seat,
            ((None, None), *product(seats, some_seat)),
            [(1, 2, 5, 9), (7, 3, 3, 1)],
        )
        if blame[0] is None or blame[0] != blame[1]
    ]
    assert settled_in_columns(rules, rounds, 4).tolist() == settled_one_by_one(rules, rounds)


def test_every_field_is_drawn() -> None:
    assert set(PAYOUT_FIELDS) == set(Payout.model_fields)


def test_the_largest_amount_that_fits_is_settled_and_one_more_is_refused() -> None:
    loser_pays_all = Settled(facts(0, 1, out=0), frozenset({0}), Blame(), LARGEST)
    assert settled_in_columns(Payout(win_factor=1), [loser_pays_all], 2).tolist() == [
        [LARGEST, -LARGEST]
    ]
    with pytest.raises(OverflowError, match=r"^1 pips at .*, 2 times, do not fit into 64 bits$"):
        settled_in_columns(Payout(win_factor=2), [loser_pays_all], 2)
    with pytest.raises(OverflowError, match=r"^1 pips at .*, 3 times"):
        settled_in_columns(Payout(win_factor=0, loss_factor=3), [loser_pays_all], 2)
    two_pips = loser_pays_all._replace(end=facts(1, 1))
    with pytest.raises(OverflowError, match=r"^2 pips at"):
        settled_in_columns(Payout(win_factor=1), [two_pips], 2)
