"""A query sees all tables at one position of the log, whatever other programs take in."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.tables import catch_up as catching_up
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.progress import progress_in
from tests.ledger.games import lines, take

from .modelled import exhaust


@pytest.fixture(params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keeper]:
    in_a_file = request.param == "sqlite"
    address = str(tmp_path / "book.db") if in_a_file else request.getfixturevalue("database")
    make_book(address)
    with closing(open_book(address)) as book, closing(read_models_of(book)) as models:
        set_up_in_database(book)
        take(book, lines("payout.jsonl")[:3])
        yield Keeper(book, models, batch=40)


def seen(keeper: Keeper) -> tuple[int, int]:
    """The games in the tables and their position, as a query sees them."""
    with keeper.one_moment() as connection:
        games = connection.value("SELECT count(*) FROM game")
        return games, progress_in(connection).position


@pytest.mark.unmeasured
def test_games_added_after_catching_up_are_left_for_the_next_time(keeper: Keeper) -> None:
    exhaust(keeper.catch_up())
    last = keeper.book.last_position()
    take(keeper.book, lines("payout.jsonl")[3:5])
    assert seen(keeper) == (3, last)


def test_ratings_and_names_are_of_that_moment(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Simulation(PUBLISHED["block@1"], 2, seed=1)
    exhaust(simulate_into(keeper.book, rules, 2))
    with monkeypatch.context() as stopped:
        stopped.setattr(catching_up, "rate_some", lambda *_: False)
        exhaust(keeper.catch_up())
    with keeper.one_moment() as connection:
        last = connection.value("SELECT max(finished) FROM game_fact")
        assert last <= progress_in(connection).rated
