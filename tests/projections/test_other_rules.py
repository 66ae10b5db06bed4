"""Rounds under other score and payout rules; play is unchanged."""

import json
from typing import Any

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from tests.domain.builders import house
from tests.ledger.games import Json, record

from .audits import audited, report


def san_juan_to(target: int) -> RuleSet:
    return house("partnership-sanjuan@1", score={"target": target})


def played() -> Json:
    """Points by round, in the order of the teams: 0-10, 0-16, 0-18, 24-0, 49-0, 0-62, ..."""
    return record("sanjuan.jsonl")


def test_the_points_of_the_first_rounds() -> None:
    points = [round["points"] for round in report(played())["rounds"]]
    assert points[:6] == [[0, 10], [0, 16], [0, 18], [24, 0], [49, 0], [0, 62]]


@pytest.mark.parametrize(
    ("target", "scores", "winners", "last"),
    [
        (10, [0, 10], [1, 3], 0),
        (11, [0, 26], [1, 3], 1),
        (44, [0, 44], [1, 3], 2),
        (45, [73, 44], [0, 2], 4),
        (74, [73, 106], [1, 3], 5),
    ],
)
def test_the_game_is_won_at_the_first_round_that_reaches_the_target(
    target: int, scores: list[int], winners: list[int], last: int
) -> None:
    found = report(played(), san_juan_to(target))
    assert (found["scores"], found["winners"]) == (scores, winners)
    assert found["surplus"] == list(range(last + 1, len(found["rounds"])))
    assert found["clean"]
    assert found["rules"] == "house@1"


def test_rounds_may_run_out_before_the_target() -> None:
    own = report(played())
    found = report(played(), san_juan_to(1000))
    assert (found["scores"], found["winners"]) == (own["scores"], None)
    assert "surplus" not in found
    assert "surplus" not in own


def test_rules_for_games_that_are_played_otherwise_are_marked() -> None:
    """They are applied all the same: an audit books nothing."""
    other = report(played(), PUBLISHED["forced-block@1"])
    assert other["rules"] == "forced-block@1"
    assert other["differs"] == ["partners", "cannot_play"]
    for own in (None, san_juan_to(10), PUBLISHED["partnership-pagat@1"]):
        assert "differs" not in report(played(), own)
    unseated = played() | {"players": ["north"]}
    assert audited(unseated, PUBLISHED["forced-block@1"]).differs == ()


@pytest.mark.parametrize(("rounds", "winners"), [(1, [1, 3]), (3, [0, 1, 2, 3]), (5, [0, 2])])
def test_the_fewest_points_after_some_rounds_win(rounds: int, winners: list[int]) -> None:
    """After three rounds both sides have equally many."""
    score = {"points": "own-hand", "target": None, "rounds": rounds, "winners": "lowest"}
    found = report(played(), house("partnership-sanjuan@1", score=score))
    pips = [round["pips"] for round in found["rounds"][:rounds]]
    sides = (0, 2), (1, 3)
    assert found["scores"] == [
        sum(hands[seat] for hands in pips for seat in side) for side in sides
    ]
    assert found["winners"] == winners
    assert found["surplus"] == list(range(rounds, len(found["rounds"])))


def test_one_round_is_a_game_where_there_is_no_target() -> None:
    found = report(played(), PUBLISHED["forced-block@1"])
    assert (found["scores"], found["winners"]) == (None, [1, 3])
    assert found["surplus"] == list(range(1, 12))


def test_play_stays_as_it_was() -> None:
    other = PUBLISHED["draw@1"]
    assert report(played(), other)["violations"] == []
    facts = ("ended", "pips")
    for mine, theirs in zip(
        report(played())["rounds"], report(played(), other)["rounds"], strict=True
    ):
        assert [mine[fact] for fact in facts] == [theirs[fact] for fact in facts]


def test_verdicts_are_facts_and_their_net_an_opinion() -> None:
    lampung = house("forced-block@1", payout={"loss_factor": 3})
    own, other = report(record("payout.jsonl")), report(record("payout.jsonl"), lampung)
    (mine,), (theirs,) = own["rounds"], other["rounds"]
    assert (mine["net"], theirs["net"]) == ([12, -36, 17, 7], [36, -108, 51, 21])
    for name, reading in mine["readings"].items():
        reread = theirs["readings"][name]
        assert {**reread, "net": reading["net"]} == reading
        assert reread["net"] == [36, -108, 51, 21]


def test_another_reading_may_count() -> None:
    laid_last = house("forced-block@1", payout={"reading": "last-to-lay"})
    (round,) = report(record("payout.jsonl", 3), laid_last)["rounds"]
    assert round["net"] == [-70, 112, -42]


def test_rules_without_money_leave_none() -> None:
    (round,) = report(record("payout.jsonl"), PUBLISHED["block@1"])["rounds"]
    assert (round["net"], round["points"]) == (None, [0, 0, 0, 32])
    assert {reading["net"] for reading in round["readings"].values()} == {None}


def test_a_violation_of_the_play_rules_stays_one() -> None:
    game = played()
    game["rounds"][0]["moves"][3]["seat"] = 1
    own, other = audited(game), audited(game, PUBLISHED["block@1"])
    assert own.violations == other.violations != ()


def written_out(**changes: Any) -> Json:
    rules: Json = json.loads(PUBLISHED["block-lot@1"].model_dump_json())
    return rules | {"id": "house@1"} | changes


def test_a_rule_set_written_out_in_the_record() -> None:
    game = record("openspiel-block.jsonl")
    game["rules"] = written_out(payout=None)
    game["rounds"][0]["claims"] = {"points": [31, 0], "net": [9, 9]}
    found = report(game)
    assert (found["clean"], found["rules"]) == (True, "house@1")
    assert found["rounds"][0]["net"] is None
