"""`domino import`, `audit` and `export` with games in notation."""

import json
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.ledger.games import Json, lines

from .command import Command

CLUB = """# Friday
Game: club night, table 3
Rules: block-lot@1
Players: Ana, Ben
Started: 2026-11-20T20:00:00+01:00

Round 1
Hand Ana: 4-1 4-0 3-2 5-4 1-0 3-0 4-4
Hand Ben: 6-0 6-2 6-6 2-0 6-5 6-1 0-0
Ana 1-0 @20:01
Ben 6-1
Ana 4-0
Ben 6-0 at 6
Ana 4-1
Ben 0-0
Ana 3-0
Ben pass
Ana 3-2
Ben 2-0
Ended: blocked
"""
TABLE = """Game: printed
Rules: block-lot@1
Players: Ana, Ben

Round 1
Hand Ana: 6-4 5-4 5-5 4-1 2-2 3-3 1-1
Hand Ben: 6-5 6-1 6-6 3-1 3-2 2-1 0-0
Table
Ana   Ben
5-4   6-5
6-4   6-6
"""
NOTE = (
    "night.domino, line 11: 6-4 fits at both ends and is read at left; "
    "at right, line 11 is wrong: 6-6 cannot lie at any open end\n"
)


def write(text: str, name: str = "night.domino") -> None:
    Path(name).write_text(text, encoding="utf-8")


def rejects() -> list[Json]:
    return [json.loads(line) for line in Path("rejects.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["night.txt", "-"])
def test_text_is_recognized_by_its_content(domino: Command, name: str) -> None:
    write(CLUB, "night.txt")
    ran = domino(f"import {name}", stdin=CLUB.encode())
    assert ran.err == "1 game added, 0 unchanged, 0 rejected\n"


def test_text_is_recognized_by_its_name(domino: Command) -> None:
    write(CLUB.replace("Game", "Gam"))
    ran = domino("import night.domino")
    assert ran.code == 6
    assert ran.err.startswith(
        "night.domino, line 2, column 1: expected 'Game:' and the id of the game, not 'Gam:' "
        "(did you mean 'game'?)\n"
    )


def test_records_are_recognized_under_any_name(domino: Command) -> None:
    Path("game.domino").write_bytes(b"\n" + lines("payout.jsonl")[0])
    assert domino("import game.domino").err == "1 game added, 0 unchanged, 0 rejected\n"


def test_a_slip_rejects_only_its_game(domino: Command) -> None:
    other = CLUB.replace("table 3", "table 4")
    slip = CLUB.replace("table 3", "table 5").replace("Ben 6-1", "Ben 6-x")
    write(f"{CLUB}\n{slip}\n{other}")
    ran = domino("import night.domino --rejects rejects.jsonl")
    assert ran.code == 6
    sentence = "line 32, column 5: expected a tile such as '6-4' or 'pass', not '6-x'"
    assert ran.err == f"night.domino, {sentence}\n2 games added, 0 unchanged, 1 rejected\n"
    (rejected,) = rejects()
    assert rejected["reason"] == sentence
    assert rejected["line"] == 22
    assert rejected["id"] == "club night, table 5"
    assert rejected["text"] == slip.rstrip()


def test_an_illegal_game_is_rejected_at_its_line(domino: Command) -> None:
    slip = CLUB.replace("Ben pass", "Ben 6-6")
    write(slip)
    ran = domino("import night.domino --rejects rejects.jsonl")
    assert ran.code == 6
    assert ran.err.startswith(
        "night.domino, line 17 (club night, table 3): round 1, move 8: does-not-fit: "
    )
    assert rejects()[0]["text"] == slip.rstrip()
    assert domino("import --as-played night.domino").err.startswith(
        "1 game added, 1 of them irregular"
    )


def test_the_audit_names_lines(domino: Command) -> None:
    write(CLUB.replace("Ben pass", "Ben 6-6"))
    ran = domino("audit night.domino")
    assert ran.code == 3
    assert "  ! line 17: club night, table 3/1.8: does-not-fit: " in ran.out
    report = json.loads(domino("audit --json night.domino").out)
    assert report["violations"][0] == {
        "round": 0,
        "move": 7,
        "code": "does-not-fit",
        "params": {"tile": "6-6"},
        "message": "6-6 cannot lie at any open end",
        "line": 17,
    }


@pytest.mark.parametrize(
    ("said", "line", "code"),
    [
        ("Left Ana: 4-4\nEnded: blocked", 20, "wrong-tiles-left"),
        ('Ended: blocked\nLeft: [null, ["4-4"]]', 21, "wrong-tiles-left"),
        ("Left Ana: 4-4 5-4\nEnded: out", 21, "wrong-ending"),
    ],
)
def test_a_fault_at_the_end_has_the_line_of_the_end(
    domino: Command, said: str, line: int, code: str
) -> None:
    write(CLUB.replace("Ended: blocked", said))
    assert f"  ! line {line}: club night, table 3/1: {code}: " in domino("audit night.domino").out


@pytest.mark.parametrize("command", ["import --dry-run", "audit"])
def test_chosen_ends_of_a_printed_table_are_reported(domino: Command, command: str) -> None:
    write(TABLE)
    ran = domino(f"{command} night.domino")
    assert ran.code == 0
    assert ran.err.startswith(NOTE)


def test_the_audit_of_unseen_hands_names_lines(domino: Command) -> None:
    unseen = CLUB.replace("Hand Ben: 6-0 6-2 6-6 2-0 6-5 6-1 0-0\n", "")
    write(unseen.replace("Ended: blocked\n", "Ended: out\n"))
    ran = domino("audit night.domino")
    assert "  ! line 18: club night, table 3/1: round-not-over: " in ran.out
    write(unseen.replace("Ana 1-0 @20:01", "Ana 1-0").replace("Ben pass\n", ""))
    report = json.loads(domino("audit --json night.domino").out)
    assert all(each["line"] > 5 for each in report["unchecked"])
    assert report["unchecked"]


def test_exported_notation_restores_the_book(domino: Command) -> None:
    for file in ("payout.jsonl", "sanjuan.jsonl", "openspiel-block.jsonl"):
        Path(file).write_bytes(b"".join(lines(file)[:8]))
        assert domino(f"import {file}").code == 0
    games = domino("export --open").out
    assert domino("export --open --format json").out == games
    assert domino("export --open --format text --out all.domino").code == 0
    assert domino("import all.domino --ledger second.db").code == 0
    assert domino("export --open --ledger second.db").out == games


def test_irregular_games_come_out_as_they_came_in(domino: Command) -> None:
    examples = ROOT / "docs" / "examples"
    for rules in sorted(examples.glob("*.json")):
        assert domino(f"rules add {rules}").code == 0
    domino(f"import --as-played {examples / 'violations.jsonl'}")
    assert domino("export --open --format text --out all.domino").code == 0
    for rules in sorted(examples.glob("*.json")):
        assert domino(f"rules add {rules} --ledger second.db").code == 0
    games = domino("export --open").out
    assert games.count("\n") > 15
    domino("import --as-played all.domino --ledger second.db")
    assert domino("export --open --ledger second.db").out == games


def test_a_round_that_is_not_over_is_left_out_of_text_too(domino: Command) -> None:
    write(CLUB.replace("Ben 2-0\nEnded: blocked\n", ""))
    assert domino("import night.domino").code == 0
    ran = domino("export --format text")
    assert "Round" not in ran.out
    assert ran.err == "1 unfinished round is left out: --open writes it too\n"
    assert "Ended: unfinished\n" in domino("export --format text --open").out


FOUR = (ROOT / "docs" / "examples" / "four-players.domino").read_text("utf-8")


def test_violations_have_the_row_numbers_as_printed(domino: Command) -> None:
    later = FOUR
    for number in range(7, 0, -1):
        later = later.replace(f"\n{number}. ", f"\n{number + 4}. ")
    write(later.replace("3-0     1-1    4-1     3-2", "3-0     1-1    4-1     6-1"))
    ran = domino("audit night.domino")
    assert ran.code == 3
    assert (
        "  ! line 14, row 7: from a book, four players/1.11: does-not-fit: 6-1 cannot lie"
        in ran.out
    )
    report = json.loads(domino("audit --json night.domino").out)
    assert (report["violations"][0]["line"], report["violations"][0]["row"]) == (14, 7)
