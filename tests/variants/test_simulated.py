"""Random games of every variant audit clean, keep every tile, and end."""

import json
from random import Random

import pytest

from domain.events import TileLaid
from domain.round.state import union
from domain.rules.catalogue import PUBLISHED
from domain.tiles import tile_set
from ledger.live.simulation import Simulation
from tests.lanes import examples
from tests.ledger.games import read

VARIANTS = (
    *("sebastopol@1", "cyprus@1", "maltese-cross@1", "cross@1", "partnership-pagat@1"),
    *("all-fives@1", "muggins@1", "five-up@1", "matador@1"),
)


@pytest.mark.parametrize("id", VARIANTS)
def test_games(id: str) -> None:
    rules, chance = PUBLISHED[id], Random(id)
    simulations = {seats: Simulation(rules, seats, seed=3) for seats in rules.play.hand}
    for number in range(1, 1 + examples(200)):
        simulation = simulations[chance.choice(sorted(simulations))]
        found = read(json.loads(simulation.line(number)))
        assert (found.violations, found.unchecked) == ([], [])
        assert found.game is not None
        assert found.game.over
        for round in found.game.rounds:
            laid = tile_set(act.tile for act in round.acts if isinstance(act, TileLaid))
            left = union(round.hands) | tile_set(round.boneyard)
            assert laid & left == 0
            assert laid | left == round.table.tiles
