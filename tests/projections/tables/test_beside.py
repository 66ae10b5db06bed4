"""Files beside a book that are not its tables, and books without write access."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.ledger.errors import NotALedger, Unavailable
from domino_ledger.projections.tables import database as store
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import lines, new_book, take
from tests.messages.raises import raises_message

from .modelled import everything, exhaust, opened, rebuild, various_book
from .two_stores import BATCH, LAMPUNG


@pytest.mark.unmeasured
def test_without_write_access_they_are_in_memory(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of the operating system is simulated, since root may write anywhere."""
    monkeypatch.setattr("os.access", lambda *_: False)
    before = Path(f"{keeper.book.path}.tables").read_bytes()
    with opened(Path(keeper.book.path), BATCH) as other:
        assert not other.models.lasting
        exhaust(other.catch_up())
        assert everything(other.models) == everything(keeper.models)
    assert Path(f"{keeper.book.path}.tables").read_bytes() == before


@pytest.mark.unmeasured
def test_without_write_access_existing_tables_are_copied(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the rules in use, and the money booked."""
    rebuild(keeper, LAMPUNG)
    take(keeper.book, lines("payout.jsonl")[25:27])
    monkeypatch.setattr("os.access", lambda *_: False)
    with opened(Path(keeper.book.path), BATCH) as other:
        exhaust(other.catch_up())
        exhaust(keeper.catch_up())
        assert everything(other.models) == everything(keeper.models)


def test_another_program_makes_the_file_at_the_same_time(tmp_path: Path) -> None:
    """The other program's file is marked from its first page on, at any time of the check."""
    path = tmp_path / "book.db.tables"

    class Late(sqlite3.Connection):
        looked = 0

        def execute(self, *words: Any) -> sqlite3.Cursor:
            self.looked += 1
            if self.looked == 2:
                with closing(store.read_models_in(path)) as models, models.writing():
                    pass
            return super().execute(*words)

    with closing(sqlite3.connect(path, factory=Late, isolation_level=None)) as connection:
        store._make_ready(connection)
        marked = connection.execute("PRAGMA application_id").fetchone()
    assert marked == (store.APPLICATION_ID,)


def test_another_file_in_the_place_of_the_tables(tmp_path: Path) -> None:
    book = various_book(tmp_path)
    other = tmp_path / "book.db.tables"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (id)")
    before = other.read_bytes()
    with (
        closing(book),
        closing(read_models_of(book)) as models,
        raises_message(NotALedger, r"another SQLite file, in the place of its tables"),
    ):
        exhaust(Keeper(book, models).catch_up())
    assert other.read_bytes() == before


@pytest.mark.parametrize("games", [5, 60])
def test_tables_of_another_book(games: int, tmp_path: Path) -> None:
    """The other book may be longer or shorter: remade, or restored from an old copy."""
    for name, some in (("book.db", 20), ("other.db", games)):
        with closing(new_book(tmp_path, name)) as book:
            take(book, lines("payout.jsonl")[:some])
    with opened(tmp_path / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
        before = everything(keeper.models)
    (tmp_path / "book.db.tables").rename(tmp_path / "other.db.tables")
    with (
        opened(tmp_path / "other.db", BATCH) as other,
        raises_message(NotALedger, r"other\.db\.tables follow from another book: delete them"),
    ):
        exhaust(other.catch_up())
    (tmp_path / "other.db.tables").rename(tmp_path / "book.db.tables")
    with opened(tmp_path / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
        assert everything(keeper.models) == before


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    book = various_book(tmp_path)
    (tmp_path / "book.db.tables").write_text("a text, and no database at all\n" * 100)
    with (
        closing(book),
        closing(read_models_of(book)) as models,
        raises_message(
            NotALedger,
            r"book\.db\.tables: the tables are damaged, the book itself is not touched",
        ),
    ):
        exhaust(Keeper(book, models).catch_up())


@pytest.mark.unmeasured
def test_another_program_is_writing(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper without new events takes no lock; one with new events waits, and then gives up."""
    monkeypatch.setattr(store, "LOCK_TIMEOUT", 0.1)
    with opened(Path(keeper.book.path), BATCH) as other, keeper.models.writing():
        exhaust(other.catch_up())
        take(keeper.book, lines("payout.jsonl")[25:27])
        with raises_message(Unavailable, r"tables is locked by another program"):
            exhaust(other.catch_up())
