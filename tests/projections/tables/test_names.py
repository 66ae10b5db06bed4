"""Names in the tables: renames are visible at once, and erased names leave no byte."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.registry.name_changes import erase, rename
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.tables import changed_names
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.changed_names import (
    erase_player,
    names_copied_from,
    rename_player,
)
from domino_ledger.projections.tables.database import ReadModels, file_beside, read_models_of
from domino_ledger.projections.tables.rebuild import rows_of
from tests.ledger.games import new_book, record, take_one
from tests.messages.raises import raises_message
from tests.postgres import other_role

from .killing import killed_at, points_of

SECRET = "Quetzalcoatlus"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with tables, in which one player has an otherwise unused name."""
    with closing(new_book(tmp_path)) as book:
        for number in range(3):
            game = record("payout.jsonl", number)
            players = [SECRET, *(f"{number} {name}" for name in game["players"][1:])]
            assert take_one(book, game | {"players": players}).outcome == "added"
        yield book


@contextmanager
def kept(book: Book) -> Iterator[ReadModels]:
    with closing(read_models_of(book)) as models:
        for _ in Keeper(book, models).catch_up():
            pass
        yield models


def known(models: ReadModels) -> dict[str, str]:
    with models.reading() as connection:
        rows = rows_of(connection, "known_name")
        return dict(rows)


def names(book: Book) -> dict[str, str]:
    return {str(player): name for player, name in all_names(book).items()}


def files(book: Book) -> list[Path]:
    """The book, its tables, and the files that SQLite keeps beside them."""
    return sorted(Path(book.path).parent.glob("book.db*"))


def mentions(book: Book, name: str) -> list[str]:
    return [file.name for file in files(book) if name.encode() in file.read_bytes()]


def test_the_tables_have_the_names_of_the_book(book: Book) -> None:
    with kept(book) as models:
        assert known(models) == names(book)
        rename(book, SECRET, "ana")
        assert known(models) != names(book)
        for _ in Keeper(book, models).catch_up():
            pass
        assert known(models) == names(book)


@pytest.mark.unmeasured
@pytest.mark.parametrize("as_called", [[], ["ana"], ["ana", "Quetzalcoatlus II"]])
def test_an_erased_name_leaves_no_byte(as_called: list[str], book: Book) -> None:
    with kept(book) as models:  # Another program has the tables open.
        assert any(name.startswith("book.db.tables") for name in mentions(book, SECRET))
        now = SECRET
        for name in as_called:
            with names_copied_from(book):
                rename(book, now, name)
            now = name
        erase_player(book, now)
        for name in (SECRET, now):
            assert mentions(book, name) == []
        assert known(models) == names(book)
    for name in (SECRET, now):
        assert mentions(book, name) == []


@pytest.mark.unmeasured
def test_an_erased_name_among_many_leaves_no_byte(book: Book) -> None:
    """So many that pages of the tables are split, moved and freed."""
    many = [f"{SECRET} {number:04}" for number in range(1_200)]
    book.write([], [(uuid4().hex, name) for name in many])
    with kept(book):
        for name in many[::100]:
            with names_copied_from(book):
                rename(book, name, f"x{name[-4:]}")
        for table in ("player_name", "former_name"):
            statement = f"DELETE FROM {table} WHERE name LIKE ?"
            book.recorder.insert([], changes=[(statement, [f"{SECRET}%"])])
        book.wipe()
        assert mentions(book, SECRET) != []
        with names_copied_from(book):
            pass
        assert mentions(book, SECRET) == []


def test_an_erasure_waits_for_readers_and_then_fails(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domino_ledger.projections.tables.database.SECONDS_TO_WIPE", 0)
    with kept(book) as models:
        rename(book, SECRET, f"{SECRET} I")
        with models.reading() as connection:
            rows_of(connection, "known_name")
            with kept(book) as others:  # Writes pages that the reader does not see.
                assert known(others) == names(book)
            with (
                raises_message(
                    Unavailable, r"book\.db\.tables is in use by another program, which keeps"
                ),
                names_copied_from(book),
            ):
                erase(book, f"{SECRET} I")
        assert f"{SECRET} I" in names(book).values()  # The error comes before any change.


def test_missing_tables_are_not_made(book: Book) -> None:
    beside = file_beside(book)
    assert beside is not None
    erase_player(book, SECRET)
    assert not beside.exists()


def test_a_name_is_erased_in_tables_made_meanwhile(book: Book) -> None:
    with names_copied_from(book):
        with kept(book) as others:
            assert SECRET in known(others).values()
        erase(book, SECRET)
    assert mentions(book, SECRET) == []


def test_a_file_without_tables_stays_empty(book: Book) -> None:
    with closing(read_models_of(book)) as models, models.writing():
        pass
    with names_copied_from(book):
        erase(book, SECRET)
    with closing(sqlite3.connect(str(file_beside(book)))) as beside:
        assert beside.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_no_name_is_erased_if_the_tables_cannot_be_written(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept(book):
        pass
    monkeypatch.setattr("os.access", lambda *_: False)
    with raises_message(Unavailable, "tables is read-only"), names_copied_from(book):
        erase(book, SECRET)
    assert SECRET in names(book).values()


@pytest.mark.unmeasured
def test_no_name_is_erased_without_rights_on_the_tables(database: str) -> None:
    make_book(database)
    with closing(open_book(database)) as book:
        set_up_in_database(book)
        book.write([], [(uuid4().hex, SECRET)])
        with other_role(database, "clerk") as (owner, address):
            rights = "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public"
            owner.execute(f"GRANT {rights} TO clerk".encode())
            with closing(open_book(address)) as theirs:
                denied = 'would keep a copy: permission denied to vacuum "player_name"'
                with raises_message(Unavailable, denied), names_copied_from(theirs):
                    erase(theirs, SECRET)
        assert SECRET in names(book).values()


# -- a rename happens completely, or not at all


def copy_of(book: Book) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in files(book)}


@pytest.mark.unmeasured
def test_a_rename_that_is_killed(book: Book) -> None:
    """At each statement: afterwards both files have the old name, or both have the new one."""
    path = Path(book.path)
    with kept(book):
        pass
    book.close()
    before = copy_of(book)

    def work() -> None:
        with closing(open_book(path)) as own:
            rename_player(own, SECRET, "ana")

    seen = []
    for point in range(1, 1 + points_of(work)):
        for file in files(book):
            file.unlink()
        for file, held in before.items():
            file.write_bytes(held)
        killed_at(point, work)
        with closing(open_book(path)) as again, kept(again) as models:
            assert known(models) == names(again)
            seen.append("ana" in names(again).values())
            assert seen[-1] != (SECRET in names(again).values())
    assert seen == sorted(seen)
    assert set(seen) == {False, True}


def test_tables_follow_a_rename(book: Book) -> None:
    with kept(book) as models:
        assert rename_player(book, SECRET, "ana")
        assert "ana" in known(models).values()
        assert known(models) == names(book)


def test_tables_that_cannot_follow_a_rename(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rename has happened: the tables get the name when they are next used."""
    full = Unavailable("disk-full", book="the tables")
    with kept(book) as models:
        with monkeypatch.context() as change:
            change.setattr(changed_names, "take_over", lambda *_: (_ for _ in ()).throw(full))
            assert not rename_player(book, SECRET, "ana")
        assert "ana" in names(book).values()
        assert known(models) != names(book)
        for _ in Keeper(book, models).catch_up():
            pass
        assert known(models) == names(book)


def test_a_rename_that_must_wait_for_the_tables_does_not_happen(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domino_ledger.projections.tables.database.LOCK_TIMEOUT", 0.1)
    with kept(book) as models, models.writing():
        with raises_message(Unavailable, "is locked by another program"):
            rename_player(book, SECRET, "ana")
        assert SECRET in names(book).values()


@pytest.mark.unmeasured
def test_a_rename_in_a_database_is_one_statement(database: str) -> None:
    """The tables show the names of the book, so nothing is copied."""
    make_book(database)
    with closing(open_book(database)) as book:
        set_up_in_database(book)
        book.write([], [(uuid4().hex, SECRET)])
        with closing(read_models_of(book)) as models:
            assert known(models) == names(book)
            assert rename_player(book, SECRET, "ana")
            assert known(models) == names(book)
            assert list(known(models).values()) == ["ana"]
