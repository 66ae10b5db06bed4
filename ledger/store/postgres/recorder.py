"""A book in PostgreSQL, by the library's store for PostgreSQL."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    BaseInfrastructureFactory,
    IntegrityError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresFactory,
)
from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, tuple_row

from ...errors import Tampered, Unavailable
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
    require_all,
    row_of,
)
from ..codec import Head, StoredRow
from ..sqlite.recorder import make_tables
from ..sqlite.recorder import own_errors as sqlite_errors
from .connection import BookDatastore, check_encoding
from .errors import is_lost, own_errors
from .everything import TO_COPY
from .structure import require_structure
from .url import shown
from .waiting import reporting_holders

_WAIT = b"SELECT pg_advisory_xact_lock('stored_events'::regclass::bigint)"
"""What the trigger before each insert waits for: until no other program writes."""
_EVENTS = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state) "
    "SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[], %b::bytea[])"
)
_HEADS = (
    "INSERT INTO stream_head (originator_id, version, hash) "
    "SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[])"
)
_NAMES = "INSERT INTO player_name SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])"
_STREAM = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = %s ORDER BY originator_version"
)
_SEES_ALL = (
    "SELECT NOT row_security_active('stored_events') "
    "OR has_table_privilege('stored_events', 'INSERT')"
)


class PostgresStore(PostgresApplicationRecorder, Store):
    """The event table, the names beside it, and the triggers that guard both."""

    datastore: BookDatastore
    dialect = dialect(
        "notification_id",
        "encode(uuid_send(originator_id), 'hex')",
        "SELECT value::uuid FROM json_array_elements_text(?) AS wanted (value)",
    )

    def __init__(self, datastore: BookDatastore) -> None:
        super().__init__(datastore)
        self.address = datastore.url
        self.name = shown(datastore.url)
        self.schema = datastore.schema

    # -- writing

    def insert(
        self,
        rows: Sequence[Row],
        names: NewNames | None = None,
        changes: Sequence[Change] = (),
        in_time: InTime = as_they_are,
    ) -> Sequence[Row]:
        """Insert in PostgreSQL, also if the answer to COMMIT gets lost.

        Then it is written again. If it was written the first time, its places are taken, by the
        very same bytes.
        """
        timed = [rows]

        def work(cursor: Cursor[Any]) -> None:
            # The wait for the turn comes first: a waiting writer holds nothing.
            cursor.execute(_WAIT)
            read = _reader(cursor)
            recorded, naming = self.to_record(rows, names, in_time, read)
            timed.append(recorded)
            _write(cursor, _EVENTS, [*recorded, *naming])
            _write(cursor, _HEADS, heads_of([*recorded, *naming]))
            if names is not None:
                _write(cursor, _NAMES, names.rows)
            check_written(self.name, recorded, read)
            check_written(self.name, naming, read)
            for statement, values in changes:
                cursor.execute(_placed(statement), values)

        def is_there() -> bool:
            timed.append(timed[1])  # It was written the first time, if at all.
            return self._holds(timed[1])

        self._carry_out(work, is_there)
        return timed[-1]

    def _carry_out(
        self, work: Callable[[Cursor[Any]], object], is_there: Callable[[], bool]
    ) -> None:
        """Run ``work`` in a transaction, and once more if the connection breaks.

        ``is_there``: whether the first run was committed after all; then a conflict in the second
        is no error. Raises Unavailable with the code "perhaps-written" if a COMMIT was sent, and
        nothing more is known.
        """
        sent = False

        def attempt() -> None:
            nonlocal sent
            with self._writing() as cursor:
                work(cursor)
                sent = True

        with own_errors(self.name):
            try:
                attempt()
            except PersistenceError as error:
                if not is_lost(error):
                    raise
                try:
                    attempt()
                except IntegrityError:
                    if not is_there():
                        raise
                except PersistenceError as again:
                    if not sent:
                        raise
                    raise Unavailable("perhaps-written", book=self.name) from again

    def _holds(self, rows: Sequence[Row]) -> bool:
        """Exactly these events are stored; later ones are ignored."""
        wanted = {(game, version): (topic, state) for game, version, topic, state in rows}
        found = (
            (game.hex, *row)
            for game in {UUID(row[0]) for row in rows}
            for row in self.select_rows(game)[0]
        )
        there = {(game, version): (topic, state) for game, version, topic, state in found}
        return all(there.get(place) == event for place, event in wanted.items())

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Insert events of the library `eventsourcing`, which calls this."""
        rows = [row_of(event) for event in stored_events]
        self.insert(rows)
        places = [[UUID(game), version] for game, version, *_ in rows]
        statement = (
            "SELECT notification_id FROM stored_events "
            "WHERE originator_id = ? AND originator_version = ?"
        )
        return [position for place in places for (position,) in self.query(statement, place)]

    @contextmanager
    def _writing(self) -> Iterator[Cursor[Any]]:
        with self.datastore.transaction(commit=True) as cursor:
            check_encoding(cursor.connection, self.name)
            with reporting_holders(cursor.connection, self.datastore.url, self.name, self.on_wait):
                yield cursor

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
        with self._at_one_moment() as cursor:
            rows = cursor.execute(_STREAM, [game]).fetchall()
            head = cursor.execute(_placed(LAST_HEAD), [game]).fetchone()
        if rows and not self.sees_all and (head is None or head[0] < rows[-1][0]):
            # The head of what may be seen was noted only if a write ended there.
            ((_, version, hash),) = heads_of([(game.hex, *rows[-1])])
            return rows, (version, hash)
        return rows, head

    @contextmanager
    def scan(self, statement: str, values: Sequence[Any]) -> Iterator[Iterator[Any]]:
        with own_errors(self.name), self.datastore.get_connection() as connection:
            yield iter(_plain(connection).execute(_placed(statement), values))

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
                for insert, select in TO_COPY.items():
                    target.executemany(insert, cursor.stream(select))
            except sqlite3.IntegrityError as error:
                raise Tampered("book-inconsistent", book=self.name, reason=str(error)) from None
            target.commit()

    @contextmanager
    def _at_one_moment(self) -> Iterator[Cursor[TupleRow]]:
        """Several statements find what is there at one moment."""
        with own_errors(self.name), self.datastore.get_connection() as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _plain(connection)
            connection.execute("COMMIT")


def _plain(connection: Connection[Any]) -> Cursor[TupleRow]:
    """A cursor of plain tuples, with bytes as they are stored."""
    return connection.cursor(binary=True, row_factory=tuple_row)


def _placed(statement: str) -> str:
    return statement.replace("?", "%s")


def _reader(cursor: Cursor[Any]) -> ReadOne:
    """Reads rows as plain tuples, in the transaction of this cursor."""
    plain = _plain(cursor.connection)
    return lambda statement, values: plain.execute(_placed(statement), values).fetchone()


def _write(cursor: Cursor[Any], into: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows by one prepared statement; see `LIMITS` of `connection`.

    Bytes go as bytes: how the server reads them as text depends on its settings.
    """
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        cursor.execute(into.encode(), columns, prepare=True)


class BookFactory(PostgresFactory):
    """Makes the store above; the tables are made by `ledger.store.postgres.database`."""

    def __init__(self, env: Any) -> None:
        BaseInfrastructureFactory.__init__(self, env)  # The next in line knows no URL.
        self.datastore = BookDatastore(self.env["BOOK"], self.env["POSTGRES_SCHEMA"])

    def application_recorder(self) -> PostgresStore:
        assert isinstance(self.datastore, BookDatastore)
        return PostgresStore(self.datastore)
