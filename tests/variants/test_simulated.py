"""Random games of every variant, and by agreed rules, audit clean, keep every tile, and end."""

import json
from random import Random

import pytest

from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.round.state import Round, union
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import bit, tile_set
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on, rules_called
from tests.lanes import examples, is_deep
from tests.ledger.games import Json, read, transcript
from tests.ledger.kinds import brief

VARIANTS = (
    *("sebastopol@1", "cyprus@1", "maltese-cross@1", "cross@1", "partnership-pagat@1"),
    *("all-fives@1", "muggins@1", "five-up@1", "matador@1"),
    *("gaple@1", "chicken-foot@1", "spinner@1", "mexican-train@1", "basic-train@1"),
    *("bendomino@1", "doubles@1"),
)
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
    "+play.later_lead.kind=null+play.turned_up=true"
)
AGREED = (
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
WHOLE = 30
"""Of so many games one has as many rounds as the rules give."""
MOST_SEATS = {"basic-train@1": 5}
"""With more seats many deals leave one of them without a double, and are void."""


def seats_of(id: str) -> list[int]:
    return [seats for seats in PUBLISHED[id].play.hand if seats <= MOST_SEATS.get(id, seats)]


@pytest.mark.parametrize("id", VARIANTS)
def test_games(id: str) -> None:
    chance, few = Random(id), of_few_rounds(PUBLISHED[id])
    for number in range(1, 1 + examples(60)):
        rules = PUBLISHED[id] if number % WHOLE == 0 else few
        assert_in_order(Simulation(rules, chance.choice(seats_of(id)), seed=3).line(number))


def of_few_rounds(rules: RuleSet) -> RuleSet:
    """The rules as agreed for two or three rounds; in the deep lane the rules themselves."""
    target = rules.score.target
    if target is None or is_deep():
        return brief(rules)
    return rules_agreed_on(PUBLISHED, rules, {"score.target": target // 3})


def assert_in_order(line: bytes) -> None:
    """The game is over, without a violation, and no tile was lost."""
    found = transcript(line)
    assert (found.violations, found.unchecked) == ([], [])
    assert found.game is not None
    assert found.game.over
    for round in found.game.rounds:
        assert_no_tile_is_lost(round)


def assert_no_tile_is_lost(round: Round) -> None:
    """Each tile of the set is in one place, and in one place alone."""
    hub = round.deal.hub
    places = (
        *round.hands,
        *round.set_aside,
        tile_set(round.boneyard),
        tile_set(act.tile for act in round.acts if isinstance(act, TileLaid)),
        0 if hub is None else bit(hub),
    )
    assert union(places) == round.table.tiles
    assert sum(map(int.bit_count, places)) == round.table.tiles.bit_count()


def simulated(name: str, number: int) -> bytes:
    """The record of a random game."""
    return Simulation(brief(rules_called(PUBLISHED, name)), 3, seed=5).line(number)


@pytest.mark.parametrize("name", AGREED)
def test_games_by_agreed_rules(name: str) -> None:
    for number in range(1, 1 + examples(4)):
        assert_in_order(simulated(name, number))


@pytest.mark.parametrize("name", AGREED)
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
