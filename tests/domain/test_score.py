"""Points of a round: the examples of the rule text, and each field in both positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.round.facts import RoundFacts
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Score
from domain.scoring.score import (
    Before,
    Progress,
    RoundScore,
    by_side,
    score_round,
    standing_at_first,
)
from domain.seats import Sides

from .builders import facts
from .houses import SCORES

ALONE: dict[int, Sides] = {seats: tuple((seat,) for seat in range(seats)) for seats in range(2, 6)}
ACROSS: Sides = ((0, 2), (1, 3))


def ruled(rules: str | Score, end: RoundFacts, sides: Sides | None = None) -> RoundScore:
    score = PUBLISHED[rules].score if isinstance(rules, str) else rules
    return score_round(score, sides or ALONE[len(end.pips)], end)


@pytest.mark.parametrize("out", [None, 0])
def test_block_hands_1_3_5_8_are_worth_15(out: int | None) -> None:
    assert ruled("block@1", facts(1, 3, 5, 8, out=out)) == ((0,), (15, 0, 0, 0))


def test_block_hands_3_3_5_8_are_worth_10_each() -> None:
    assert ruled("block@1", facts(3, 3, 5, 8)) == ((0, 1), (10, 10, 0, 0))


@pytest.mark.parametrize("rules", ["block@1", "block-heaviest@1"])
def test_block_is_won_by_the_lowest_hand_even_if_another_seat_is_out(rules: str) -> None:
    out_with_a_blank_left = facts(0, 0, 12, out=1)
    assert ruled(rules, out_with_a_blank_left) == ((0, 1), (12, 12, 0))


def test_the_article_gives_the_round_to_the_seat_that_is_out() -> None:
    assert ruled("block-article@1", facts(0, 0, 12, out=1)) == ((1,), (0, 12, 0))


def test_the_article_scores_the_opponents_sum_minus_ones_own() -> None:
    assert ruled("block-article@1", facts(9, 4)) == ((1,), (0, 5))


@pytest.mark.parametrize(
    ("difference", "points"), [("to-all-hands", 15), ("to-each-hand", 13), ("none", 16)]
)
def test_difference(difference: str, points: int) -> None:
    rules = Score.model_validate({"difference": difference})
    assert ruled(rules, facts(1, 3, 5, 8)).points == (points, 0, 0, 0)


def test_a_tie_for_lowest_of_20_each_is_worth_nothing_not_less() -> None:
    assert ruled("block@1", facts(20, 20)) == ((0, 1), (0, 0))


def test_negative_points_keep() -> None:
    rules = Score(difference="to-all-hands", negative_points="keep")
    assert ruled(rules, facts(20, 20)) == ((0, 1), (-20, -20))


@pytest.mark.parametrize("rules", ["draw@1", "draw-three@1"])
def test_draw_is_the_sum_of_the_losers_hands_out_or_blocked(rules: str) -> None:
    assert ruled(rules, facts(0, 7, 30, out=0)) == ((0,), (37, 0, 0))
    assert ruled(rules, facts(6, 7, 30)) == ((0,), (37, 0, 0))


def test_draw_seats_that_tie_each_get_it() -> None:
    assert ruled("draw@1", facts(6, 6, 30)) == ((0, 1), (30, 30, 0))


def test_blocked_winner_fewest_tiles() -> None:
    rules = Score(blocked_winner="fewest-tiles")
    end = facts(11, 3, tiles=(1, 2))
    assert ruled(rules, end) == ((0,), (3, 0))
    assert ruled(Score(), end) == ((1,), (0, 11))


def test_fewest_tiles_decides_blocked_rounds_only() -> None:
    rules = Score(blocked_winner="fewest-tiles", out_winner="lowest-hand")
    assert ruled(rules, facts(5, 0, 4, out=1, tiles=(1, 0, 3))).winners == (1,)
    lighter_though_more_tiles = facts(5, 0, 0, out=1, tiles=(1, 0, 1))
    assert ruled(rules, lighter_though_more_tiles).winners == (1, 2)


def test_the_side_of_the_lowest_hand_wins_a_block_though_it_is_heavier() -> None:
    rules = Score(blocked_winner="side-of-lowest-hand", points="all-hands")
    assert ruled(rules, facts(1, 8, 16, 7), ACROSS) == ((0, 2), (32, 0))
    assert ruled(rules, facts(7, 1, 30, 1), ACROSS).winners == (1, 3)
    assert ruled(rules, facts(30, 1, 0, 9, out=2), ACROSS).winners == (0, 2)
    tie = facts(1, 8, 16, 1)
    assert ruled(rules, tie, ACROSS).winners == (0, 1, 2, 3)
    nobody = rules.model_copy(update={"tied": "nobody"})
    assert ruled(nobody, tie, ACROSS) == ((), (0, 0))


@pytest.mark.parametrize(
    ("before", "winners", "winner"),
    [
        ((30, 20), "highest", (0, 2)),
        ((20, 30), "highest", (1, 3)),
        ((20, 30), "lowest", (0, 2)),
        ((30, 30), "highest", ()),
        ((), "highest", ()),
    ],
)
def test_a_tie_is_won_by_the_side_that_leads(
    before: tuple[int, ...], winners: str, winner: tuple[int, ...]
) -> None:
    rules = Score.model_validate({"tied": "leading-side", "winners": winners, "target": 100})
    assert score_round(rules, ACROSS, facts(1, 8, 16, 9), Before(before)).winners == winner
    assert score_round(rules, ACROSS, facts(1, 8, 16, 7), Before(before)).winners == (1, 3)
    assert score_round(rules, ACROSS, facts(9, 8, 0, 1, out=2), Before(before)).winners == (0, 2)


def test_of_three_that_tie_the_one_that_leads_them_wins() -> None:
    rules = Score(tied="leading-side", target=100)
    assert score_round(rules, ALONE[4], facts(3, 3, 3, 9), Before((5, 20, 5, 90))).winners == (1,)
    assert score_round(rules, ALONE[4], facts(3, 3, 3, 9), Before((20, 20, 5, 90))).winners == ()


def test_points_in_play_count_for_a_seat_that_has_come_in() -> None:
    rules = PUBLISHED["all-fives@1"].score.model_copy(update={"to_get_in": 10})
    made = facts(0, 3, out=0)._replace(in_play=(15, 20), in_play_from_ten=(0, 15))
    assert score_round(rules, ALONE[2], made).points == (5, 15)
    before = Before((0, 0), (1, 0))
    assert score_round(rules, ALONE[2], made, before).points == (20, 15)


def test_one_round_has_no_standing_before_it() -> None:
    with pytest.raises(ValidationError, match="standing-of-one-round"):
        Score(tied="leading-side")


def test_the_payout_game_counts_no_points() -> None:
    assert ruled("forced-block@1", facts(9, 4, 4)) == ((1, 2), None)
    assert ruled("forced-block@1", facts(0, 4, 0, out=2)) == ((2,), None)


def test_by_lot_equal_hands_win_nothing() -> None:
    assert ruled("block-lot@1", facts(9, 9)) == ((), (0, 0))


def test_by_lot_the_loser_s_pips_nothing_taken_off() -> None:
    assert ruled("block-lot@1", facts(9, 4)) == ((1,), (0, 9))
    assert ruled("block-lot@1", facts(9, 4, 2, 8)) == ((2,), (0, 0, 21, 0))


def test_san_juan_the_side_that_went_out_gets_all_pips_in_all_hands() -> None:
    end = facts(30, 5, 0, 6, out=2)
    assert ruled("partnership-sanjuan@1", end, ACROSS) == ((0, 2), (41, 0))


def test_san_juan_blocked_the_lighter_side_not_the_lightest_hand() -> None:
    end = facts(1, 8, 16, 7)
    assert ruled("partnership-sanjuan@1", end, ACROSS) == ((1, 3), (0, 32))


def test_san_juan_blocked_with_equal_sides_has_no_winner() -> None:
    end = facts(1, 8, 16, 9)
    assert ruled("partnership-sanjuan@1", end, ACROSS) == ((), (0, 0))


def test_all_hands_leave_the_winner_s_own_in() -> None:
    rules = Score(points="all-hands", difference="to-all-hands")
    assert ruled(rules, facts(2, 5, 9)).points == (14, 0, 0)


def test_a_side_s_figures_are_those_of_its_seats_together() -> None:
    assert by_side(ACROSS, (1, 20, 300, 4000)) == (301, 4020)


@pytest.mark.unmeasured
@given(
    SCORES,
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.none() | st.integers(0, 3),
    st.permutations(range(4)),
)
def test_points_follow_the_seats_however_they_are_numbered(
    rules: Score, pips: list[int], out: int | None, renamed: list[int]
) -> None:
    """``renamed``: for each new seat, the old one."""
    end = facts(*pips, out=out)
    new_out = None if out is None else renamed.index(out)
    renamed_end = facts(*(pips[old] for old in renamed), out=new_out)._replace(
        last_to_lay=renamed.index(end.last_to_lay or 0),
        after_last=renamed.index(end.after_last or 0),
    )
    new, old = ruled(rules, renamed_end), ruled(rules, end)
    assert old.points is not None
    assert new.points == tuple(old.points[seat] for seat in renamed)
    assert new.winners == tuple(sorted(map(renamed.index, old.winners)))


LOCKED = facts(12, 9, 7, 10, last_to_lay=1)
"""Both sides have 19; seat 1 laid the last tile (docs/rules/block-rules.md)."""


def counterclockwise(end: RoundFacts) -> RoundFacts:
    return end._replace(after_last=((end.last_to_lay or 0) - 1) % len(end.pips))


def test_a_tie_in_a_blocked_round_in_other_houses() -> None:
    assert ruled("partnership-sanjuan@1", LOCKED, ACROSS) == ((), (0, 0))
    assert ruled("partnership-brazilian@1", LOCKED, ACROSS) == ((0, 2), (38, 0))
    assert ruled("partnership-puerto-rican@1", LOCKED, ACROSS) == ((), (0, 0))
    dominican = counterclockwise(LOCKED)
    assert ruled("partnership-dominican@1", dominican, ACROSS) == ((1, 3), (0, 38))


def test_of_the_last_two_hands_the_lighter_wins_and_the_blocker_if_they_are_equal() -> None:
    rules = PUBLISHED["partnership-dominican@1"].score
    assert ruled(rules, facts(12, 9, 7, 10, last_to_lay=1), ACROSS).winners == (0, 2)
    assert ruled(rules, facts(20, 9, 9, 20, last_to_lay=1), ACROSS).winners == (1, 3)
    assert ruled(rules, counterclockwise(LOCKED), ACROSS).winners == (1, 3)
    assert ruled(rules, facts(30, 9, 1, 0, out=3, last_to_lay=3), ACROSS).winners == (1, 3)


def test_the_bonus_is_for_a_block_alone() -> None:
    rules = "partnership-puerto-rican@1"
    assert ruled(rules, facts(12, 9, 7, 11, last_to_lay=1), ACROSS) == ((0, 2), (139, 0))
    assert ruled(rules, facts(12, 9, 7, 0, out=3), ACROSS) == ((1, 3), (0, 28))


def test_a_tie_loses_for_the_blocker_in_a_blocked_round_alone() -> None:
    rules = Score(tied="not-the-blocker", out_winner="lowest-hand")
    assert ruled(rules, facts(3, 3, 8, last_to_lay=0)).winners == (1,)
    assert ruled(rules, facts(3, 3, 8, last_to_lay=2)).winners == (0, 1)
    assert ruled(rules, facts(0, 0, 8, out=0, last_to_lay=0)).winners == (0, 1)


def test_a_seat_that_has_come_in_stays_in() -> None:
    rules = PUBLISHED["all-fives@1"].score.model_copy(update={"to_get_in": 10, "target": 1000})
    sides, score = ((0,), (1,)), RoundScore((0,), (10, 0))
    made = RoundFacts(
        leader=0,
        ended="out",
        out=0,
        pips=(0, 5),
        tiles=(0, 1),
        last_to_lay=0,
        regular=True,
        in_play=(10, 0),
        in_play_from_ten=(10, 0),
    )
    nothing = made._replace(in_play=(0, 0), in_play_from_ten=(0, 0))
    progress = Progress(standing_at_first(rules, sides))
    for of_round, came_in in ((nothing, (0, 0)), (made, (1, 0)), (nothing, (1, 0))):
        progress = progress.after(rules, sides, of_round, score)
        assert progress.before.came_in == came_in
