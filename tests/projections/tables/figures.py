"""Tables of the model "figures" in memory, with a keeper as a command uses it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from ledger.book import Book
from projections.tables.catch_up import Keeper
from projections.tables.connection import Connection
from projections.tables.database import ReadModels
from projections.tables.journal import Journal
from projections.tables.rebuild import compared, rows_of

from .memory import empty_models
from .modelled import BESIDES

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]
LARGE = 100_000


@contextmanager
def kept(book: Book, batch: int = LARGE) -> Iterator[Keeper]:
    """A keeper of the figures, caught up."""
    with empty_models() as models:
        keeper = alone(book, models, batch)
        caught_up(keeper)
        yield keeper


def alone(book: Book, models: ReadModels, batch: int = LARGE) -> Keeper:
    """A keeper of tables that book for themselves, whatever is in the journal of the book."""
    journal = Journal(book, on_record=False, follows=False)
    return Keeper(book, models, batch=batch, journal=journal)


def caught_up(keeper: Keeper) -> int:
    """Catch up; return the number of events taken in."""
    return sum(keeper.catch_up())


def rows(connection: Connection) -> Tables:
    """All rows of the tables and views of the games."""
    return {name: _sorted(connection, name) for name in compared()}


def _sorted(connection: Connection, name: str) -> list[tuple[Any, ...]]:
    return sorted(rows_of(connection, name), key=repr)


def tables_in(models: ReadModels) -> Tables:
    """All rows of the generation in use, with verdicts and money."""
    with models.reading() as connection:
        kept_tables = {name: _sorted(connection, name) for name in ("posting", "verdict")}
        kept_tables["posting"] = [row[:1] + row[BESIDES:] for row in kept_tables["posting"]]
        return rows(connection) | kept_tables


def tables_of(book: Book, batch: int = LARGE) -> Tables:
    """The tables of this book, with so many events taken in at a time."""
    with kept(book, batch) as keeper:
        return tables_in(keeper.models)
