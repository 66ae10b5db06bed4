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
    """The database does not answer this; the message says why."""


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
            raise Refused("this asks for nothing: a query begins with SELECT, WITH or VALUES")
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
        raise Refused(_sentence(said, getattr(error.orig, "sqlstate", None) or "")) from error


def _said(error: DBAPIError) -> str:
    diagnosis = getattr(error.orig, "diag", None)
    return getattr(diagnosis, "message_primary", None) or str(error.orig)


_ONLY_READS = "only queries are answered here, and nothing was changed"
_MEANINGS = (
    ("not authorized", _ONLY_READS),
    ("because it is a view", _ONLY_READS),
    ("may not be modified", _ONLY_READS),
    ("25006", _ONLY_READS),
    ("one statement at a time", "one query at a time is answered"),
    ("42601", "only queries are answered here: {}"),
    ("42501", "the database does not let this user ask that: {}"),
    ("", "this cannot be answered: {}"),
)
"""By what SQLite says, or the code of PostgreSQL: the sentence."""


def _sentence(said: str, code: str) -> str:
    meaning = next(meaning for mark, meaning in _MEANINGS if mark in f"{code} {said}")
    return meaning.format(" ".join(said.split()))
