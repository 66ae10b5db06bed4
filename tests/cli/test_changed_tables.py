"""Tables that differ from their definition: one sentence from each command, then repaired."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits

from .command import Command, Ran

ASKING = ("stats", "games", "payouts", "league", "sql 'SELECT 1'", "whatif --rules all=draw@1")
TABLES = Path("domino.db.tables")


def change(statement: str) -> None:
    with closing(sqlite3.connect(TABLES)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.fixture
def rebuilt(caught_up: Path, domino: Command) -> tuple[Command, Ran]:
    """The command after the tables were caught up and rebuilt, and its payouts."""
    assert TABLES.resolve().parent == caught_up
    assert domino("rebuild --rules forced-block@1=draw@1 --yes").code == exits.FINE
    return domino, domino("payouts --json")


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        ("DROP TABLE round_seat", "round_seat is missing"),
        ("ALTER TABLE round_decree RENAME COLUMN pips TO paid", "round_decree has no column pips"),
        ("DROP TABLE progress", "progress is missing"),
        ("UPDATE progress SET rules = 'draw@1'", "progress is not as a command wrote it"),
        ("DELETE FROM progress", "progress is not as a command wrote it"),
    ],
)
def test_what_only_a_rebuild_makes_again(
    rebuilt: tuple[Command, Ran], statement: str, flaw: str
) -> None:
    domino, payouts = rebuilt
    change(statement)
    again = f"{flaw}: domino rebuild --rules forced-block@1=draw@1 makes these tables again"
    sentence = f"domino: domino.db.tables: {again}, and what was booked stays\n"
    for line in ASKING:
        assert domino(line) == Ran(exits.FAILURE, "", sentence), line
    mended = domino("rebuild --rules forced-block@1=draw@1 --yes")
    assert (mended.code, mended.err.endswith("; 0 adjusting postings booked\n")) == (0, True)
    assert domino("payouts --json") == payouts
    for line in ASKING:
        assert domino(line).code == exits.FINE, line


def test_missing_postings(rebuilt: tuple[Command, Ran]) -> None:
    """They are posted again from the journal of the book."""
    domino, payouts = rebuilt
    change("DROP TABLE posting")
    assert domino("rebuild --rules forced-block@1=draw@1 --yes").code == exits.FINE
    assert domino("payouts --json") == payouts
