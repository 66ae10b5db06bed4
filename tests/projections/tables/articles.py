"""The article's tables of a book, and games to fill it with."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeAlias
from uuid import UUID

from domino_ledger.domain.events import Event, GameOpened
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.store.batch import Batch
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.rebuild import rows_of
from domino_ledger.projections.tables.schema import data_dictionary
from tests.domain.random_games import plies
from tests.ledger.games import lines, take

from .figures import kept

Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]


def tables_of(book: Book, rules: RuleSet | None = None, batch: int = 100_000) -> Tables:
    """The article's tables of this book, counted by these rules, without names."""
    with kept(book, batch, rules) as keeper:
        return article_in(keeper)


def article_in(keeper: Keeper) -> Tables:
    """All rows of the article's tables, each table sorted."""
    with keeper.models.reading() as connection:
        return {
            each.name: sorted(map(tuple, rows_of(connection, each.name)), key=repr)
            for each in data_dictionary()
            if each.model == "article" and each.name != "player"
        }


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
