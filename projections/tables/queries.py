"""Queries in SQL, typed by users, on the read models."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from ...ledger.errors import LedgerError
from .connection import Connection
from .schema import data_dictionary, parts_of_views

STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for an interrupt."""
_ROWS = 1_000
"""Read at a time."""
_INTERRUPTED = "interrupted"
"""The message of SQLite."""
_NO_MEMORY = "out of memory"
"""In the message of a driver."""
_CANCELED = "57014"
"""The SQLSTATE of PostgreSQL."""
_TOLERANCE = 0.05
"""Seconds by which the clock of PostgreSQL may be ahead."""


class Refused(LedgerError):
    """The database refused the query."""


class Answer(NamedTuple):
    """The names of the columns, and the rows, read on demand."""

    heads: Sequence[str]
    rows: Iterator[Sequence[Any]]


class _Clock:
    """The seconds that the database may still work. It stands while rows are printed."""

    def __init__(self, seconds: float, errors: type[Exception]) -> None:
        """``errors``: of the driver."""
        self._errors = errors
        self._given = self._left = seconds
        self._until = inf

    def has_run_out(self) -> bool:
        """Whether the database must stop; False while the clock stands."""
        return monotonic() > self._until

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the database work. Raises Refused if it takes longer than is left."""
        self._until = monotonic() + self._left
        try:
            yield
        except self._errors as error:
            was_stopped = _message(error) == _INTERRUPTED or _state(error) == _CANCELED
            if was_stopped and monotonic() > self._until - _TOLERANCE:
                raise Refused("query-too-long", seconds=self._given) from None
            raise
        finally:
            self._left, self._until = self._until - monotonic(), inf
        if self._left < 0:
            raise Refused("query-too-long", seconds=self._given)


@contextmanager
def query_answer(
    connection: Connection, query: str, seconds: float = inf, *, internal: bool = False
) -> Iterator[Answer]:
    """The answer to one query, for which the database may work so many seconds.

    ``internal``: it may read tables that `domino tables` does not list. Needs a connection with a
    read-only transaction. Raises Refused.
    """
    clock = _Clock(seconds, connection.errors)
    if connection.dialect == "sqlite":
        driver = connection.driver  # Its handler lets Python handle signals, too.
        driver.set_progress_handler(clock.has_run_out, STEPS)
        connection.tables_read.clear()
    elif seconds < inf:
        connection.execute(f"SET LOCAL statement_timeout = {round(seconds * 1000)}")
    with _refusals(connection.errors), _executed(connection, query, clock) as cursor:
        heads = [name for name, *_ in cursor.description]
        if heads == _PROGRAM:
            raise Refused("program-of-query")
        if not internal:
            with clock.running():
                _check_tables(connection, query)
        yield Answer(heads, _rows(cursor, clock, connection.errors))


_PROGRAM = ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"]
"""The columns of SQLite's EXPLAIN, which shows addresses in memory."""


def _check_tables(connection: Connection, query: str) -> None:
    """Raise Refused if the query reads a table that `domino tables` does not list."""
    hidden = _tables_read(connection, query) - _LISTED
    if not _SCHEMA.search(query):
        hidden.discard("sqlite_master")
    if hidden:
        raise Refused("internal-table", table=min(hidden))


_SCHEMA = re.compile(r"\bsqlite_(master|schema)\b", re.IGNORECASE)
"""SQLite reads it by itself, for functions that are read as tables."""
_FROM_JSON = {"json_each", "json_tree"}
"""Functions of SQLite that are read as tables."""
_READS_BY_NAME = re.compile(r"\b(?:cursor|database|query|schema|table)_to_xml\w*")
"""Functions of PostgreSQL that read tables named in a text, which no plan shows."""
_DEFINED = (each.name for each in data_dictionary())
_LISTED = {*_DEFINED, *_FROM_JSON, *parts_of_views(), "player_name"}
"""In PostgreSQL, `known_name` is a view of `player_name`."""


def _tables_read(connection: Connection, query: str) -> set[str]:
    """The tables that this query reads, also through views; with the schema unless it is ours."""
    if connection.dialect == "sqlite":
        return set(connection.tables_read)
    driver = connection.driver
    # Prepared, it can be only one statement.
    (plans,) = driver.execute(f"EXPLAIN (VERBOSE, FORMAT JSON) {query}", prepare=True).fetchone()
    (own,) = driver.execute("SELECT current_schema()").fetchone()
    read = [plan for plan in _plans(plans) if "Relation Name" in plan]
    names = ((plan["Schema"], plan["Relation Name"]) for plan in read)
    tables = {name if schema == own else f"{schema}.{name}" for schema, name in names}
    return tables | set(_READS_BY_NAME.findall(json.dumps(plans)))


def _plans(plan: Any) -> Iterator[dict[str, Any]]:
    """All parts of a plan of PostgreSQL."""
    if isinstance(plan, list):
        for each in plan:
            yield from _plans(each)
    elif isinstance(plan, dict):
        yield plan
        for each in plan.values():
            yield from _plans(each)


@contextmanager
def _executed(connection: Connection, query: str, clock: _Clock) -> Iterator[Any]:
    # Rows are streamed. PostgreSQL does so with a server-side cursor, which accepts one query only.
    on_server = {} if connection.dialect == "sqlite" else {"name": "query"}
    with closing(connection.driver.cursor(**on_server)) as cursor:
        with clock.running():
            cursor.execute(query)
        if cursor.description is None:
            raise Refused("asks-for-nothing")
        yield cursor


def _rows(cursor: Any, clock: _Clock, errors: type[Exception]) -> Iterator[Sequence[Any]]:
    with _refusals(errors):
        yield from rows_of(cursor, clock.running)


def rows_of(
    cursor: Any, running: Callable[[], AbstractContextManager[None]]
) -> Iterator[Sequence[Any]]:
    """The rows of an answer, read on demand; the database works only while ``running``."""
    while True:
        with running():
            rows = cursor.fetchmany(_ROWS)
        if not rows:
            return
        yield from rows


@contextmanager
def _refusals(errors: type[Exception]) -> Iterator[None]:
    try:
        yield
    except errors as error:
        message = _message(error)
        if message == _INTERRUPTED:
            raise KeyboardInterrupt from None
        if _NO_MEMORY in message:
            raise MemoryError from None
        code = next(code for mark, code in _MEANINGS if mark in f"{_state(error)} {message}")
        raise Refused(code, reason=" ".join(message.split())) from error


def _state(error: Exception) -> str:
    return getattr(error, "sqlstate", None) or ""


def _message(error: Exception) -> str:
    diagnosis = getattr(error, "diag", None)
    return getattr(diagnosis, "message_primary", None) or str(error)


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
