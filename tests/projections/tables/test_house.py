"""The events of the house are in the log, and in no table."""

from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.house import KeyRegistered
from domino_ledger.ledger.book import Book
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import lines, new_book, take

from .modelled import everything

KEY = KeyRegistered(key="club+8c2636c2+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop", role="log")


def register(book: Book) -> None:
    book.append_to_house(book.house(), [KEY])


@pytest.mark.parametrize("batch", [1, 1000])
def test_the_tables_pass_the_house_over(tmp_path: Path, batch: int) -> None:
    first, second, third = lines("payout.jsonl")[:3]
    with closing(new_book(tmp_path)) as book, closing(read_models_of(book)) as models:
        keeper = Keeper(book, models, batch=batch)
        register(book)
        list(keeper.catch_up())
        assert everything(models)["game_fact"] == []
        take(book, [first])
        register(book)
        take(book, [second])
        list(keeper.catch_up())
        register(book)
        register(book)
        list(keeper.catch_up())
        _, game = book.games()
        take(book, [third])
        book.append(book.stream(game), [GameAbandoned(reason="rain")])
        register(book)
        list(keeper.catch_up())
        assert keeper.reached() == (book.last_position(), book.last_position())
        games = [(number, game) for number, game, *_ in everything(models)["game_fact"]]
        assert games == [(at, game.hex) for at, game in enumerate(book.games(), 1)]
