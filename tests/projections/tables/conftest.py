"""A book in a file and the same one in a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.tables.catch_up import Keeper

from .modelled import opened, various_book
from .two_stores import BATCH, fill


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("file")
    various_book(directory).close()
    return directory / "book.db"


@pytest.fixture
def filled(database: str, file: Path) -> str:
    fill(database, file)
    return database


@pytest.fixture
def both(filled: str, file: Path, tmp_path: Path) -> Iterator[tuple[Keeper, Keeper]]:
    """One in a file, one in the database, nothing taken in yet."""
    copy = tmp_path / "book.db"
    copy.write_bytes(file.read_bytes())
    with opened(copy, BATCH) as one, opened(filled, BATCH) as other:
        yield one, other
