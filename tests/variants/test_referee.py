"""Every variant agrees with an independent referee: legal moves, the end, figures, who is next."""

import pytest

from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.game.next_lead import leaders_of_next_game
from domino_ledger.domain.round.calls import lays_in_play
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.layouts import Crosswise
from domino_ledger.domain.scoring.score import score_settled

from .referee import Refereed, before_first_act, by_seat, current, played_out, refereed, seats_named

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
    game, said = played_out(before_first_act(given), given), given.said
    round = current(game)
    facts = game.judged[-1].facts
    in_play = points_in_play(round) if isinstance(round.table.layout, Crosswise) else [0]
    assert in_play == said["points_in_play"][: len(in_play)]
    assert (facts.ended, list(facts.pips)) == (said["ended"], said["pips"])
    score = score_settled(given.rules.score, game.table.sides, facts)
    assert score is not None
    played = facts.in_play or (0,) * said["seats"]  # The referee keeps these points apart.
    both = [hand + play for hand, play in zip(said["points"], played, strict=True)]
    assert score.points is not None
    assert by_seat(game, score.points) == both
    assert leaders_of_next_game(game) == seats_named(said["next"])
