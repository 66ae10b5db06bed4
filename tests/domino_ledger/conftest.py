"""Books in a file and in PostgreSQL: a table behaves alike in both."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domino_ledger import Book, make_book, open_book


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Of a new book."""
    made: Path | str = tmp_path / "club.db"
    if request.param == "postgres":
        made = request.getfixturevalue("database")
    assert make_book(made)
    return made


@pytest.fixture
def book(address: Path | str) -> Iterator[Book]:
    with open_book(address) as book:
        yield book
