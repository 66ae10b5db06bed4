"""A book in an SQLite file, by the library's store for SQLite."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

from eventsourcing.persistence import IntegrityError, PersistenceError
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore, SQLiteFactory

from ...errors import Conflict, LedgerError, NotALedger, Tampered, Unavailable
from ..base import COLUMNS, Store
from ..rows import Row
from ..together import Work
from .schema import STATEMENTS
from .structure import require_structure, structure_by

_WIPE = "PRAGMA secure_delete = ON"
"""Leaves no copy of a name behind, also where one only moves from page to page of the file."""
_WAIT = "DELETE FROM stream_head WHERE FALSE"
"""Changes nothing, but waits until no other program writes: then what is read stays the last."""


class SQLiteStore(Store, SQLiteApplicationRecorder):
    """The event table, the names beside it, and the triggers that guard both."""

    words: ClassVar = {
        "position": "rowid",
        "game": "originator_id",
        "listed": "SELECT value FROM json_each(?)",
    }

    def __init__(self, datastore: SQLiteDatastore, path: Path) -> None:
        super().__init__(datastore)
        self.address = path
        self.name = str(path)

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *STATEMENTS]

    def create_table(self) -> None:
        with own_errors(self.name):
            super().create_table()

    def _own_errors(self) -> AbstractContextManager[None]:
        return own_errors(self.name)

    def _write(self, work: Work) -> Sequence[Row]:
        with self._transaction(commit=True) as cursor:
            cursor.execute(_WIPE)
            cursor.execute(_WAIT)
            return work(cursor)

    def _add(self, cursor: sqlite3.Cursor, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = COLUMNS[table]
        places = f"({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        cursor.executemany(f"INSERT INTO {table} {places}", rows)

    @contextmanager
    def scan(self, statement: str, values: Sequence[Any]) -> Iterator[Iterator[Any]]:
        with self._at_one_moment() as cursor:
            yield cursor.execute(self.sql(statement), values)

    @contextmanager
    def _at_one_moment(self) -> Iterator[sqlite3.Cursor]:
        with self._own_errors(), self._transaction(commit=False) as cursor:
            yield cursor

    @contextmanager
    def _transaction(self, *, commit: bool) -> Iterator[sqlite3.Cursor]:
        """A cursor with rows as plain tuples: with names they take twice as long."""
        with self.datastore.transaction(commit=commit) as c:
            c.sqlite_cursor.row_factory = None
            yield c.sqlite_cursor

    def wipe(self) -> None:
        """Bring what the log beside the file holds into the file, and empty that log.

        Raises Unavailable where another program is still reading that log.
        """
        with own_errors(self.name), self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = cursor.fetchone()
        if busy:
            raise Unavailable("copy-in-use", book=self.name)

    def require_intact(self) -> bool:
        """Check the structure of the file, and each index against its table."""
        defined = structure_by(self.construct_create_table_statements())
        with self._at_one_moment() as cursor:
            require_structure(self.name, cursor.connection, defined)
        return True

    def copy(self, path: Path) -> None:
        with (
            own_errors(self.name),
            self.datastore.get_connection(commit=False) as connection,
            closing(sqlite3.connect(path)) as target,
        ):
            connection._sqlite_conn.backup(target)  # noqa: SLF001 - the library gives no other way


class BookFactory(SQLiteFactory):
    """Makes the store above."""

    def application_recorder(self) -> SQLiteStore:
        store = SQLiteStore(self.datastore, Path(self.env.get("BOOK") or ""))
        if self.env_create_table():
            store.create_table()
        return store


def make_tables(path: Path) -> None:
    """Make a book of a new file."""
    with closing(SQLiteDatastore(str(path))) as datastore:
        SQLiteStore(datastore, path).create_table()


_MEANINGS: tuple[tuple[str, type[LedgerError], str], ...] = (
    ("not a database", NotALedger, "not-a-database"),
    ("Could not decode to UTF-8", Tampered, "stored-text-not-utf-8"),
    ("malformed", NotALedger, "damaged"),
    ("no such table", NotALedger, "damaged"),
    ("locked", Unavailable, "locked"),
    ("busy", Unavailable, "locked"),
    ("readonly", Unavailable, "read-only"),
    ("unable to open", Unavailable, "cannot-open"),
    ("full", Unavailable, "disk-full"),
    ("disk I/O error", Unavailable, "disk-error"),
    ("", Unavailable, "unusable-book"),
)
"""By words that SQLite uses: what to raise."""


@contextmanager
def own_errors(path: object) -> Iterator[None]:
    """Raise what SQLite raises about the book at this path as an error of `ledger.errors`."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict("written-meanwhile", book=str(path), reason=str(error)) from error
    except (PersistenceError, sqlite3.Error) as error:
        reason = str(error)
        kind, code = next((kind, code) for words, kind, code in _MEANINGS if words in reason)
        raise kind(code, book=str(path), reason=reason) from error
    except UnicodeDecodeError as error:  # A message of SQLite about a schema that is no text.
        raise NotALedger("damaged", book=str(path), reason=str(error)) from error
