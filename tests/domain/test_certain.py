"""Games that are won although nobody saw some of the tiles left."""

import pytest

from domino_ledger.domain.disputes.events import Uphold
from domino_ledger.domain.game import certain
from domino_ledger.domain.game.certain import certain_score, is_surely_won, score_of_a_deal
from domino_ledger.domain.game.decide import DealRound, Refused, decide
from domino_ledger.domain.game.state import Game, evolve_game
from domino_ledger.domain.tiles import UNSEEN

from .builders import any_hand, deal, evolved, new_game, play
from .dispute_builders import NOTED, ordered

UNTIL_OUT = ("0 lays 2-2", "1 lays 2-1 left", "2 lays 2-0 right", "0 lays 1-0 left")
"""All six tiles are dealt; 0-0 and 1-1 are left, and nobody saw who holds which."""
NOBODY_SAW = ((UNSEEN, UNSEEN),) * 3


def unseen(target: int | None, *acts: str, **score: object) -> Game:
    rules = any_hand(
        *("block-lot@1", 2, 3),
        play={"highest_pip": 2},
        score={"target": target} | score,
        payout=None,
    )
    game = new_game(rules, 3)
    return play(evolved(game, decide(game, DealRound(NOBODY_SAW, None, 0))), *acts)


def test_points_may_be_certain_though_hands_are_not() -> None:
    game = unseen(100, *UNTIL_OUT)
    (judged,) = game.judged
    assert judged.score is None
    assert certain_score(judged) == ((0,), (2, 0, 0))


@pytest.mark.parametrize(("rounding", "certain"), [("sum", True), ("each-hand", False)])
def test_points_are_not_certain_if_unseen_hands_are_rounded_one_by_one(
    rounding: str, certain: bool
) -> None:
    (judged,) = unseen(100, *UNTIL_OUT, rounding=rounding).judged
    assert score_of_a_deal(judged) == (((0,), (0, 0, 0)), certain)


def test_of_too_many_deals_a_winner_is_enough_if_there_are_no_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certain, "MOST_DEALS", 1)
    (judged,) = unseen(100, *UNTIL_OUT, rounding="each-hand").judged
    assert certain_score(judged) is None
    (judged,) = unseen(None, *UNTIL_OUT, rounding="each-hand", points="none").judged
    score = certain_score(judged)
    assert score is not None
    assert score.winners == (0,)


def test_nothing_is_certain_of_a_round_that_is_not_over() -> None:
    (judged,) = unseen(100, *UNTIL_OUT[:2]).judged
    assert certain_score(judged) is None


def test_nothing_is_certain_of_an_irregular_round_that_an_arbiter_upholds() -> None:
    """Its acts tell nothing of the tiles that nobody saw."""
    noted = evolve_game(unseen(100, *UNTIL_OUT[:3]), NOTED)
    (judged,) = ordered(play(noted, *UNTIL_OUT[3:]), Uphold(round=0)).judged
    assert judged.facts.counts
    assert certain_score(judged) is None


def test_no_round_follows_a_game_that_is_surely_won() -> None:
    game = unseen(2, *UNTIL_OUT)
    assert (game.won, is_surely_won(game)) == (None, True)
    with pytest.raises(Refused, match="game-is-over"):
        decide(game, DealRound(NOBODY_SAW, None, 0))


@pytest.mark.parametrize(
    "game",
    [
        unseen(3, *UNTIL_OUT),
        unseen(None, *UNTIL_OUT),
        unseen(2),
        unseen(2, *UNTIL_OUT, out_winner="lowest-hand"),
        unseen(2, *UNTIL_OUT, tied="leading-side"),
    ],
    ids=["below the target", "no target", "not over", "the hands decide", "the standing decides"],
)
def test_other_games_are_not_surely_won(game: Game) -> None:
    assert not is_surely_won(game)


def test_a_game_of_which_every_tile_was_seen_is_won_as_usual() -> None:
    rules = any_hand("block-lot@1", 2, 3, play={"highest_pip": 2}, score={"target": 2}, payout=None)
    hands = "2-2 1-0", "2-1 0-0", "2-0 1-1"
    game = play(deal(new_game(rules, 3), *hands, leader=0), *UNTIL_OUT)
    assert game.won is not None
    assert not is_surely_won(new_game(rules, 3))
