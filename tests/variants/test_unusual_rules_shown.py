"""Games under unusual rules, as people see them: text, steps, pictures, reasons."""

import json

import pytest

from domino_ledger.cli.terminal.drawn_replay import frame_picture
from domino_ledger.cli.text.replay import frame_text
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.projections.drawing.placement import drawing_of
from domino_ledger.projections.explain.act import reasons
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.replay.json_format import frame_json
from tests.domain.random_games import UNUSUAL_RULES
from tests.ledger.games import Json, read
from tests.ledger.notation.records import read_back
from tests.projections.drawing.laws import check

RULE_SETS = (
    "the holder of the double lays the hub",
    "the first seat lays the hub",
    "the line begins with a tile turned up",
    "matadors may lie crosswise",
    "the table rules whether a bent tile fits",
)


def simulated(rules: RuleSet) -> Json:
    record: Json = json.loads(Simulation(rules, min(rules.play.hand), seed=5).line(1))
    return record


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_is_replayed_written_and_drawn(name: str) -> None:
    record = simulated(UNUSUAL_RULES[name])
    assert read_back(record) == [record]
    found = read(record)
    assert (found.violations, found.unchecked) == ([], [])
    game = found.game
    assert game is not None
    for viewer in (None, 0):
        for frame in frames(game, viewer, open=viewer is None):
            view, seating = frame.view, seating_of(game, record["players"])
            assert list(frame_text(frame, seating, whole=True))
            assert frame_json("game", frame)["act"] is None or frame.act is not None
            assert frame_picture(frame, seating, 80, dots=False, whole=True)
            if view.on_table:
                drawing = drawing_of(view)
                check(drawing, view.on_table)
                assert {end.name for end in drawing.ends} == {end.name for end in view.ends}
    for round in game.rounds:
        for number, _ in enumerate(round.acts):
            list(reasons(round, record["players"], number))


def lines_of(game: Game, names: tuple[str, ...]) -> list[str]:
    seating = seating_of(game, names)
    return [next(iter(frame_text(frame, seating))).split("  ")[-1] for frame in frames(game)]


def test_what_is_said_of_a_matador_that_lies_crosswise() -> None:
    rules = "matador@1+play.hand.2=3+play.layout.kind=forks"
    hands = [["6-6", "5-2", "3-1"], ["1-0", "4-3", "6-5"]]
    moves = [
        {"seat": 0, "lay": "6-6"},
        {"seat": 1, "lay": "4-3", "at": "right"},
        {"seat": 0, "lay": "3-1", "at": "fork-4-3-4"},
        {"seat": 1, "lay": "1-0", "at": "left"},
        {"seat": 0, "lay": "5-2", "at": "left", "open": 2},
    ]
    round = {"leader": 0, "hands": hands, "moves": moves, "ended": "out"}
    found = read(
        {
            "format": "domino-record/1",
            "id": "forks",
            "rules": rules,
            "players": ["Ana", "Ben"],
            "rounds": [round],
        }
    )
    assert found.violations == []
    assert found.game is not None
    said = lines_of(found.game, ("Ana", "Ben"))
    assert "Ben lays 4-3 at the right end with 4 and 3 open" in said
    assert "Ana lays 5-2 at the left end with 2 open" in said
    assert "Ana lays 3-1 at fork-4-3-4" in said


def test_a_tile_that_was_tried_and_ruled_out() -> None:
    tried = {"seat": 0, "lay": "5-3", "at": "right", "ruling": "does-not-fit"}
    moves = [
        {"seat": 0, "lay": "6-6"},
        {"seat": 1, "lay": "6-3", "at": "right"},
        tried,
        {"seat": 0, "lay": "3-2", "at": "right"},
        {"seat": 1, "lay": "2-2", "at": "right", "bend": "left", "ruling": "does-not-fit"},
        {"seat": 1, "lay": "2-2", "at": "right", "bend": "right"},
    ]
    hands = [["6-6", "5-3", "3-2"], ["6-3", "4-3", "2-2"]]
    round = {"leader": 0, "hands": hands, "moves": moves, "ended": "blocked"}
    record = {
        "format": "domino-record/1",
        "id": "ruled",
        "rules": "bendomino@1+play.draw=none+play.hand.2=3+play.layout.fit=ruled",
        "players": ["Ana", "Ben"],
        "rounds": [round],
    }
    found = read(record)
    assert found.violations == []
    assert found.game is not None
    (back,) = read_back(record)
    assert read(back).events == found.events
    said = lines_of(found.game, ("Ana", "Ben"))
    assert "Ana lays 5-3 at the right end: it finds no room, the table rules" in said
    seating = seating_of(found.game, ("Ana", "Ben"))
    steps = list(frames(found.game))
    assert [frame_json("ruled", frame)["act"] for frame in steps if frame.act][2] == tried
    assert all(list(frame_text(frame, seating, whole=True)) for frame in steps)
