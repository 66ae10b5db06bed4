"""Keepers of books in files and in databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domino_ledger.projections.tables.catch_up import Keeper
from tests.cli.command import bring
from tests.postgres import copy_of_database, drop_database, fresh_database

from .modelled import exhaust, opened, various_book
from .two_stores import BATCH, fill


@pytest.fixture(scope="session")
def book_and_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book with its tables, caught up, to be copied."""
    directory = tmp_path_factory.mktemp("book-and-tables")
    various_book(directory).close()
    with opened(directory / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
    return directory


@pytest.fixture
def keeper(book_and_tables: Path, tmp_path: Path) -> Iterator[Keeper]:
    """A keeper of a book in a file, caught up."""
    bring(tmp_path, *book_and_tables.iterdir())
    with opened(tmp_path / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
        yield keeper


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("file")
    various_book(directory).close()
    return directory / "book.db"


@pytest.fixture(scope="module")
def filled_once(server: str, file: Path) -> Iterator[str]:
    url = fresh_database(server)
    fill(url, file)
    yield url
    drop_database(server, url)


@pytest.fixture
def filled(server: str, filled_once: str) -> Iterator[str]:
    """A new database with the events of the file, and empty tables."""
    url = copy_of_database(server, filled_once)
    yield url
    drop_database(server, url)


@pytest.fixture
def both(filled: str, file: Path, tmp_path: Path) -> Iterator[tuple[Keeper, Keeper]]:
    """A keeper of a file and one of a database, with nothing taken in."""
    copy = tmp_path / "book.db"
    copy.write_bytes(file.read_bytes())
    with opened(copy, BATCH) as one, opened(filled, BATCH) as other:
        yield one, other
