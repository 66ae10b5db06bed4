"""Games that end in the middle of a round, as soon as points in play reach the target."""

from typing import Any

from domino_ledger.domain.events import GameWon, RoundBlocked, RoundWon, TargetReached
from domino_ledger.domain.game.state import Game, standing_of
from domino_ledger.domain.round.in_play import reached_target
from domino_ledger.domain.round.legal import recorded_ending
from domino_ledger.domain.scoring.score import RoundScore, score_round

from .builders import altered, any_hand, deal, facts, new_game, now, play

HANDS = "5-5 5-0 6-4", "5-1 5-4 4-2"
PLIES = ("0 lays 5-5", "1 lays 5-4 right", "0 lays 5-0 left")


def fives(*hands: str, draw: str = "until-playable", **score: Any) -> Game:
    """A round of all fives; the game is won with ten points unless ``score`` says else."""
    in_play = {"win_in_play": True, "draw": draw}
    score = {"target": 10, **score}
    rules = any_hand("all-fives@1", len(hands[0].split()), 2, play=in_play, score=score)
    return deal(new_game(rules, 2), *hands)


def test_the_round_and_the_game_end_at_the_target() -> None:
    game = play(fives(*HANDS), "0 lays 5-5")
    assert now(game).ended == "target"
    assert now(game).events[-1] == TargetReached(seat=0)
    assert game.won == GameWon(seats=(0,))
    assert game.judged[0].score == RoundScore(winners=(0,), points=(10, 0))
    assert standing_of(game).scores == (10, 0)


def test_points_that_are_not_enough() -> None:
    """Each side counts its own: 10 and 5 points win no game to 15."""
    game = play(fives(*HANDS, target=15), *PLIES, "1 lays 5-1 spinner-5-5-1")
    assert (now(game).ended, game.won) == (None, None)


def test_points_of_earlier_rounds_count() -> None:
    first = play(fives("5-5 5-0", "5-1 6-2", target=30), "0 lays 5-5", "1 lays 5-1 right")
    first = play(first, "0 lays 5-0 left")
    assert standing_of(first).scores == (20, 0)
    second = play(deal(first, "5-5 4-0", "6-1 6-2"), "0 lays 5-5")
    assert now(second).ended == "target"
    assert standing_of(second).scores == (30, 0)


def test_a_seat_that_is_out_goes_first() -> None:
    game = play(fives("5-5", "5-1"), "0 lays 5-5")
    assert now(game).events[-1] == RoundWon(seat=0)
    assert standing_of(game).scores == (15, 0)


def test_the_target_goes_before_a_block() -> None:
    """No tile fits 5-5, and none may be drawn."""
    blocked = fives("5-5 1-0", "1-1 2-2", draw="none", target=15)
    assert now(play(blocked, "0 lays 5-5")).events[-1] == RoundBlocked()
    game = play(fives("5-5 1-0", "1-1 2-2", draw="none"), "0 lays 5-5")
    assert now(game).events[-1] == TargetReached(seat=0)
    assert standing_of(game).scores == (10, 0)


def test_before_the_lead_no_seat_has_reached_it() -> None:
    """A record may say that it ended there; then no event ends the round."""
    round = now(fives(*HANDS))
    assert round.start.goal is not None
    assert reached_target(round, round.start.goal) is None
    assert recorded_ending(round, "target") is None


def test_a_record_may_say_so_though_it_was_not_reached() -> None:
    """Whether it was reached is judged elsewhere: this is the event for the seat that laid last."""
    round = now(play(fives(*HANDS, target=15), "0 lays 5-5"))
    assert round.ended is None
    assert recorded_ending(round, "target") == TargetReached(seat=0)


def test_first_points_below_ten_do_not_reach_it() -> None:
    """The ends count 1 + 1, then 2 + 3."""
    hands, lays = ("1-1 6-4 6-3", "3-1 4-2 6-0"), ("0 lays 1-1", "1 lays 3-1 right")
    assert now(play(fives(*hands, target=5), *lays)).ended == "target"
    assert now(play(fives(*hands, target=5, to_get_in=10), *lays)).ended is None


def test_points_by_five() -> None:
    assert now(play(fives(*HANDS, target=2, points_per="five"), "0 lays 5-5")).ended == "target"
    assert now(play(fives(*HANDS, target=3, points_per="five"), "0 lays 5-5")).ended is None


def test_rules_without_points_in_play_judge_it_like_a_block() -> None:
    reached = facts(4, 9, last_to_lay=1)._replace(ended="target", in_play=(0, 10))
    rules, sides = altered("block@1", score={"block_bonus": 7}).score, ((0,), (1,))
    found = score_round(rules, sides, reached)
    assert found == score_round(rules, sides, reached._replace(ended="blocked"))
    assert found.points == (9 - 4 + 7, 0)
