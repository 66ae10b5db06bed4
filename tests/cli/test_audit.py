"""`domino audit`."""

import json
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.records.line_reader import LONGEST_LINE
from tests.ledger.games import Json, line, record

from .command import Command

SERIES = record("sanjuan.jsonl")
LOT = record("openspiel-block.jsonl")
BLOCKED = record("payout.jsonl")


def write(*games: Json, name: str = "games.jsonl") -> None:
    Path(name).write_bytes(b"".join(map(line, games)))


def damaged() -> Json:
    game: Json = json.loads(json.dumps(LOT))
    game["id"] = "damaged"
    game["rounds"][0]["moves"][2]["lay"] = "6-6"
    return game


@pytest.mark.parametrize(
    "option", ["", "--json", "--rules block@1", "--rules forced-block@1 --json"]
)
def test_a_file_standard_input_and_a_game_of_the_book_are_audited_alike(
    domino: Command, option: str
) -> None:
    write(SERIES, BLOCKED, LOT)
    domino("import games.jsonl")
    names = " ".join(game["id"] for game in (SERIES, BLOCKED, LOT))
    from_file = domino(f"audit games.jsonl {option}")
    assert from_file.code == 0
    assert from_file.out.count("\n") >= 3
    assert domino(f"audit - {option}", Path("games.jsonl").read_bytes()) == from_file
    assert domino(f"audit {names} {option}") == from_file


@pytest.mark.parametrize(
    ("lines", "code", "counted"),
    [
        ([line(LOT)], 0, "1 clean, 0 illegal, 0 unreadable"),
        ([line(LOT), line(damaged())], 3, "1 clean, 1 illegal, 0 unreadable"),
        ([b"{}\n", line(LOT)], 6, "1 clean, 0 illegal, 1 unreadable"),
        ([b"{}\n", line(damaged())], 3, "0 clean, 1 illegal, 1 unreadable"),
        ([b"nonsense\n"], 6, "0 clean, 0 illegal, 1 unreadable"),
        ([line(LOT | {"rules": "nope@1"})], 6, "0 clean, 0 illegal, 1 unreadable"),
        ([], 0, "0 clean, 0 illegal, 0 unreadable"),
        ([b"\n"], 0, "0 clean, 0 illegal, 0 unreadable"),
    ],
)
def test_exit_codes(domino: Command, lines: list[bytes], code: int, counted: str) -> None:
    ran = domino("audit -", b"".join(lines))
    assert ran.code == code
    assert ran.err.splitlines()[-1] == counted


def test_an_unreadable_line_is_named_and_the_rest_goes_on(domino: Command) -> None:
    Path("games.jsonl").write_bytes(line(LOT) + b'{"format": NaN}\n' + line(BLOCKED))
    ran = domino("audit games.jsonl --json")
    assert ran.err.splitlines()[0] == "games.jsonl, line 2: NaN is not JSON"
    reports = [json.loads(each) for each in ran.out.splitlines()]
    assert [each["game"] for each in reports] == [LOT["id"], None, BLOCKED["id"]]
    assert reports[1] == {
        "game": None,
        "rules": None,
        "clean": False,
        "findings": [],
        "violations": [
            {
                "round": None,
                "move": None,
                "code": "unreadable",
                "params": {"error": "not-in-json", "found": "NaN"},
                "message": "NaN is not JSON",
            }
        ],
        "unchecked": [],
        "rounds": [],
        "scores": None,
        "winners": None,
        "state": None,
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (line(LOT | {"rules": "nope@1"}), LOT["id"]),
        (line(LOT | {"id": 5}), None),
        (b"[]\n", None),
        (b"\xff\n", None),
        (b'{"id": "\\ud800"}\n', None),
        (b"[" * 100_000 + b"\n", None),
        (b" " * (LONGEST_LINE + 1) + b"\n", None),
    ],
)
def test_every_line_has_one_object(domino: Command, text: bytes, name: str | None) -> None:
    ran = domino("audit - --json", line(BLOCKED) + text + line(LOT))
    reports = [json.loads(each) for each in ran.out.splitlines()]
    assert [each["game"] for each in reports] == [BLOCKED["id"], name, LOT["id"]]
    assert [each["code"] for each in reports[1]["violations"]] == ["unreadable"]
    assert ran.code == 6


# -- the previous game


LED_BY_THE_WINNER = (
    PUBLISHED["block-lot@1"]
    .model_copy(
        update={
            "id": "led-by-the-winner@1",
            "play": PUBLISHED["block-lot@1"].play.model_copy(update={"next_lead": "winner"}),
        }
    )
    .model_dump(mode="json")
)


def first() -> Json:
    """Seat 0 has won it and leads the next game."""
    return LOT | {"id": "first", "claims": None, "rules": LED_BY_THE_WINNER}


def second(leader: int) -> Json:
    round = LOT["rounds"][0] | {"leader": leader, "claims": None}
    if leader:
        swapped = [move | {"seat": 1 - move["seat"]} for move in round["moves"]]
        round |= {"hands": round["hands"][::-1], "moves": swapped}
    return first() | {"id": "second", "after": "first", "rounds": [round]}


@pytest.mark.parametrize("leader", [0, 1])
def test_the_previous_game_may_be_in_the_book(domino: Command, leader: int) -> None:
    write(first())
    domino("import games.jsonl")
    assert domino("audit -", line(second(leader))).code == 3 * leader
    write(second(leader), name="second.jsonl")
    domino("import second.jsonl --as-played")
    assert domino("audit second").code == 3 * leader
    domino("players rename p0 ana")
    assert domino("audit second").code == 3 * leader


# -- text for people
