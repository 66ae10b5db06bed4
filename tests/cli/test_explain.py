"""`domino explain`."""

from pathlib import Path

import pytest

from tests.ledger.games import Json, line, record

from .command import Command

BLOCKED = record("payout.jsonl", 53)


def put(domino: Command, *games: Json) -> None:
    Path("games.jsonl").write_bytes(b"".join(map(line, games)))
    assert domino("import games.jsonl --as-played").code == 0


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("explain nope 1", 1, "there is no game 'nope' in the book"),
        (
            "explain sanjuan-7-00000 13",
            2,
            "sanjuan-7-00000: there is no round 13: the rounds are 1 to 12",
        ),
        (
            "explain payout-12-00053 2",
            2,
            "payout-12-00053: there is no round 2: there is only 1",
        ),
        ("explain begun 1", 2, "begun: there is no round 1: the game has none"),
        ("explain payout-12-00053 -- -1", 2, "there is no round -1: there is only 1"),
        ("explain payout-12-00053 x", 2, "'x' is not a whole number"),
        ("explain payout-12-00053 1 --player nope", 1, "there is no player 'nope' in the book"),
        (
            "explain payout-12-00053 1 --player north",
            2,
            "north does not play in payout-12-00053",
        ),
    ],
)
def test_one_sentence(domino: Command, typed: str, code: int, sentence: str) -> None:
    put(domino, BLOCKED, record("sanjuan.jsonl"), BLOCKED | {"id": "begun", "rounds": []})
    ran = domino(typed)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert sentence in ran.err
