"""`domino whatif` about one game, and by one reading."""

import json
import re
from pathlib import Path

import pytest

from tests.ledger.games import line, record

from .bad_input import PAYOUT
from .command import Command

SERIES = record("sanjuan.jsonl")
DISPUTED = "payout-12-00006"
"""A block for which one reading blames s3, and another s2, with s3's help."""


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, with a book of the payout games and a game of twelve rounds."""
    Path("series.jsonl").write_bytes(line(SERIES))
    assert domino(f"import {PAYOUT} series.jsonl").code == 0
    return domino


def test_one_game_by_one_reading(played: Command) -> None:
    """As an arbiter asks it; the rules need not be named."""
    found = played(f"whatif --game {DISPUTED} --reading set-up")
    assert found.code == 0
    assert "1 game, 1 settled round" in found.err
    *_, rounds, readings = found.out.split("\n\n")
    heads, row = (re.split("  +", row.strip()) for row in rounds.splitlines())
    assert heads == ["round", "won by", "then by", "points", "then", "money", "then"]
    money = ["s0 15, s1 6, s2 8, s3 -29", "s0 0, s1 0, s2 -38, s3 38"]
    assert row == ["1", "s1", "s1", "-", "-", *money]
    assert [row.split()[0] for row in readings.splitlines()] == ["reading", "set-up", "set-up"]


def test_each_reading_beside_the_others(played: Command) -> None:
    options = f"--game {DISPUTED} --reading set-up --reading last-to-lay --json"
    reports = [json.loads(each) for each in played(f"whatif {options}").out.splitlines()]
    assert [list(each["readings"]) for each in reports] == [["set-up"], ["last-to-lay"]]
    assert [len(each["round_changes"]) for each in reports] == [1, 0]
    (change,) = reports[0]["round_changes"]
    assert (change["game"], change["round"]) == (DISPUTED, 0)
    assert (change["now"]["net"], change["then"]["net"]) == ([15, 6, 8, -29], [0, 0, -38, 38])


def test_all_games_whose_rules_ask_for_a_reading(played: Command) -> None:
    """The others keep their rules, and are named."""
    found = played("whatif --reading set-up --json")
    assert json.loads(found.out)["games"] == 100
    (kept,) = json.loads(found.out)["kept"]
    assert (kept["rules"], kept["games"]) == ("partnership-sanjuan@1", 1)


def test_rounds_after_the_end_of_a_game(played: Command) -> None:
    found = played(f"whatif --game {SERIES['id']} --set score.target=100")
    *_, rounds = found.out.split("\n\n")
    surplus = [row for row in rounds.splitlines() if "does not count" in row]
    assert (
        len(surplus)
        == json.loads(played(f"whatif --game {SERIES['id']} --set score.target=100 --json").out)[
            "totals"
        ]["then"]["surplus"]
    )
    assert surplus


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("", 2, "name rules with --rules, a field with --set, or a reading with --reading"),
        ("--reading nobody", 2, "'nobody' is not one of"),
        (
            "--reading set-up --set payout.reading=last-choice",
            2,
            "--reading and --set payout.reading exclude each other",
        ),
        ("--reading set-up --game zzz", 1, "zzz"),
        ("--reading set-up --from 2999-01-01", 1, "there are no such games"),
    ],
)
def test_usage(played: Command, options: str, code: int, said: str) -> None:
    found = played(f"whatif {options}")
    assert (found.code, found.out) == (code, "")
    assert said in found.err
