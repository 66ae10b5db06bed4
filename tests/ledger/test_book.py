"""The contract of every book, for an SQLite file."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import UUID

from domino_ledger.ledger.book import Book, open_book

from .contract import BookContract, Rows
from .contract_beside import TablesContract
from .contract_times import TimesContract
from .contract_together import TogetherContract


class InAFile:
    def open(self, directory: Path) -> Book:
        return open_book(directory / "book.db", create=True, lock_timeout=20)

    def garble(self, book: Book, version: int) -> None:
        with closing(sqlite3.connect(book.path, isolation_level=None)) as plain:
            plain.execute("DROP TRIGGER stored_events_refuses_update")
            plain.execute(
                "CREATE TRIGGER garbles AFTER INSERT ON stored_events "
                f"WHEN NEW.originator_version = {version} BEGIN UPDATE stored_events "
                "SET state = CAST(hex(state) AS BLOB) WHERE rowid = NEW.rowid; END"
            )


class TestTablesOfSQLite(InAFile, TablesContract):
    pass


class TestTimesOfSQLite(InAFile, TimesContract):
    pass


class TestTogetherInSQLite(InAFile, TogetherContract):
    pass


class TestSQLiteBook(InAFile, BookContract):
    def change(self, book: Book, game: UUID, changed: Callable[[Rows], Rows]) -> None:
        with closing(sqlite3.connect(book.path, isolation_level=None)) as plain:
            plain.execute("BEGIN IMMEDIATE")
            triggers = plain.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in triggers:
                plain.execute(f"DROP TRIGGER {name}")
            rows = plain.execute(
                "SELECT originator_version, topic, state FROM stored_events "
                "WHERE originator_id = ? ORDER BY 1",
                [game.hex],
            ).fetchall()
            plain.execute("DELETE FROM stored_events WHERE originator_id = ?", [game.hex])
            plain.executemany(
                "INSERT INTO stored_events VALUES (?, ?, ?, ?)",
                [(game.hex, *row) for row in changed(rows)],
            )
            for _, sql in triggers:
                plain.execute(sql)
            plain.execute("COMMIT")
