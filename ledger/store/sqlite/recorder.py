"""A book in an SQLite file, by the library's store for SQLite."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)

from ...errors import Conflict, LedgerError, NotALedger, Tampered, Unavailable
from ..base import (
    LAST_HEAD,
    Change,
    InTime,
    NewNames,
    ReadOne,
    Row,
    Store,
    as_they_are,
    check_written,
    dialect,
    heads_of,
    row_of,
)
from ..codec import Head, StoredRow
from .schema import STATEMENTS
from .structure import require_structure, structure_by

_WIPE = "PRAGMA secure_delete = ON"
"""Leaves no copy of a name behind, also where one only moves from page to page of the file."""
_WAIT = "DELETE FROM stream_head WHERE FALSE"
"""Changes nothing, but waits until no other program writes: then what is read stays the last."""
_STREAM = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = ? ORDER BY originator_version"
)


class SQLiteStore(SQLiteApplicationRecorder, Store):
    """The event table, the names beside it, and the triggers that guard both."""

    dialect = dialect("rowid", "originator_id", "SELECT value FROM json_each(?)")

    def __init__(self, datastore: SQLiteDatastore, path: Path) -> None:
        super().__init__(datastore)
        self.address = path
        self.name = str(path)

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *STATEMENTS]

    def create_table(self) -> None:
        with own_errors(self.name):
            super().create_table()

    def insert(
        self,
        rows: Sequence[Row],
        names: NewNames | None = None,
        changes: Sequence[Change] = (),
        in_time: InTime = as_they_are,
    ) -> Sequence[Row]:
        with self._changing() as c:
            c.execute(_WAIT)
            recorded, naming = self.to_record(rows, names, in_time, _reader(c))
            if names is not None:
                c.executemany("INSERT INTO player_name VALUES (?, ?, ?)", names.rows)
            self._insert_rows(c, recorded)
            self._insert_rows(c, naming)
            for statement, values in changes:
                c.execute(statement, values)
        return recorded

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int]:
        rows = [row_of(event) for event in stored_events]
        self._insert_rows(c, rows)
        c.execute(self.dialect.last_position)
        last = c.fetchone()[0] or 0
        return range(last - len(rows) + 1, last + 1)

    def _insert_rows(self, c: SQLiteCursor, rows: Sequence[Row]) -> None:
        c.executemany(self.insert_events_statement, rows)
        c.executemany("INSERT INTO stream_head VALUES (?, ?, ?)", heads_of(rows))
        check_written(self.name, rows, _reader(c))

    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        with self._reading() as c:
            c.execute(_STREAM, [game.hex])
            rows = c.fetchall()
            c.execute(LAST_HEAD, [game.hex])
            head = c.fetchone()
        return rows, head

    @contextmanager
    def scan(self, statement: str, values: Sequence[Any]) -> Iterator[Iterator[Any]]:
        with self._reading() as c:
            c.execute(statement, values)
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
        with self._reading() as c:
            require_structure(self.name, c.sqlite_cursor.connection, defined)
        return True

    def copy(self, path: Path) -> None:
        with (
            own_errors(self.name),
            self.datastore.get_connection(commit=False) as connection,
            closing(sqlite3.connect(path)) as target,
        ):
            connection._sqlite_conn.backup(target)  # noqa: SLF001 - the library gives no other way

    @contextmanager
    def _reading(self) -> Iterator[SQLiteCursor]:
        """A cursor in a transaction, with rows as plain tuples: with names they take twice as long.

        What it finds is of one moment.
        """
        with own_errors(self.name), self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            yield c

    @contextmanager
    def _changing(self) -> Iterator[SQLiteCursor]:
        with own_errors(self.name), self.datastore.transaction(commit=True) as c:
            c.execute(_WIPE)
            yield c


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


@contextmanager
def own_errors(path: object) -> Iterator[None]:
    """Raise what SQLite raises about the book at this path as an error of `ledger.errors`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("written-meanwhile", book=str(path), reason=str(error)) from error
    except (PersistenceError, sqlite3.Error) as error:
        raise _error(path, str(error)) from error
    except UnicodeDecodeError as error:  # A message of SQLite about a schema that is no text.
        raise NotALedger("damaged", book=str(path), reason=str(error)) from error


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
)
"""By words that SQLite uses: what to raise."""


def _error(path: object, reason: str) -> LedgerError:
    for words, kind, code in _MEANINGS:
        if words in reason:
            return kind(code, book=str(path), reason=reason)
    return Unavailable("unusable-book", book=str(path), reason=reason)


def _reader(cursor: SQLiteCursor) -> ReadOne:
    """Reads rows as plain tuples, in the transaction of this cursor."""
    plain = cursor.sqlite_cursor.connection.cursor()
    plain.row_factory = None
    return lambda statement, values: plain.execute(statement, values).fetchone()
