"""Sentences about amendments and their changes."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.ledger.records.amendments import Amendment
from domino_ledger.projections.amendments.version_diff import HIDDEN, Change, ShownWith
from domino_ledger.projections.messages.changes import change_text
from domino_ledger.projections.messages.times import amendment_text

SIDES = ((0, 2), (1, 3))
BEFORE, AFTER = (
    ShownWith(("Ana", second, "Cid", "Dora"), SIDES, "EUR") for second in ("Ben", "Zoe")
)
AMENDMENT = Amendment("g", 2, "2026-03-01T21:30:00Z", None, "a slip")


def test_an_amendment_has_the_time_of_the_club() -> None:
    said = amendment_text(AMENDMENT, None, ZoneInfo("America/Puerto_Rico"))
    assert said == "version 2 since 2026-03-01 17:30 -04:00: a slip"


@pytest.mark.parametrize(
    ("what", "was", "now", "sentence"),
    [
        (
            "teams",
            [[0, 1], [2, 3]],
            [[0, 2], [1, 3]],
            "teams: Ana and Ben against Cid and Dora -> Ana and Cid against Zoe and Dora",
        ),
        ("rules", "block@1", {"id": "house@1"}, "rules: block@1 -> house@1"),
        (
            "stake",
            {"currency": "EUR", "minor_per_pip": 5},
            {"currency": "XXX", "minor_per_pip": 1},
            "stake: EUR 0.05 a pip -> 1 a pip",
        ),
        (
            "hands",
            [["6-4", "1-0"], None, None, []],
            [["6-4"], [], None, []],
            ("hands: Ana 6-4 1-0, Ben ?, Cid ?, Dora - -> Ana 6-4, Zoe -, Cid ?, Dora -"),
        ),
        ("hands", HIDDEN, None, "hands: hidden -> nothing"),
        (
            "left",
            [["6-4"], None, [], []],
            None,
            "tiles left: Ana 6-4, Ben ?, Cid -, Dora - -> nothing",
        ),
        ("boneyard", HIDDEN, ["1-0", "0-0"], "boneyard: hidden -> 1-0 0-0"),
        (
            "round",
            {"moves": 1, "ended": None},
            {"moves": 2, "ended": "blocked"},
            "round: 1 move, broken off -> 2 moves, blocked",
        ),
        (
            "game left",
            {"how": "abandoned", "seat": None, "reason": "rain"},
            {"how": "forfeited", "seat": 1, "reason": ""},
            "game left: abandoned: rain -> forfeited by Zoe",
        ),
        (
            "reported",
            {"winners": [0], "ended": "blocked", "pips": [12, 7]},
            None,
            "result: won by Ana; blocked; pips Ana and Cid 12, Ben and Dora 7 -> nothing",
        ),
        (
            "reported",
            {"winners": [0], "pips": [3, 9, 4, 5]},
            {"winners": [1], "ended": "out", "out": 1, "points": [0, 35]},
            (
                "result: won by Ana; pips Ana 3, Ben 9, Cid 4, Dora 5 "
                "-> won by Zoe; Zoe is out; points Ana and Cid 0, Zoe and Dora 35"
            ),
        ),
    ],
)
def test_a_change(what: str, was: Any, now: Any, sentence: str) -> None:
    assert change_text(Change(0, None, what, was, now), (BEFORE, AFTER)) == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ({"lay": "6-4"}, "Zoe lays 6-4"),
        ({"lay": "6-4", "at": "left"}, "Zoe lays 6-4 at left"),
        ({"lay": "6-4", "flipped": True}, "Zoe lays 6-4 the other way round"),
        ({"lay": "6-4", "at": "left", "flipped": True}, "Zoe lays 6-4 at left the other way round"),
        ({"lay": "6-1", "at": "left", "open": 6}, "Zoe lays 6-1 at left with 6 open"),
        ({"draw": "6-4"}, "Zoe draws 6-4"),
        ({"lost": "time"}, "Zoe loses the turn: the time is up"),
        ({"claim": 15}, "Zoe claims 15"),
        ({"marker": "up"}, "Zoe puts the marker up"),
    ],
)
def test_a_changed_move(move: dict[str, Any], sentence: str) -> None:
    said = change_text(Change(0, 3, "move", None, {"seat": 1} | move), (BEFORE, AFTER))
    assert said == f"move 4: nothing -> {sentence}"
