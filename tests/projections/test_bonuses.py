"""Bonuses of one round, where they are shown: explanation, sheet, replay and audit."""

from typing import Any

from domino_ledger.domain.game.state import Game
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.score_sheet import ending_text, sheet_json
from domino_ledger.projections.messages.steps import outcome_lines, round_in_short
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.replay.json_format import frame_json
from domino_ledger.projections.reports.score_sheet import sheet_of
from domino_ledger.projections.results.game_result import count_game
from tests.domain.test_bonuses import ON_5_AND_2, PUERTO_RICO, clockwise, four, played_out
from tests.ledger.games import Json, game_with

from .audits import audited
from .explaining import NAMES, explained
from .test_sheet import STREAM

BONUSES: dict[str, Any] = PUERTO_RICO | {"round_pass": 5, "each_pass": 10}
RULES = clockwise(2, bonuses=BONUSES)
LIST: list[Json] = [
    {"name": "capicua", "seat": 0, "side": [0, 2], "points": 100, "move": 4},
    {"name": "each-pass", "seat": 1, "side": [1, 3], "points": 10, "move": 2},
    {"name": "each-pass", "seat": 2, "side": [0, 2], "points": 10, "move": 3},
    {"name": "round", "seat": 0, "side": [0, 2], "points": 100, "move": 4},
]


def as_lists(bonuses: list[Json]) -> list[Json]:
    return [{**each, "side": list(each["side"])} for each in bonuses]


def evening() -> Game:
    return played_out(RULES, *ON_5_AND_2)


def noted(*results: Json) -> Json:
    return game_with(RULES, NAMES, *({"reported": each} for each in results))


def test_an_explanation() -> None:
    texts = [each for each in explained(evening()) if each[0].isdigit()]
    assert texts == [
        "100 points for ana and carl: ana is out with a capicúa, which fits both ends",
        "10 points for ben and dora: the player after ben had to pass",
        "10 points for ana and carl: the player after carl had to pass",
        "100 points for ana and carl: the bonus for winning this round",
    ]


def test_a_round_pass_is_explained() -> None:
    rules = four(2, bonuses={"opening_pass": {"other": 50}, "round_pass": 25}, carry="plus-one")
    acts = "0 lays 6-4", "3 passes", "2 passes", "1 passes", "0 lays 6-1 right"
    game = played_out(rules, ("6-4 6-1", "3-0 2-2", "5-2 3-3", "5-1 3-1"), acts)
    assert "25 points for ana and carl: after a tile of ana all others had to pass" in (
        explained(game)
    )


def test_a_factor_and_tiles() -> None:
    rules = clockwise(2, bonuses={"capicua": {"factor": 2}})
    said = (
        "the points of ana and carl count 2 times: ana is out with a capicúa, which fits both ends"
    )
    assert said in explained(played_out(rules, *ON_5_AND_2))
    score = {"points": "tiles", "for_winning": 9, "bonuses": {"chuchazo": {"points": 5}}}
    by_tiles = clockwise(2, **score)
    assert not any("chuchazo" in each for each in explained(played_out(by_tiles, *ON_5_AND_2)))


def test_what_was_noted_is_explained() -> None:
    bonuses = [{"name": "capicua"}, {"name": "each-pass"}]
    given = noted({"winners": [0, 2], "out": 0, "points": [231, 0], "bonuses": bonuses})
    result = audited(given).result
    assert result is not None
    texts = explained(result.game)
    assert [each for each in texts if each.startswith("noted with it")] == [
        *("noted with it: capicúa of ana", "noted with it: forced pass")
    ]


def test_noted_pips_with_bonuses_that_nobody_earned_by_name() -> None:
    """Whatever these rules give for them, and whoever earned them."""
    bonuses = [{"name": "round-pass"}, {"name": "each-pass", "seat": 1}]
    given = noted({"ended": "out", "out": 0, "pips": [0, 9, 12, 7], "bonuses": bonuses})
    result = audited(given).result
    assert result is not None
    for rules in (RULES, clockwise(2)):
        texts = explained(result.game, rules=rules)
        assert [each for each in texts if each.startswith("noted with it")] == [
            *("noted with it: round pass", "noted with it: forced pass of ben")
        ]


def test_points_per_five_are_without_bonuses() -> None:
    score = {"rounding": "each-hand", "points_per": "five", "bonuses": {"capicua": {"points": 7}}}
    texts = explained(played_out(clockwise(2, **score), *ON_5_AND_2))
    # 9, 12 and 7 are 10, 10 and 5.
    assert "5 points for ana and carl: one for each five" in texts
    assert "7 points for ana and carl: ana is out with a capicúa, which fits both ends" in texts


def test_a_sheet() -> None:
    sheet = sheet_of(count_game(evening()), NAMES, STREAM)
    (round,) = sheet.rounds
    said = "ana out, capicúa, forced pass x 2, bonus of the round"
    assert ending_text(round.ended) == said
    (ended,) = (each["ended"] for each in sheet_json(sheet)["rounds"])
    assert as_lists(ended["params"]["bonuses"]) == LIST
    assert round.points == (28 + 210, 10)


def test_a_replay() -> None:
    game = evening()
    last = frames(game, open=True)[-1]
    assert as_lists(frame_json("g", last)["result"]["bonuses"]) == LIST
    lines = list(outcome_lines(last, seating_of(game, NAMES)))
    assert any("capicúa, forced pass x 2, bonus of the round" in each for each in lines)
    assert "ana is out, capicúa, forced pass x 2" in round_in_short(
        last, seating_of(game, NAMES), (238, 10)
    )


def test_an_audit() -> None:
    capicua = {"name": "capicua", "seat": 0}
    given = noted({"winners": [0, 2], "out": 0, "points": [231, 0], "bonuses": [capicua]})
    (round,) = audit_json(audited(given))["rounds"]
    assert as_lists(round["bonuses"]) == [
        {"name": "capicua", "seat": 0, "side": [0, 2], "points": 100}
    ]


def test_corrected_points_have_no_bonuses() -> None:
    result = count_game(evening())
    (found,) = result.rounds
    corrected = found.decreed._replace(points=(5, 5))
    assert result.bonuses_of(found._replace(decreed=corrected)) == ()
