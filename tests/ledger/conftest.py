"""A new book for each test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.ledger.book import Book

from .games import new_book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path)) as book:
        yield book
