"""What PostgreSQL says of a book, as sentences of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout

from ...errors import Conflict, LedgerError, NotALedger, Unavailable

BROKEN = "broke off the connection"
_GONE = ("08", "25P03", "25P04", "57P")
"""How codes begin with which the server ends a connection, or finds it ended."""
_MEANINGS: tuple[tuple[str, type[LedgerError], str], ...] = (
    ("23", Conflict, "somebody else has written to the book meanwhile ({})"),
    ("25006", Unavailable, "is read-only: nothing was written"),
    ("40", Unavailable, "was in use by somebody else just then: try again ({})"),
    ("42501", Unavailable, "does not let this user do that: {}"),
    ("42", NotALedger, "is a damaged ledger: {}"),
    ("53100", Unavailable, "cannot be written, the disk is full: nothing was written"),
    ("55P03", Unavailable, "is locked by another program: try again later"),
    *((code, Unavailable, f"{BROKEN}: {{}}") for code in _GONE),
)
"""By how PostgreSQL's code of an error begins: what to raise, how the sentence goes on."""


@contextmanager
def sentences(name: str) -> Iterator[None]:
    """Let what PostgreSQL says of the book of this name come out as a sentence of ours."""
    try:
        yield
    except PersistenceError as error:
        raise _sentence(name, error.__cause__ or error) from error
    except psycopg.Error as error:
        raise _sentence(name, error) from error


def is_lost(error: Exception) -> bool:
    """The connection died on the way: whether what was asked for was done nobody has heard."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error) or isinstance(cause, PoolTimeout):
        return False
    if cause.sqlstate is None:
        return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)
    return cause.sqlstate.startswith(_GONE)


def unreachable(name: str, error: psycopg.Error) -> Unavailable:
    """What to say where no connection was made; the server's reason is at the end of its text."""
    lines = str(error).strip().splitlines() or ["no reason was given"]
    reason = next((line for line in reversed(lines) if "failed: " in line), lines[0])
    reason = reason.rpartition("failed: ")[2].removeprefix("FATAL:").strip()
    return Unavailable(f"{name} cannot be reached: {reason}")


def _sentence(name: str, error: BaseException) -> LedgerError:
    if not isinstance(error, psycopg.Error):
        return Unavailable(f"{name} cannot be used: {_first_line(error)}")
    if isinstance(error, PoolTimeout):
        return unreachable(name, error)
    said = error.diag.message_primary or _first_line(error)
    for code, kind, meaning in _MEANINGS:
        if (error.sqlstate or "").startswith(code):
            return kind(f"{name}{':' if kind is Conflict else ''} {meaning.format(said)}")
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        return Unavailable(f"{name} {BROKEN}: {said}")
    return Unavailable(f"{name} cannot be used: {said}")


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
