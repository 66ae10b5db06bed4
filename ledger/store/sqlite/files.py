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
    mode = _mode(path) if _has_database(path) else "rwc"
    made = is_book(path, lock_timeout)
    if not made and not create:
        raise NotALedger("no-ledger", book=str(path))
    if not made:
        _enable_wal_in_new_file(path, mode, lock_timeout)
    return {
        "PERSISTENCE_MODULE": "ledger.store.sqlite.recorder:BookFactory",
        "BOOK": str(path),
        "SQLITE_DBNAME": _address(path, mode),
        "SQLITE_LOCK_TIMEOUT": str(lock_timeout),
        "CREATE_TABLE": "no" if made else "yes",
    }


def is_book(path: Path, lock_timeout: int = 5) -> bool:
    """Whether there is a book; False: one can be created here.

    Raises NotALedger if the file is something else, and Unavailable if it cannot be read.
    """
    return _has_database(path) and _is_made(path, _mode(path), lock_timeout)


def copy_file(path: Path, copy: Path) -> None:
    """Copy a book into a new file, without changing anything beside it.

    Raises NotALedger if the file is no book.
    """
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
    """The file has the header of SQLite; raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER


def address_of(path: Path) -> str:
    """The URI to open an existing database, read-only if the file is."""
    return _address(path, _mode(path))


def _address(path: Path, mode: str) -> str:
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def _is_made(path: Path, mode: str, lock_timeout: int) -> bool:
    """Whether an SQLite file is a book; an empty database can become one.

    Does not use the library, which modifies every file it opens.
    """
    address = _address(path, mode)
    with (
        own_errors(path),
        closing(sqlite3.connect(address, timeout=lock_timeout, uri=True)) as plain,
    ):
        if plain.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,):
            return True
        if plain.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            return False
    raise NotALedger("other-database", book=str(path))


def _enable_wal_in_new_file(path: Path, mode: str, lock_timeout: int) -> None:
    """Switch a new file to a write-ahead log before the library does it, which does not wait."""
    address = _address(path, mode)
    with (
        own_errors(path),
        closing(sqlite3.connect(address, timeout=lock_timeout, uri=True)) as plain,
    ):
        enable_wal(plain, lock_timeout)


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


def _mode(path: Path) -> str:
    """The mode to open an existing file: immutable if no write-ahead log can be created."""
    log = path.with_name(f"{path.name}-wal")
    if not os.access(path.absolute().parent, os.W_OK) and not log.exists():
        return "ro&immutable=1"
    return "rw" if os.access(path, os.W_OK) else "ro"


def _has_database(path: Path) -> bool:
    """Whether there is an SQLite file; raises if a book cannot be created here."""
    if path.is_dir():
        raise NotALedger("book-is-directory", book=str(path))
    if path.exists() and not path.is_file():
        raise NotALedger("book-is-no-file", book=str(path))
    try:
        if is_database(path):
            return True
        empty = path.stat().st_size == 0
    except FileNotFoundError:
        empty = True
    except OSError as error:
        raise Unavailable("book-unreadable", book=str(path), reason=error.strerror) from error
    if not empty:
        raise NotALedger("not-a-ledger", book=str(path))
    if not path.absolute().parent.is_dir():
        raise Unavailable("no-directory", book=str(path), directory=str(path.parent))
    return False
