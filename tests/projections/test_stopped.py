"""A round that the table stopped is over and irregular; an arbiter may rule anything."""

import pytest

from domain.disputes.decide import RuleOnDispute, decide_dispute
from domain.disputes.events import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    RulingMade,
    Uphold,
    VoidRound,
)
from domain.events import RoundBlocked
from domain.game.decide import Refused
from projections.results.game_result import GameResult, count_game
from tests.domain.dispute_builders import ARBITER, disputed
from tests.ledger.games import Json

from .ruled import ruled_game, unclaimed


def stopped() -> Json:
    """A round that was stopped before its last tile was laid."""
    game = unclaimed("openspiel-block.jsonl", 0)
    moves = game["rounds"][0]["moves"]
    del moves[max(at for at, move in enumerate(moves) if "lay" in move) :]
    game["rounds"][0]["ended"] = "blocked"
    return game


POINTS = stopped()


def ruled(*remedies: Remedy) -> GameResult:
    return count_game(ruled_game(POINTS, *remedies))


@pytest.mark.parametrize(
    "remedies",
    [
        [Uphold(round=0)],
        [Uphold(round=0), CorrectPoints(round=0, points=(7, 0))],
        [Uphold(round=0), NameBlocker(round=0, blocker=1)],
        [Uphold(round=0), ImposePenalty(round=0, seat=0, offence="revoke", points_off=5)],
        [VoidRound(round=0)],
        [ReplayRound(round=0)],
    ],
)
def test_every_remedy_is_accepted(remedies: list[Remedy]) -> None:
    game = disputed(ruled_game(POINTS))
    (ruling, *_) = decide_dispute(game, RuleOnDispute(1, ARBITER, tuple(remedies)))
    assert ruled(*remedies).rounds[0].decreed != ruled().rounds[0].decreed
    assert isinstance(ruling, RulingMade)


@pytest.mark.parametrize(
    "remedy", [NameBlocker(round=0, blocker=1), CorrectPoints(round=0, points=(1, 0))]
)
def test_some_remedies_need_an_upheld_round(remedy: Remedy) -> None:
    game = disputed(ruled_game(POINTS))
    with pytest.raises(Refused) as caught:
        decide_dispute(game, RuleOnDispute(1, ARBITER, (remedy,)))
    assert caught.value.fault == ("round-irregular", {"round": 0})


def test_a_void_round_is_dealt_again() -> None:
    for remedy in (VoidRound(round=0), ReplayRound(round=0)):
        ruling = ruled(remedy)
        assert ruling.counted == ()
        assert not ruling.game.over
        assert RoundBlocked() in ruling.rounds[0].round.events
