"""Questions in SQL, as people put them, to the read models."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult
from sqlalchemy.exc import DBAPIError

from ledger.errors import LedgerError

STEPS = 20_000
"""Of SQLite's machine, between two looks whether somebody interrupts us."""


class Refused(LedgerError):
    """The database does not answer this."""


class Answer(NamedTuple):
    """Rows as they come, and what their columns are called."""

    heads: Sequence[str]
    rows: Iterator[Sequence[Any]]


@contextmanager
def asked(connection: Connection, query: str) -> Iterator[Answer]:
    """The answer to one query; its rows are read while they are taken.

    The transaction of the connection must be one that only reads. Raises Refused.
    """
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: 0, STEPS)  # Python looks around, and may be stopped.
    with _refusals(), _executed(connection, query) as result:
        yield Answer(list(result.keys()), _rows(result))


@contextmanager
def _executed(connection: Connection, query: str) -> Iterator[CursorResult[Any]]:
    # Rows are fetched little by little. In PostgreSQL that takes a cursor, which the server makes
    # of one query only, and of nothing else.
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
        said = _said(error)
        if said == "interrupted":
            raise KeyboardInterrupt from None
        state = getattr(error.orig, "sqlstate", None) or ""
        code = next(code for mark, code in _MEANINGS if mark in f"{state} {said}")
        raise Refused(code, reason=" ".join(said.split())) from error


def _said(error: DBAPIError) -> str:
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
"""By what SQLite says, or the state of PostgreSQL: the code."""
