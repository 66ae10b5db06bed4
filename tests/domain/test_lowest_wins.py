"""Games that the fewest points win, and games for tiles: results noted, unseen, and forfeited."""

from typing import Literal

import pytest

from domino_ledger.domain.events import IrregularityNoted, RoundReported
from domino_ledger.domain.faults.codes import Remark
from domino_ledger.domain.game.certain import is_surely_won, score_of_a_deal
from domino_ledger.domain.game.decide import DealRound, Refused, ReportRound, decide
from domino_ledger.domain.game.noted_result import Result, remarks_on
from domino_ledger.domain.round.state import reported_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import RoundScore
from domino_ledger.domain.scoring.standing import after_forfeit
from tests.domain.builders import standing

from .builders import altered, evolved, new_game, refusal
from .test_certain import NOBODY_SAW, UNTIL_OUT, unseen

CHICKEN_FOOT = PUBLISHED["chicken-foot@1"]
BASIC_TRAIN = PUBLISHED["basic-train@1"]
BY_LAST_TO_LAY = altered("block@1", score={"blocked_winner": "last-two"})
NOT_THE_BLOCKER = altered("block@1", score={"tied": "not-the-blocker"})
WITH_BONUS = altered("block@1", score={"block_bonus": 100})
ALONE = ((0,), (1,), (2,))


def test_a_game_of_rounds_that_all_past_a_target_win_has_no_target_to_pass() -> None:
    rules = Score(points="own-hand", rounds=1, winners="all-past-target")
    assert standing(rules, ALONE, [RoundScore((2,), (3, 1, 0))])[:3] == ((3, 1, 0), (0, 1, 2), 1)


def test_the_lowest_of_the_others_wins_a_forfeited_game() -> None:
    stands = standing(CHICKEN_FOOT.score, ALONE, [RoundScore((2,), (30, 12, 0))])
    assert after_forfeit(CHICKEN_FOOT.score, stands, ALONE, 2).winners == (1,)


# -- results noted


@pytest.mark.parametrize(
    ("rules", "result", "winners"),
    [
        (CHICKEN_FOOT, Result(points=(30, 0, 12)), (1,)),
        (CHICKEN_FOOT, Result(points=(12, 30, 12)), (0, 2)),
        (CHICKEN_FOOT, Result(pips=(12, 30, 9)), (2,)),
        (BASIC_TRAIN, Result(points=(0, 180, 0)), (1,)),
        (NOT_THE_BLOCKER, Result(ended="out", pips=(12, 0, 9)), (1,)),
    ],
)
def test_who_won_follows_from_noted_figures(
    rules: RuleSet, result: Result, winners: tuple[int, ...]
) -> None:
    (event,) = decide(new_game(rules, 3), ReportRound(result))
    assert isinstance(event, RoundReported)
    assert event.winners == winners


@pytest.mark.parametrize(
    ("rules", "result", "needs"),
    [
        (CHICKEN_FOOT, Result(winners=()), "points"),
        (BASIC_TRAIN, Result(winners=(1,), pips=(12, 0, 9)), "points-for-tiles"),
        (BY_LAST_TO_LAY, Result(winners=(1,), pips=(12, 2, 9)), "points-by-last-to-lay"),
        (WITH_BONUS, Result(winners=(1,), pips=(12, 2, 9)), "ended"),
    ],
)
def test_a_result_that_lacks_figures(rules: RuleSet, result: Result, needs: str) -> None:
    assert refusal(new_game(rules, 3), ReportRound(result, as_played=True)).params == {
        "needs": needs
    }


@pytest.mark.parametrize(("ended", "points"), [("blocked", 111), ("out", 11)])
def test_a_bonus_for_a_block_is_counted_where_the_round_blocked(
    ended: Literal["out", "blocked"], points: int
) -> None:
    result = Result(ended=ended, winners=(0,), pips=(0, 2, 9))
    game = evolved(new_game(WITH_BONUS, 3), decide(new_game(WITH_BONUS, 3), ReportRound(result)))
    assert game.judged[-1].score == ((0,), (points, 0, 0))


WHOLE_SET = 495
"""The pips of a double-nine set."""


@pytest.mark.parametrize(
    ("rules", "result", "wrong"),
    [
        (CHICKEN_FOOT, Result(out=1, pips=(WHOLE_SET + 50, 0, 0)), {}),
        (
            CHICKEN_FOOT,
            Result(winners=(1,), pips=(WHOLE_SET + 51, 0, 0)),
            {"in_hands": WHOLE_SET + 51, "most": WHOLE_SET + 50},
        ),
    ],
)
def test_more_than_a_set_has(rules: RuleSet, result: Result, wrong: dict[str, int]) -> None:
    noted = decide(new_game(rules, 3), ReportRound(result, as_played=True))[1:]
    found = [event.params for event in noted if isinstance(event, IrregularityNoted)]
    assert found[:1] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("result", "remarks"),
    [
        (Result(winners=(1,), points=(30, 0, 12)), ()),
        (Result(winners=(0, 1), points=(0, 0, 12)), ()),
        (Result(winners=(1,), points=(0, 0, 12)), ()),
        (
            Result(winners=(0,), points=(30, 0, 12)),
            (Remark("not-the-fewest", {"noted_winners": (0,), "found_winners": (1,)}),),
        ),
        (
            Result(points=(WHOLE_SET + 51, 0, 9)),
            (Remark("too-many-points", {"scored": WHOLE_SET + 51, "most": WHOLE_SET + 50}),),
        ),
    ],
)
def test_where_the_fewest_points_win_the_noted_winner_has_the_fewest(
    result: Result, remarks: tuple[Remark, ...]
) -> None:
    game = new_game(CHICKEN_FOOT, 3)
    (report,) = decide(game, ReportRound(result))
    assert isinstance(report, RoundReported)
    assert remarks_on(CHICKEN_FOOT.score, reported_round(game.table, report)) == remarks


def test_where_tiles_decide_a_block_points_do_not_show_who_won() -> None:
    rules = altered("chicken-foot@1", score={"blocked_winner": "fewest-tiles"})
    game = new_game(rules, 3)
    assert refusal(game, ReportRound(Result(points=(30, 0, 12)))).params == {"needs": "winner"}
    (report,) = decide(game, ReportRound(Result(winners=(0,), points=(30, 0, 12))))
    assert isinstance(report, RoundReported)
    assert remarks_on(rules.score, reported_round(game.table, report)) == ()


# -- tiles that nobody saw


@pytest.mark.parametrize(("points", "certain"), [("own-hand", False), ("tiles", True)])
def test_what_unseen_hands_are_worth(points: str, certain: bool) -> None:
    """Who holds which of two tiles is not known, but that each holds one is."""
    (judged,) = unseen(100, *UNTIL_OUT, points=points, per_tile=5).judged
    score, known = score_of_a_deal(judged)
    assert known == certain
    if certain:
        assert score == ((0,), (10, 0, 0))


def test_a_game_of_two_rounds_takes_no_third_whatever_nobody_saw() -> None:
    game = unseen(None, *UNTIL_OUT, points="own-hand", rounds=2, winners="lowest")
    assert not is_surely_won(game)
    again = evolved(game, decide(game, ReportRound(Result(points=(0, 1, 2)))))
    assert (again.won, is_surely_won(again)) == (None, True)
    with pytest.raises(Refused, match="game-is-over"):
        decide(again, DealRound(NOBODY_SAW, None, 0))
