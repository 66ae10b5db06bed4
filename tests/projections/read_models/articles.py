"""Tables of the model "article" in memory, brought up to date batch by batch, and read again."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, StaticPool, create_engine, event

from domain.rules import RuleSet
from ledger.book import Book
from projections.read_models.article import ArticleProjector
from projections.read_models.progress import Progress
from projections.read_models.schema import generation

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]
START = Progress(position=0, games=0)
NUMBER = 3
"""Of the generation, which is one of many."""


@contextmanager
def empty_tables() -> Iterator[Connection]:
    engine = create_engine("sqlite://", poolclass=StaticPool)

    @event.listens_for(engine, "connect")
    def _plain(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    generation("article", NUMBER).metadata.create_all(engine)
    with engine.connect() as connection:
        connection.commit()
        yield connection
    engine.dispose()


def catch_up(
    connection: Connection,
    projector: ArticleProjector,
    book: Book,
    progress: Progress = START,
    batch: int = 100_000,
) -> Progress:
    """Take in all there is, so many events at a time."""
    while rows := book.log(progress.position, batch):
        with connection.begin():
            progress = projector.project(connection, rows, progress)
    return progress


def tables_in(connection: Connection) -> Tables:
    """All rows of all tables, in an order of their own."""
    with connection.begin():
        return {
            name: sorted(map(tuple, connection.execute(table.select())), key=repr)
            for name, table in generation("article", NUMBER).items()
        }


def tables_of(book: Book, rules: RuleSet | None = None, batch: int = 100_000) -> Tables:
    """The tables that follow from this book."""
    with empty_tables() as connection:
        catch_up(connection, ArticleProjector(book, NUMBER, rules), book, batch=batch)
        return tables_in(connection)
