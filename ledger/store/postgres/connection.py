"""How each connection to PostgreSQL is set up, whatever is set on the server, database or role."""

from collections.abc import Callable
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection, sql
from psycopg.rows import dict_row

from ...errors import Unavailable

SECONDS_TO_CONNECT = 10
SECONDS_FOR_A_LOCK = 60
SECONDS_OF_SILENCE = 30
"""After which the server takes a writer for gone, who would keep all others waiting."""
CONNECTIONS = 10
KEYWORDS: dict[str, Any] = {"client_encoding": "utf-8", "connect_timeout": SECONDS_TO_CONNECT}
"""What each connection is made with, whatever the URL says."""

SETTINGS = {
    "standard_conforming_strings": "on",  # Or bytes quoted as text are stored as digits.
    "bytea_output": "hex",
    "DateStyle": "ISO, YMD",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "extra_float_digits": "1",  # Fewer, and numbers come out rounded.
    "default_transaction_isolation": "read committed",  # Others see no commit they waited for.
    "session_replication_role": "origin",  # Else no trigger guards the book.
    "client_min_messages": "notice",  # VACUUM says by a warning that it left a copy of a name.
    "exit_on_error": "off",
    "quote_all_identifiers": "off",  # Else SQLAlchemy knows no type of a column.
}
# Only a superuser may set some of them, even to what they are: those are set that must be.
_SET = (
    "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS of (name, value) "
    "WHERE current_setting(name, true) <> value"
)
_NEEDED_ENCODING = "UTF8"


def connected(url: str, schema: str | None = None, *, autocommit: bool = True) -> Connection[Any]:
    """A connection that is set up; ``autocommit``: each statement is a transaction of its own."""
    connection = psycopg.connect(url, autocommit=True, **KEYWORDS)
    try:
        set_up(connection, schema)
        connection.autocommit = autocommit
    except BaseException:
        connection.close()
        raise
    return connection


def set_up(connection: Connection[Any], schema: str | None = None, **more: str) -> None:
    """Set what text, bytes, time and transactions depend on, and ``more``.

    Tables are looked for in this schema alone; None: wherever the server looks for them.
    """
    settings = SETTINGS | more
    if schema is not None:
        settings["search_path"] = sql.Identifier(schema).as_string(connection)
    connection.execute(_SET, [list(settings), list(settings.values())])


def check_encoding(connection: Connection[Any], name: str) -> None:
    """Raises Unavailable where a database cannot hold every text, or does not know it as text."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != _NEEDED_ENCODING:
        raise Unavailable("wrong-encoding", book=name, encoding=encoding, needed=_NEEDED_ENCODING)


class BookDatastore(PostgresDatastore):
    """The library's connections, made from a URL with all that may be in one."""

    def __init__(self, url: str, schema: str) -> None:
        super().__init__(
            *("", "", "", "", ""),
            connect_timeout=SECONDS_TO_CONNECT,
            max_overflow=CONNECTIONS - 1,
            pre_ping=True,
            schema=schema,
        )
        self.url = url
        self.pool.conninfo = url
        self.pool.kwargs = {"row_factory": dict_row, **KEYWORDS}

    def after_connect_func(self) -> Callable[[Connection[Any]], None]:
        """Each statement is a transaction of its own, unless one is begun."""
        schema = self.schema  # Not self: the pool would keep it from being closed.

        def configure(connection: Connection[Any]) -> None:
            connection.autocommit = True
            set_up(
                connection,
                schema,
                lock_timeout=f"{SECONDS_FOR_A_LOCK}s",
                idle_in_transaction_session_timeout=f"{SECONDS_OF_SILENCE}s",
            )

        return configure

    def register_type_adapters(self) -> None:
        """There are none: events come as plain rows."""
