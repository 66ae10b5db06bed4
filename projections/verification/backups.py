"""Backups: a book as one file, and a book made of such a file, both checked."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from ...ledger.book import Book, fill_book, open_book
from ...ledger.store.address import is_url
from ...ledger.store.sqlite.files import copy_file, new_file
from ..tables.catch_up import set_up_in_database
from ..tables.database import remove_tables
from .chains import Covered, verify_book


def back_up(book: Book, file: Path) -> Covered:
    """Copy a book, which may be written to meanwhile, into a new file; returns what was checked.

    The file appears when it is whole and every event in it matches its hash. The tables are left
    out, since they can be made again. Raises Tampered, and Unavailable if something has that name.
    """
    with new_file(file) as part:
        book.copy(part)
        covered = _checked(part)
        part.rename(file)
    return covered


def restore(file: Path, address: Path | str) -> Covered:
    """Make a book of a backup, if every event in it matches its hash; returns what was checked.

    ``address``: a new file, or the URL of a database without a book or with an empty one. The new
    book has an epoch of its own, since it takes positions of lost events again. Tables that a lost
    book has left are removed, and will be made again. Raises NotALedger, Tampered and Unavailable;
    then there is no new book.
    """
    if not is_url(address):
        with new_file(Path(address)) as part:
            copy_file(file, part)
            covered = _checked(part)
            remove_tables(Path(address))
            fill_book(address, part)
        return covered
    with TemporaryDirectory() as directory:
        copy = Path(directory) / "restored.db"
        copy_file(file, copy)
        _checked(copy)
        fill_book(address, copy)
    with closing(open_book(address)) as book:
        set_up_in_database(book)
        return verify_book(book)


def _checked(file: Path) -> Covered:
    with closing(open_book(file)) as book:
        return verify_book(book)
