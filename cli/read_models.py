"""The read models of a book, opened for a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.book import Book
from ledger.errors import LedgerError, Unavailable
from projections.messages import text
from projections.tables.catch_up import Keeper
from projections.tables.database import ReadModels, read_models_of

from .output import say
from .terminal.progress import tracked_by


@contextmanager
def current_models(book: Book) -> Iterator[ReadModels]:
    """The read models after catching up with the book; closed afterwards."""
    with open_keeper(book) as keeper:
        tracked_by(keeper.catch_up(), None, "events")
        say_how_far(keeper)
        yield keeper.models


@contextmanager
def saying_how_far(keeper: Keeper) -> Iterator[None]:
    """After an error of the database or a disk, say how far the tables are."""
    try:
        yield
    except (Unavailable, OSError):
        try:
            reached, last = keeper.reached()
        except LedgerError:
            say(text("how far the tables are is not known: run it again"))
        else:
            say(
                text(
                    "the tables are up to event {event} of {last}: run it again",
                    event=reached,
                    last=last,
                )
            )
        raise


def say_how_far(keeper: Keeper) -> None:
    """Say how far the tables are, if this user may not bring them up to date."""
    if not keeper.may_keep:
        reached, last = keeper.reached()
        say(text("the tables are up to event {event} of {last}", event=reached, last=last))


@contextmanager
def open_keeper(book: Book) -> Iterator[Keeper]:
    """The keeper of the read models, before catching up; closed afterwards."""
    models = read_models_of(book)
    try:
        yield Keeper(book, models)
    finally:
        models.close()
