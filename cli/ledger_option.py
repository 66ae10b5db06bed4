"""Which book a command works on."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click

from ledger.book import Book, may_be_there, open_book

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
        help="The book: a file, or postgresql://user@host/database (or set DOMINO_LEDGER).",
    )(command)


@contextmanager
def book_at(ledger: str, *, create: bool = False, dry_run: bool = False) -> Iterator[Book]:
    """The book of that name, closed afterwards.

    ``create``: made where there is no such file; ``dry_run``: a copy, thrown away afterwards.
    """
    with (
        TemporaryDirectory() as scratch,
        closing(
            open_book(_copy(ledger, Path(scratch)) if dry_run else ledger, create=create)
        ) as book,
    ):
        yield book


def _copy(ledger: str, directory: Path) -> Path:
    copy = directory / "dry-run.db"
    if may_be_there(ledger):
        with closing(open_book(ledger)) as book:
            book.copy(copy)
    return copy
