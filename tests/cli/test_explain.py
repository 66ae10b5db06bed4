"""`domino explain`."""

from pathlib import Path

import pytest

from ledger.book import open_book
from tests.domain.builders import house
from tests.ledger.games import Json, counted_by, line, record

from .command import Command

BLOCKED = record("payout.jsonl", 53)


def put(domino: Command, *games: Json) -> None:
    Path("games.jsonl").write_bytes(b"".join(map(line, games)))
    assert domino("import games.jsonl --as-played").code == 0


def test_when_other_rules_count(domino: Command) -> None:
    put(domino, BLOCKED)
    own = domino("explain payout-12-00053 1").out.splitlines()
    with open_book("domino.db") as book:
        other = house("forced-block@1", payout={"loss_factor": 7})
        book.append_to_house(book.house(), [counted_by(other)])
    head, said, *others = domino("explain payout-12-00053 1").out.splitlines()
    assert [head, *others] == own
    assert said == (
        "  Under forced-block@1, as it was played; "
        "in statistics and money this game counts by house@1."
    )


def test_an_erased_player_is_shown_by_part_of_the_id(domino: Command) -> None:
    put(domino, BLOCKED)
    domino("players erase s0")
    lines = domino("explain payout-12-00053 1").out.splitlines()
    said = lines[lines.index("  the round blocked") + 1]
    who, _, held = said.strip().partition(" ")
    assert held == "holds 2-2, 3-3: 10 pips"
    assert who.startswith("player-")
    assert who.removeprefix("player-").isalnum()
    assert domino("audit payout-12-00053").out.splitlines()[1].startswith(f"  players: {who}, s1")


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
