"""Games with unseen tiles: audit, replay and explanation."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.cli.terminal.drawn_replay import frame_picture
from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.cli.text.replay import plain_seating
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections.audit.audit import audit
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.results import hidden_tiles
from tests.lanes import examples
from tests.ledger.games import Json, game_of, read, record
from tests.ledger.test_hands_removed import GAMES, hiding

from .audits import Report, report

BLOCK, DRAW, SANJUAN = ("openspiel-block.jsonl", 0), ("payout.jsonl", 20), ("sanjuan.jsonl", 0)


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
@settings(max_examples=examples(12))
@given(game=st.sampled_from(GAMES), data=st.data())
def test_what_is_certain_is_true(game: tuple[str, int], data: st.DataObject) -> None:
    """Of a game with hidden tiles nothing is found but what the whole game has."""
    whole, found = (report(each) for each in (record(*game), data.draw(hiding(record(*game)))))
    assert Report.model_validate(found)
    assert (found["violations"], found["clean"]) == ([], None if found["unchecked"] else True)
    for known, seen in zip(whole["rounds"], found["rounds"], strict=True):
        assert seen["ended"] == known["ended"]
        for figure in ("winners", "points", "net"):
            assert seen[figure] in (None, known[figure])
        pips = seen["pips"] or [None] * len(known["pips"])
        assert all(one in (None, other) for one, other in zip(pips, known["pips"], strict=True))
        for name, reading in (seen["readings"] or {}).items():
            if reading["status"] != "undetermined":
                assert reading["blocker"] == known["readings"][name]["blocker"]
    for figure in ("scores", "winners"):
        assert found[figure] in (None, whole[figure])


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


def test_a_sum_may_be_known_without_its_parts() -> None:
    whole = report(record(*SANJUAN))["rounds"][0]
    found = report(unseen(SANJUAN))
    assert None in found["rounds"][0]["pips"]
    assert found["rounds"][0]["points"] == whole["points"]
    assert found["scores"] == whole["points"]
    assert found["winners"] is None


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


def test_no_claim_about_a_game_is_checked_whose_result_waits_for_tiles() -> None:
    claims = {"winners": [0], "scores": [1, 2]}
    found = report(unclaimed(unseen(BLOCK)) | {"claims": claims})
    assert (found["scores"], found["violations"]) == (None, [])
    assert claims_left_open(found) == [{"claim": "winners"}, {"claim": "scores"}]


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
