"""Which book a command works on."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click

from ledger.book import Book, open_book
from ledger.errors import Unavailable

DEFAULT = "domino.db"

Command = TypeVar("Command", bound=Callable[..., Any])


def ledger_option(command: Command) -> Command:
    """Give a command `--ledger`; the book's name arrives as its parameter ``ledger``."""
    return click.option(
        "--ledger",
        metavar="URL",
        envvar="DOMINO_LEDGER",
        default=DEFAULT,
        show_default=True,
        help="The book: a file (or set DOMINO_LEDGER).",
    )(command)


@contextmanager
def book_at(ledger: str, *, create: bool = False, dry_run: bool = False) -> Iterator[Book]:
    """The book of that name, closed afterwards.

    ``create``: made where there is none; ``dry_run``: a copy, thrown away afterwards.
    """
    if "://" in ledger:
        raise Unavailable(f"{ledger}: only a file can be a ledger")
    with TemporaryDirectory() as scratch:
        path = _copy(Path(ledger), Path(scratch)) if dry_run else Path(ledger)
        book = open_book(path, create=create)
        try:
            yield book
        finally:
            book.close()


def _copy(path: Path, directory: Path) -> Path:
    copy = directory / "dry-run.db"
    if path.exists():
        with closing(open_book(path)) as book:
            book.copy(copy)
    return copy
