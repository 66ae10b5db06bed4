"""Files named on the command line; `-` is standard input or output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ledger.errors import LedgerError


class CannotRead(LedgerError):
    """A file named on the command line is not there, or is no file."""


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file of that name, to be read."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below, after its own errors
    except IsADirectoryError:
        raise CannotRead(f"{name} is a directory, not a file of records") from None
    except OSError as error:
        raise CannotRead(f"{name} cannot be read: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """The file of that name, to be written from its beginning; it appears when it is complete."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.is_dir():
        raise CannotRead(f"{name} is a directory, not a file")
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    beginning = path.with_name(f"{path.name}.part")
    try:
        with beginning.open("wb") as file:
            yield file
        beginning.replace(path)
    except OSError as error:
        raise CannotRead(f"{name} cannot be written: {error.strerror}") from None
    finally:
        beginning.unlink(missing_ok=True)
