"""Winners of a game: targets, ties, and rounds that do not count."""

import pytest

from domino_ledger.domain.disputes.events import CorrectPoints
from domino_ledger.domain.events import GameWon
from domino_ledger.domain.game.decide import Refused, ReportRound, decide
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.state import standing_of
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import RoundScore
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import standing

from .builders import altered, any_hand, deal, evolved, new_game, play
from .dispute_builders import ordered

ALONE = ((0,), (1,), (2,))


def worth(*points: int) -> RoundScore:
    return RoundScore((), points)


def test_the_target_reached_exactly_wins() -> None:
    assert standing(Score(target=100), ALONE, [worth(0, 100, 0)]).winners == (1,)


def test_highest_of_those_past_the_target_wins() -> None:
    rounds = [worth(60, 70, 10), worth(50, 41, 0)]
    assert standing(Score(target=100), ALONE, rounds)[:3] == ((110, 111, 10), (1,), 2)


def test_winners_all_past_target() -> None:
    rules = Score(target=100, winners="all-past-target")
    rounds = [worth(60, 70, 10), worth(50, 40, 0)]
    assert standing(rules, ALONE, rounds).winners == (0, 1)
    assert standing(rules, ALONE, [worth(100, 99, 0)]).winners == (0,)


def test_rounds_after_the_game_was_won_count_for_nothing() -> None:
    rounds = [worth(0, 100, 0), worth(500, 0, 0)]
    assert standing(Score(target=100), ALONE, rounds)[:3] == ((0, 100, 0), (1,), 1)


def test_one_round_is_a_game_for_any_winner() -> None:
    rounds = [RoundScore((2,), (0, 0, 9)), RoundScore((0,), (50, 0, 0))]
    assert standing(Score(), ALONE, rounds)[:3] == ((0, 0, 9), (2,), 1)


def test_a_game_for_money_alone_has_no_points() -> None:
    rules = Score(points="none")
    assert standing(rules, ALONE, [])[:3] == (None, None, 0)
    assert standing(rules, ALONE, [RoundScore((1,), None)])[:3] == (None, (1,), 1)


def test_kept_negative_points_lower_a_score() -> None:
    rules = Score(target=100, negative_points="keep")
    assert standing(rules, ALONE, [worth(30, 0, 0), worth(-20, -20, 0)]).scores == (10, -20, 0)


def test_a_tie_later_in_the_game_is_won_by_the_side_that_leads() -> None:
    """The score of a round depends on the rounds before it, and on rulings on them."""
    rules = any_hand(
        "partnership-sanjuan@1",
        2,
        4,
        play={"first_lead": {"kind": "lot"}, "next_lead": "same-rule"},
        score={"tied": "leading-side"},
    )
    game = new_game(rules, 4)
    game = evolved(game, decide(game, ReportRound(Result((1,), points=(0, 20)))))
    game = play(deal(game, "6-6 1-0", "5-5 1-1", "5-4 3-3", "2-2 0-0", leader=0), "0 lays 6-6")
    assert game.judged[1].score == ((1, 3), (0, 32))
    assert standing_of(game).scores == (0, 52)
    assert count_game(game).rounds[1].score == game.judged[1].score
    corrected = ordered(game, CorrectPoints(round=0, points=(30, 20)))
    assert corrected.judged[1].score == ((0, 2), (32, 0))
    assert count_game(corrected).standing.scores == (62, 20)
    under_others = count_game(game, altered("partnership-sanjuan@1"))
    assert under_others.rounds[1].score == ((), (0, 0))


def test_a_seat_comes_in_with_its_first_ten_points_in_play() -> None:
    """Once in a game: then every point counts, also five at a time."""
    hands = "5-5 5-0 6-4", "5-1 5-4 4-2"
    game = new_game(any_hand("all-fives@1", 3, 2, score={"to_get_in": 10}), 2)
    game = play(
        deal(game, *hands),
        *("0 lays 5-5", "1 lays 5-4 right", "0 lays 5-0 left"),
        *("1 lays 5-1 spinner-5-5-1", "0 lays 6-4 right"),
    )
    assert game.judged[0].facts.in_play == (10, 5)
    assert standing_of(game).scores == (15, 0)
    game = play(
        deal(game, *hands[::-1]),
        *("1 lays 5-5", "0 lays 5-4 right", "1 lays 5-0 left"),
        *("0 lays 5-1 spinner-5-5-1", "1 lays 6-4 right"),
    )
    assert standing_of(game).scores == (20, 15)
    assert count_game(game).standing.scores == (20, 15)
    scored = [frame.scored for frame in frames(game) if frame.scored is not None]
    assert scored == [10, 0, 0, 0, 0, 10, 0, 0, 5, 0]
    result = count_game(game)
    codes = [step.code for step in explain(result, result.rounds[0], "ab")]
    assert codes.count("not-in-yet") == 1
    assert "not-in-yet" not in [step.code for step in explain(result, result.rounds[1], "ab")]


def test_a_game_of_one_round_is_over_with_it() -> None:
    out = "0 lays 4-3", "1 lays 6-4 right", "0 lays 3-0 left"
    game = play(
        deal(new_game(any_hand("block-lot@1", 2, 2), 2), "4-3 3-0", "6-4 6-5", leader=0), *out
    )
    assert game.won == GameWon(seats=(0,))
    with pytest.raises(Refused, match="game-is-over"):
        deal(game, "4-3 3-0", "6-4 6-5", leader=0)


def test_partners_win_together() -> None:
    rules = altered(
        "partnership-sanjuan@1",
        play={"hand": {4: 1}, "first_lead": {"kind": "lot"}},
        score={"target": 5},
    )
    game = play(deal(new_game(rules, 4), "4-3", "6-4", "5-5", "1-0", leader=1), "1 lays 6-4")
    assert game.won == GameWon(seats=(1, 3))
    assert standing_of(game).scores == (0, 18)
