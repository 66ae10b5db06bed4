"""Backups: whole and consistent while others write, checked, and never written over anything."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import Conflict, LedgerError, NotALedger, Tampered, Unavailable
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.projections.feed.feed import Tail
from domino_ledger.projections.feed.origin import origin_of, require_position
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.tables.catch_up import set_up_in_database
from domino_ledger.projections.tables.changed_names import rename_player
from domino_ledger.projections.verification.backups import back_up, restore
from tests.ledger.games import Json, exported, line, new_book, record, take, take_one

from .reports.books import kept
from .tails import news

GAMES = [record("payout.jsonl", at) for at in range(4)]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path, "club")) as book:
        take(book, map(line, GAMES[:2]))
        rename_player(book, "s0", "Ana")
        yield book


def rows(book: Book) -> list[object]:
    return [
        book.log(0, 10**6),
        book.query("SELECT player_id, name FROM player_name ORDER BY player_id"),
        book.query("SELECT name, player_id FROM former_name ORDER BY name"),
    ]


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(LedgerError) as raised:
        action()
    return error_text(raised.value)


# -- making one


def test_a_backup_is_one_file_with_everything(book: Book, tmp_path: Path) -> None:
    """Also with what still stands in the log of a book in use, where a plain copy misses it."""
    file = Path(book.path)
    assert Path(f"{file}-wal").stat().st_size > 0
    shutil.copy(file, tmp_path / "copied.db")
    covered = back_up(book, tmp_path / "backup.db")
    assert (covered.events, covered.games) == (book.number_of_events(), 2)
    with closing(open_book(tmp_path / "backup.db")) as copy:
        assert rows(copy) == rows(book)
        assert copy.restored() == []
    assert sorted(each.name for each in tmp_path.glob("*backup*")) == ["backup.db"]


def test_a_backup_waits_for_nobody_and_has_whole_games_only(book: Book, tmp_path: Path) -> None:
    before = rows(book)
    with closing(sqlite3.connect(book.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO player_name VALUES ('p', 'Half', '')")
        back_up(book, tmp_path / "backup.db")
        writer.execute("COMMIT")
    with closing(open_book(tmp_path / "backup.db")) as copy:
        assert rows(copy) == before


@pytest.mark.parametrize("name", ["there.db", "there.db-wal"])
def test_a_backup_overwrites_nothing(name: str, book: Book, tmp_path: Path) -> None:
    there = tmp_path / name
    there.write_text("mine")
    said = refused(lambda: back_up(book, tmp_path / "there.db"))
    assert said == (
        f"{tmp_path / 'there.db'} cannot be made: {there} is there already, and is not overwritten"
    )
    assert there.read_text() == "mine"


def changed(path: Path) -> None:
    """Change an event with all guards off."""
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute("DROP TRIGGER stored_events_refuses_update")
        plain.execute("UPDATE stored_events SET state = replace(state, '2', '1') WHERE rowid = 5")


def test_a_changed_book_gives_no_backup(book: Book, tmp_path: Path) -> None:
    changed(Path(book.path))
    with pytest.raises(Tampered):
        back_up(book, tmp_path / "backup.db")
    assert list(tmp_path.glob("*backup*")) == []


# -- making a book of one


@pytest.fixture
def backup(book: Book, tmp_path: Path) -> Path:
    back_up(book, tmp_path / "backup.db")
    return tmp_path / "backup.db"


def test_a_restored_book_has_everything_and_a_new_epoch(
    book: Book, backup: Path, tmp_path: Path
) -> None:
    before = backup.read_bytes()
    covered = restore(backup, tmp_path / "restored.db")
    assert (covered.events, covered.games) == (book.number_of_events(), 2)
    with closing(open_book(tmp_path / "restored.db")) as restored:
        assert rows(restored) == rows(book)
        (new,) = restored.restored()
        assert new.began == book.last_position()
        take_one(restored, GAMES[3])
        assert player_called(restored, "Ana") == player_called(book, "Ana")
    assert backup.read_bytes() == before


def named_otherwise(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute("UPDATE player_name SET name = 'Zoe' WHERE name = 'Ana'")


@pytest.mark.parametrize("change", [changed, named_otherwise])
def test_a_changed_backup_is_not_restored(
    change: Callable[[Path], None], backup: Path, tmp_path: Path
) -> None:
    change(backup)
    with pytest.raises(Tampered):
        restore(backup, tmp_path / "restored.db")
    assert list(tmp_path.glob("*restored*")) == []


def test_nothing_is_restored_over_anything(book: Book, backup: Path, tmp_path: Path) -> None:
    before = rows(book)
    assert "is there already" in refused(lambda: restore(backup, book.path))
    assert rows(book) == before
    other = tmp_path / "new.db.tables"
    shutil.copy(backup, other)
    assert "is another SQLite file" in refused(lambda: restore(backup, tmp_path / "new.db"))
    assert other.read_bytes() == backup.read_bytes()
    assert not (tmp_path / "new.db").exists()


def test_tables_of_the_lost_book_are_made_again(book: Book, backup: Path) -> None:
    """They hold a game that the restored book does not have."""
    path = Path(book.path)
    take_one(book, GAMES[2])
    with kept(book):
        pass
    tables = path.with_name(f"{path.name}.tables")
    assert tables.exists()
    book.close()
    path.unlink()
    restore(backup, path)
    assert not tables.exists()
    with closing(open_book(path)) as restored, kept(restored) as keeper:
        assert keeper.reached()[0] == restored.number_of_events()


def test_only_a_book_is_restored(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("text")
    with closing(sqlite3.connect(tmp_path / "empty.db")) as empty:
        empty.execute("VACUUM")
    for name in ("text", "empty.db", "none"):
        with pytest.raises(NotALedger):
            restore(tmp_path / name, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


# -- in PostgreSQL


def test_from_a_file_to_a_server_and_back(
    book: Book, backup: Path, database: str, tmp_path: Path
) -> None:
    covered = restore(backup, database)
    assert (covered.events, covered.games) == (book.number_of_events(), 2)
    with closing(open_book(database)) as served:
        assert rows(served) == rows(book)
        assert exported(served) == exported(book)
        (new,) = served.restored()
        assert new.began == book.last_position()
        take_one(served, GAMES[2])
        assert served.last_position() == served.number_of_events()
        back_up(served, tmp_path / "served.db")
        restore(tmp_path / "served.db", tmp_path / "again.db")
        with closing(open_book(tmp_path / "again.db")) as again:
            assert rows(again) == rows(served)
            assert again.restored()[:1] == [new]
    assert "has a ledger that is not empty" in refused(lambda: restore(backup, database))


def test_an_empty_book_of_a_server_is_filled(backup: Path, database: str) -> None:
    make_book(database)
    with closing(open_book(database)) as empty:
        set_up_in_database(empty)
    restore(backup, database)
    with closing(open_book(database)) as served:
        assert len(served.restored()) == 1


def test_positions_keep_their_gaps(database: str, tmp_path: Path) -> None:
    """A transaction that was rolled back has used positions, and was no event."""
    make_book(database)
    with closing(open_book(database)) as served:
        take_one(served, GAMES[0])
        with psycopg.connect(database) as other:
            other.execute(
                "SELECT nextval(pg_get_serial_sequence('stored_events', 'notification_id'))"
            )
        take_one(served, GAMES[1])
        assert served.last_position() == served.number_of_events() + 1
        back_up(served, tmp_path / "served.db")
        with closing(open_book(tmp_path / "served.db")) as copy:
            assert rows(copy) == rows(served)


# -- readers of the log


def sequence(events: list[Json]) -> int:
    return int(events[-1]["sequence"])


def test_a_reader_of_lost_events_is_refused(book: Book, backup: Path, tmp_path: Path) -> None:
    common = news(Tail(book, 0))
    take_one(book, GAMES[2])
    lost = news(Tail(book, sequence(common)))
    assert {each["epoch"] for each in common + lost} == {common[0]["epoch"]}
    restore(backup, tmp_path / "restored.db")
    with closing(open_book(tmp_path / "restored.db")) as restored:
        take_one(restored, GAMES[3])
        events = news(Tail(restored, 0))
        assert events[: len(common)] == common  # A line never changes.
        new = events[len(common) :]
        assert new[0]["sequence"] == lost[0]["sequence"]
        old, epoch = common[0]["epoch"], new[0]["epoch"]
        assert {each["epoch"] for each in new} == {epoch} != {old}
        for position, of in ((3, None), (sequence(common), None), (sequence(common), old)):
            require_position(restored, position, of)
        require_position(restored, sequence(new), epoch)
        last = restored.restored()[0].began
        assert refused(lambda: require_position(restored, last + 1, old)) == (
            f"the events of epoch {old} after position {last} were lost before this ledger was "
            f"restored, and {last + 1} is after it: go on from {old}:{last}"
        )
        assert f"EPOCH:{last + 1}" in refused(lambda: require_position(restored, last + 1, None))
    assert "no epoch" in refused(lambda: require_position(book, 1, epoch))
    with pytest.raises(Conflict):
        require_position(book, 1, epoch)


def test_a_book_is_restored_twice(book: Book, backup: Path, tmp_path: Path) -> None:
    """A position of the first epoch is known up to the first restore, and no further."""
    last = book.last_position()
    restore(backup, tmp_path / "second.db")
    with closing(open_book(tmp_path / "second.db")) as second:
        take_one(second, GAMES[2])
        longer = second.last_position()
        back_up(second, tmp_path / "backup-2.db")
    restore(tmp_path / "backup-2.db", tmp_path / "third.db")
    with closing(open_book(tmp_path / "third.db")) as third:
        origin = origin_of(third)
        assert origin is not None
        first, middle, newest = origin.epochs
        assert (first.began, middle.began, newest.began) == (0, last, longer)
        require_position(third, longer, middle.id)
        for position, epoch in ((longer + 1, middle.id), (longer, first.id), (longer, None)):
            with pytest.raises(Conflict):
                require_position(third, position, epoch)


def test_an_empty_book_has_no_epoch_yet(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as empty:
        require_position(empty, 0, None)
        assert "no epoch" in refused(lambda: require_position(empty, 0, "0" * 16))
        back_up(empty, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    with closing(open_book(tmp_path / "restored.db")) as restored:
        take_one(restored, GAMES[0])
        assert {each["epoch"] for each in news(Tail(restored, 0))} == {restored.restored()[0].id}


def test_unwritable_place(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = refused(lambda: back_up(book, tmp_path / "none" / "there.db"))
    assert said.endswith(f"there is no directory {tmp_path / 'none'}")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(Unavailable, match="cannot-open"):
        back_up(book, tmp_path / "backup.db")
