"""The end of a round: out, blocked, and playing on after a seat is out."""

import pytest

from domain.events import GameWon
from domain.game.decide import Refused
from domain.game.state import standing_of

from .builders import altered, any_hand, deal, new_game, play

LOT = any_hand("block-lot@1", 2, 2, 3)
OUT = ("0 lays 4-3", "1 lays 6-4 right", "0 lays 3-0 left", "1 lays 6-5 right")


def test_a_game_of_one_round_is_over_with_it() -> None:
    game = play(deal(new_game(LOT, 2), "4-3 3-0", "6-4 6-5", leader=0), *OUT[:3])
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
