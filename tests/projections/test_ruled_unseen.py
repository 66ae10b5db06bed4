"""Rulings on rounds that ended with unseen tiles."""

import pytest

from cli.text.audit import audit_lines
from domain.disputes.events import CorrectPoints, CountPips, VoidGame, VoidRound
from domain.rules.catalogue import PUBLISHED
from projections.audit.json_format import audit_json
from projections.replay.frames import frames
from projections.results.game_result import count_game
from projections.results.hidden_tiles import CertainFigures, certain_figures
from tests.domain.test_certain import UNTIL_OUT, unseen
from tests.lanes import examples
from tests.ledger.games import Json

from .ruled import BLOCKED, audited, explained, read_ruled, ruled_game, unclaimed


def hidden(number: int) -> Json:
    """A record of the payout games without its hands."""
    game = unclaimed("payout.jsonl", number)
    (round,) = game["rounds"]
    round |= {"hands": [None] * len(round["hands"]), "boneyard": None}
    for move in round["moves"]:
        if "draw" in move:
            move["draw"] = "?"
    return game


@pytest.mark.unmeasured
def test_corrected_points_do_not_depend_on_the_deal() -> None:
    rules = PUBLISHED["block-lot@1"]
    found = audit_json(audited(hidden(20), rules=rules))["rounds"][0]
    assert (found["winners"], found["points"]) == ([0], None)
    corrected = audited(hidden(20), CorrectPoints(round=0, points=(5, 0, 1)), rules=rules)
    assert audit_json(corrected)["rounds"][0]["points"] == [5, 0, 1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("number", range(examples(10)))
def test_pips_that_were_counted_settle_a_round_as_its_tiles_would(number: int) -> None:
    rules = PUBLISHED["block-lot@1"]
    whole = audit_json(audited(unclaimed("payout.jsonl", number), rules=rules))
    unseen = audit_json(audited(hidden(number), rules=rules))
    pips = tuple(whole["rounds"][0]["pips"])
    assert unseen["rounds"][0]["pips"] != list(pips)
    counted = audit_json(audited(hidden(number), CountPips(round=0, pips=pips), rules=rules))
    for figure in ("pips", "winners", "points", "net"):
        assert counted["rounds"][0][figure] == whole["rounds"][0][figure]
    assert (counted["scores"], counted["winners"]) == (whole["scores"], whole["winners"])


def test_pips_that_were_counted_are_explained() -> None:
    counted = CountPips(round=0, pips=(12, 10, 17, 7))
    assert "an arbiter counted the pips left: ana 12, ben 10, carl 17, dora 7" in explained(
        hidden(0), counted
    )
    assert not any("counted" in text for text in explained(BLOCKED, counted))


def test_a_seen_hand_overrides_its_counted_pips() -> None:
    """An amendment may show one hand and leave the others unseen: seat 2 has 17 pips."""
    game = hidden(0)
    shown = BLOCKED["rounds"][0]["hands"][2]
    game["rounds"][0]["hands"][2] = shown
    counted = CountPips(round=0, pips=(12, 10, 1, 7))
    assert audit_json(audited(game, counted))["rounds"][0]["pips"] == [12, 10, 17, 7]
    assert "an arbiter counted the pips left: ana 12, ben 10, dora 7" in explained(game, counted)


def test_a_round_of_a_void_game_waits_for_nothing() -> None:
    result = frames(ruled_game(hidden(0), VoidGame()))[-1].result
    assert result is not None
    assert (result.winners, result.waits) == (None, False)
    assert explained(hidden(0), VoidGame())[-1] == (
        "the game is void by a ruling: none of its rounds counts"
    )
    lines = [*audit_lines(audited(hidden(0), VoidGame()))]
    (round,) = (line for line in lines if line.startswith("  round 1: "))
    assert round.endswith("counts for nothing, as the game is void by a ruling")


def test_a_void_round_does_not_wait_for_tiles() -> None:
    report = audit_json(audited(hidden(0), VoidRound(round=0)))
    assert [report["rounds"][0][key] for key in ("winners", "points", "net")] == [None] * 3
    assert report["rounds"][0]["readings"] is None


def test_the_lead_after_a_void_round_may_depend_on_unseen_tiles() -> None:
    game = unclaimed("sanjuan.jsonl", 0)
    for each in game["rounds"]:
        each |= {"hands": None, "boneyard": None}
    blocked = next(at for at, each in enumerate(game["rounds"]) if each["ended"] == "blocked")
    after = read_ruled(game, VoidRound(round=blocked + 1), after=blocked + 2).unchecked
    asked = [each.round for each in after if each.code == "wrong-leader"]
    assert asked[:2] == [blocked + 1, blocked + 2]


@pytest.mark.parametrize("left", [{"forfeited": {"seat": 3}}, {"abandoned": {}}])
def test_no_round_of_a_game_that_was_left_is_surplus(left: Json) -> None:
    """Round 0 has no known winner yet, and the forfeit came after round 1."""
    game = unclaimed("sanjuan.jsonl", 0) | left
    game["rounds"] = game["rounds"][:2]
    for each in game["rounds"]:
        each |= {"hands": None, "boneyard": None}
    report = audit_json(audited(game))
    assert report["violations"] == []
    going_on = {key: part for key, part in game.items() if key not in left}
    asked = audit_json(audited(going_on))["unchecked"]
    assert report["unchecked"] == asked


def test_nothing_more_is_certain_of_a_round_that_is_not_over() -> None:
    result = count_game(unseen(100, *UNTIL_OUT[:2]))
    found = certain_figures(result, result.rounds[0])
    assert found == CertainFigures((None, None, None), None, None, None)
