"""Reports on games, players and money are equal from PostgreSQL and from a file."""

from pathlib import Path

import psycopg
import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.book import make_book
from tests.projections.tables.two_stores import fill

from .command import Command


@pytest.fixture
def both(domino: Command, database: str) -> str:
    """A file `domino.db` and a database with equal content; the URL of the database."""
    payout = Path(__file__).parents[1] / "data" / "payout.jsonl"
    replay = payout.with_name("replay.jsonl")
    assert domino(f"import {payout} {replay} --as-played").code == 0
    fill(database, Path("domino.db"))
    return database


def test_a_database_that_has_a_book_and_no_tables_yet(domino: Command, database: str) -> None:
    """As after `init` was killed half-way: a second run completes it."""
    make_book(database)
    missing = domino(f"stats --ledger '{database}'")
    assert missing.code == 1
    assert missing.err.endswith(" has no tables yet: run domino init\n")
    completed = domino(f"init --ledger '{database}'")
    assert completed.err.endswith(" already: what was missing was added\n")
    assert domino(f"stats --ledger '{database}'").code == 0
    again = domino(f"init --ledger '{database}'")
    assert again.err.endswith(" already: nothing was changed\n")


LOST = {
    "DROP TABLE round_seat CASCADE": "round_seat is missing",
    "DROP TABLE progress CASCADE": "progress is missing",
    "DELETE FROM progress": "progress is not as a command wrote it",
}


def test_a_rebuild_makes_tables_again_and_readers_may_read_them(domino: Command, both: str) -> None:
    due = domino(f"payouts --json --ledger '{both}'")
    with psycopg.connect(both, autocommit=True) as owner:
        owner.execute("CREATE ROLE analyst LOGIN")
        try:
            owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO analyst")
            for statement, flaw in LOST.items():
                owner.execute(statement.encode())
                refused = domino(f"stats --ledger '{both}'")
                assert (refused.code, refused.out) == (exits.FAILURE, "")
                again = f"{flaw}: domino rebuild makes these tables again"
                assert refused.err.endswith(f"{again}, and what was booked stays\n")
                mended = domino(f"rebuild --ledger '{both}'")
                assert (mended.code, "; 0 adjusting" in mended.err) == (exits.FINE, True)
                asked = both.replace("postgres@", "analyst@")
                assert domino(f"payouts --json --ledger '{asked}'").out == due.out
        finally:
            owner.execute("DROP OWNED BY analyst CASCADE")
            owner.execute("DROP ROLE analyst")


def test_init_makes_kept_tables_again(domino: Command, both: str) -> None:
    due = domino(f"payouts --json --ledger '{both}'")
    with psycopg.connect(both, autocommit=True) as owner:
        owner.execute("DROP TABLE posting")
    refused = domino(f"payouts --json --ledger '{both}'")
    assert refused.err.endswith(": posting is missing: run domino init\n")
    assert domino(f"init --ledger '{both}'").code == exits.FINE
    assert domino(f"payouts --json --ledger '{both}'") == due
