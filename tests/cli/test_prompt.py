"""The prompt names the ends where the player in turn may lay, and stays short."""

from uuid import UUID

import pytest

from domino_ledger.cli.text.live import ends_in_short, in_turn
from domino_ledger.domain.events import GameOpened
from domino_ledger.domain.game.state import evolve_game, open_game
from domino_ledger.domain.layout.ends import End
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import WILD
from domino_ledger.ledger.live.simulation import Simulation


@pytest.mark.parametrize(
    ("ends", "shown"),
    [
        ([End("left", 6), End("right", 5)], "6 5"),
        ([End("arm-1", 6), End("arm-2", 0)], "arm 1:6 2:0"),
        ([End("train-1", 7), End("train-0", 12), End("public", 3)], "train Ben:7 Ana:12, public:3"),
        ([End("left", 4), End("spinner-6-6-1", 6)], "left:4, spinner 6-6-1:6"),
        ([End("train-2-left", 4), End("train-2-right", 0)], "train 3 left:4 3 right:0"),
        ([End("train-2", WILD, needs_double=True)], "train 3:double"),
        ([End(f"toe-9-9-{number}", number % 3) for number in range(1, 11)], "0 1 2"),
    ],
)
def test_ends_with_their_names(ends: list[End], shown: str) -> None:
    assert ends_in_short(ends, ["Ana", "Ben"]) == shown


@pytest.mark.parametrize(
    ("rules", "seats"), [("mexican-train@1", 8), ("basic-train@1", 10), ("spinner@1", 8)]
)
def test_the_prompt_of_many_players_fits_on_a_line(rules: str, seats: int) -> None:
    players = tuple(UUID(int=seat + 1) for seat in range(seats))
    opening, *events = Simulation(PUBLISHED[rules], seats, 5).play(1, players).events
    assert isinstance(opening, GameOpened)
    game, longest = open_game(opening), ""
    for event in events:
        game = evolve_game(game, event)
        longest = max(longest, in_turn(game, ["Ana"] * seats), key=len)
    assert longest.endswith("] Ana")
    assert 40 < len(longest) < 110
