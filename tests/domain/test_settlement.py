"""Settlement: the money tables of the payout game, and each field in both positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.facts import RoundFacts
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Payout
from domino_ledger.domain.scoring.settlement import NOBODY, Blame

from .builders import facts, settle
from .random_games import PAYOUTS

A, B, C, D = range(4)
FORCED = PUBLISHED["forced-block@1"].payout or Payout()
BY_LOT = PUBLISHED["block-lot@1"].payout or Payout()
BLOCKER_WINS = facts(3, 8, 11, 14)
BLOCKER_LOSES = facts(9, 8, 4, 14)


LAMPUNG = PUBLISHED["block-lampung@1"].payout or Payout()
TIED = facts(2, 2, 8, 2, 11)
EVERYTHING, OWN = Payout(loser_pays="winner-everything"), Payout(assisted="assistants-own-pips")


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("rules", "end", "winners", "blame", "net"),
    [
        # A has the fewest of 3, 8, 11 and 14: without a blocker, as blocker, and assisted.
        (FORCED, BLOCKER_WINS, (A,), NOBODY, (33, -8, -11, -14)),
        (FORCED, BLOCKER_WINS, (A,), Blame(A), (66, -16, -22, -28)),
        (FORCED, BLOCKER_WINS, (A,), Blame(A, B), (66, -66, 0, 0)),
        # A blocked with 9, 8, 4 and 14, and does not win.
        (FORCED, BLOCKER_LOSES, (C,), NOBODY, (-9, -8, 31, -14)),
        (FORCED, BLOCKER_LOSES, (C,), Blame(A), (-26, 8, 4, 14)),
        (FORCED, BLOCKER_LOSES, (C,), Blame(A, B), (-26, 26, 0, 0)),
        # An odd unit goes to the first winner from the leader on; from seat 0 if nobody knows.
        (FORCED, TIED._replace(leader=None), (A, B, D), NOBODY, (7, 6, -8, 6, -11)),
        (FORCED, TIED._replace(leader=1), (A, B, D), NOBODY, (6, 7, -8, 6, -11)),
        (FORCED, TIED._replace(leader=2), (A, B, D), NOBODY, (6, 6, -8, 7, -11)),
        (FORCED, TIED._replace(leader=4), (A, B, D), NOBODY, (7, 6, -8, 6, -11)),
        (FORCED, facts(2, 2, 8, 2, leader=3), (A, B, D), NOBODY, (3, 2, -8, 3)),
        # Tied winners share, or are not paid; without a winner nobody pays.
        (FORCED, facts(2, 2, 8), (A, B), NOBODY, (4, 4, -8)),
        (BY_LOT, facts(2, 2, 8), (A, B), NOBODY, (0, 0, 0)),
        (BY_LOT, facts(2, 2), (), NOBODY, (0, 0)),
        # A blocker who ties for the fewest.
        (FORCED, facts(2, 2, 10), (A, B), Blame(A), (-12, 2, 10)),
        (Payout(tied_blocker="wins"), facts(2, 2, 10), (A, B), Blame(A), (24, -4, -20)),
        # Other factors; the worked example of docs/rules/block-rules.md: seat 1 blocked.
        (Payout(win_factor=3), BLOCKER_WINS, (A,), Blame(A), (99, -24, -33, -42)),
        (Payout(win_factor=3), BLOCKER_LOSES, (C,), Blame(A), (-26, 8, 4, 14)),
        (Payout(loss_factor=3), BLOCKER_LOSES, (C,), Blame(A, B), (-78, 78, 0, 0)),
        (Payout(loss_factor=3), BLOCKER_WINS, (A,), Blame(A), (66, -16, -22, -28)),
        (LAMPUNG, facts(12, 9, 7, 10, last_to_lay=1), (C,), Blame(B), (36, -87, 21, 30)),
        # The winner receives everything from a blocker who loses; a blocker receives none of it.
        (EVERYTHING, BLOCKER_LOSES, (C,), Blame(A), (-26, 0, 26, 0)),
        (EVERYTHING, BLOCKER_WINS, (A,), Blame(A), (66, -16, -22, -28)),
        (EVERYTHING, BLOCKER_LOSES, (), Blame(A), (-26, 8, 4, 14)),
        (EVERYTHING, facts(2, 2, 8, 2, 9, leader=1), (A, B, D), Blame(D), (10, 11, 0, -21, 0)),
        (EVERYTHING, facts(2, 2, 8, 2, 9, leader=4), (A, B, D), Blame(D), (11, 10, 0, -21, 0)),
        # An assistant pays or receives their own pips.
        (OWN, BLOCKER_WINS, (A,), Blame(A, B), (16, -16, 0, 0)),
        (OWN, BLOCKER_LOSES, (C,), Blame(A, B), (-8, 8, 0, 0)),
    ],
)
def test_who_pays_whom(
    rules: Payout, end: RoundFacts, winners: tuple[int, ...], blame: Blame, net: tuple[int, ...]
) -> None:
    assert settle(rules, end, winners, blame) == net


def test_a_stake_is_paid_for_each_pip() -> None:
    assert settle(FORCED, BLOCKER_LOSES, (C,), Blame(A), per_pip=5) == (-130, 40, 20, 70)


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
