"""`domino whatif` about one game, and by one reading."""

from pathlib import Path

import pytest

from tests.ledger.games import line, record

from .bad_input import PAYOUT
from .command import Command

SERIES = record("sanjuan.jsonl")


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, with a book of the payout games and a game of twelve rounds."""
    Path("series.jsonl").write_bytes(line(SERIES))
    assert domino(f"import {PAYOUT} series.jsonl").code == 0
    return domino


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
