"""Tables of the model "article" in memory, caught up batch by batch."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, StaticPool, create_engine, event

from domain.events import Event, GameOpened
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.store.batch import Batch
from ledger.store.stream import game_id
from projections.tables.article_projector import ArticleProjector
from projections.tables.read.log_reader import Progress
from projections.tables.schema.generation import generation
from projections.tables.schema.permanent import KNOWN_ALIAS, LEFT_OUT
from tests.domain.houses import plies
from tests.ledger.games import lines, take
from tests.projections.tables.everywhere import everywhere

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]
START = Progress(position=0, games=0)
NUMBER = 3
"""The number of the generation."""


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
    KNOWN_ALIAS.create(engine)
    LEFT_OUT.create(engine)
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
    """Take in all events, so many at a time."""
    while progress.position < book.last_position():
        with connection.begin():
            progress = projector.take_in(connection, progress, batch, book.last_position())
    return progress


def tables_in(connection: Connection) -> Tables:
    """All rows of all tables, each table sorted."""
    with connection.begin():
        return {
            name: sorted(map(tuple, connection.execute(asked)), key=repr)
            for name, asked in generation("article", NUMBER).shown.items()
            if name != "player"
        }


def tables_of(book: Book, rules: RuleSet | None = None, batch: int = 100_000) -> Tables:
    """The tables of this book."""
    with empty_tables() as connection:
        catch_up(
            connection, ArticleProjector(book, NUMBER, everywhere(book, rules)), book, batch=batch
        )
        return tables_in(connection)


ANA, BEN = UUID(int=1), UUID(int=2)


def opening(record: str, rules: str = "draw@1") -> GameOpened:
    return GameOpened(record=record, rules=PUBLISHED[rules], players=(ANA, BEN))


def add(book: Book, events: Sequence[Event]) -> UUID:
    """Add a game with these events to the book."""
    opened, batch = events[0], Batch(book)
    assert isinstance(opened, GameOpened)
    batch.add(game_id(opened.record), events)
    batch.flush()
    return game_id(opened.record)


def played(record: str, seed: int, rules: str = "draw@1", rounds: int = 3) -> list[list[Event]]:
    """A game command by command; its opening is first."""
    opened = opening(record, rules)
    course = plies(opened, Random(seed), rounds=rounds)
    return [[opened], *(list(ply.events) for ply in course)]


def whole(record: str, seed: int, rules: str = "draw@1") -> list[Event]:
    return [event for command in played(record, seed, rules, rounds=100) for event in command]


def play_in_turn(
    book: Book, games: Sequence[Sequence[Sequence[Event]]], between: Iterable[bytes]
) -> None:
    """Play these games in turn, command by command; import records ``between`` after ten turns."""
    ids = [add(book, opening) for opening, *_ in games]
    take(book, lines("replay.jsonl"), as_played=True)
    for turn in range(1, max(map(len, games))):
        for id, commands in zip(ids, games, strict=True):
            if turn < len(commands):
                book.append(book.stream(id), commands[turn])
        if turn == 11:
            take(book, between)
