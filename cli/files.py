"""Files named on the command line; `-` is standard input or output."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from ledger.store.sqlite.files import is_database
from projections.messages import text


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file of that name, open for reading; ClickException if it cannot be read."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below, after its own errors
    except IsADirectoryError:
        raise _is_directory(name) from None
    except OSError as error:
        raise click.ClickException(
            text("{file} cannot be read: {reason}", file=name, reason=error.strerror)
        ) from None
    with file:
        yield file


def check_readable(names: Iterable[str]) -> None:
    """Raises ClickException, before anything is done, if one of these files cannot be opened."""
    for name in names:
        if not Path(name).is_fifo():  # A pipe can be opened only once.
            with reading(name):
                pass


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """A file that appears under that name when it is complete; raises ClickException."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.is_dir():
        raise _is_directory(name)
    try:
        with _whole(path) if path.is_file() or not path.exists() else path.open("wb") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise click.ClickException(
            text("{file} cannot be written: {reason}", file=name, reason=error.strerror)
        ) from None


def _is_directory(name: str) -> click.ClickException:
    return click.ClickException(text("{file} is a directory, not a file", file=name))


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file that is moved to this path when it is complete; a book is never overwritten."""
    if path.is_file() and is_database(path):
        raise click.ClickException(
            text("{file} is a ledger or another database, and is not overwritten", file=path)
        )
    beginning = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beginning.open("wb") as file:
            yield file
        beginning.replace(path)
    finally:
        beginning.unlink(missing_ok=True)
