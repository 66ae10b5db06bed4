"""Random games under unusual rules: they end, keep every tile, and audit clean."""

import json

import pytest

from domain.rules.catalogue import PUBLISHED
from ledger.live.simulation import Simulation
from ledger.registry.rule_sets import rules_called
from tests.lanes import examples
from tests.ledger.games import Json, read
from tests.ledger.kinds import brief

from .test_simulated import assert_in_order

pytestmark = pytest.mark.unmeasured

OWN = "basic-train@1+play.layout."
TRAIN = "mexican-train@1+play.layout."
HOLDER_LAYS_HUB = (
    "mexican-train@1+play.first_lead.kind=round-double+play.first_lead.unheld=draw-for-it"
    "+play.layout.first_turn=as-many-as-fit+play.layout.hub=led+play.next_lead=same-rule"
)
FIRST_SEAT_LAYS_HUB = (
    "mexican-train@1+play.first_lead.kind=own-highest-double"
    "+play.later_lead.kind=own-highest-double+play.layout.hub=led"
)
TURNED_UP = (
    "gaple@1+play.first_lead.kind=lot+play.first_lead.tile=null+play.hand.3=6"
    "+play.hand.4=6+play.later_lead.kind=null+play.turned_up=true"
)
RULE_SETS = (
    f"{TRAIN}public=after-own-train",
    f"{TRAIN}marked_empty=closed",
    f"{TRAIN}cover=anywhere",
    f"{TRAIN}cover=anywhere+play.layout.doubles_chain=true",
    f"{TRAIN}doubles_chain=true",
    f"{TRAIN}cover=every-double+play.layout.doubles_chain=true",
    f"{TRAIN}out_on_double=false",
    f"{TRAIN}doubles_chain=true+play.layout.out_on_double=false",
    f"{TRAIN}first_turn=as-many-as-fit",
    f"{TRAIN}first_turn=as-many-as-fit+play.layout.out_on_double=false",
    HOLDER_LAYS_HUB,
    FIRST_SEAT_LAYS_HUB,
    TURNED_UP,
    "chicken-foot@1+play.blank=25",
    "chicken-foot@1+play.layout.dead_foot=waived+play.layout.opener_takes=4",
    "spinner@1+play.layout.dead_foot=waived+play.layout.opener_takes=3",
    "spinner@1+play.draw=until-playable",
    "chicken-foot@1+play.knock_on_last_tile=true",
    "five-up@1+play.claims=called",
    "all-fives@1+play.win_in_play=true+score.target=30",
    "five-up@1+play.win_in_play=true+score.points_per=five+score.target=5+score.to_get_in=10",
    f"{OWN}engine=own-highest",
    f"{OWN}train_ends=1",
    f"{OWN}engine=own-highest+play.layout.train_ends=1+score.blocked_winner=fewest-pips",
    "basic-train@1+play.hand.3=22+play.highest_pip=12",
)


def simulated(name: str, number: int) -> bytes:
    """The record of a random game."""
    return Simulation(brief(rules_called(PUBLISHED, name)), 3, seed=5).line(number)


@pytest.mark.parametrize("name", RULE_SETS)
def test_games(name: str) -> None:
    for number in range(1, 1 + examples(4)):
        assert_in_order(simulated(name, number))


@pytest.mark.parametrize("name", RULE_SETS)
def test_hands_that_nobody_saw(name: str) -> None:
    """What was legal is never flagged if some hands were not seen."""
    for number in range(1, 1 + examples(1)):
        record: Json = json.loads(simulated(name, number))
        for round in record["rounds"]:
            if round["leader"] is None:
                continue  # That a deal was void is known by its hands.
            round["hands"][1:] = [None] * (len(round["hands"]) - 1)
            round["boneyard"] = None
            for move in round["moves"]:
                if "draw" in move and move["seat"]:
                    move["draw"] = "?"
        assert read(record).violations == []
