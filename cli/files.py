"""Files named on the command line; `-` is standard input or output."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import click

from ..ledger.errors import LedgerError
from ..ledger.records.line_reader import Feed
from ..ledger.store.sqlite.files import is_database
from .output import on_terminal, print_data


class UnusableFile(LedgerError):
    """A file named on the command line cannot be read or written."""


@contextmanager
def needing(library: str, lacking: str) -> Iterator[None]:
    """Raise ClickException with this sentence if this library is not installed."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        raise click.ClickException(lacking) from None


@contextmanager
def reading(name: str) -> Iterator[Feed]:
    """Open a file to read. Raises UnusableFile."""
    if name == "-":
        yield Feed(sys.stdin.fileno())
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below, after its own errors
    except IsADirectoryError:
        raise UnusableFile("file-is-directory", file=name) from None
    except OSError as error:
        raise UnusableFile("file-unreadable", file=name, reason=error.strerror) from None
    with file:
        yield Feed(file.fileno())


def check_readable(names: Iterable[str]) -> None:
    """Raise UnusableFile now if one of these files cannot be opened."""
    for name in names:
        if not Path(name).is_fifo():  # A pipe can be opened only once.
            with reading(name):
                pass


def check_apart(output: str | None, inputs: Iterable[str]) -> None:
    """Raise UnusableFile if the output is one of these inputs, under any name."""
    if output is None or output == "-":
        return
    path, same = Path(output), False
    for name in inputs:
        if name == "-":
            same = path.exists() and os.path.samestat(path.stat(), os.fstat(sys.stdin.fileno()))
        else:
            with suppress(OSError):
                same = path.resolve() == Path(name).resolve() or path.samefile(name)
        if same:
            raise UnusableFile("output-is-input", file=output, input=name)


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """Open a file to write. It appears when it is complete. Raises UnusableFile."""
    if name == "-":
        if on_terminal():
            shown = BytesIO()
            yield shown
            print_data([shown.getvalue().decode(errors="replace").removesuffix("\n")])
            return
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.is_dir():
        raise UnusableFile("file-is-directory", file=name)
    try:
        with _atomically(path) if path.is_file() or not path.exists() else path.open("wb") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnusableFile("file-unwritable", file=name, reason=error.strerror) from None


@contextmanager
def _atomically(path: Path) -> Iterator[BinaryIO]:
    """Write to a temporary file, then rename it. Refuses to replace a database, or its log."""
    book = path.with_name(re.sub("-(wal|shm|journal)$", "", path.name))
    if any(each.is_file() and is_database(each) for each in (path, book)):
        raise UnusableFile("file-is-database", file=str(path))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
