"""The database of read models: a file beside the book, or the book's own database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...ledger.book import Book
from ...ledger.errors import NotALedger, Unavailable
from ...ledger.store.sqlite.files import address_of, enable_wal
from ...ledger.store.sqlite.recorder import own_errors as sqlite_errors
from .connection import Connection, DamagedValue
from .schema import defined

if TYPE_CHECKING:
    import psycopg

SUFFIX = ".tables"
APPLICATION_ID = 0x444F4D54
"""Marks an SQLite file as read models: "DOMT"."""
LOCK_TIMEOUT = 30.0
"""Seconds a writer waits for another in a file, and a switch of tables for readers."""
SECONDS_TO_WIPE = 5
"""Seconds to wait for readers of deleted names."""

_WRITE_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('domino tables', 0))"
_READS = {
    *(sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ),
    *(sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE),
}
_PRAGMAS = {"table_info", "table_xinfo", "table_list"}
"""Pragmas that readers may use."""
_PRAGMA = "pragma "
_POINTERS = {"fts3_tokenizer", "fts5", "load_extension"}
"""Functions that give or take addresses in memory, or load code."""


def remove_tables(book: Path) -> None:
    """Remove the tables of a lost book; raises NotALedger if another file is in their place."""
    tables = book.with_name(book.name + SUFFIX)
    if not tables.exists():
        return
    with sqlite_errors(tables), closing(sqlite3.connect(address_of(tables), uri=True)) as plain:
        marked = plain.execute("PRAGMA application_id").fetchone()
    if marked != (APPLICATION_ID,):
        raise NotALedger("tables-are-other-file")
    for ending in ("-wal", "-shm", ""):
        tables.with_name(tables.name + ending).unlink(missing_ok=True)


class ReadModels:
    """The tables of a book: in a file, in memory, or in the book's database."""

    def __init__(
        self, name: str, path: str = "", *, copied: Path | None = None, book: Book | None = None
    ) -> None:
        """``path``: of a file; else in memory, from the file ``copied``, or in the ``book``."""
        self.name = name
        """For messages; without a password."""
        self.lasting = bool(path or book)
        """False: they are in memory only."""
        self._path = path
        self._copied = copied
        self._book = book
        self._idle: list[sqlite3.Connection] = []
        """Connections to a file are kept: closing the last one writes its log back."""

    @property
    def in_a_file(self) -> bool:
        """They are in a file beside the book."""
        return self._book is None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction with the write lock; other writers wait."""
        with self._own_errors(), self._transaction(read_only=False) as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read-only transaction on a snapshot."""
        with self._own_errors(), self._transaction(read_only=True) as connection:
            yield connection

    @contextmanager
    def _transaction(self, *, read_only: bool) -> Iterator[Connection]:
        if self._book is not None:
            with self._on_server(self._book, read_only=read_only) as connection:
                yield connection
        elif read_only:
            with self._in_file("BEGIN") as connection, _read_only(connection):
                yield connection
        else:
            with self._in_file("BEGIN IMMEDIATE") as connection:
                yield connection

    def _enter(self, driver: "psycopg.Connection[Any]", book: Book) -> None:
        """Wait for the turn to write in a database."""
        from ...ledger.store.postgres.connection import LIMITS, check_encoding, set_up  # noqa: PLC0415 - needs the optional driver
        from ...ledger.store.postgres.waiting import reporting_holders  # noqa: PLC0415 - the same

        check_encoding(driver, self.name)
        set_up(driver, **LIMITS)
        waiting = partial(
            reporting_holders, driver, str(book.address), self.name, book.recorder.on_wait
        )
        with waiting():
            driver.execute(_WRITE_ALONE)

    @contextmanager
    def _in_file(self, begin: str) -> Iterator[Connection]:
        driver = self._driver()
        try:
            # The driver itself begins a transaction only before some writes.
            driver.execute(begin)
            connection = Connection(driver, "sqlite")
            try:
                yield connection
            except BaseException:
                driver.rollback()
                raise
            connection.commit()
        finally:
            self._idle.append(driver)

    def _driver(self) -> sqlite3.Connection:
        return self._idle.pop() if self._idle else _connect(self._path, self._copied)

    @contextmanager
    def _on_server(self, book: Book, *, read_only: bool) -> Iterator[Connection]:
        from psycopg import IsolationLevel  # noqa: PLC0415 - needs the optional driver

        from ...ledger.store.postgres.connection import connected  # noqa: PLC0415 - as above

        driver = connected(str(book.address), book.schema, autocommit=False)
        with closing(driver):  # Without a commit, the server rolls back.
            if read_only:
                driver.isolation_level = IsolationLevel.REPEATABLE_READ
                driver.read_only = True
            else:
                self._enter(driver, book)
            connection = Connection(driver, "postgresql")
            yield connection
            connection.commit()

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Turn errors of the driver into LedgerErrors."""
        if self.in_a_file:
            errors = _file_errors
        else:
            from ...ledger.store.postgres.errors import own_errors as errors  # noqa: PLC0415 - needs the optional driver
        with errors(self.name):
            try:
                yield
            except DamagedValue as error:
                raise NotALedger("tables-damaged", book=self.name) from error

    def wipe(self) -> None:
        """Wipe deleted names from the log of a file. Raises Unavailable if it is being read."""
        with self._own_errors():
            driver = self._driver()
            self._idle.append(driver)
            driver.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WIPE * 1000}")
            (busy, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise Unavailable("copy-in-use", book=self.name)

    def close(self) -> None:
        """Close all connections."""
        while self._idle:
            self._idle.pop().close()


@contextmanager
def _read_only(connection: Connection) -> Iterator[None]:
    """Let SQLite refuse everything but reading."""
    authorizer = _ReadOnlyAuthorizer(connection.tables_read)
    connection.driver.set_authorizer(authorizer.authorize)
    try:
        yield
    except Exception as error:
        if _is_refusal(error) and not authorizer.refused:  # An interrupt, in fact.
            raise KeyboardInterrupt from error
        raise
    finally:
        connection.driver.set_authorizer(None)


@contextmanager
def _file_errors(name: str) -> Iterator[None]:
    try:
        with sqlite_errors(name):
            yield
    except NotALedger as error:
        # A message of SQLite that names what is no text cannot be decoded.
        if not isinstance(error.__cause__, sqlite3.Error | UnicodeDecodeError):
            raise
        raise NotALedger("tables-damaged", book=name) from error


def read_models_of(book: Book) -> ReadModels:
    """The read models of a book.

    They are in memory, perhaps a copy of the file, if the book or the file beside it cannot be
    written. Raises NotALedger if the file beside the book is something else.
    """
    path = file_beside(book)
    if path is None:
        return ReadModels(book.path, book=book)
    exists = path.exists()
    needed = [path.absolute().parent, Path(book.address), *([path] if exists else [])]
    if all(os.access(each, os.W_OK) for each in needed):
        return read_models_in(path)
    name = str(path) if exists else book.path
    return ReadModels(name, copied=path if exists else None)


def read_models_in(path: Path) -> ReadModels:
    """The read models in this file, which is created if it does not exist."""
    return ReadModels(str(path), str(path.absolute()))


def sample_rows(connection: Connection) -> None:
    """Let PostgreSQL sample the tables now, to plan queries by; SQLite plans well without.

    A server samples a minute later. Until then it plans for empty tables, and a query may take a
    thousand times as long. Tables that are being vacuumed are left out: waiting could take long.
    """
    if connection.dialect == "postgresql":
        listed = ", ".join(defined("postgresql", "table"))
        connection.execute(f"ANALYZE (SKIP_LOCKED) {listed}")


def file_beside(book: Book) -> Path | None:
    """The file for the read models of a book in a file, whether it exists or not."""
    address = book.address
    return address.with_name(address.name + SUFFIX) if isinstance(address, Path) else None


def _connect(path: str, copied: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path or ":memory:", timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        if copied is not None:
            with closing(sqlite3.connect(address_of(copied), uri=True)) as original:
                original.backup(connection)
        _make_ready(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_ready(connection: sqlite3.Connection) -> None:
    # In this order: a file that another program makes meanwhile is marked from its first page.
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (marked,) = connection.execute("PRAGMA application_id").fetchone()
    if pages and marked != APPLICATION_ID:
        raise NotALedger("tables-are-other-file")
    if not marked:
        # First of all, so that a killed program leaves no unmarked file.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    enable_wal(connection, LOCK_TIMEOUT)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA secure_delete = FAST")


class _ReadOnlyAuthorizer:
    """Tells SQLite which actions are allowed: those that read."""

    def __init__(self, read: set[str]) -> None:
        self.refused = False
        """An action was refused."""
        self._read = read

    def authorize(self, action: int, what: str | None, function: object, *_: object) -> int:
        if action == sqlite3.SQLITE_FUNCTION and function in _POINTERS:
            self.refused = True
            return sqlite3.SQLITE_DENY
        asks = action == sqlite3.SQLITE_PRAGMA and what in _PRAGMAS
        if asks or action == sqlite3.SQLITE_READ:
            self._read.add(f"{_PRAGMA}{what}" if asks else str(what).lower())
        # Table-valued functions such as json_each report an update of the schema. Statements that
        # really change it are refused by SQLite itself.
        as_table = action == sqlite3.SQLITE_UPDATE and what == "sqlite_master"
        if asks or as_table or action in _READS:
            return sqlite3.SQLITE_OK
        self.refused = True
        return sqlite3.SQLITE_DENY


def _is_refusal(error: BaseException | None) -> bool:
    """The error, or one that led to it, is a refusal by the authorizer."""
    seen: list[BaseException] = []  # An error of the driver is raised from one that it led to.
    while error is not None and error not in seen:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_AUTH:
            return True
        seen.append(error)
        error = error.__cause__
    return False
