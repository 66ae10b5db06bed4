"""Queries in SQL, typed by users, on the read models."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult
from sqlalchemy.exc import DBAPIError

from ledger.errors import LedgerError

STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for an interrupt."""


class Refused(LedgerError):
    """The database refused the query."""


class Answer(NamedTuple):
    """The names of the columns, and the rows, read on demand."""

    heads: Sequence[str]
    rows: Iterator[Sequence[Any]]


@contextmanager
def query_answer(connection: Connection, query: str) -> Iterator[Answer]:
    """The answer to one query. Needs a connection with a read-only transaction. Raises Refused."""
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: 0, STEPS)  # Lets Python handle signals.
    with _refusals(), _executed(connection, query) as result:
        yield Answer(list(result.keys()), _rows(result))


@contextmanager
def _executed(connection: Connection, query: str) -> Iterator[CursorResult[Any]]:
    # Rows are streamed. PostgreSQL does so with a server-side cursor, which accepts one query only.
    options: dict[str, Any] = {"no_parameters": True, "stream_results": True}
    with connection.execution_options(**options).exec_driver_sql(query) as result:
        if not result.returns_rows:
            raise Refused("asks-for-nothing")
        yield result


def _rows(result: CursorResult[Any]) -> Iterator[Sequence[Any]]:
    with _refusals():
        yield from result


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        message = _message(error)
        if message == "interrupted":
            raise KeyboardInterrupt from None
        state = getattr(error.orig, "sqlstate", None) or ""
        code = next(code for mark, code in _MEANINGS if mark in f"{state} {message}")
        raise Refused(code, reason=" ".join(message.split())) from error


def _message(error: DBAPIError) -> str:
    diagnosis = getattr(error.orig, "diag", None)
    return getattr(diagnosis, "message_primary", None) or str(error.orig)


_MEANINGS = (
    ("not authorized", "only-queries"),
    ("because it is a view", "only-queries"),
    ("may not be modified", "only-queries"),
    ("25006", "only-queries"),
    ("one statement at a time", "one-query"),
    ("42601", "no-query"),
    ("42501", "query-not-permitted"),
    ("", "query-failed"),
)
"""By part of SQLite's message, or the SQLSTATE of PostgreSQL: the code."""
