"""Records of games that are won in the middle of a round."""

import json
from typing import Any

import pytest

from domino_ledger.domain.faults.codes import Param
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.registry.rule_sets import rules_called
from tests.ledger.games import read

from .notation.records import read_back

Json = dict[str, Any]
RULES = "all-fives@1+play.win_in_play=true+score.target=20"


def record() -> Json:
    """A game whose last round ended at the target."""
    rules = rules_called(PUBLISHED, RULES)
    games = (json.loads(Simulation(rules, 2, seed=5).line(number)) for number in range(1, 30))
    return next(game for game in games if game["rounds"][-1]["ended"] == "target")


def faults(record: Json) -> list[tuple[str, dict[str, Param]]]:
    return [(found.code, dict(found.params)) for found in read(record).violations]


def test_it_is_legal_and_read_back() -> None:
    assert faults(record()) == []
    assert read_back(record()) == [record()]


def changed(**last: Any) -> Json:
    game = record()
    *rounds, ended = game["rounds"]
    return game | {"rounds": [*rounds, ended | last | {"claims": None}], "claims": None}


@pytest.mark.parametrize("said", ["out", "blocked", None])
def test_another_end_is_wrong(said: str | None) -> None:
    params = {"ended": "target"} | ({} if said is None else {"said": said})
    assert faults(changed(ended=said)) == [("wrong-ending", params)]


def test_a_target_that_was_not_reached() -> None:
    moves = record()["rounds"][-1]["moves"][:-1]
    ((code, params),) = faults(changed(moves=moves))
    assert (code, params["said"]) == ("round-not-over", "target")


def test_a_lay_down_after_the_target() -> None:
    last = record()["rounds"][-1]
    seat = 1 - last["moves"][-1]["seat"]
    played = [move["lay"] for move in last["moves"] if "lay" in move]
    tile = next(tile for tile in last["hands"][seat] if tile not in played)
    moves = [*last["moves"], {"seat": seat, "lay": tile, "at": "left"}]
    assert faults(changed(moves=moves)) == [("round-over", {"seat": seat, "ended": "target"})]
