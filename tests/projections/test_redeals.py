"""What is said of a deal that a player did not want to play."""

from domino_ledger.domain.game.decide import Redeal, decide
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.steps import round_in_short
from domino_ledger.projections.replay.frames import frames
from tests.domain.builders import any_hand, deal, evolved, new_game

from .explaining import explained

MAY = any_hand(
    "block@1", 2, 2, play={"first_lead": {"kind": "lot"}, "redeal": {"doubles": 2, "who": "may"}}
)


def test_it_is_said_that_the_tiles_are_dealt_again() -> None:
    game = deal(new_game(MAY, 2), "6-6 5-5", "6-5 1-0", leader=1)
    game = evolved(game, decide(game, Redeal()))
    assert explained(game)[0] == "the deal is void: the tiles are dealt again"
    *_, end = frames(game)
    assert round_in_short(end, seating_of(game, ("ana", "ben")), None) == (
        "round 1: void: the tiles are dealt again"
    )
