"""One example of each code: a real record with one change; the first violation is checked."""

from typing import Any, get_args

import pytest

from domain.faults.codes import Code
from domain.rules.catalogue import PUBLISHED
from ledger.transcript.game import Violation
from projections.audit.shuffle_summary import SHUFFLE_FAULTS
from tests.variants.test_illegal_moves_of_feet_and_trains import CASES

from .games import Json, read, record

BLOCK = ("openspiel-block.jsonl", 0)
DRAW = ("payout.jsonl", 3)
FOUR = ("payout.jsonl", 0)
SANJUAN = ("sanjuan.jsonl", 0)
STAR = ("star.jsonl", 0)
MATADOR = ("matador.jsonl", 0)
MALTESE = ("star.jsonl", 1)

Change = tuple[str, Any]
"""A path such as ``rounds/0/moves/3/lay`` with its new value; ``+3``: insert before 3."""

LEFT_OUT = object()


def changed(game: Json, changes: list[Change]) -> Json:
    for path, value in changes:
        *way, last = path.split("/")
        inner: Any = game
        for key in way:
            inner = inner[int(key) if isinstance(inner, list) else key]
        if last.startswith("+"):
            inner.insert(int(last), value)
        elif value is LEFT_OUT:
            del inner[int(last) if isinstance(inner, list) else last]
        else:
            inner[int(last) if isinstance(inner, list) else last] = value
    return game


def passing(seat: int) -> Json:
    return {"seat": seat, "pass": True}


M = "rounds/0/moves"
DRAW_ONE = PUBLISHED["forced-block@1"].model_dump(mode="json") | {"id": "draw-one@1"}
DRAW_ONE["play"] |= {"draw": 1}

EXAMPLES: list[tuple[tuple[str, int], list[Change], Violation]] = [
    # results
    (
        BLOCK,
        [("rounds/0", {"reported": {"points": [1]}})],
        Violation(0, None, "bad-result", {"points_of": 1, "of_sides": 2}),
    ),
    (
        BLOCK,
        [("rounds/0", {"reported": {"pips": [0, 169]}})],
        Violation(0, None, "wrong-result", {"in_hands": 169, "most": 168}),
    ),
    # the table
    (BLOCK, [("players/1", "p0")], Violation(None, None, "bad-seats")),
    (
        BLOCK,
        [("players", ["a", "b", "c", "d", "e", "f"])],
        Violation(
            None, None, "bad-seats", {"players": 6, "rules": "block-lot@1", "allowed": (2, 3, 4)}
        ),
    ),
    (
        SANJUAN,
        [("teams", [[0, 1], [2, 3]])],
        Violation(None, None, "bad-seats", {"teams": ((0, 1), (2, 3)), "sides": ((0, 2), (1, 3))}),
    ),
    # the deal
    (
        BLOCK,
        [("rounds/0/hands/1/0", "7-0")],
        Violation(0, None, "bad-deal", {"foreign": ("7-0",)}),
    ),
    (
        BLOCK,
        [("rounds/0/hands/1/0", "4-1")],
        Violation(0, None, "bad-deal", {"twice": ("4-1",)}),
    ),
    (
        BLOCK,
        [("rounds/0/hands/1/0", LEFT_OUT)],
        Violation(0, None, "bad-deal", {"seat": 1, "tiles": 6, "hand": 7}),
    ),
    (
        BLOCK,
        [("rounds/0/hands/1", LEFT_OUT)],
        Violation(0, None, "bad-deal", {"hands": 1, "seats": 2}),
    ),
    (
        DRAW,
        [("rounds/0/boneyard/6", LEFT_OUT)],
        Violation(0, None, "bad-deal", {"missing": ("5-4",)}),
    ),
    (
        DRAW,
        [("rounds/0/boneyard/+7", "6-6")],
        Violation(0, None, "bad-deal", {"twice": ("6-6",)}),
    ),
    (
        SANJUAN,
        [("rounds/0/leader", 2)],
        Violation(0, None, "wrong-leader", {"leader": 2, "expected": (1,)}),
    ),
    (
        SANJUAN,
        [("rounds/2/leader", 0)],
        Violation(2, None, "wrong-leader", {"leader": 0, "expected": (1,)}),
    ),
    (
        BLOCK,
        [("rounds/0/leader", 9)],
        Violation(0, None, "wrong-leader", {"leader": 9, "expected": (0, 1)}),
    ),
    (
        BLOCK,
        [("rounds/+1", record(*BLOCK)["rounds"][0])],
        Violation(1, None, "game-over", {"done": "dealt"}),
    ),
    (
        SANJUAN,
        [("rounds/+12", record(*SANJUAN)["rounds"][0])],
        Violation(12, None, "game-over", {"done": "dealt"}),
    ),
    # turns
    (
        BLOCK,
        [(f"{M}/0/seat", 1)],
        Violation(0, 0, "wrong-turn", {"seat": 1, "to_lead": 0}),
    ),
    (BLOCK, [(f"{M}/3/seat", 2)], Violation(0, 3, "wrong-turn", {"no_seat": 2})),
    (BLOCK, [(f"{M}/3/seat", -1)], Violation(0, 3, "wrong-turn", {"no_seat": -1})),
    (
        BLOCK,
        [(f"{M}/5", LEFT_OUT)],
        Violation(0, 5, "could-play", {"seat": 1, "act": "skip", "could": ("0-0", "2-0")}),
    ),
    (
        DRAW,
        [(f"{M}/20", LEFT_OUT), (f"{M}/20", LEFT_OUT), (f"{M}/20", LEFT_OUT)],
        Violation(0, 20, "could-play", {"seat": 0, "act": "skip", "duty": "draw"}),
    ),
    # lay-downs
    (
        BLOCK,
        [(f"{M}/4/lay", "1-0")],
        Violation(0, 4, "tile-twice", {"seat": 0, "tile": "1-0"}),
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "9-4")],
        Violation(0, 4, "not-held", {"seat": 0, "tile": "9-4"}),
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "6-4"), (f"{M}/4/at", 2)],
        Violation(0, 4, "not-held", {"seat": 0, "tile": "6-4"}),
    ),
    (
        SANJUAN,
        [(f"{M}/0/lay", "4-3")],
        Violation(0, 0, "wrong-lead-tile", {"seat": 1, "tile": "4-3", "wanted": ("6-6",)}),
    ),
    (
        BLOCK,
        [(f"{M}/4/at", 5)],
        Violation(0, 4, "no-such-end", {"tile": "4-1", "pip": 5}),
    ),
    (
        BLOCK,
        [(f"{M}/4/at", "middle")],
        Violation(
            0,
            4,
            "no-such-end",
            {"seat": 0, "tile": "4-1", "end": "middle", "ends": ("left", "right"), "pips": (4, 0)},
        ),
    ),
    (
        STAR,
        [(f"{M}/2/lay", "5-3"), (f"{M}/2/at", "arm-1")],
        Violation(
            0,
            2,
            "other-end-first",
            {"seat": 0, "tile": "5-3", "end": "arm-1", "first": ("arm-2",)},
        ),
    ),
    (
        MALTESE,
        [(f"{M}/11", {"seat": 1, "lay": "3-1", "at": "arm-4"})],
        Violation(0, 11, "double-first", {"seat": 1, "tile": "3-1", "end": "arm-4"}),
    ),
    (
        STAR,
        [(f"{M}/2/at", "arm-3")],
        Violation(
            0,
            2,
            "no-such-end",
            {
                "seat": 0,
                "tile": "6-2",
                "end": "arm-3",
                "ends": ("arm-1", "arm-2"),
                "pips": (3, 6),
            },
        ),
    ),
    (
        BLOCK,
        [(f"{M}/4/at", 0)],
        Violation(0, 4, "does-not-fit", {"seat": 0, "tile": "4-1", "end": "right", "pip": 0}),
    ),
    (
        MATADOR,
        [(f"{M}/2/open", LEFT_OUT)],
        Violation(
            0, 2, "wrong-half-open", {"seat": 0, "tile": "4-3", "end": "left", "either": (3, 4)}
        ),
    ),
    (
        MATADOR,
        [(f"{M}/3/open", 1)],
        Violation(
            0,
            3,
            "wrong-half-open",
            {"seat": 1, "tile": "3-3", "end": "left", "open": 1, "half": 3},
        ),
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "3-2"), (f"{M}/4/at", LEFT_OUT)],
        Violation(0, 4, "does-not-fit", {"tile": "3-2"}),
    ),
    (
        BLOCK,
        [(f"{M}/2/lay", "1-0"), (f"{M}/2/at", LEFT_OUT)],
        Violation(0, 2, "tile-twice", {"seat": 0, "tile": "1-0"}),
    ),
    (
        FOUR,
        [(f"{M}/12/at", LEFT_OUT)],
        Violation(0, 12, "ambiguous-end", {"tile": "6-1"}),
    ),
    # draws and passes
    (
        BLOCK,
        [(f"{M}/4", passing(0))],
        Violation(
            0, 4, "could-play", {"seat": 0, "act": "pass", "could": ("3-0", "4-1", "4-4", "5-4")}
        ),
    ),
    (
        DRAW,
        [(f"{M}/17", passing(2))],
        Violation(0, 17, "could-play", {"seat": 2, "act": "pass", "duty": "draw"}),
    ),
    (
        BLOCK,
        [(f"{M}/0", passing(0))],
        Violation(
            0,
            0,
            "could-play",
            {"seat": 0, "act": "pass", "could": ("1-0", "3-0", "3-2", "4-0", "4-1", "4-4", "5-4")},
        ),
    ),
    (
        DRAW,
        [(f"{M}/+4", {"seat": 1, "draw": "0-0"})],
        Violation(
            0,
            4,
            "could-play",
            {"seat": 1, "act": "draw", "draw": "0-0", "could": ("4-1", "4-2", "6-0")},
        ),
    ),
    (
        DRAW,
        [(f"{M}/17/draw", "2-1")],
        Violation(0, 17, "drew-out-of-order", {"seat": 2, "draw": "2-1", "next": "0-0"}),
    ),
    (
        DRAW,
        [("rounds/0/boneyard", None), (f"{M}/17/draw", "6-6")],
        Violation(0, 17, "tile-twice", {"seat": 2, "draw": "6-6"}),
    ),
    (
        FOUR,
        [(f"{M}/21", {"seat": 0, "draw": "6-6"})],
        Violation(0, 21, "nothing-to-draw", {"seat": 0, "draw": "6-6"}),
    ),
    (
        BLOCK,
        [(f"{M}/+7", {"seat": 1, "draw": "6-3"})],
        Violation(0, 7, "nothing-to-draw", {"seat": 1, "draw": "6-3", "most": 0}),
    ),
    (
        DRAW,
        [("rules", DRAW_ONE)],
        Violation(0, 2, "drew-too-many", {"seat": 0, "draw": "6-3"}),
    ),
    # the end
    (
        BLOCK,
        [(f"{M}/+9", {"seat": 0, "lay": "4-4", "at": 3})],
        Violation(0, 9, "round-over", {"seat": 0, "ended": "blocked"}),
    ),
    (
        SANJUAN,
        [(f"{M}/+27", passing(0))],
        Violation(0, 27, "round-over", {"seat": 0, "ended": "out"}),
    ),
    (
        BLOCK,
        [(f"{M}/8", LEFT_OUT)],
        Violation(0, 8, "round-not-over", {"said": "blocked", "seat": 1, "could": ("2-0", "6-2")}),
    ),
    (
        SANJUAN,
        [("rounds/0/moves/26", LEFT_OUT), ("rounds/0/ended", None)],
        Violation(0, 26, "round-not-over", {"seat": 3, "could": ("4-1",)}),
    ),
    (
        BLOCK,
        [("rounds/0/ended", "out")],
        Violation(0, None, "wrong-ending", {"said": "out", "ended": "blocked"}),
    ),
    (
        BLOCK,
        [("rounds/0/ended", None)],
        Violation(0, None, "wrong-ending", {"ended": "blocked"}),
    ),
    (
        BLOCK,
        [("rounds/0/left", [["4-4"], None])],
        Violation(
            0, None, "wrong-tiles-left", {"seat": 0, "held": ("4-4", "5-4"), "shown": ("4-4",)}
        ),
    ),
    (
        BLOCK,
        [("rounds/0/pips", [16, None])],
        Violation(0, None, "wrong-pips-left", {"seat": 0, "noted": 16, "by_tiles": 17}),
    ),
]


@pytest.mark.parametrize(("source", "changes", "found"), EXAMPLES)
def test_the_first_violation(
    source: tuple[str, int], changes: list[Change], found: Violation
) -> None:
    assert read(changed(record(*source), changes)).violations[0] == found


def test_every_code_has_an_example() -> None:
    shown = {found.code for _, _, found in EXAMPLES} | {case.code for case in CASES.values()}
    # Of deals, of claims, and of houses (tests/variants/test_illegal_moves_of_feet_and_trains.py).
    elsewhere = {"wrong-hub", "false-claim", "no-possible-deal", "out-on-double"}
    assert set(get_args(Code)) - shown == elsewhere | SHUFFLE_FAULTS
