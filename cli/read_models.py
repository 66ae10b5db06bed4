"""The read models of a book, opened for a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..ledger.book import Book
from ..ledger.errors import LedgerError, Unavailable
from ..projections.messages import mark, text
from ..projections.messages.states import left_out_text
from ..projections.tables.catch_up import Keeper
from ..projections.tables.connection import Connection
from ..projections.tables.database import read_models_of
from .output import say, say_plural
from .terminal.progress import tracked_by

_MOST_NAMED = 10
"""Of the games that are not in the tables."""


@contextmanager
def current_tables(
    book: Book, rules: str | None = None, *, rated: bool = False
) -> Iterator[Connection]:
    """A snapshot of the tables after catching up with the book; ``rated``: with all ratings.

    Raises UnknownRules if there is no rule set with the id ``rules``.
    """
    if rules is not None:
        from ..ledger.registry.rule_sets import all_rules, rules_called  # noqa: PLC0415 - imports rule sets

        rules_called(all_rules(book), rules)
    with (
        current_keeper(book) as keeper,
        keeper.one_moment() if rated else keeper.models.reading() as connection,
    ):
        yield connection


@contextmanager
def current_keeper(book: Book) -> Iterator[Keeper]:
    """The keeper of the read models after catching up with the book; closed afterwards."""
    with open_keeper(book) as keeper:
        tracked_by(keeper.catch_up(), None, "events")
        say_how_far(keeper)
        for each in keeper.counting:  # Not every game is counted by its own rules.
            from ..projections.messages.rule_names import counted_by_text  # noqa: PLC0415 - imports rule sets

            say(counted_by_text(each))
        yield keeper


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
            how_far = mark("the tables are up to event {event} of {last}: run it again")
            say(text(how_far, event=reached, last=last))
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
        keeper = Keeper(book, models)
        yield keeper
        games, unpaid = keeper.left_out(), keeper.unpaid()
    finally:
        models.close()
    if unpaid is not None:
        from ..projections.messages.errors import error_text  # noqa: PLC0415 - not for all books

        say(text("the money of some games is left out: {reason}", reason=error_text(unpaid)))
    for game in games[:_MOST_NAMED]:
        say(left_out_text(game))
    if len(games) > _MOST_NAMED:
        say_plural(
            "{number} more game is not in the tables: {command}",
            "{number} more games are not in the tables: {command}",
            len(games) - _MOST_NAMED,
            command="domino sql 'SELECT * FROM left_out'",
        )
