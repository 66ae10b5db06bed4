"""Effects of rulings in audits, explanations and money; exact figures."""

import pytest

from cli.text.audit import audit_lines
from domain.disputes.remedies import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from domain.rules.catalogue import PUBLISHED
from domain.scoring.settlement import NOBODY, Blame
from projections.audit.json_format import audit_json
from projections.replay.frames import frames
from projections.results.block_verdicts import readings_of, ruled_on
from projections.results.game_result import count_game
from tests.ledger.games import record

from .ruled import AT, BLOCKED, POINTS, audited, damaged, explained, net, read_ruled, unclaimed

# -- money


def test_a_blocker_named_by_an_arbiter_overrides_the_reading() -> None:
    assert net(BLOCKED) == (12, -36, 17, 7)
    assert net(BLOCKED, NameBlocker(round=0)) == (-12, -10, -17, 39)
    assert net(BLOCKED, NameBlocker(round=0, blocker=3)) == (-24, -20, -34, 78)
    assert net(BLOCKED, NameBlocker(round=0, blocker=3, assistant=0)) == (-78, 0, 0, 78)
    assert net(BLOCKED, NameBlocker(round=0, blocker=2)) == (12, 10, -29, 7)


def test_a_penalty_is_paid_on_top() -> None:
    penalty = ImposePenalty(round=0, seat=1, offence="revoke", pips_to_others=5)
    assert net(BLOCKED, penalty) == (17, -51, 22, 12)


def test_a_void_round_moves_no_money() -> None:
    assert net(BLOCKED, VoidRound(round=0)) is None
    assert net(BLOCKED, VoidGame()) is None


def test_an_upheld_round_has_no_blocker() -> None:
    read = read_ruled(damaged(), Uphold(round=0)).game
    assert read is not None
    result = count_game(read)
    (round,) = result.rounds
    assert round.score is not None
    assert round.verdict is None
    assert readings_of(result, round) is None
    assert ruled_on(round) is None


def test_a_round_that_went_out_has_no_blocker() -> None:
    game = record("payout.jsonl", 1)
    read = read_ruled(game).game
    assert read is not None
    found = count_game(read).rounds[0]
    assert found.facts.ended == "out"
    named = found._replace(decreed=found.decreed._replace(blame=Blame(0)))
    assert named.blame == NOBODY
    assert ruled_on(named) is None


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


def test_an_arbiter_may_rule_that_nobody_blocked() -> None:
    report = audit_json(audited(BLOCKED, NameBlocker(round=0)))
    assert report["rounds"][0]["readings"]["ruled"]["status"] == "nobody"


def test_without_a_ruling_there_is_no_ruled_reading() -> None:
    report = audit_json(audited(BLOCKED)._replace(rulings=()))
    assert "rulings" not in report
    assert "ruled" not in report["rounds"][0]["readings"]


def test_only_an_arbiter_names_the_blocker_of_an_upheld_round() -> None:
    report = audit_json(audited(damaged(), Uphold(round=0), NameBlocker(round=0, blocker=3)))
    assert not report["clean"]
    assert list(report["rounds"][0]["readings"]) == ["ruled"]
    assert report["winners"] == [3]


def test_a_ruling_also_overrides_other_rules() -> None:
    rules = PUBLISHED["block@1"]
    report = audit_json(audited(POINTS, CorrectPoints(round=0, points=(70, 0)), rules=rules))
    assert report["rounds"][0]["points"] == [70, 0]
    pointless = audit_json(
        audited(POINTS, CorrectPoints(round=0, points=(70, 0)), rules=PUBLISHED["forced-block@1"])
    )
    assert pointless["rounds"][0]["points"] is None


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


def test_a_void_forfeited_game_is_explained() -> None:
    written = PUBLISHED["partnership-sanjuan@1"].model_dump(mode="json") | {"id": "house@1"}
    written["score"] |= {"forfeited": "void"}
    game = unclaimed("sanjuan.jsonl", 0) | {"rules": written, "forfeited": {"seat": 0}}
    game["rounds"] = game["rounds"][:1]
    assert "the game was forfeited: none of its rounds counts" in explained(game)


def test_an_abandoned_game_is_explained() -> None:
    game = unclaimed("sanjuan.jsonl", 0) | {"abandoned": {"reason": "late"}}
    game["rounds"] = game["rounds"][:1]
    assert "the game was abandoned: none of its rounds counts" in explained(game)


def test_a_void_game_waits_for_nothing() -> None:
    found = audited(damaged(), VoidGame())
    assert [*audit_lines(found)][-1].endswith("game: void, nothing in it counts")
    assert audit_json(found)["winners"] is None


def game_won_in_replay(*remedies: Remedy) -> tuple[int, ...] | None:
    """The winners in the last step of the replay."""
    game = read_ruled(POINTS, *remedies).game
    assert game is not None
    *_, last = frames(game)
    assert last.result is not None
    return last.result.game


def test_the_replay_ends_as_the_ruling_has_it() -> None:
    assert game_won_in_replay() == (0,)
    assert game_won_in_replay(VoidRound(round=0)) is None
    assert game_won_in_replay(ReplayRound(round=0)) is None
