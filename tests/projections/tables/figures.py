"""Tables in memory, with a keeper as a command uses it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, TypeAlias

from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.database import ReadModels
from domino_ledger.projections.tables.journal import Journal
from domino_ledger.projections.tables.rebuild import compared, rows_of

from .everywhere import everywhere

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]
LARGE = 100_000
BESIDES = 5
"""The columns of a posting before its kind: number, entry, when, by whom, after which event."""


@contextmanager
def empty_models() -> Iterator[ReadModels]:
    with closing(ReadModels("in memory")) as models:
        yield models


@contextmanager
def kept(book: Book, batch: int = LARGE, rules: RuleSet | None = None) -> Iterator[Keeper]:
    """A keeper of tables that count by these rules, caught up."""
    with empty_models() as models:
        keeper = alone(book, models, batch, rules)
        caught_up(keeper)
        yield keeper


def alone(
    book: Book, models: ReadModels, batch: int = LARGE, rules: RuleSet | None = None
) -> Keeper:
    """A keeper of tables that book for themselves, whatever is in the journal of the book."""
    journal = Journal(book, on_record=False, follows=False)
    counting = None if rules is None else everywhere(book, rules)
    return Keeper(book, models, batch=batch, journal=journal, counts_by=counting)


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
