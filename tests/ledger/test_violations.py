"""Every code, brought about by changing one thing in a real record; what is said comes first."""

from typing import Any, get_args

import pytest

from domain.faults.codes import Code
from domain.rules.catalogue import PUBLISHED
from projections.messages.violations import violation_text

from .games import Json, read, record

BLOCK = ("openspiel-block.jsonl", 0)
DRAW = ("payout.jsonl", 3)
FOUR = ("payout.jsonl", 0)
SANJUAN = ("sanjuan.jsonl", 0)

Change = tuple[str, Any]
"""A place such as ``rounds/0/moves/3/lay`` and what is to stand there; ``+3``: put in before 3."""

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

EXAMPLES: list[tuple[tuple[str, int], list[Change], str]] = [
    # the table
    (BLOCK, [("players/1", "p0")], "game: bad-seats: one player sits at two seats"),
    (
        BLOCK,
        [("players", ["a", "b", "c", "d", "e", "f"])],
        "game: bad-seats: 6 players where block-lot@1 seats 2, 3, 4",
    ),
    (
        SANJUAN,
        [("teams", [[0, 1], [2, 3]])],
        "game: bad-seats: teams [[0, 1], [2, 3]] where these rules have [[0, 2], [1, 3]]",
    ),
    # the deal
    (
        BLOCK,
        [("rounds/0/hands/1/0", "7-0")],
        "round 0: bad-deal: 7-0 not in this set",
    ),
    (
        BLOCK,
        [("rounds/0/hands/1/0", "4-1")],
        "round 0: bad-deal: 4-1 dealt more than once",
    ),
    (
        BLOCK,
        [("rounds/0/hands/1/0", LEFT_OUT)],
        "round 0: bad-deal: seat 1 has 6 tiles where 7 are dealt",
    ),
    (
        BLOCK,
        [("rounds/0/hands/1", LEFT_OUT)],
        "round 0: bad-deal: 1 hand dealt to 2 seats",
    ),
    (
        DRAW,
        [("rounds/0/boneyard/6", LEFT_OUT)],
        "round 0: bad-deal: 5-4 neither dealt nor in the boneyard",
    ),
    (
        DRAW,
        [("rounds/0/boneyard/+7", "6-6")],
        "round 0: bad-deal: 6-6 dealt more than once",
    ),
    (
        SANJUAN,
        [("rounds/0/leader", 2)],
        "round 0: wrong-leader: seat 2 is to lead, but it is for seat 1",
    ),
    (
        SANJUAN,
        [("rounds/2/leader", 0)],
        "round 2: wrong-leader: seat 0 is to lead, but it is for seat 1",
    ),
    (
        BLOCK,
        [("rounds/0/leader", 9)],
        "round 0: wrong-leader: seat 9 is to lead, but it is for seat 0 or 1",
    ),
    (
        BLOCK,
        [("rounds/+1", record(*BLOCK)["rounds"][0])],
        "round 1: game-over: a round is dealt though the game is over",
    ),
    (
        SANJUAN,
        [("rounds/+12", record(*SANJUAN)["rounds"][0])],
        "round 12: game-over: a round is dealt though the game is over",
    ),
    # turns
    (
        BLOCK,
        [(f"{M}/0/seat", 1)],
        "round 0, move 0: wrong-turn: seat 1 acts, but it is for seat 0 to lead",
    ),
    (BLOCK, [(f"{M}/3/seat", 2)], "round 0, move 3: wrong-turn: there is no seat 2"),
    (BLOCK, [(f"{M}/3/seat", -1)], "round 0, move 3: wrong-turn: there is no seat -1"),
    (
        BLOCK,
        [(f"{M}/5", LEFT_OUT)],
        (
            "round 0, move 5: skipped-though-able: "
            "seat 1 is stepped over though it could lay 0-0 or 2-0"
        ),
    ),
    (
        DRAW,
        [(f"{M}/20", LEFT_OUT), (f"{M}/20", LEFT_OUT), (f"{M}/20", LEFT_OUT)],
        "round 0, move 20: skipped-though-able: seat 0 is stepped over though it had to draw",
    ),
    # lay-downs
    (
        BLOCK,
        [(f"{M}/4/lay", "1-0")],
        "round 0, move 4: tile-twice: seat 0 lays 1-0, which lies on the table already",
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "9-4")],
        "round 0, move 4: not-held: seat 0 lays 9-4, which it does not hold",
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "6-4"), (f"{M}/4/at", 2)],
        "round 0, move 4: not-held: seat 0 lays 6-4, which it does not hold",
    ),
    (
        SANJUAN,
        [(f"{M}/0/lay", "4-3")],
        "round 0, move 0: wrong-lead-tile: seat 1 leads 4-3, but 6-6 must be led",
    ),
    (
        BLOCK,
        [(f"{M}/4/at", 5)],
        "round 0, move 4: no-such-end: 4-1 cannot lie at 5, which no open end shows",
    ),
    (
        BLOCK,
        [(f"{M}/4/at", "middle")],
        (
            "round 0, move 4: no-such-end: "
            "seat 0 lays 4-1 at 'middle'; open ends: left (4) and right (0)"
        ),
    ),
    (
        BLOCK,
        [(f"{M}/4/at", 0)],
        "round 0, move 4: does-not-fit: seat 0 lays 4-1 at right, which shows 0",
    ),
    (
        BLOCK,
        [(f"{M}/4/lay", "3-2"), (f"{M}/4/at", LEFT_OUT)],
        "round 0, move 4: does-not-fit: 3-2 cannot lie at any open end",
    ),
    (
        BLOCK,
        [(f"{M}/2/lay", "1-0"), (f"{M}/2/at", LEFT_OUT)],
        "round 0, move 2: tile-twice: seat 0 lays 1-0, which lies on the table already",
    ),
    (
        FOUR,
        [(f"{M}/12/at", LEFT_OUT)],
        "round 0, move 12: ambiguous-end: 6-1 fits at both ends: which?",
    ),
    # draws and passes
    (
        BLOCK,
        [(f"{M}/4", passing(0))],
        (
            "round 0, move 4: passed-though-able: "
            "seat 0 passes though it could lay 3-0 or 4-1 or 4-4 or 5-4"
        ),
    ),
    (
        DRAW,
        [(f"{M}/17", passing(2))],
        "round 0, move 17: passed-though-able: seat 2 passes though it had to draw",
    ),
    (
        BLOCK,
        [(f"{M}/0", passing(0))],
        (
            "round 0, move 0: passed-though-able: "
            "seat 0 passes though it could lay 1-0 or 3-0 or 3-2 or 4-0 or 4-1 or 4-4 or 5-4"
        ),
    ),
    (
        DRAW,
        [(f"{M}/+4", {"seat": 1, "draw": "0-0"})],
        "round 0, move 4: drew-though-able: seat 1 draws 0-0 though it could lay 4-1 or 4-2 or 6-0",
    ),
    (
        DRAW,
        [(f"{M}/17/draw", "2-1")],
        "round 0, move 17: drew-out-of-order: seat 2 draws 2-1 where 0-0 is next",
    ),
    (
        DRAW,
        [("rounds/0/boneyard", None), (f"{M}/17/draw", "6-6")],
        "round 0, move 17: tile-twice: seat 2 draws 6-6, which is not in the boneyard",
    ),
    (
        FOUR,
        [(f"{M}/21", {"seat": 0, "draw": "6-6"})],
        "round 0, move 21: nothing-to-draw: seat 0 draws 6-6, but nothing may be drawn now",
    ),
    (
        BLOCK,
        [(f"{M}/+7", {"seat": 1, "draw": "6-3"})],
        "round 0, move 7: nothing-to-draw: seat 1 draws 6-3, but nobody draws in this game",
    ),
    (
        DRAW,
        [("rules", DRAW_ONE)],
        "round 0, move 2: drew-too-many: seat 0 draws 6-3, its allowance used up",
    ),
    # the end
    (
        BLOCK,
        [(f"{M}/+9", {"seat": 0, "lay": "4-4", "at": 3})],
        "round 0, move 9: round-over: seat 0 acts though the round is over (blocked)",
    ),
    (
        BLOCK,
        [(f"{M}/+9", passing(0)), (f"{M}/+10", passing(1)), (f"{M}/+11", passing(0))],
        "round 0, move 11: round-over: seat 0 acts though the round is over (blocked)",
    ),
    (
        SANJUAN,
        [(f"{M}/+27", passing(0))],
        "round 0, move 27: round-over: seat 0 acts though the round is over (out)",
    ),
    (
        BLOCK,
        [(f"{M}/8", LEFT_OUT)],
        "round 0, move 8: round-not-over: said to be blocked, but seat 1 could lay 2-0 or 6-2",
    ),
    (
        SANJUAN,
        [("rounds/0/moves/26", LEFT_OUT), ("rounds/0/ended", None)],
        "round 0, move 26: round-not-over: the next round is dealt, but seat 3 could lay 4-1",
    ),
    (
        BLOCK,
        [("rounds/0/ended", "out")],
        "round 0: wrong-ending: said to be out, but it ended blocked",
    ),
    (
        BLOCK,
        [("rounds/0/ended", None)],
        "round 0: wrong-ending: said to be broken off, but it ended blocked",
    ),
    (
        BLOCK,
        [("rounds/0/left", [["4-4"], None])],
        "round 0: wrong-tiles-left: seat 0 holds 4-4, 5-4, not 4-4",
    ),
]


@pytest.mark.parametrize(("source", "changes", "says"), EXAMPLES)
def test_the_first_violation(source: tuple[str, int], changes: list[Change], says: str) -> None:
    violations = read(changed(record(*source), changes)).violations
    assert violation_text(violations[0]) == says


def test_every_code_has_an_example() -> None:
    shown = {says.split(": ")[1] for _, _, says in EXAMPLES}
    elsewhere = {"false-claim", "no-possible-deal"}  # Claims, and deals nobody saw all of.
    assert set(get_args(Code)) - shown == elsewhere
