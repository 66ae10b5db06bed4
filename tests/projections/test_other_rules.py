"""Rounds under other score and payout rules; play is unchanged."""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from tests.domain.builders import altered
from tests.ledger.games import Json, record

from .audits import report


def san_juan_to(target: int) -> RuleSet:
    return altered("partnership-sanjuan@1", score={"target": target})


def played() -> Json:
    """Points by round, in the order of the teams: 0-10, 0-16, 0-18, 24-0, 49-0, 0-62, ..."""
    return record("sanjuan.jsonl")


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
    lampung = altered("forced-block@1", payout={"loss_factor": 3})
    own, other = report(record("payout.jsonl")), report(record("payout.jsonl"), lampung)
    (mine,), (theirs,) = own["rounds"], other["rounds"]
    assert (mine["net"], theirs["net"]) == ([12, -36, 17, 7], [36, -108, 51, 21])
    for name, reading in mine["readings"].items():
        reread = theirs["readings"][name]
        assert {**reread, "net": reading["net"]} == reading
        assert reread["net"] == [36, -108, 51, 21]


def test_another_reading_may_count() -> None:
    laid_last = altered("forced-block@1", payout={"reading": "last-to-lay"})
    (round,) = report(record("payout.jsonl", 3), laid_last)["rounds"]
    assert round["net"] == [-70, 112, -42]
