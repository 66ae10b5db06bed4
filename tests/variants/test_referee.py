"""Every variant agrees with an independent referee: legal moves, the end, figures, who is next."""

import pytest

from domino_ledger.domain.events import TileLaid, TurnPassed
from domino_ledger.domain.game.next_lead import leaders_of_next_game
from domino_ledger.domain.round.calls import lays_in_play
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.rule_set import Crosswise
from domino_ledger.domain.scoring.score import score_settled

from .referee import (
    Refereed,
    before_first_act,
    current,
    points_by_seat,
    refereed,
    seats_named,
    written,
)

ROUNDS = list(refereed())


def test_there_are_rounds() -> None:
    assert len(ROUNDS) >= 4


def points_in_play(round: Round) -> list[int | None]:
    """By act."""
    of_lays = iter(lays_in_play(round))
    return [next(of_lays).fives if isinstance(act, TileLaid) else 0 for act in round.acts]


@pytest.mark.unmeasured
@pytest.mark.parametrize("given", ROUNDS, ids=lambda given: given.name)
def test_a_round(given: Refereed) -> None:
    game = before_first_act(given)
    round, said = current(game), given.said
    for number, (act, legal) in enumerate(zip(given.acts, given.legal, strict=True)):
        if round.ended is not None:  # The referee lists the passes that show a block.
            assert isinstance(act, TurnPassed)
            continue
        assert {written(move) for move in legal_moves(round)} == legal, number
        round = advance_legal(round, act)
    game = game._replace(current=round)
    facts = game.judged[-1].facts
    in_play = points_in_play(round) if isinstance(round.table.layout, Crosswise) else [0]
    assert in_play == said["points_in_play"][: len(in_play)]
    assert (facts.ended, list(facts.pips)) == (said["ended"], said["pips"])
    score = score_settled(given.rules.score, game.table.sides, facts)
    assert score is not None
    played = facts.in_play or (0,) * said["seats"]  # The referee keeps these points apart.
    both = [hand + play for hand, play in zip(said["points"], played, strict=True)]
    assert points_by_seat(game, score) == both
    assert leaders_of_next_game(game) == seats_named(said["next"])
