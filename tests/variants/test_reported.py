"""Random games of every variant are explained and replayed, each act and each round of them."""

from functools import cache

import pytest

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.seat_view import seat_view
from domino_ledger.domain.hidden.seen_event import seen_event
from domino_ledger.domain.round.legal import advance_legal
from domino_ledger.domain.round.state import Act
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.projections.explain.act import reasons
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.replay.frames import PassReason, frames, why_passed
from domino_ledger.projections.replay.json_format import frame_json
from domino_ledger.projections.results.game_result import count_game
from tests.domain.builders import act_of, any_hand, evolved, hands, new_game, now
from tests.ledger.games import transcript
from tests.ledger.kinds import brief

from .test_simulated import VARIANTS, seats_of

NAMES = tuple("abcdefghij")


@cache
def game_of(id: str) -> Game:
    game = transcript(Simulation(brief(PUBLISHED[id]), seats_of(id)[-1], seed=3).line(1)).game
    assert game is not None
    return game


@pytest.mark.parametrize("id", VARIANTS)
def test_the_reasons_for_acts_are_whole_sentences(id: str) -> None:
    for round in game_of(id).rounds[:2]:
        for move in range(len(round.acts)):
            said = [each.message for each in reasons(round, NAMES, move)]
            assert not any("{" in sentence for sentence in said)


@pytest.mark.parametrize("id", VARIANTS)
def test_every_round_is_explained(id: str) -> None:
    result = count_game(game_of(id))
    for found in result.rounds:
        assert [each.message for each in explain(result, found, NAMES)]


@pytest.mark.parametrize("id", VARIANTS)
def test_every_step_is_replayed(id: str) -> None:
    game = game_of(id)
    steps = [frame_json("game", frame) for frame in frames(game)]
    acts = sum(len(round.acts) for round in game.rounds)
    assert sum(step["act"] is not None for step in steps) == acts
    round = game.rounds[0]
    for event in round.events:
        assert (seen_event(event, round) == event) or isinstance(event, Act)


def test_a_seat_without_a_double_cannot_begin_its_train() -> None:
    deal = RoundDealt(hands=hands("5-5 5-4", "9-8 1-0"), leader=0)
    round = now(evolved(new_game(any_hand("basic-train@1", 2, 2), 2), [deal]))
    round = advance_legal(round, act_of("0 lays 5-5 train-0"))
    for viewer in (None, 0, 1):
        assert why_passed(seat_view(round, viewer), round) == PassReason("no-double")
    [step] = reasons(advance_legal(round, act_of("1 passes")), NAMES, 1)
    assert step.message == "b held 1-0, 9-8: no double"
