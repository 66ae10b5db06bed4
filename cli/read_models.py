"""The read models of a book, brought up to date for a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.book import Book
from projections.tables.catch_up import Keeper
from projections.tables.database import ReadModels, read_models_of

from .terminal.progress import tracked_by


@contextmanager
def caught_up(book: Book) -> Iterator[ReadModels]:
    """The read models, up to date with the book; closed afterwards."""
    with kept(book) as keeper:
        tracked_by(keeper.catch_up(), None, "events")
        yield keeper.models


@contextmanager
def kept(book: Book) -> Iterator[Keeper]:
    """The keeper of the read models; closed afterwards."""
    models = read_models_of(book)
    try:
        yield Keeper(book, models)
    finally:
        models.close()
