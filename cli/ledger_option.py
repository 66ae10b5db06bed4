"""The book that the command line names, and opening it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import click

from ledger.errors import Tampered, UnknownVersion
from projections.messages import text

from .output import say

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.store.base import Holder


class Ledger(NamedTuple):
    """The book that the command line names."""

    url: str
    dry_run: bool = False
    """Nothing is written: what is opened is a temporary copy."""

    @contextmanager
    def open(self, *, create: bool = False) -> Iterator["Book"]:
        """Open the book; closed afterwards. ``create``: make the file if there is none.

        Raises UsageError in place of UnknownVersion.
        """
        from ledger.book import may_be_there, open_book  # noqa: PLC0415 - not for all commands

        with TemporaryDirectory() as directory:
            address: str | Path = self.url
            if self.dry_run:
                address = Path(directory) / "dry-run.db"
                if may_be_there(self.url):
                    with closing(open_book(self.url)) as book:
                        book.copy(address)
            with closing(open_book(address, create=create, on_wait=_say_wait)) as book:
                try:
                    yield book
                except UnknownVersion as error:
                    from projections.messages.errors import error_text  # noqa: PLC0415 - as above

                    raise click.UsageError(error_text(error)) from None
                except Tampered as error:
                    from projections.verification.tampered_place import named  # noqa: PLC0415

                    raise named(book, error) from error

    def say_done(self, done: str) -> None:
        """Say the sentence ``done``; after a dry run, with "nothing written" added."""
        say(self.done(done))

    def done(self, sentence: str) -> str:
        """What is said of work that is done; after a dry run, with "nothing written" added."""
        return text("{done}, nothing written", done=sentence) if self.dry_run else sentence


@contextmanager
def scratch_book() -> Iterator["Book"]:
    """An empty book in a temporary file, removed afterwards."""
    from ledger.book import open_book  # noqa: PLC0415 - as above

    with (
        TemporaryDirectory() as directory,
        closing(open_book(Path(directory) / "dry-run.db", create=True)) as book,
    ):
        yield book


def _say_wait(book: str, holder: "Holder") -> None:
    from projections.messages.errors import wait_text  # noqa: PLC0415 - as above

    say(wait_text(book, holder))
