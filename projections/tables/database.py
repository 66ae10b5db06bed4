"""Where read models are kept: in a file beside the book, or in the book's own database."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool, StaticPool

from ledger.book import Book
from ledger.errors import NotALedger, Unavailable
from ledger.store.sqlite.files import address_of
from ledger.store.sqlite.recorder import own_errors as sqlite_errors

from .schema.kept import GENERATION, KNOWN_NAME

# Or else Python prints what SQLAlchemy notes of a connection on which somebody interrupted us.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

SUFFIX = ".tables"
APPLICATION_ID = 0x444F4D54
"""Marks an SQLite file as read models: "DOMT" in its header."""
LOCK_TIMEOUT = 30.0
"""Seconds that one writer waits for another."""
SECONDS_TO_WIPE = 5
"""How long to wait for who still reads what was deleted."""

_WRITING = {"begin": "BEGIN IMMEDIATE"}
_WRITE_ALONE = (
    f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT:.0f}s'",
    "SELECT pg_advisory_xact_lock(hashtextextended('domino tables', 0))",
)
_READ_UNDISTURBED = f"LOCK TABLE {GENERATION.name} IN ACCESS SHARE MODE"
"""Before anything is read, so that what is read is of a moment at which nobody held it alone."""
_NOBODY_READS = f"LOCK TABLE {GENERATION.name} IN ACCESS EXCLUSIVE MODE"
_READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
_READS = {
    *(sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ),
    *(sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE),
}
_ASKS = {"table_info", "table_xinfo", "table_list"}
"""What a reader may ask of the database about itself."""


class ReadModels:
    """A database of read models; which tables it has is the business of `keeping`."""

    def __init__(self, engine: Engine, name: str, *, lasting: bool = True) -> None:
        self._engine = engine
        self.name = name
        """For sentences, without a password."""
        self.lasting = lasting
        """They stay for the next program; if not, they are in memory."""

    @property
    def in_a_file(self) -> bool:
        """They are kept apart from the book."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, and no other that writes beside it: they wait for each other."""
        with self._transaction(_WRITING if self.in_a_file else {}) as connection:
            if not self.in_a_file:
                from ledger.store.postgres.connection import check_encoding  # noqa: PLC0415 - the same

                driver: Any = connection.connection.driver_connection
                check_encoding(driver, self.name)
                for statement in _WRITE_ALONE:
                    connection.exec_driver_sql(statement)
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees all as it is at one moment; the database refuses to write."""
        if not self.in_a_file:
            with self._reading_in_database() as connection:
                yield connection
            return
        with self._transaction({}) as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            asked = _OnlyReading()
            driver.set_authorizer(asked.whether_it_may)
            try:
                yield connection
            except Exception as error:
                if _is_refusal(error) and not asked.refused:  # Somebody interrupted the answer.
                    raise KeyboardInterrupt from error
                raise
            finally:
                with suppress(sqlite3.ProgrammingError):  # It is closed if somebody interrupted us.
                    driver.set_authorizer(None)

    @contextmanager
    def _reading_in_database(self) -> Iterator[Connection]:
        with self._transaction({}) as connection:
            there = inspect(connection).has_table(GENERATION.name)
        with self._transaction(_READING) as connection:
            if there:
                connection.exec_driver_sql(_READ_UNDISTURBED)
            yield connection

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
            return _of_a_file(self.name)
        from ledger.store.postgres.errors import own_errors  # noqa: PLC0415 - needs the optional driver

        return own_errors(self.name)

    def wipe(self) -> None:
        """Leave no copy of deleted names behind; raises Unavailable where one would stay."""
        with self._sentences(), self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            if self.in_a_file:
                _wipe_file(driver, self.name)
            else:
                _wipe_database(driver, self.name)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


@contextmanager
def _of_a_file(name: str) -> Iterator[None]:
    try:
        with sqlite_errors(name):
            yield
    except NotALedger as error:
        if not isinstance(error.__cause__, sqlite3.Error):
            raise
        raise NotALedger("tables-damaged", book=name) from error


def read_models_of(book: Book) -> ReadModels:
    """The read models of a book, wherever it is.

    Where nothing can be written they are in memory: what is there is copied, or else they are made.
    Raises NotALedger where the file beside the book is something else.
    """
    path = file_beside(book)
    if path is None:
        return ReadModels(_postgres(str(book.address), book.schema), book.path)
    there = path.exists()
    needed = (path.absolute().parent, path) if there else (path.absolute().parent,)
    if all(os.access(each, os.W_OK) for each in needed):
        return read_models_in(path)
    name = str(path) if there else book.path
    return ReadModels(_sqlite("", copied=path if there else None), name, lasting=False)


def read_models_in(path: Path) -> ReadModels:
    """The read models in this file, which is made where there is none."""
    return ReadModels(_sqlite(str(path.absolute())), str(path))


def wait_for_readers(connection: Connection) -> None:
    """Go on when nobody reads any more; who comes now waits for the end of this transaction.

    In a file there is no need: readers there keep what they have begun to read.
    """
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_NOBODY_READS)


def file_beside(book: Book) -> Path | None:
    """Where the read models of a book in a file are kept, be they there yet or not."""
    address = book.address
    return address.with_name(address.name + SUFFIX) if isinstance(address, Path) else None


def _postgres(url: str, schema: str | None) -> Engine:
    from ledger.store.postgres.connection import connected  # noqa: PLC0415 - as above

    return create_engine(
        "postgresql+psycopg://",
        # SQLAlchemy reads URLs in a way of its own: one host, and its name as it is written.
        creator=lambda: connected(url, schema, autocommit=False),
        paramstyle="format",
        poolclass=NullPool,
    )


def _sqlite(path: str, copied: Path | None = None) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path, copied),
        # Who closes the file each time empties its log each time, and that takes its time.
        poolclass=QueuePool if path else StaticPool,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The driver would begin a transaction only before it writes, and not before all of that.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _connect(path: str, copied: Path | None = None) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path or ":memory:", timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    try:
        if copied is not None:
            with closing(sqlite3.connect(address_of(copied), uri=True)) as there:
                there.backup(connection)
        _make_ready(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_ready(connection: sqlite3.Connection) -> None:
    # In this order: what somebody else makes in between is marked from its first page on.
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (marked,) = connection.execute("PRAGMA application_id").fetchone()
    if pages and marked != APPLICATION_ID:
        raise NotALedger("tables-are-other-file")
    if not marked:
        # First of all: who is stopped here leaves no file that nobody knows again.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA secure_delete = FAST")


class _OnlyReading:
    """What SQLite asks before it does anything with a database that is only to be read."""

    def __init__(self) -> None:
        self.refused = False
        """Something else was asked for."""

    def whether_it_may(self, action: int, what: str | None, *_: object) -> int:
        asks = action == sqlite3.SQLITE_PRAGMA and what in _ASKS
        # Functions that are read like tables, as json_each, go about as if they changed the schema;
        # a statement that would change it is refused by SQLite itself.
        as_table = action == sqlite3.SQLITE_UPDATE and what == "sqlite_master"
        if asks or as_table or action in _READS:
            return sqlite3.SQLITE_OK
        self.refused = True
        return sqlite3.SQLITE_DENY


def _is_refusal(error: BaseException | None) -> bool:
    """It comes of such an answer."""
    if error is None:
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_AUTH or _is_refusal(error.__cause__)


def _wipe_file(driver: sqlite3.Connection, name: str) -> None:
    """Bring what the log beside the file holds into the file, and empty it."""
    driver.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WIPE * 1000}")
    (busy, *_) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise Unavailable("copy-in-use", book=name)


def _wipe_database(driver: Any, name: str) -> None:
    """Write the table of names afresh, without what was deleted."""
    said: list[str] = []
    driver.set_autocommit(True)
    driver.add_notice_handler(lambda notice: said.append(notice.message_primary))
    driver.execute(f"SET lock_timeout = '{SECONDS_TO_WIPE}s'")
    driver.execute(f"VACUUM (FULL) {KNOWN_NAME.name}")
    if said:
        raise Unavailable("copy-kept", book=name, reason=" ".join(said))
