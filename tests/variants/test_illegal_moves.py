"""Records of illegal moves of each variant, flagged with the right code."""

import re
from typing import Any

import pytest

from tests.ledger.games import read

FIVES = {
    "id": "fives",
    "players": ["ana", "ben"],
    "rounds": [
        {
            "leader": 0,
            "hands": [
                ["5-5", "5-0", "6-4", "0-0", "2-1", "3-1", "3-2"],
                ["5-1", "5-4", "4-4", "6-0", "2-0", "6-6", "6-1"],
            ],
            "moves": [],
            "ended": None,
        }
    ],
}
"""Rules, moves, and the code of the last move.

Ben holds 6-6, which must lead; where 5-5 may lead, ben holds 6-5 in its place.
"""
ILLEGAL = {
    "the lead is not the highest double": ("all-fives@1", ["5-5"], "wrong-lead-tile"),
    "a short end before the sides are taken": (
        "all-fives@1",
        ["5-5", "5-4 right", "5-0 spinner-5-5-1"],
        "no-such-end",
    ),
    "the second short end before the first": (
        "all-fives@1",
        ["5-5", "5-4 right", "5-0 left", "5-1 spinner-5-5-2"],
        "no-such-end",
    ),
    "a branch from a double that is not the first": (
        "all-fives@1",
        ["5-5", "5-4 right", "5-0 left", "4-4 right", "6-4 right", "6-0 spinner-4-4-1"],
        "no-such-end",
    ),
    "any branch in muggins": (
        "muggins@1",
        ["5-5", "5-4 right", "5-0 left", "5-1 spinner-5-5-1"],
        "no-such-end",
    ),
    "a tile that does not fit a short end": (
        "all-fives@1",
        ["5-5", "5-4 right", "5-0 left", "4-4 spinner-5-5-1"],
        "does-not-fit",
    ),
    "equal halves in matador": ("matador@1", ["5-5", "5-4 right"], "does-not-fit"),
    "a tile that is no matador on a blank": (
        "matador@1",
        ["5-5", "2-0 right", "2-1 right"],
        "does-not-fit",
    ),
    "a matador without its open half": ("matador@1", ["5-5", "6-1 right"], "wrong-half-open"),
    "an open half that the matador has not": (
        "matador@1",
        ["5-5", "6-1 right open 3"],
        "wrong-half-open",
    ),
    "another half of a tile that is no matador": (
        "matador@1",
        ["5-5", "2-0 right open 2"],
        "wrong-half-open",
    ),
    "an open half of a lead": ("matador@1", ["5-5 open 5"], "wrong-half-open"),
    "a pass of a seat that could lay": ("five-up@1", ["5-5", "pass"], "could-play"),
    "a draw of a seat that could lay": ("five-up@1", ["5-5", "draw 4-3"], "could-play"),
}


def record(rules: str, moves: list[str]) -> dict[str, Any]:
    given = {"format": "domino-record/1", "rules": rules, **FIVES}
    (dealt,) = FIVES["rounds"]
    assert isinstance(dealt, dict)
    hands = [list(hand) for hand in dealt["hands"]]
    if moves != ["5-5"]:
        hands[1][hands[1].index("6-6")] = "6-5"
    if rules == "five-up@1":
        hands = [hand[:5] for hand in hands]
    acts = [act(number % 2, each) for number, each in enumerate(moves)]
    return given | {"rounds": [{**dealt, "hands": hands, "moves": acts}]}


def act(seat: int, text: str) -> dict[str, Any]:
    what, _, rest = text.partition(" ")
    if what == "pass":
        return {"seat": seat, "pass": True}
    if what == "draw":
        return {"seat": seat, "draw": rest}
    found = re.fullmatch(r"(\S*?) ?(?:open (\d))?", rest)
    assert found is not None
    at, half = found.groups()
    move: dict[str, Any] = {"seat": seat, "lay": what}
    return move | ({"at": at} if at else {}) | ({"open": int(half)} if half else {})


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_move(name: str) -> None:
    rules, moves, code = ILLEGAL[name]
    found = read(record(rules, moves))
    of_moves = [(each.move, each.code) for each in found.violations if each.move is not None]
    assert of_moves == [(len(moves) - 1, code)]
