"""Settlement: the money tables of the payout game, and each field in both positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.round.facts import RoundFacts
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Payout
from domain.scoring.settlement import NOBODY, Blame, settle

from .builders import facts
from .houses import PAYOUTS

A, B, C, D = range(4)
FORCED = PUBLISHED["forced-block@1"].payout or Payout()
BY_LOT = PUBLISHED["block-lot@1"].payout or Payout()
BLOCKER_WINS = facts(3, 8, 11, 14)
BLOCKER_LOSES = facts(9, 8, 4, 14)


@pytest.mark.parametrize(
    ("blame", "net"),
    [
        (NOBODY, (33, -8, -11, -14)),
        (Blame(A), (66, -16, -22, -28)),
        (Blame(A, B), (66, -66, 0, 0)),
    ],
    ids=["no blocker", "unassisted", "assisted"],
)
def test_a_has_fewest_of_3_8_11_14(blame: Blame, net: tuple[int, ...]) -> None:
    assert settle(FORCED, BLOCKER_WINS, (A,), blame) == net


@pytest.mark.parametrize(
    ("blame", "net"),
    [
        (NOBODY, (-9, -8, 31, -14)),
        (Blame(A), (-26, 8, 4, 14)),
        (Blame(A, B), (-26, 26, 0, 0)),
    ],
    ids=["no blocker", "unassisted", "assisted"],
)
def test_a_blocked_9_8_4_14_and_does_not_win(blame: Blame, net: tuple[int, ...]) -> None:
    assert settle(FORCED, BLOCKER_LOSES, (C,), blame) == net


def test_a_stake_is_paid_for_each_pip() -> None:
    assert settle(FORCED, BLOCKER_WINS, (A,), per_pip=5) == (165, -40, -55, -70)
    assert settle(FORCED, BLOCKER_LOSES, (C,), Blame(A), per_pip=5) == (-130, 40, 20, 70)


@pytest.mark.parametrize(
    ("leader", "net"),
    [
        (None, (7, 6, -8, 6, -11)),
        (0, (7, 6, -8, 6, -11)),
        (1, (6, 7, -8, 6, -11)),
        (2, (6, 6, -8, 7, -11)),
        (3, (6, 6, -8, 7, -11)),
        (4, (7, 6, -8, 6, -11)),
    ],
)
def test_an_odd_unit_goes_to_the_first_winner_from_the_leader_on(
    leader: int | None, net: tuple[int, ...]
) -> None:
    """With unknown leader, from seat 0 on."""
    tied = facts(2, 2, 8, 2, 11, leader=leader)
    assert settle(FORCED, tied, (0, 1, 3)) == net


def test_two_odd_units_go_to_two_winners_clockwise() -> None:
    tied = facts(2, 2, 8, 2, leader=3)
    assert settle(FORCED, tied, (0, 1, 3)) == (3, 2, -8, 3)


def test_tied_winners_are_not_paid() -> None:
    assert settle(BY_LOT, facts(2, 2, 8), (0, 1)) == (0, 0, 0)
    assert settle(FORCED, facts(2, 2, 8), (0, 1)) == (4, 4, -8)


def test_without_a_winner_nobody_pays() -> None:
    assert settle(BY_LOT, facts(2, 2), ()) == (0, 0)


@pytest.mark.parametrize(
    ("tied_blocker", "net"), [("loses", (-12, 2, 10)), ("wins", (24, -4, -20))]
)
def test_a_blocker_who_ties_for_fewest(tied_blocker: str, net: tuple[int, ...]) -> None:
    rules = FORCED.model_copy(update={"tied_blocker": tied_blocker})
    assert settle(rules, facts(2, 2, 10), (0, 1), Blame(0)) == net


def test_win_factor() -> None:
    rules = Payout(win_factor=3)
    assert settle(rules, BLOCKER_WINS, (A,), Blame(A)) == (99, -24, -33, -42)
    assert settle(rules, BLOCKER_WINS, (A,), Blame(A, B)) == (99, -99, 0, 0)
    assert settle(rules, BLOCKER_LOSES, (C,), Blame(A)) == (-26, 8, 4, 14)


def test_loss_factor_a_lost_block_costs_three_times() -> None:
    rules = Payout(loss_factor=3)
    assert settle(rules, BLOCKER_LOSES, (C,), Blame(A)) == (-78, 24, 12, 42)
    assert settle(rules, BLOCKER_LOSES, (C,), Blame(A, B)) == (-78, 78, 0, 0)
    assert settle(rules, BLOCKER_WINS, (A,), Blame(A)) == (66, -16, -22, -28)


def test_when_the_blocker_loses_the_winner_may_receive_everything() -> None:
    rules = Payout(loser_pays="winner-everything")
    assert settle(rules, BLOCKER_LOSES, (C,), Blame(A)) == (-26, 0, 26, 0)
    assert settle(rules, BLOCKER_WINS, (A,), Blame(A)) == (66, -16, -22, -28)


def test_the_winner_everything_is_shared_by_other_winners_and_never_by_the_blocker() -> None:
    rules = Payout(loser_pays="winner-everything")
    tied = facts(2, 2, 8, 2, 9, leader=1)
    assert settle(rules, tied, (0, 1, 3), Blame(3)) == (10, 11, 0, -21, 0)
    assert settle(rules, tied._replace(leader=4), (0, 1, 3), Blame(3)) == (11, 10, 0, -21, 0)


def test_without_another_winner_each_seat_receives_its_own_pips() -> None:
    rules = Payout(loser_pays="winner-everything")
    assert settle(rules, BLOCKER_LOSES, (), Blame(A)) == (-26, 8, 4, 14)


def test_scope_when_assisted_the_assistants_own_pips() -> None:
    rules = Payout(assisted="assistants-own-pips")
    assert settle(rules, BLOCKER_WINS, (A,), Blame(A, B)) == (16, -16, 0, 0)
    assert settle(rules, BLOCKER_LOSES, (C,), Blame(A, B)) == (-8, 8, 0, 0)


SEATS = st.integers(0, 4)
BLAMES = st.just(NOBODY) | SEATS.map(Blame) | SEATS.map(lambda seat: Blame(seat, (seat + 1) % 5))
ENDS = st.tuples(SEATS, st.lists(st.integers(0, 9), min_size=5, max_size=5)).map(
    lambda drawn: facts(*drawn[1], leader=drawn[0])
)


@given(PAYOUTS, ENDS, st.sets(SEATS), BLAMES, st.integers(0, 10**9))
def test_every_settlement_sums_to_zero(
    rules: Payout, end: RoundFacts, winners: set[int], blame: Blame, per_pip: int
) -> None:
    assert sum(settle(rules, end, tuple(sorted(winners)), blame, per_pip)) == 0


@given(PAYOUTS, ENDS, st.sets(SEATS), BLAMES, SEATS)
def test_a_settlement_does_not_depend_on_seat_numbers(
    rules: Payout, end: RoundFacts, winners: set[int], blame: Blame, turn: int
) -> None:
    def moved(seat: int) -> int:
        return (seat + turn) % 5

    back = [(seat - turn) % 5 for seat in range(5)]
    turned = facts(*(end.pips[seat] for seat in back), leader=moved(end.leader or 0))
    blamed = Blame(*(None if seat is None else moved(seat) for seat in blame))
    net = settle(rules, end, tuple(sorted(winners)), blame)
    after = settle(rules, turned, tuple(sorted(map(moved, winners))), blamed)
    assert after == tuple(net[seat] for seat in back)


def test_a_lost_block_costs_three_times_in_lampung() -> None:
    """The worked example of docs/rules/block-rules.md: seat 1 blocked, and seat 2 has fewest."""
    payout = PUBLISHED["block-lampung@1"].payout
    assert payout is not None
    end = facts(12, 9, 7, 10, last_to_lay=1)
    assert settle(payout, end, (2,), Blame(1)) == (36, -87, 21, 30)
