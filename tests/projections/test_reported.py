"""Rounds of which only the result is known: added up, and settled as far as they can be."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.disputes.events import CorrectPoints, NameBlocker, VoidRound
from domino_ledger.domain.game.decide import Refused, ReportRound, decide
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.amendments.version_diff import ShownWith, TimedGame, changes_between
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.changes import change_text
from domino_ledger.projections.messages.score_sheet import remark_text, sheet_json
from domino_ledger.projections.messages.steps import outcome_lines
from domino_ledger.projections.replay.frames import frames
from domino_ledger.projections.replay.json_format import frame_json
from domino_ledger.projections.reports.score_sheet import score_sheet
from domino_ledger.projections.results.game_result import count_game, net_of_game
from tests.ledger.games import Json, game_of, new_book, read, take_one
from tests.ledger.test_reported import RESULTS, evening

from .audits import audited
from .explaining import explained
from .ruled import ruled_game

NAMES = ("Ana", "Ben", "Cruz", "Dee")
OTHER_RULES = PUBLISHED["draw@1"]


def reported(rules: str, result: Json) -> Json:
    head = {"format": "domino-record/1", "id": "reported", "rules": rules}
    return head | {"players": list(NAMES[:3]), "rounds": [{"reported": result}]}


def money(result: Json) -> Json:
    return reported("forced-block@1", result)


OUT = money({"out": 0, "pips": [0, 12, 7]})
BLOCKED = money({"ended": "blocked", "pips": [3, 12, 7]})
WON = money({"winners": [2]})


def lines(record: Json) -> list[str]:
    return list(audit_lines(audited(record)))


# -- the audit


@pytest.mark.parametrize(
    ("record", "code", "sentence"),
    [
        (
            evening({"points": [0, 169]}),
            "too-many-points",
            "169 points are more than these rules give: 168 at most",
        ),
        (
            reported("chicken-foot@1", {"winners": [1], "points": [12, 20, 30]}),
            "not-the-fewest",
            "Ana had fewer points than Ben",
        ),
    ],
)
def test_what_the_rules_do_not_give_is_a_remark(record: Json, code: str, sentence: str) -> None:
    found = audited(record)
    (remark,) = audit_json(found)["remarks"]
    assert (remark["round"], remark["code"], remark["message"]) == (0, code, sentence)
    assert (found.violations, found.state) == ((), "in progress")
    assert f"    remark: {sentence}" in lines(record)
    game = game_of(record)
    *_, last = frames(game)
    shown = outcome_lines(last, seating_of(game, record["players"]))
    assert any(line.split(maxsplit=1) == ["remark", sentence] for line in shown)
    noted = frame_json("low", last)["result"]["noted"]
    assert noted["remarks"] == [{"code": code, "params": remark["params"]}]


@pytest.mark.parametrize("point", [168, 169])
def test_a_remark_stands_on_the_sheet_in_the_explanation_and_beside_the_import(
    tmp_path: Path, point: int
) -> None:
    remarked = point > 168
    sentence = "169 points are more than these rules give: 168 at most"
    book = new_book(tmp_path)
    imported = take_one(book, evening({"points": [0, 20]}, {"points": [0, point]}))
    assert imported.remarks == remarked
    stream = book.stream(game_id("evening"))
    sheet = score_sheet(book, stream.id)
    said = [remark_text(remark, sheet.players) for remark in sheet.remarks]
    assert said == [f"Round 2: {sentence}"] * remarked
    codes = [(each["round"], each["code"]) for each in sheet_json(sheet)["remarks"]]
    assert codes == [(1, "too-many-points")] * remarked
    assert (f"remark: {sentence}" in explained(stream.game, 1)) == remarked


def test_totals_are_added_up_and_wrong_ones_are_false_claims() -> None:
    record = evening(*RESULTS[:2], claims={"scores": [22, 35]})
    record["rounds"][0]["claims"] = {"scores": [0, 35], "left_in_hand": [["6-6"], [], [], []]}
    record["rounds"][1]["claims"] = {"scores": [21, 35], "points": [22, 0]}
    found = audited(record)
    assert [(each.round, each.code, each.params) for each in found.violations] == [
        (
            1,
            "false-claim",
            {"claim": "scores", "claimed": (21, 35), "found": (22, 35), "sides": ((1, 3), (0, 2))},
        )
    ]
    assert [each.params for each in found.unchecked] == [{"claim": "left_in_hand"}]
    record["claims"] = {"scores": [22, 36]}
    assert [each.round for each in audited(record).violations] == [1, None]
    lot = {"rules": "forced-block@1", "rounds": [{"reported": {"winners": [0]}}]}
    lot["rounds"][0]["claims"] = {"scores": [1, 0]}  # type: ignore[index]
    assert audited(evening(teams=None, **lot)).violations == ()


def test_what_cannot_be_kept_cannot_be_judged() -> None:
    assert "  round 1: the result does not fit the game; it cannot be judged" in lines(
        evening({"points": [1]})
    )


# -- rulings and explanations


def test_rulings_on_reported_rounds() -> None:
    corrected = ruled_game(evening(*RESULTS[:2]), CorrectPoints(round=0, points=(30, 0)))
    assert count_game(corrected).standing.scores == (30, 22)
    void = ruled_game(evening(*RESULTS[:2]), VoidRound(round=0))
    assert count_game(void).standing.scores == (0, 22)
    named = ruled_game(BLOCKED, NameBlocker(round=0, blocker=1))
    assert net_of_game(count_game(named)) == (3, -10, 7)
    assert "ruled: an arbiter named ben as the blocker" in explained(named)


def sentences_of(record: Json, number: int = 0, rules: Any = None) -> list[str]:
    return explained(game_of(record), number, NAMES, rules)


def test_explanations() -> None:
    record = evening(*RESULTS[:6], {"pips": [1, 2, 3, 5]})
    assert sentences_of(record, 1) == [
        "only the result is known: blocked",
        "Ben and Dee won the round, as written down",
        "the points are as they were written down: Ana and Cruz 0, Ben and Dee 22",
    ]
    assert sentences_of(record, 2)[1] == "nobody won the round, as written down"
    assert sentences_of(record, 3) == [
        "only the result is known: blocked",
        "pips left, as written down: Ana 3, Ben 20, Cruz 10, Dee 30",
        "Ana and Cruz won the round: it blocked, so the fewest pips win",
        "the points of Ana and Cruz are 13 + 50 = 63: the winner scores the pips of all hands",
    ]
    assert sentences_of(record, 4)[2].endswith("the side of the seat that is out wins")
    assert sentences_of(record, 6)[2] == "Ana and Cruz won the round, as written down"
    assert sentences_of(OUT)[:3] == [
        "only the result is known: Ana is out",
        "pips left, as written down: Ana 0, Ben 12, Cruz 7",
        "Ana won the round: the seat that is out wins",
    ]
    assert sentences_of(BLOCKED)[-1] == (
        "not settled: it is not known how many pips each hand had left, or who blocked"
    )
    assert sentences_of(WON, rules=OTHER_RULES)[-1] == (
        "no points or pips were written down: it counts for nothing under these rules"
    )
    assert explained(ruled_game(evening(RESULTS[0]), VoidRound(round=0)))


# -- replays, sheets, changes, the log


def timed(record: Json) -> TimedGame:
    transcript = read(record)
    assert transcript.game is not None
    return TimedGame(transcript.game, tuple((event, None) for event in transcript.events))


def test_changes_of_a_result() -> None:
    names = {UUID(int=seat + 1): name for seat, name in enumerate(NAMES)}
    dealt: Json = {"leader": None, "hands": [None] * 4, "moves": [], "ended": None}
    older = timed(evening(*RESULTS[:2], rounds=[{"reported": RESULTS[0]}, dealt]))
    newer = timed(evening(rounds=[{"reported": RESULTS[1]}, {"reported": RESULTS[2]}]))
    changes = changes_between(older, newer, names)
    shown = (ShownWith(NAMES, ((1, 3), (0, 2)), "EUR"),) * 2
    said = [(each.round, change_text(each, shown)) for each in changes.record]
    other = "won by Ben and Dee; blocked; points Ben and Dee 22, Ana and Cruz 0"
    assert said[0] == (
        0,
        (
            "result: won by Ana and Cruz; Cruz is out; points Ben and Dee 0, Ana and Cruz 35 "
            f"-> {other}"
        ),
    )
    assert said[1] == (1, "result: nothing -> won by nobody; blocked")
    shorter = changes_between(newer, timed(evening(RESULTS[1])), names)
    assert change_text(shorter.record[0], shown) == "round: won by nobody; blocked -> nothing"


def test_no_round_follows_where_one_round_is_the_game() -> None:
    """The pips prove the result wrong, so the only round waits for a ruling."""
    game = game_of(money({"winners": [1], "ended": "blocked", "pips": [3, 12, 7]}))
    assert (game.won, game.played_out) == (None, True)
    with pytest.raises(Refused, match="played-out"):
        decide(game, ReportRound(Result(winners=(0,))))
