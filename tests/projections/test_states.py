"""The state of a game: the same word wherever it is told, whatever becomes of the game."""

from random import Random
from uuid import UUID

import pytest

from domain.game import fold
from projections.follows import stands
from projections.rulings import rule_game
from projections.sheet import Identity, sheet_of
from projections.states import Conditions, state_of

from .read_models.figures_by_fold import state, waits
from .read_models.troubled import troubled

STREAM = Identity(UUID(int=7), "c0ffee", 12, "2026-01-02T03:04:05Z")
NOTHING = Conditions(*[False] * 6)


@pytest.mark.parametrize("seed", range(150))
def test_one_word_for_troubled_games(seed: int) -> None:
    game = fold(troubled("a game", Random(seed)))
    ruling = rule_game(game)
    names = tuple(f"p{seat}" for seat in range(game.table.seats))
    told = ruling.state, stands(game).state, sheet_of(ruling, names, STREAM).state
    assert set(told) == {state(ruling)}
    assert ruling.complete is not waits(ruling)


def test_troubled_games_have_every_state() -> None:
    games = (fold(troubled("a game", Random(seed))) for seed in range(150))
    assert {rule_game(game).state for game in games} == {
        *("void", "abandoned", "forfeited", "disputable", "over", "unfinished", "in progress")
    }


def test_the_first_that_holds_is_the_state() -> None:
    assert state_of(NOTHING) == "in progress"
    for at, name in enumerate(Conditions._fields):
        assert state_of(Conditions(*[place >= at for place in range(6)])) == name
