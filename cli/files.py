"""Files named on the command line; `-` is standard input or output."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ledger.errors import LedgerError
from ledger.store.sqlite.files import is_database


class CannotRead(LedgerError):
    """A file named on the command line cannot be read or written."""


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file of that name, to be read."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below, after its own errors
    except IsADirectoryError:
        raise CannotRead("file-is-directory", file=name) from None
    except OSError as error:
        raise CannotRead("file-unreadable", file=name, reason=error.strerror) from None
    with file:
        yield file


def check_readable(names: Iterable[str]) -> None:
    """Raises CannotRead, before anything is done, where one of these files cannot be opened."""
    for name in names:
        if not Path(name).is_fifo():  # A pipe can be opened only once.
            with reading(name):
                pass


def check_apart(output: str | None, inputs: Iterable[str]) -> None:
    """Raises CannotRead where the output is one of these inputs, under this or another name."""
    if output is None or output == "-":
        return
    for name in inputs:
        if _is_same(Path(output), name):
            raise CannotRead("output-is-input", file=output, input=name)


def _is_same(output: Path, name: str) -> bool:
    if name == "-":
        return output.exists() and os.path.samestat(output.stat(), os.fstat(sys.stdin.fileno()))
    with suppress(OSError):
        return output.resolve() == Path(name).resolve() or output.samefile(name)
    return False


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """The file of that name, to be written from its beginning; it appears when it is complete."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.is_dir():
        raise CannotRead("file-is-directory", file=name)
    try:
        with _whole(path) if path.is_file() or not path.exists() else path.open("wb") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotRead("file-unwritable", file=name, reason=error.strerror) from None


def _book_of_log(path: Path) -> Path:
    """The book beside which SQLite keeps a file of this name, which may hold its last events."""
    return path.with_name(re.sub("-(wal|shm|journal)$", "", path.name))


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file that takes this place when it is complete; a book is never written over."""
    if any(each.is_file() and is_database(each) for each in (path, _book_of_log(path))):
        raise CannotRead("file-is-database", file=str(path))
    beginning = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beginning.open("wb") as file:
            yield file
        beginning.replace(path)
    finally:
        beginning.unlink(missing_ok=True)
