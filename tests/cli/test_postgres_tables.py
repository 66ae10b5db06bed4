"""Reports on games, players and money are equal from PostgreSQL and from a file."""

from pathlib import Path

import psycopg
import pytest

from cli import exit_codes as exits
from ledger.book import make_book
from tests.projections.tables.two_stores import fill

from .command import Command, Ran

ASKED = (
    "games",
    "games --json",
    "stats",
    "stats --json",
    "stats s1",
    "stats --csv",
    "payouts --by game",
    "payouts --format beancount",
    "payouts --format hledger",
    "sql 'SELECT * FROM round_fact ORDER BY round_id, seat' --csv",
    "sql 'SELECT * FROM move ORDER BY id' --json",
    "sql 'SELECT * FROM player ORDER BY id'",
    "whatif --rules forced-block@1",
    "whatif --rules all=draw@1 --json",
    "whatif --rules all=block-lot@1 --from 2020-01-01 --player s1 --json",
    "rebuild --only verdicts",
    "rebuild --rules forced-block@1=draw@1 --compare",
    "rebuild --rules forced-block@1=draw@1 --yes",
    "payouts",
    "stats",
    "payouts --format beancount",
    "rebuild --yes",
    "payouts --json",
    "catch-up",
)
REFUSED = (
    "sql 'DELETE FROM posting'",
    "sql 'DROP TABLE progress'",
    "sql 'SELECT 1; DELETE FROM posting'",
    "rebuild --rules nothing@1",
    "whatif --rules all=draw@1 --player nobody",
)


@pytest.fixture
def both(domino: Command, database: str) -> str:
    """A file `domino.db` and a database with equal content; the URL of the database."""
    payout = Path(__file__).parents[1] / "data" / "payout.jsonl"
    replay = payout.with_name("replay.jsonl")
    assert domino(f"import {payout} {replay} --as-played").code == 0
    fill(database, Path("domino.db"))
    return database


def answers(domino: Command, line: str, database: str) -> tuple[Ran, Ran]:
    return domino(line), domino(f"{line} --ledger '{database}'")


@pytest.mark.deep
def test_every_command_agrees(domino: Command, both: str) -> None:
    """The full lane has `test_a_whole_evening`; this book has more games."""
    for line in ASKED:
        file, server = answers(domino, line, both)
        assert file.code == 0, (line, file)
        assert server == file, line


def test_refusals(domino: Command, both: str) -> None:
    before = domino("payouts --json")
    for line in REFUSED:
        file, server = answers(domino, line, both)
        assert (file.code, server.code) == (1, 1), line
        assert len(file.err.splitlines()) == len(server.err.splitlines()) == 1
        assert file.out == server.out == ""
    assert answers(domino, "payouts --json", both) == (before, before)


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
