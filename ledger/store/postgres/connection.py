"""The setup of each connection to PostgreSQL, independent of server, database and role settings."""

import os
import socket
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
"""After this time the server ends an idle transaction, which would block all other writers."""
CONNECTIONS = 10
_KEEPALIVES = {"idle": 10, "interval": 5, "count": 4}


def keywords() -> dict[str, Any]:
    """Connection parameters that override the URL."""
    return {
        "client_encoding": "utf-8",
        "connect_timeout": SECONDS_TO_CONNECT,
        "fallback_application_name": f"domino {os.getpid()} on {socket.gethostname()}",
        "tcp_user_timeout": SECONDS_OF_SILENCE * 1000,
        **{f"keepalives_{name}": value for name, value in _KEEPALIVES.items()},
    }


LIMITS = {
    "lock_timeout": f"{SECONDS_FOR_A_LOCK}s",
    "idle_in_transaction_session_timeout": f"{SECONDS_OF_SILENCE}s",
}
"""For transactions that others wait for.

Silence is noticed between statements and within the parameters of one, but not within COPY FROM
STDIN, which no timeout of the server ends. So nothing is written with COPY, and large parameters go
to prepared statements: one that is prepared together with them stops the timer too early.
"""

SETTINGS = {
    "array_nulls": "on",  # Off would read a null in an array as text.
    "standard_conforming_strings": "on",  # Off would corrupt bytes quoted as text.
    "bytea_output": "hex",
    "DateStyle": "ISO, YMD",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "extra_float_digits": "1",  # Less would round numbers.
    "default_transaction_isolation": "read committed",  # Stricter ones miss awaited commits.
    "session_replication_role": "origin",  # Other values disable the triggers that guard the book.
    "client_min_messages": "notice",  # VACUUM warns if it leaves a copy of a name.
    "exit_on_error": "off",
    "quote_all_identifiers": "off",  # Definitions of views are compared as text.
    # Of a client that is gone, the server notices it while it waits for a lock or a reader.
    "client_connection_check_interval": "10s",
    "tcp_user_timeout": f"{SECONDS_OF_SILENCE}s",
    **{f"tcp_keepalives_{name}": str(value) for name, value in _KEEPALIVES.items()},
}
# Sets only values that differ: some may be set only by a superuser, even to their current value.
_SET = (
    "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS of (name, value) "
    "WHERE current_setting(name, true) <> value "
    "AND (name <> 'client_connection_check_interval' OR version() ~ 'linux')"  # Others refuse it.
)
_NEEDED_ENCODING = "UTF8"


def connected(url: str, schema: str | None = None, *, autocommit: bool = True) -> Connection[Any]:
    """A new connection after `set_up`; ``autocommit``: each statement is its own transaction."""
    connection = psycopg.connect(url, autocommit=True, **keywords())
    try:
        set_up(connection, schema)
        connection.autocommit = autocommit
    except BaseException:
        connection.close()
        raise
    return connection


def set_up(connection: Connection[Any], schema: str | None = None, **more: str) -> None:
    """Apply `SETTINGS` and ``more``. Search only this schema; None leaves that to the server."""
    settings = SETTINGS | more
    if schema is not None:
        settings["search_path"] = sql.Identifier(schema).as_string(connection)
    connection.execute(_SET, [list(settings), list(settings.values())])


def check_encoding(connection: Connection[Any], name: str) -> None:
    """Raises Unavailable unless the encoding of the database is UTF-8."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != _NEEDED_ENCODING:
        raise Unavailable("wrong-encoding", book=name, encoding=encoding, needed=_NEEDED_ENCODING)


class BookDatastore(PostgresDatastore):
    """The connection pool of the library, configured with a URL."""

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
        self.pool.kwargs = {"row_factory": dict_row, **keywords()}

    def after_connect_func(self) -> Callable[[Connection[Any]], None]:
        """The function that configures a new connection: autocommit, settings and timeouts."""
        schema = self.schema  # A reference to self in the pool would prevent closing.

        def configure(connection: Connection[Any]) -> None:
            connection.autocommit = True
            set_up(connection, schema, **LIMITS)

        return configure

    def register_type_adapters(self) -> None:
        """None needed: events are read as plain rows."""
