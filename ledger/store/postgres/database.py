"""Detection and creation of a book in a PostgreSQL database."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg import Connection, sql
from psycopg.rows import TupleRow

from ...errors import NotALedger, Unavailable
from ..address import FORM, shown
from ..base import COLUMNS, WITH_POSITIONS
from .connection import LIMITS, check_encoding, connected, set_up
from .errors import own_errors, unreachable
from .schema import MARK, NEW_EPOCH, STATEMENTS, insert_columns

_WHOSE_EVENTS = (
    "SELECT nspname, obj_description(pg_class.oid, 'pg_class') FROM pg_class "
    "JOIN pg_namespace ON pg_namespace.oid = relnamespace "
    "WHERE pg_class.oid = to_regclass('stored_events')"
)
_ROWS_AT_ONCE = 5000
_FIRST_ROWS = """
    (SELECT FROM stored_events LIMIT 1) UNION ALL (SELECT FROM player_name LIMIT 1)
    UNION ALL (SELECT FROM former_name LIMIT 1)
"""
_POSITIONS_GO_ON = """
    SELECT setval(pg_get_serial_sequence('stored_events', 'notification_id'), max(notification_id))
    FROM stored_events HAVING count(*) > 0
"""
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended('domino init', 0))"


def settings(url: str) -> dict[str, str]:
    """Settings of the library for the book in this database.

    Raises NotALedger if there is no book, and Unavailable if the server cannot be reached.
    """
    with _connected(url) as connection:
        schema = _schema(connection, url)
    if schema is None:
        raise NotALedger("no-ledger-on-server", book=shown(url))
    return {
        "PERSISTENCE_MODULE": "domino_ledger.ledger.store.postgres.recorder:BookFactory",
        "BOOK": url,
        "POSTGRES_SCHEMA": schema,
        "CREATE_TABLE": "no",
    }


def make(url: str, *, dry_run: bool = False) -> bool:
    """Create the tables of a book in this database; False if they exist.

    Uses the first schema of the search path. Concurrent calls wait for a lock.
    """
    with _connected(url) as connection, connection.transaction():
        made = _make_tables(connection, url)
        if dry_run:
            raise psycopg.Rollback
    return made


def fill(url: str, copy: Path) -> None:
    """Make a book of a copy in an SQLite file, with its positions and an epoch of its own.

    All or nothing. Raises NotALedger if the database has a book that is not empty.
    """
    with (
        _connected(url) as connection,
        connection.transaction(),
        closing(sqlite3.connect(copy)) as source,
    ):
        made = _make_tables(connection, url)
        if not made and connection.execute(_FIRST_ROWS).fetchone() is not None:
            raise NotALedger("not-empty", book=shown(url))
        for table, columns in WITH_POSITIONS.items():
            found = ", ".join(columns).format(position="rowid")
            select = f"SELECT {found} FROM {table} ORDER BY 1, 2"  # noqa: S608 - our own names
            rows = source.execute(select)
            into = [column.format(position="notification_id") for column in columns]
            while some := rows.fetchmany(_ROWS_AT_ONCE):
                insert_columns(connection.cursor(), table, into, some)
        connection.execute(_POSITIONS_GO_ON)
        connection.execute(NEW_EPOCH)


def _make_tables(connection: Connection[TupleRow], url: str) -> bool:
    """Create the tables in the first schema of the search path; False if they exist."""
    check_encoding(connection, shown(url))
    set_up(connection, _schema(connection, url), **LIMITS)
    connection.execute(_ONE_AT_A_TIME)
    if _schema(connection, url) is not None:
        return False
    row = connection.execute("SELECT current_schema()").fetchone()
    if row is None or row[0] is None:
        raise Unavailable("no-schema", book=shown(url))
    connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(row[0])))
    for statement in STATEMENTS:
        connection.execute(statement)
    return True


def grant(url: str, statements: Iterable[str]) -> None:
    """Carry out grants in one transaction; raises Unavailable if one of them has no effect."""
    ignored: list[str] = []
    with _connected(url) as connection, connection.transaction():
        connection.add_notice_handler(lambda note: ignored.append(note.message_primary or ""))
        for statement in statements:
            connection.execute(statement.encode())
        if ignored:
            raise Unavailable("not-permitted", book=shown(url), reason=ignored[0])


def grants(
    url: str, readers: Sequence[str], writers: Sequence[str], tables: Sequence[str]
) -> list[str]:
    """The SQL that lets roles read, and others write games, too.

    ``tables``: those beside the book, which both may read. Raises Unavailable for unknown roles.
    """
    everybody = (*readers, *writers)
    with _connected(url) as connection:
        schema = _schema(connection, url)
        for role in everybody:
            if connection.execute(_IS_ROLE, [role]).fetchone() is None:
                raise Unavailable("no-role", book=shown(url), role=role)
        if schema is None:
            raise NotALedger("no-ledger-on-server", book=shown(url))
        outside = [
            role
            for role in everybody
            if connection.execute(_MAY_NOT_USE, [role, schema]).fetchone() == (True,)
        ]

        def named(*parts: str) -> str:
            return sql.Identifier(*parts).as_string(connection)

        events, heads, names, former, epochs = (named(schema, table) for table in COLUMNS)
        read = ", ".join(
            [events, heads, names, former, epochs, *(named(schema, table) for table in tables)]
        )
        to_writers = ", ".join(map(named, writers))
        statements = [f"GRANT USAGE ON SCHEMA {named(schema)} TO {named(role)}" for role in outside]
        statements.append(f"GRANT SELECT ON {read} TO {', '.join(map(named, everybody))}")
    if writers:
        statements += [
            f"GRANT INSERT ON {events}, {heads}, {names} TO {to_writers}",
            f"GRANT UPDATE (name, salt) ON {names} TO {to_writers}",
            f"GRANT INSERT, DELETE ON {former} TO {to_writers}",
        ]
    return statements


_IS_ROLE = "SELECT FROM pg_roles WHERE rolname = %s"
_MAY_NOT_USE = "SELECT NOT has_schema_privilege(%s, %s, 'USAGE')"


@contextmanager
def _connected(url: str) -> Iterator[Connection[TupleRow]]:
    """A connection whose errors are those of `ledger.errors`; raises Unavailable.

    Does not repeat a malformed URL, which may contain a password.
    """
    try:
        psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        raise Unavailable("bad-url", form=FORM) from None
    with own_errors(shown(url)):
        try:
            opened = connected(url)
        except psycopg.OperationalError as error:
            raise unreachable(shown(url), error) from None
        with opened as connection:
            yield connection


def _schema(connection: Connection[TupleRow], url: str) -> str | None:
    """The schema of the book; None if there is none. Raises NotALedger for foreign tables."""
    row = connection.execute(_WHOSE_EVENTS).fetchone()
    if row is None:
        return None
    schema, mark = row
    if mark != MARK:
        raise NotALedger("other-program", book=shown(url), schema=str(schema))
    return str(schema)
