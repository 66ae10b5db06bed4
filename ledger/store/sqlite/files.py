"""Detection of books in SQLite files, and how to open them."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

from ...errors import NotALedger, Unavailable
from .recorder import own_errors
from .schema import APPLICATION_ID, NEW_EPOCH

_BETWEEN_TRIES = 0.02
"""Seconds between two tries to switch a new file to a write-ahead log."""
SQLITE_HEADER = b"SQLite format 3\0"


def settings(path: Path, *, create: bool, lock_timeout: int) -> dict[str, str]:
    """Settings of the library for the book in this file.

    Raises NotALedger if there is no book or the file is something else, and Unavailable if it
    cannot be read.
    """
    made, address = is_book(path, lock_timeout), address_of(path)
    if not made:
        if not create:
            raise NotALedger("no-ledger", book=str(path))
        with own_errors(path), _connected(address, lock_timeout) as plain:
            enable_wal(plain, lock_timeout)  # The library would do it, too, but does not wait.
    return {
        "PERSISTENCE_MODULE": "domino_ledger.ledger.store.sqlite.recorder:BookFactory",
        "BOOK": str(path),
        "SQLITE_DBNAME": address,
        "SQLITE_LOCK_TIMEOUT": str(lock_timeout),
        "CREATE_TABLE": "no" if made else "yes",
    }


def is_book(path: Path, lock_timeout: int = 5) -> bool:
    """Whether there is a book; False: one can be created here.

    Raises NotALedger if the file is something else, and Unavailable if it cannot be read. Does not
    use the library, which modifies every file it opens.
    """
    if path.is_dir():
        raise NotALedger("book-is-directory", book=str(path))
    if path.exists() and not path.is_file():
        raise NotALedger("book-is-no-file", book=str(path))
    if _is_missing_or_empty(path):
        if not path.absolute().parent.is_dir():
            raise Unavailable("no-directory", book=str(path), directory=str(path.parent))
        return False
    try:
        if not is_database(path):
            raise NotALedger("not-a-ledger", book=str(path))
    except OSError as error:
        raise Unavailable("book-unreadable", book=str(path), reason=error.strerror) from error
    with own_errors(path), _connected(address_of(path), lock_timeout) as plain:
        if plain.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,):
            return True
        if plain.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            return False  # An empty database can become a book.
    raise NotALedger("other-database", book=str(path))


def copy_file(path: Path, copy: Path) -> None:
    """Copy a book into a new file, changing nothing beside it. Raises NotALedger if it is none."""
    if not is_book(path):
        raise NotALedger("no-ledger", book=str(path))
    with (
        own_errors(path),
        closing(sqlite3.connect(address_of(path), uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)


def begin_epoch(path: Path) -> None:
    """Begin a new epoch of a book that nobody else has open."""
    with own_errors(path), closing(sqlite3.connect(path)) as book, book:
        book.execute(NEW_EPOCH)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary file beside this path, to be renamed when it is whole; otherwise it is removed.

    Raises Unavailable if there is a file already, or what SQLite keeps beside one, or no file can
    be made there.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise Unavailable("no-directory", book=str(path), directory=str(path.parent))
    if not os.access(folder, os.W_OK):
        raise Unavailable("cannot-open", book=str(path))
    for each in _files_of(path):
        if each.exists() or each.is_symlink():
            raise Unavailable("in-the-way", book=str(path), file=str(each))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
    finally:
        for each in _files_of(part):
            each.unlink(missing_ok=True)


def _files_of(path: Path) -> list[Path]:
    return [path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal")]


def is_database(path: Path) -> bool:
    """The file has the header of SQLite; raises OSError if it cannot be read.

    SQLite is asked first: a program that closes a file it has open elsewhere, too, gives up all its
    locks on it. Then others, that see no lock on a book in use, remove the log beside it.
    """
    try:
        with closing(sqlite3.connect(_address(path, _UNLOCKED), uri=True)) as plain:
            plain.execute("PRAGMA schema_version")
    except sqlite3.Error:
        with path.open("rb") as file:
            return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    return not _is_missing_or_empty(path)


def _is_missing_or_empty(path: Path) -> bool:
    return not path.exists() or not path.stat().st_size


def address_of(path: Path) -> str:
    """The URI to open a database, read-only if the file is."""
    if _is_missing_or_empty(path):
        return _address(path, "rwc")
    log = path.with_name(f"{path.name}-wal")
    if not os.access(path.absolute().parent, os.W_OK) and not log.exists():
        return _address(path, _UNLOCKED)  # No write-ahead log can be created.
    return _address(path, "rw" if os.access(path, os.W_OK) else "ro")


def _address(path: Path, mode: str) -> str:
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


_UNLOCKED = "ro&immutable=1"


def _connected(address: str, seconds: float) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(address, timeout=seconds, uri=True))


def enable_wal(connection: sqlite3.Connection, seconds: float) -> None:
    """Switch a file to a write-ahead log.

    Waits up to ``seconds`` for other programs that do the same, since SQLite does not. Raises
    sqlite3.OperationalError.
    """
    until = monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_BETWEEN_TRIES)
        else:
            return
