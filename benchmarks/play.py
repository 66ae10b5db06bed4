"""Random play; the legal moves are computed at every ply.

    python -m benchmarks.play

Ours is the code of simulation. Compared with `dominoes`, play alone is timed; a ply is a lay-down
or a pass. Compared with OpenSpiel, whole rounds are timed with the deal, since chance is a player
there; and, without a bound, the lay-downs alone.
"""

import random as global_random
import sys
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any
from uuid import UUID

import dominoes
import pyspiel
from open_spiel.python.games import block_dominoes

from domino_ledger.domain.events import GameOpened, TileLaid
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.bots import random_move
from domino_ledger.ledger.live.simulation import deal, play_round

from .measure import Measured, compare, report

ROUNDS = 1500
chance = Random(1).random


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    yield compare(
        "play, four seats",
        peer="dominoes 6.1.0",
        unit="plies",
        bound=2.0,
        ours=lambda: _ours(4, lay_downs_alone=False),
        theirs=_dominoes,
    )
    yield compare(
        "whole rounds, two seats",
        peer="OpenSpiel, block dominoes",
        unit="rounds",
        bound=8.0,
        ours=_our_rounds,
        theirs=_open_spiel_rounds,
    )
    yield compare(
        "lay-downs alone, two seats",
        peer="OpenSpiel, block dominoes",
        unit="lays",
        bound=None,
        ours=lambda: _ours(2, lay_downs_alone=True),
        theirs=_open_spiel,
    )


def _our_rounds() -> tuple[int, float]:
    game = _opened(2)
    began = perf_counter()
    for _ in range(ROUNDS):
        round = evolve_game(game, deal(game, chance)).current
        assert round is not None
        play_round(round, chance, random_move)
    return ROUNDS, perf_counter() - began


def _open_spiel_rounds() -> tuple[int, float]:
    rounds = ROUNDS // 4
    began = perf_counter()
    for _ in range(rounds):
        _open_spiel_played(_open_spiel_dealt())
    return rounds, perf_counter() - began


def _ours(seats: int, *, lay_downs_alone: bool) -> tuple[int, float]:
    kinds = (TileLaid,) if lay_downs_alone else (object,)
    plies, seconds = 0, 0.0
    for _ in range(ROUNDS):
        round = _dealt(seats)
        began = perf_counter()
        played = play_round(round, chance, random_move)
        seconds += perf_counter() - began
        plies += sum(isinstance(act, kinds) for act in played.acts)
    return plies, seconds


def _opened(seats: int) -> Game:
    players = tuple(UUID(int=seat) for seat in range(seats))
    return open_game(
        GameOpened(record="benchmark", rules=PUBLISHED["block-lot@1"], players=players)
    )


def _dealt(seats: int) -> Round:
    game = _opened(seats)
    round = evolve_game(game, deal(game, chance)).current
    assert round is not None
    return round


def _dominoes() -> tuple[int, float]:
    global_random.seed(chance())
    plies, seconds = 0, 0.0
    for _ in range(ROUNDS):
        game = dominoes.Game.new(starting_player=0)
        began = perf_counter()
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*moves[int(chance() * len(moves))])
        seconds += perf_counter() - began
        plies += len(game.moves)
    return plies, seconds


def _open_spiel() -> tuple[int, float]:
    plies, seconds = 0, 0.0
    for _ in range(ROUNDS // 4):
        state = _open_spiel_dealt()
        began = perf_counter()
        _open_spiel_played(state)
        seconds += perf_counter() - began
        plies += len(state.actions_history)
    return plies, seconds


def _open_spiel_played(state: Any) -> None:
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])


OPEN_SPIEL = pyspiel.load_game(block_dominoes._GAME_TYPE.short_name)  # noqa: SLF001


def _open_spiel_dealt() -> Any:
    state = OPEN_SPIEL.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(chance() * len(outcomes))][0])
    return state


if __name__ == "__main__":
    main()
