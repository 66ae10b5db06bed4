"""Translation of errors of PostgreSQL to `ledger.errors`."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout

from ...errors import Conflict, LedgerError, NotALedger, Unavailable

_GONE = ("08", "25P03", "25P04", "57P")
"""Prefixes of SQLSTATE codes of a lost connection."""
_MEANINGS: tuple[tuple[str, type[LedgerError], str], ...] = (
    ("23", Conflict, "written-meanwhile"),
    ("25006", Unavailable, "read-only"),
    ("40", Unavailable, "in-use"),
    ("42501", Unavailable, "not-permitted"),
    ("42", NotALedger, "damaged"),
    ("53100", Unavailable, "disk-full"),
    ("55P03", Unavailable, "locked"),
    *((state, Unavailable, "connection-lost") for state in _GONE),
)
"""(SQLSTATE prefix, error, code)."""


@contextmanager
def own_errors(name: str) -> Iterator[None]:
    """Translate errors of PostgreSQL about this book to `ledger.errors`."""
    try:
        yield
    except PersistenceError as error:
        raise _error(name, error.__cause__ or error) from error
    except psycopg.Error as error:
        raise _error(name, error) from error


def is_lost(error: Exception) -> bool:
    """The connection was lost, so it is unknown whether the statement was executed."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error) or isinstance(cause, PoolTimeout):
        return False
    if cause.sqlstate is None:
        return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)
    return cause.sqlstate.startswith(_GONE)


def unreachable(name: str, error: psycopg.Error) -> Unavailable:
    """The error if no connection could be made. The reason is at the end of the server's text."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    reason = next((line for line in reversed(lines) if "failed: " in line), lines[0])
    reason = reason.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
    return Unavailable("unreachable", book=name, reason=reason)


def _error(name: str, error: BaseException) -> LedgerError:
    if not isinstance(error, psycopg.Error):
        return Unavailable("unusable-book", book=name, reason=_first_line(error))
    if isinstance(error, PoolTimeout):
        return unreachable(name, error)
    reason = error.diag.message_primary or _first_line(error)
    for state, kind, code in _MEANINGS:
        if (error.sqlstate or "").startswith(state):
            return kind(code, book=name, reason=reason)
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        return Unavailable("connection-lost", book=name, reason=reason)
    return Unavailable("unusable-book", book=name, reason=reason)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
