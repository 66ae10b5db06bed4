"""Explanations of money, word by word, by rules that no golden transcript has."""

import pytest

from domino_ledger.domain.block_verdicts import Verdict
from tests.domain.builders import altered, facts

from .explaining import NOBODY, blocked_by, money_of, steps_of

ANA, BEN, CARL, DORA = range(4)
BLOCKER_WINS = facts(3, 8, 11, 14)
BLOCKER_LOSES = facts(9, 8, 4, 14)


def test_an_assistant_gets_what_a_blocker_pays() -> None:
    assert money_of(steps_of(BLOCKER_LOSES, blocked_by(ANA, BEN))) == [
        "ben assisted and gets alone, 1 x (8 + 4 + 14) pips: 26",
        "ana blocked and did not win, and pays all of it: -26",
        "in all ana owes 26",
        "in all ben gets 26",
        "in all carl neither owes nor gets anything",
        "in all dora neither owes nor gets anything",
    ]


def test_winners_who_tie_share_and_odd_units_go_clockwise_from_the_leader() -> None:
    assert money_of(steps_of(facts(3, 7, 3, 8, leader=CARL))) == [
        "ben pays for the 7 pips left in their hand: -7",
        "dora pays for the 8 pips left in their hand: -8",
        "carl won, and gets one of 2 shares (odd units go clockwise from carl, who led): 8",
        "ana won, and gets one of 2 shares (odd units go clockwise from carl, who led): 7",
        "in all ana gets 7",
        "in all ben owes 7",
        "in all carl gets 8",
        "in all dora owes 8",
    ]
    assert money_of(steps_of(facts(3, 8, 3, 8)))[2] == "ana won, and gets one of 2 shares: 8"


def test_a_blocker_who_ties_has_not_won() -> None:
    texts = steps_of(facts(3, 3, 5, 8), blocked_by(ANA))
    assert "ana and ben won the round: it blocked, so the fewest pips win" in texts
    assert "ana shares the win: such a blocker has not won" in texts
    assert "ana blocked and did not win, and pays all of it: -16" in texts


def test_a_blocker_who_ties_may_win() -> None:
    wins = altered("forced-block@1", payout={"tied_blocker": "wins"})
    texts = steps_of(facts(3, 3, 5, 8), blocked_by(ANA), wins)
    assert "ana shares the win: such a blocker wins" in texts
    assert "ana blocked and won, and gets all of it: 32" in texts


def test_the_winner_may_get_everything_a_blocker_pays() -> None:
    everything = altered("forced-block@1", payout={"loser_pays": "winner-everything"})
    assert money_of(steps_of(BLOCKER_LOSES, blocked_by(ANA), everything))[:2] == [
        "carl won, and gets all of it from the blocker, 1 x (8 + 4 + 14) pips in all: 26",
        "ana blocked and did not win, and pays all of it: -26",
    ]
    share = "one of 2 shares (odd units go clockwise from ana, who led)"
    assert money_of(steps_of(facts(9, 4, 4, 15), blocked_by(ANA), everything))[:2] == [
        f"ben won, and gets {share} from the blocker, 1 x (4 + 4 + 15) pips in all: 12",
        f"carl won, and gets {share} from the blocker, 1 x (4 + 4 + 15) pips in all: 11",
    ]
    nobody = altered(
        "forced-block@1", payout={"loser_pays": "winner-everything"}, score={"tied": "nobody"}
    )
    assert money_of(steps_of(facts(9, 4, 4, 15), blocked_by(ANA), nobody))[:2] == [
        "ben gets 1 x their 4 pips from the blocker: 4",
        "carl gets 1 x their 4 pips from the blocker: 4",
    ]


def test_an_assistant_may_pay_only_for_their_own_pips() -> None:
    own = altered("forced-block@1", payout={"assisted": "assistants-own-pips", "loss_factor": 3})
    assert money_of(steps_of(BLOCKER_WINS, blocked_by(ANA, BEN), own))[0] == (
        "ben assisted and pays alone, 2 x their 8 pips: -16"
    )
    assert money_of(steps_of(BLOCKER_LOSES, blocked_by(ANA, BEN), own))[0] == (
        "ben assisted and gets alone, 3 x their 8 pips: 24"
    )


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        ("set-up", "ben assisted: they could still have kept it open, and went along"),
        (
            "point-of-no-return",
            "ben assisted: next on the left, they had a choice of tiles at their turn after it",
        ),
    ],
)
def test_why_a_player_is_the_assistant(reading: str, why: str) -> None:
    rules = altered("forced-block@1", payout={"reading": reading})
    assert why in steps_of(BLOCKER_WINS, blocked_by(ANA, BEN), rules)


def test_nobody_and_undetermined_differ() -> None:
    assert "that is nobody" in steps_of(BLOCKER_WINS, NOBODY)
    open_question = Verdict("undetermined", None, None, None, 200_000)
    texts = steps_of(BLOCKER_WINS, open_question)
    assert "undetermined after 200000 positions: nobody is fined on it" in texts
    assert texts[-4:] == steps_of(BLOCKER_WINS, NOBODY)[-4:]
