"""Games with unseen tiles: audit, replay and explanation."""

from typing import Any

import pytest

from cli.terminal.drawn_replay import frame_picture
from cli.text.audit import audit_lines
from cli.text.replay import plain_seating
from domain.game.state import Game
from domain.rules.catalogue import PUBLISHED
from projections.audit.audit import audit
from projections.replay.frames import frames
from projections.results import hidden_tiles
from tests.ledger.games import Json, game_of, read, record

from .audits import Report, report

BLOCK, FOUR, DRAW, SANJUAN = (
    ("openspiel-block.jsonl", 0),
    ("payout.jsonl", 0),
    ("payout.jsonl", 20),
    ("sanjuan.jsonl", 0),
)


def unseen(source: tuple[str, int], **round_fields: Any) -> Json:
    """The game with the hands of its first round removed, and these fields; its claims stay."""
    game = record(*source)
    recorded = game["rounds"][0]
    del game["rounds"][1:]
    recorded |= {"hands": [None] * len(recorded["hands"]), "boneyard": None} | round_fields
    for move in recorded["moves"]:
        if "draw" in move:
            move["draw"] = "?"
    return game


def unclaimed(game: Json) -> Json:
    game.pop("claims", None)
    game["rounds"][0].pop("claims", None)
    return game


@pytest.mark.unmeasured
@pytest.mark.parametrize("source", [BLOCK, FOUR, DRAW, SANJUAN])
def test_a_game_with_open_questions_is_not_known_to_be_clean(source: tuple[str, int]) -> None:
    found = report(unclaimed(unseen(source)))
    assert Report.model_validate(found)
    assert found["clean"] is None
    assert found["violations"] == []
    assert found["unchecked"]
    assert {each["code"] for each in found["unchecked"]} <= {
        "could-play",
        "round-not-over",
    }


def test_what_would_settle_a_question() -> None:
    assert report(unclaimed(unseen(BLOCK)))["unchecked"] == [
        {
            "round": 0,
            "move": 7,
            "code": "could-play",
            "params": {"holders": [1], "counts": [3]},
            "needs": "the 3 unseen tiles of p1",
        },
        {
            "round": 0,
            "move": 9,
            "code": "round-not-over",
            "params": {"holders": [0, 1], "counts": [2, 3]},
            "needs": "the 2 unseen tiles of p0 and the 3 unseen tiles of p1",
        },
    ]


def test_a_violation_beside_open_questions_is_no_clean_game() -> None:
    game = unclaimed(unseen(BLOCK))
    game["rounds"][0]["moves"][3]["seat"] = 0  # The 6-0, after the 4-0; seat 1 is stepped over.
    found = report(game)
    assert found["clean"] is False
    assert found["unchecked"]


@pytest.mark.unmeasured
def test_a_seat_that_is_out_has_won_against_any_hands() -> None:
    found = report(unclaimed(unseen(DRAW)))
    assert found["rounds"][0]["pips"] == [0, None, None]
    assert found["rounds"][0]["winners"] == [0]
    assert found["rounds"][0]["net"] is None
    assert found["winners"] == [0]


def test_a_sum_may_be_known_without_its_parts() -> None:
    whole = report(record(*SANJUAN))["rounds"][0]
    found = report(unseen(SANJUAN))
    assert None in found["rounds"][0]["pips"]
    assert found["rounds"][0]["points"] == whole["points"]
    assert found["scores"] == whole["points"]
    assert found["winners"] is None


@pytest.mark.unmeasured
@pytest.mark.parametrize("source", [DRAW, ("openspiel-block.jsonl", 2)])
def test_the_sum_is_unknown_with_an_unknown_boneyard(source: tuple[str, int]) -> None:
    found = report(unclaimed(unseen(source)), PUBLISHED["block-lot@1"])
    assert found["rounds"][0]["winners"] == report(record(*source))["winners"]
    assert found["winners"] == found["rounds"][0]["winners"]
    assert found["rounds"][0]["points"] is None
    assert found["scores"] is None


def test_verdicts_on_which_all_possible_hands_agree() -> None:
    whole = record(*FOUR)
    hands: list[Any] = [list(hand) for hand in whole["rounds"][0]["hands"]]
    laid = {move.get("lay") for move in whole["rounds"][0]["moves"]}
    left = [next(tile for tile in hand if tile not in laid) for hand in hands[:2]]
    for hand, tile in zip(hands, left, strict=False):
        hand[hand.index(tile)] = "?"
    found = report(unclaimed(unseen(FOUR, hands=hands)))
    before = report(unclaimed(record(*FOUR)))
    assert found["rounds"][0]["ended"] == "blocked"
    verdicts = found["rounds"][0]["readings"]
    for reading, said in before["rounds"][0]["readings"].items():
        if verdicts[reading]["status"] != "undetermined":
            assert verdicts[reading]["blocker"] == said["blocker"]
    assert verdicts["last-choice"]["blocker"] == 1


@pytest.mark.unmeasured
def test_claims_that_cannot_be_checked_are_listed() -> None:
    found = report(unseen(DRAW))
    assert claims_left_open(found) == [{"claim": "pips"}, {"claim": "net"}]


def claims_left_open(found: Json) -> list[Json]:
    """The parameters of each claim that cannot be checked."""
    return [each["params"] for each in found["unchecked"] if each["code"] == "false-claim"]


def test_a_claim_is_false_if_the_known_part_contradicts_it() -> None:
    game = unseen(DRAW)
    game["rounds"][0]["claims"] = {"pips": [1, 3, 7], "winners": [0], "choices": [1]}
    found = report(game)
    assert [each["message"] for each in found["violations"]] == [
        "pips: the record claims s0 1, s1 3, s2 7, the ledger finds s0 0, s1 ?, s2 ?"
    ]
    assert claims_left_open(found) == [{"claim": "choices"}]


def test_the_audit_in_plain_words() -> None:
    game = unclaimed(unseen(BLOCK))
    said = [*audit_lines(audit(read(game)))]
    assert said[0].endswith("nothing wrong is proven, 2 questions open")
    question = f"{game['id']}/1.8: could-play? That depends on the 3 unseen tiles of p1"
    assert f"  ? {question}" in said
    assert "  round 1: blocked; pips p0 ?, p1 ?; not settled until more is known" in said
    assert said[-1] == "  game: disputable, not settled until more is known"


def partly(**fields: Any) -> Game:
    hands = record(*DRAW)["rounds"][0]["hands"]
    seen = [["?"] * 5 + hands[0][5:], None, None]
    return game_of(unclaimed(unseen(DRAW, hands=seen, left=[None, None, ["6-1"]], **fields)))


def test_a_seat_sees_no_more_of_its_own_hand_than_was_recorded() -> None:
    game = partly(ended=None, moves=[{"seat": 0, "lay": "2-1"}])
    own = frames(game, 1)[-1].view
    assert own.moves is None
    assert own.hands[1].tiles is not None
    seating = plain_seating(game, ("ana", "ben", "cyd"))
    assert frame_picture(frames(game, 1)[-1], seating, 100, dots=False, whole=True)


def test_findings_do_not_depend_on_the_search_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_tiles, "MOST_DEALS", 1)
    game, whole = unclaimed(unseen(SANJUAN)), report(record(*SANJUAN))["rounds"][0]
    found = report(game)["rounds"][0]
    assert (found["winners"], found["points"]) == ([1, 3], whole["points"])
    rules = PUBLISHED[game["rules"]].model_dump(mode="json")
    rules |= {"id": "losers@1", "score": rules["score"] | {"points": "losing-hands"}}
    found = report(game | {"rules": rules})["rounds"][0]
    assert (found["winners"], found["points"]) == ([1, 3], None)


def test_rounds_after_one_that_is_not_settled() -> None:
    game = record(*SANJUAN)
    for recorded in game["rounds"]:
        recorded |= {"hands": None, "boneyard": None}
        recorded.pop("claims")
    del game["claims"]
    found = report(game)
    assert found["violations"] == []
    open_ = {
        (each["round"], each["code"], *each["params"].get("rounds", ()))
        for each in found["unchecked"]
    }
    blocked = next(
        number for number, each in enumerate(game["rounds"]) if each["ended"] == "blocked"
    )
    leads = min((each for each in open_ if each[1] == "wrong-leader"), key=lambda each: each[0])
    assert leads == (blocked + 1, "wrong-leader", blocked)
    assert (blocked + 1, "game-over", blocked) in open_
    assert (blocked, "game-over") not in {each[:2] for each in open_}
