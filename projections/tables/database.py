"""The database of read models: a file beside the book, or the book's own database."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool, StaticPool

from ledger.book import Book
from ledger.errors import NotALedger, Unavailable
from ledger.store.sqlite.files import address_of, enable_wal
from ledger.store.sqlite.recorder import own_errors as sqlite_errors

from .column_values import DamagedValue
from .schema import names

# Keeps SQLAlchemy's log of interrupted connections off standard error.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

SUFFIX = ".tables"
APPLICATION_ID = 0x444F4D54
"""Marks an SQLite file as read models: "DOMT"."""
LOCK_TIMEOUT = 30.0
"""Seconds a writer waits for another in a file, and a switch of tables for readers."""
SECONDS_TO_WIPE = 5
"""Seconds to wait for readers of deleted names."""

_WRITING = {"begin": "BEGIN IMMEDIATE"}
_WRITE_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('domino tables', 0))"
_WAITING = "waiting"
"""In the info of a connection that writes: a context that reports what it waits for."""
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
_READS = {
    *(sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ),
    *(sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE),
}
_PRAGMAS = {"table_info", "table_xinfo", "table_list"}
"""Pragmas that readers may use."""
_PRAGMA = "pragma "
_POINTERS = {"fts3_tokenizer", "fts5", "load_extension"}
"""Functions that give or take addresses in memory, or load code."""
TABLES_READ = "tables read"
"""In the `info` of a connection to a file: the names of tables that statements have read."""


def remove_tables(book: Path) -> None:
    """Remove the tables beside where a book was, as they can be made again.

    Raises NotALedger if another file is in their place.
    """
    tables = book.with_name(book.name + SUFFIX)
    if not tables.exists():
        return
    with (
        sqlite_errors(tables),
        closing(sqlite3.connect(address_of(tables), uri=True)) as plain,
    ):
        marked = plain.execute("PRAGMA application_id").fetchone()
    if marked != (APPLICATION_ID,):
        raise NotALedger("tables-are-other-file")
    for ending in ("-wal", "-shm", ""):
        tables.with_name(tables.name + ending).unlink(missing_ok=True)


class ReadModels:
    """A database of read models. `generations` creates its tables."""

    def __init__(
        self, engine: Engine, name: str, *, lasting: bool = True, book: Book | None = None
    ) -> None:
        """``book``: whose database they are in."""
        self._engine = engine
        self.name = name
        """For messages; without a password."""
        self.lasting = lasting
        """False: they are in memory only."""
        self._book = book

    @property
    def in_a_file(self) -> bool:
        """They are in a file beside the book."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction with the write lock; other writers wait."""
        with self._transaction(_WRITING if self.in_a_file else {}) as connection:
            if self._book is not None:
                self._enter(connection, self._book)
            yield connection

    def _enter(self, connection: Connection, book: Book) -> None:
        """Wait for the turn to write in a database."""
        from ledger.store.postgres.connection import (  # noqa: PLC0415 - needs the optional driver
            LIMITS,
            check_encoding,
            set_up,
        )
        from ledger.store.postgres.waiting import reporting_holders  # noqa: PLC0415 - the same

        driver: Any = connection.connection.driver_connection
        check_encoding(driver, self.name)
        set_up(driver, **LIMITS)
        waiting = partial(
            reporting_holders, driver, str(book.address), self.name, book.recorder.on_wait
        )
        connection.info[_WAITING] = waiting
        with waiting():
            driver.execute(_WRITE_ALONE)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read-only transaction on a snapshot."""
        if not self.in_a_file:
            with self._transaction(_READING) as connection:
                yield connection
            return
        with self._transaction({}) as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            connection.info[TABLES_READ] = read = set[str]()
            authorizer = _ReadOnlyAuthorizer(read)
            driver.set_authorizer(authorizer.authorize)
            try:
                yield connection
            except Exception as error:
                if _is_refusal(error) and not authorizer.refused:  # An interrupt, in fact.
                    raise KeyboardInterrupt from error
                raise
            finally:
                with suppress(sqlite3.ProgrammingError):  # Closed after an interrupt.
                    driver.set_authorizer(None)

    @contextmanager
    def _transaction(self, options: dict[str, Any]) -> Iterator[Connection]:
        with self._own_errors(), self._engine.connect() as connection:
            chosen = connection.execution_options(**options)
            with chosen.begin():
                yield chosen

    @contextmanager
    def _own_errors(self) -> Iterator[None]:
        """Turn errors of the driver into LedgerErrors."""
        with self._driver_errors():
            try:
                yield
            except DBAPIError as error:
                raise (error.orig or error) from error
            except DamagedValue as error:
                raise NotALedger("tables-damaged", book=self.name) from error

    def _driver_errors(self) -> Any:
        if self.in_a_file:
            return _file_errors(self.name)
        from ledger.store.postgres.errors import own_errors  # noqa: PLC0415 - needs the optional driver

        return own_errors(self.name)

    def wipe(self) -> None:
        """Write the log of a file back and truncate it: no copy of a deleted name stays there.

        Raises Unavailable while another program reads that log.
        """
        with self._own_errors(), self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WIPE * 1000}")
            (busy, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise Unavailable("copy-in-use", book=self.name)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


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

    If the book or the file beside it cannot be written, they are in memory: a copy of the file if
    there is one. Raises NotALedger if the file beside the book is something else.
    """
    path = file_beside(book)
    if path is None:
        return ReadModels(_postgres(str(book.address), book.schema), book.path, book=book)
    exists = path.exists()
    needed = [path.absolute().parent, Path(book.address), *([path] if exists else [])]
    if all(os.access(each, os.W_OK) for each in needed):
        return read_models_in(path)
    name = str(path) if exists else book.path
    return ReadModels(_sqlite("", copied=path if exists else None), name, lasting=False)


def read_models_in(path: Path) -> ReadModels:
    """The read models in this file, which is created if it does not exist."""
    return ReadModels(_sqlite(str(path.absolute())), str(path))


def sample_rows(connection: Connection) -> None:
    """Let PostgreSQL sample the tables, to plan queries by.

    It does so on its own after a minute; until then it plans for empty tables, and a query may
    take a thousand times as long. Tables that are just being vacuumed are left out: waiting could
    take long. SQLite plans well without.
    """
    if connection.dialect.name != "sqlite":
        listed = ", ".join(names("postgresql", "table"))
        connection.exec_driver_sql(f"ANALYZE (SKIP_LOCKED) {listed}")


def file_beside(book: Book) -> Path | None:
    """The file for the read models of a book in a file, whether it exists or not."""
    address = book.address
    return address.with_name(address.name + SUFFIX) if isinstance(address, Path) else None


def _postgres(url: str, schema: str | None) -> Engine:
    from ledger.store.postgres.connection import connected  # noqa: PLC0415 - as above

    return create_engine(
        "postgresql+psycopg://",
        # SQLAlchemy parses URLs differently: it allows one host only.
        creator=lambda: connected(url, schema, autocommit=False),
        paramstyle="format",
        poolclass=NullPool,
    )


def _sqlite(path: str, copied: Path | None = None) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path, copied),
        # Closing the last connection checkpoints the log, which is slow.
        poolclass=QueuePool if path else StaticPool,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver itself begins a transaction only before some writes.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _connect(path: str, copied: Path | None = None) -> sqlite3.Connection:
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
