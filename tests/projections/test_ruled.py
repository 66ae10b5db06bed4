"""Effects of rulings in audits, explanations and money; exact figures."""

import pytest

from domain.disputes.events import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from projections.audit.json_format import audit_json
from projections.results.game_result import count_game
from tests.ledger.games import record

from .ruled import AT, BLOCKED, POINTS, audited, explained, net, read_ruled

# -- money


def test_a_void_round_moves_no_money() -> None:
    assert net(BLOCKED, VoidRound(round=0)) is None
    assert net(BLOCKED, VoidGame()) is None


# -- the audit


def test_the_ruled_reading_is_one_more_and_counts() -> None:
    report = audit_json(audited(BLOCKED, NameBlocker(round=0, blocker=3, assistant=0)))
    (round,) = report["rounds"]
    assert list(round["readings"])[-1] == "ruled"
    assert len(round["readings"]) == 7
    assert round["readings"]["ruled"] == {
        "status": "found",
        "blocker": 3,
        "assistant": 0,
        "move": None,
        "evidence": None,
        "net": [-78, 0, 0, 78],
    }
    assert round["net"] == [-78, 0, 0, 78]
    assert report["rulings"] == [
        {
            "dispute": 1,
            "by": "Marta",
            "at": AT,
            "role": "arbiter",
            "reason": "so it was",
            "remedies": [{"kind": "name-blocker", "round": 0, "blocker": 3, "assistant": 0}],
        }
    ]


def test_a_round_played_again_is_no_round_too_many() -> None:
    again = record("openspiel-block.jsonl", 0)
    again["rounds"] *= 2
    found = read_ruled(again, ReplayRound(round=0), after=1)
    assert found.violations == []
    assert [v.code for v in read_ruled(again).violations] == ["game-over"]
    assert found.game is not None
    assert count_game(found.game).winners is not None


def test_an_unfinished_void_round_is_no_violation() -> None:
    again = record("openspiel-block.jsonl", 0)
    left = record("openspiel-block.jsonl", 0)["rounds"][0]
    left |= {"moves": left["moves"][:2], "ended": None}
    again["rounds"].insert(0, left)
    assert read_ruled(again, VoidRound(round=0), after=1).violations == []
    assert [v.code for v in read_ruled(again).violations] == [
        "round-not-over",
        "game-over",
    ]


# -- explanations


@pytest.mark.parametrize(
    ("remedy", "sentence"),
    [
        (Uphold(round=0), "an arbiter ordered: what was played stands"),
        (VoidRound(round=0), "an arbiter ordered: the round is void"),
        (ReplayRound(round=0), "an arbiter ordered: the round is void, and is played again"),
        (VoidRound(round=0), "an arbiter ordered that it counts for nothing"),
        (VoidGame(), "the game is void by a ruling: none of its rounds counts"),
        (NameBlocker(round=0), "ruled: an arbiter says that nobody blocked it"),
        (NameBlocker(round=0, blocker=3), "ruled: an arbiter named dora as the blocker"),
        (
            NameBlocker(round=0, blocker=3, assistant=0),
            "ruled: an arbiter named dora as the blocker, and ana as the assistant",
        ),
        (
            ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=5),
            "ben pays a penalty: -15",
        ),
        (
            ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=5),
            "carl gets their part of a penalty: 5",
        ),
    ],
)
def test_remedies_are_explained(remedy: Remedy, sentence: str) -> None:
    assert sentence in explained(BLOCKED, remedy)


def test_corrected_points_are_explained_without_a_sum() -> None:
    texts = explained(POINTS, CorrectPoints(round=0, points=(1, -2)))
    assert "an arbiter corrected the points: ana 1, ben -2" in texts
    assert not any("the points of " in text for text in texts)


def test_the_points_of_penalties_are_explained() -> None:
    texts = explained(
        POINTS,
        ImposePenalty(round=0, seat=0, offence="revoke", points_to_others=30, points_off=1),
        ImposePenalty(round=0, seat=1, offence="time"),
    )
    assert "ana is penalized (revoke): 1 point off, 30 points to each other side" in texts
    assert not any("ben is penalized" in text for text in texts)
    by_the_rules = [text for text in explained(POINTS) if "the points of " in text]
    assert [text for text in texts if "the points of " in text] == by_the_rules != []
