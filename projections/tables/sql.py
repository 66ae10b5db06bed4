"""Queries in SQL, typed by users, on the read models."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from sqlalchemy import Connection, CursorResult
from sqlalchemy.exc import DBAPIError

from ledger.errors import LedgerError

STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for an interrupt."""
ROWS = 1_000
"""Read at a time."""


_CANCELED = "57014"
"""The SQLSTATE of a statement that PostgreSQL stopped."""
_TOLERANCE = 0.05
"""Seconds by which the clock of PostgreSQL may be ahead."""


class Refused(LedgerError):
    """The database refused the query."""


class Answer(NamedTuple):
    """The names of the columns, and the rows, read on demand."""

    heads: Sequence[str]
    rows: Iterator[Sequence[Any]]


class _Clock:
    """The seconds that the database may still work; it stands while rows are printed."""

    def __init__(self, seconds: float) -> None:
        self._given = self._left = seconds
        self._until = inf

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the database work. Raises Refused if it takes longer than is left."""
        self._until = monotonic() + self._left
        try:
            yield
        finally:
            self._left = self._until - monotonic()
            self._until = inf
        if self._left < 0:
            raise self.refusal()

    def is_up(self) -> bool:
        """Whether the database works too long now: SQLite asks and then stops."""
        return monotonic() > self._until

    def is_over(self) -> bool:
        """Whether nothing was left when the database stopped."""
        return self._left <= _TOLERANCE

    def refusal(self) -> Refused:
        return Refused("query-too-long", seconds=self._given)


@contextmanager
def query_answer(connection: Connection, query: str, seconds: float = inf) -> Iterator[Answer]:
    """The answer to one query, for which the database may work so many seconds.

    Needs a connection with a read-only transaction. Raises Refused.
    """
    clock = _Clock(seconds)
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(clock.is_up, STEPS)  # Lets Python handle signals, too.
    elif seconds < inf:
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = {round(seconds * 1000)}")
    with _refusals(clock), _executed(connection, query, clock) as result:
        yield Answer(list(result.keys()), _rows(result, clock))


@contextmanager
def _executed(connection: Connection, query: str, clock: _Clock) -> Iterator[CursorResult[Any]]:
    # Rows are streamed. PostgreSQL does so with a server-side cursor, which accepts one query only.
    options: dict[str, Any] = {"no_parameters": True, "stream_results": True}
    with clock.running():
        executed = connection.execution_options(**options).exec_driver_sql(query)
    with executed as result:
        if not result.returns_rows:
            raise Refused("asks-for-nothing")
        yield result


def _rows(result: CursorResult[Any], clock: _Clock) -> Iterator[Sequence[Any]]:
    with _refusals(clock):
        while True:
            with clock.running():
                rows = result.fetchmany(ROWS)
            if not rows:
                return
            yield from rows


@contextmanager
def _refusals(clock: _Clock) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        message = _message(error)
        state = getattr(error.orig, "sqlstate", None) or ""
        if clock.is_over() and (message == "interrupted" or state == _CANCELED):
            raise clock.refusal() from None
        if message == "interrupted":
            raise KeyboardInterrupt from None
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
