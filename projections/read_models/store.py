"""Where read models are kept: in a file beside the book, or in the book's own database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool

from ledger.book import Book
from ledger.errors import NotALedger
from ledger.sqlite_store import sentences as sqlite_sentences

SUFFIX = ".tables"
APPLICATION_ID = 0x444F4D54
"""Marks an SQLite file as read models: "DOMT" in its header."""
LOCK_TIMEOUT = 30.0
"""Seconds that one writer waits for another."""

_WRITING = {"begin": "BEGIN IMMEDIATE"}
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
_READS = {
    *(sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION),
    *(sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_TRANSACTION),
}
_ASKS = {"table_info", "table_xinfo", "table_list"}
"""What a reader may ask of the database about itself."""


class ReadModels:
    """A database of read models; which tables it has is the business of `keeping`."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        """For sentences, without a password."""

    @property
    def in_a_file(self) -> bool:
        """They are kept apart from the book."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, and no other that writes beside it."""
        with self._transaction(_WRITING if self.in_a_file else {}) as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees all as it is at one moment; the database refuses to write."""
        with self._transaction({} if self.in_a_file else _READING) as connection:
            if not self.in_a_file:
                yield connection
                return
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.set_authorizer(_may_only_read)
            try:
                yield connection
            finally:
                driver.set_authorizer(None)

    @contextmanager
    def _transaction(self, options: dict[str, Any]) -> Iterator[Connection]:
        with self._sentences(), self._engine.connect() as connection:
            chosen = connection.execution_options(**options)
            with chosen.begin():
                yield chosen

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """What the driver says, as a sentence of ours."""
        with self._said_by_driver():
            try:
                yield
            except DBAPIError as error:
                raise (error.orig or error) from error

    def _said_by_driver(self) -> Any:
        if self.in_a_file:
            return sqlite_sentences(self.name)
        from ledger.postgres_faults import sentences  # noqa: PLC0415 - needs the optional driver

        return sentences(self.name)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def read_models_of(book: Book) -> ReadModels:
    """The read models of a book, wherever it is.

    Beside a book that lies where nothing can be written they are made in memory.
    Raises NotALedger where the file beside the book is something else.
    """
    address = book.address
    if not isinstance(address, Path):
        url = make_url(address).set(drivername="postgresql+psycopg")
        return ReadModels(create_engine(url, paramstyle="format", poolclass=NullPool), book.path)
    path = address.with_name(address.name + SUFFIX)
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        return ReadModels(_sqlite(""), book.path)
    return ReadModels(_sqlite(str(path.absolute())), str(path))


def _sqlite(path: str) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path),
        poolclass=NullPool if path else StaticPool,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver would begin a transaction only before it writes, and not before all of that.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path or ":memory:", timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        _make_ready(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_ready(connection: sqlite3.Connection) -> None:
    (marked,) = connection.execute("PRAGMA application_id").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if pages and marked != APPLICATION_ID:
        raise NotALedger("beside the book lies another SQLite file, in the place of its tables")
    if not pages:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA secure_delete = FAST")


def _may_only_read(action: int, what: str | None, *_: object) -> int:
    asks = action == sqlite3.SQLITE_PRAGMA and what in _ASKS
    return sqlite3.SQLITE_OK if asks or action in _READS else sqlite3.SQLITE_DENY
