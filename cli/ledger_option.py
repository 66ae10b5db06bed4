"""The option that names the book, and opening that book."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click

from ledger.book import Book, may_be_there, open_book
from ledger.errors import Tampered, UnknownVersion
from ledger.store.base import Holder

from .output import say

DEFAULT = "domino.db"

Command = TypeVar("Command", bound=Callable[..., Any])


def ledger_option(command: Command) -> Command:
    """Add `--ledger` to a command, which gets the book's name as ``ledger``."""
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
    """Open the book of that name; closed afterwards.

    ``create``: make the file if there is none. ``dry_run``: open a temporary copy.
    Raises UsageError in place of UnknownVersion.
    """
    with TemporaryDirectory() as directory:
        address = _copy(ledger, Path(directory)) if dry_run else ledger
        with closing(open_book(address, create=create, on_wait=_say_wait)) as book:
            try:
                yield book
            except UnknownVersion as error:
                from projections.messages.errors import error_text  # noqa: PLC0415 - imports much

                raise click.UsageError(error_text(error)) from None
            except Tampered as error:
                from projections.verification.tampered_place import (  # noqa: PLC0415 - imports much
                    named,
                )

                raise named(book, error) from error


@contextmanager
def scratch_book() -> Iterator[Book]:
    """An empty book in a temporary file, removed afterwards."""
    with (
        TemporaryDirectory() as directory,
        closing(open_book(Path(directory) / "dry-run.db", create=True)) as book,
    ):
        yield book


def _say_wait(book: str, holder: Holder) -> None:
    from projections.messages.errors import wait_text  # noqa: PLC0415 - imports much

    say(wait_text(book, holder))


def _copy(ledger: str, directory: Path) -> Path:
    copy = directory / "dry-run.db"
    if may_be_there(ledger):
        with closing(open_book(ledger)) as book:
            book.copy(copy)
    return copy
