"""`domino rebuild`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.projections.tables.database import read_models_in

from .bad_input import PAYOUT, refusal
from .command import Command
from .other_rules import add_counted
from .process import domino as process
from .process import read_only, unprivileged


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, with a book of the payout games and rules under which nobody is a blocker."""
    assert domino(f"import {PAYOUT}").code == 0
    add_counted(domino, "calm@1", "forced-block@1", "block-lot@1")
    return domino


def net(domino: Command) -> dict[str, int]:
    payouts = map(json.loads, domino("payouts --json").out.splitlines())
    return {due["name"]: due["amount"] for due in payouts}


def test_a_reader_sees_the_rules_in_use(book: Path) -> None:
    """The rules in use, and the money booked under them."""
    assert process("rebuild", "--rules", "all=block-lot@1", "--yes", cwd=book).code == 0
    payouts = process("payouts", "--format", "beancount", cwd=book)
    assert payouts.err == "all games played alike count by block-lot@1, since the last rebuild\n"
    for file in book.glob("domino.db*"):
        file.chmod(0o444)
    with read_only(book):
        ended = process("payouts", "--format", "beancount", cwd=book, before=unprivileged)
        assert (ended.out, ended.err) == (payouts.out, payouts.err)


def test_a_directory_that_may_not_be_written(book: Path) -> None:
    """Queries make the tables in memory; a rebuild in memory would be pointless."""
    with read_only(book):
        refused = process("rebuild", cwd=book, before=unprivileged)
        assert refused == refusal("the tables of domino.db cannot be written by this user")
        asked = process("whatif", "--rules", "all=block-lot@1", cwd=book, before=unprivileged)
        assert asked.code == 0
    assert [file.name for file in book.iterdir()] == ["domino.db"]


def test_another_file_in_the_place_of_the_tables(book: Path) -> None:
    with closing(sqlite3.connect(book / "domino.db.tables")) as connection:
        connection.execute("CREATE TABLE mine (id)")
    refused = process("rebuild", cwd=book)
    assert refused == refusal("beside the book is another SQLite file, in the place of its tables")


def test_tables_can_be_queried_during_a_rebuild(played: Command) -> None:
    """Queries take no lock."""
    played("stats")
    with closing(read_models_in(Path("domino.db.tables"))) as models, models.writing():
        assert played("stats").code == 0
        assert played("whatif --rules calm@1").code == 0


def test_games_that_are_gone_from_the_book(played: Command) -> None:
    assert played("stats").code == 0
    with closing(sqlite3.connect("domino.db")) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        (gone,) = file.execute("SELECT originator_id FROM stored_events").fetchone()
        file.execute("DELETE FROM stored_events WHERE originator_id = ?", [gone])
        file.commit()
    compared = played("rebuild --compare")
    assert compared.code == exits.TAMPERING
    assert compared.err.endswith(
        f"1 game is in the tables in use, but no longer in the book: {UUID(gone)}\n"
    )


def test_nothing_is_booked_without_a_yes(played: Command) -> None:
    before = net(played)
    refused = played("rebuild --rules calm@1")
    assert refused.code == exits.USAGE
    assert "this books 96 adjusting postings: --yes agrees to them" in refused.err
    assert refused.out.splitlines()[0].split("  ")[0] == "player"
    assert net(played) == before
    assert "calm@1" not in played("payouts").err


@pytest.mark.parametrize(
    ("answer", "code", "booked"), [("y", exits.FINE, 96), ("n", exits.FAILURE, 0)]
)
def test_a_rebuild_asks_at_a_terminal(
    answer: str, code: int, booked: int, played: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = net(played)
    monkeypatch.setattr("domino_ledger.cli.commands.rebuild.at_terminal", lambda: True)
    asked = played("rebuild --rules calm@1", f"{answer}\n".encode())
    assert asked.code == code
    assert "book 96 adjusting postings? [y/N]" in asked.err
    assert (net(played) != before) == (booked > 0)
    said = "96 adjusting postings booked" if booked else "nothing is booked"
    assert said in asked.err.splitlines()[-1]
