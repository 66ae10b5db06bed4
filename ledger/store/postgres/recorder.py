"""A book in PostgreSQL, by the library's store for PostgreSQL."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.persistence import BaseInfrastructureFactory, IntegrityError, PersistenceError
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, tuple_row

from ...errors import Tampered, Unavailable
from ..address import shown
from ..base import COLUMNS, WITH_POSITIONS, Store, heads_of, is_stored, require_all
from ..rows import Head, Row, StoredRow
from ..sqlite.recorder import make_tables
from ..sqlite.recorder import own_errors as sqlite_errors
from ..together import Work
from .connection import BookDatastore, check_encoding
from .errors import is_lost, own_errors
from .schema import insert_columns
from .structure import require_structure
from .waiting import reporting_holders

_WAIT = b"SELECT pg_advisory_xact_lock('stored_events'::regclass::bigint)"
"""What the trigger before each insert waits for: until no other program writes."""
_SEES_ALL = (
    "SELECT NOT row_security_active('stored_events') "
    "OR has_table_privilege('stored_events', 'INSERT')"
)


class PostgresStore(Store, PostgresApplicationRecorder):
    """The event table, the names beside it, and the triggers that guard both."""

    datastore: BookDatastore
    words: ClassVar = {
        "position": "notification_id",
        "game": "encode(uuid_send(originator_id), 'hex')",
        "listed": "SELECT value::uuid FROM json_array_elements_text(?) AS wanted (value)",
    }

    def __init__(self, datastore: BookDatastore) -> None:
        super().__init__(datastore)
        self.address = datastore.url
        self.name = shown(datastore.url)
        self.schema = datastore.schema

    def sql(self, statement: str) -> str:
        return super().sql(statement).replace("?", "%s")

    # -- writing

    def _own_errors(self) -> AbstractContextManager[None]:
        return own_errors(self.name)

    def _write(self, work: Work) -> Sequence[Row]:
        """Carry out work in a transaction, and once more if the connection breaks.

        If it was committed the first time after all, the very same bytes are in the book; then it
        is not carried out again. Raises Unavailable with the code "perhaps-written" if a COMMIT was
        sent, and nothing more is known.
        """
        written: list[Sequence[Row]] = []
        """The rows of the attempt that came to its COMMIT."""

        def attempt() -> None:
            with self.datastore.transaction(commit=True) as library_cursor:
                connection = library_cursor.connection
                check_encoding(connection, self.name)
                url, cursor = self.datastore.url, _plain(connection)
                with reporting_holders(connection, url, self.name, self.on_wait):
                    cursor.execute(_WAIT)  # It comes first: a waiting writer holds nothing.
                    # This lock shows how the first attempt ended: all of it is there, or nothing.
                    if not (written and is_stored(self, cursor, written[0][:1])):
                        written[:] = [work(cursor)]

        try:
            attempt()
        except PersistenceError as error:
            if not is_lost(error):
                raise
            try:
                attempt()
            except IntegrityError:
                raise
            except PersistenceError as again:
                if not written:
                    raise
                raise Unavailable("perhaps-written", book=self.name) from again
        return written[0]

    def _add(self, cursor: Cursor[TupleRow], table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            insert_columns(cursor, table, COLUMNS[table], rows)

    def wipe(self) -> None:
        """Write the tables of names afresh, without what was deleted.

        The server's own log and its copies keep it as long as they are kept.
        """
        skipped: list[str] = []
        with own_errors(self.name), self.datastore.get_connection() as connection:
            note: Callable[[Any], None] = lambda notice: skipped.append(notice.message_primary)  # noqa: E731
            connection.add_notice_handler(note)
            connection.execute("VACUUM (FULL) player_name, former_name")
            connection.remove_notice_handler(note)
        if skipped:
            raise Unavailable("copy-kept", book=self.name, reason=skipped[0])

    # -- reading

    @cached_property
    def sees_all(self) -> bool:
        ((sees_all,),) = self.query(_SEES_ALL, [])
        return bool(sees_all)

    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        rows, head = super().select_rows(game)
        if rows and not self.sees_all and (head is None or head[0] < rows[-1][0]):
            # The head of what may be seen was noted only if a write ended there.
            ((_, version, hash),) = heads_of([(game.hex, *rows[-1])])
            return rows, (version, hash)
        return rows, head

    @contextmanager
    def scan(self, statement: str, values: Sequence[Any]) -> Iterator[Iterator[Any]]:
        with own_errors(self.name), self.datastore.get_connection() as connection:
            yield iter(_plain(connection).execute(self.sql(statement).encode(), values))

    def require_intact(self) -> bool:
        """Check what the catalogs say. Raises Unavailable if this user may not make what it takes.

        Only a superuser could compare the indexes with their tables.
        """
        with own_errors(self.name), self.datastore.get_connection() as connection:
            require_structure(self.name, connection)
        return False

    def copy(self, path: Path) -> None:
        require_all(self)
        make_tables(path)
        with (
            sqlite_errors(path),
            closing(sqlite3.connect(path)) as target,
            self._at_one_moment() as cursor,
        ):
            try:
                for table, columns in WITH_POSITIONS.items():
                    into = ", ".join(columns).format(position="rowid")
                    marks = ", ".join("?" * len(columns))
                    found = ", ".join(columns).replace("originator_id", "{game}")
                    select = f"SELECT {found} FROM {table} ORDER BY 1, 2"  # noqa: S608 - our names
                    insert = f"INSERT INTO {table} ({into}) VALUES ({marks})"  # noqa: S608 - as above
                    target.executemany(insert, cursor.stream(self.sql(select).encode()))
            except sqlite3.IntegrityError as error:
                raise Tampered("book-inconsistent", book=self.name, reason=str(error)) from None
            target.commit()

    @contextmanager
    def _at_one_moment(self) -> Iterator[Cursor[TupleRow]]:
        with own_errors(self.name), self.datastore.get_connection() as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _plain(connection)
            connection.execute("COMMIT")


def _plain(connection: Connection[Any]) -> Cursor[TupleRow]:
    """A cursor of plain tuples, with bytes as they are stored."""
    return connection.cursor(binary=True, row_factory=tuple_row)


class BookFactory(PostgresFactory):
    """Makes the store above; the tables are made by `ledger.store.postgres.database`."""

    def __init__(self, env: Any) -> None:
        BaseInfrastructureFactory.__init__(self, env)  # The next in line knows no URL.
        self.datastore = BookDatastore(self.env["BOOK"], self.env["POSTGRES_SCHEMA"])

    def application_recorder(self) -> PostgresStore:
        assert isinstance(self.datastore, BookDatastore)
        return PostgresStore(self.datastore)
