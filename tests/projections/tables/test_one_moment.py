"""A query sees all tables at one position of the log, whatever other programs take in."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from domain.rules.catalogue import PUBLISHED
from ledger.book import make_book, open_book
from ledger.live.simulation import Simulation, simulate_into
from projections.tables import catch_up as catching_up
from projections.tables.catch_up import Keeper, set_up_in_database
from projections.tables.database import read_models_of
from projections.tables.progress import in_use
from tests.ledger.games import lines, take

from .modelled import exhaust, opened


@pytest.fixture(params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keeper]:
    in_a_file = request.param == "sqlite"
    address = str(tmp_path / "book.db") if in_a_file else request.getfixturevalue("database")
    make_book(address)
    with closing(open_book(address)) as book, closing(read_models_of(book)) as models:
        set_up_in_database(book)
        take(book, lines("payout.jsonl")[:3])
        yield Keeper(book, models, batch=40)


def seen(keeper: Keeper) -> list[int]:
    """The games in the tables of each model, and their positions, as a query sees them."""
    with keeper.one_moment() as connection:
        made = {model: in_use(connection, model) for model in MODELS}
        tables = made["figures"].tables["game_fact"], made["article"].tables["article_game"]
        counts = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables
        ]
        return [*counts, *(each.progress.position for each in made.values())]


@pytest.mark.unmeasured
def test_games_that_one_model_has_already(keeper: Keeper) -> None:
    """One model has them already: the other takes them in before the query."""
    exhaust(keeper.catch_up())
    take(keeper.book, lines("payout.jsonl")[3:5])
    exhaust(keeper.catch_up())
    last = keeper.book.last_position()
    assert seen(keeper) == [5, 5, last, last]


def test_games_added_while_the_models_catch_up(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are left for the next time: writers cannot delay a query for ever."""
    exhaust(keeper.catch_up())
    last, more = keeper.book.last_position(), iter(lines("payout.jsonl")[3:])
    take_in: Callable[..., int] = Keeper.take_in

    def while_others_write(self: Keeper, *given: object) -> int:
        take(keeper.book, [next(more)])
        return take_in(self, *given)

    monkeypatch.setattr(Keeper, "take_in", while_others_write)
    assert seen(keeper) == [3, 3, last, last]


def test_ratings_and_names_are_of_that_moment(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Simulation(PUBLISHED["block@1"], 2, seed=1)
    exhaust(simulate_into(keeper.book, rules, 2))
    with monkeypatch.context() as stopped:
        stopped.setattr(catching_up, "rate_some", lambda *_: False)
        exhaust(keeper.catch_up())
    with keeper.one_moment() as connection:
        figures = in_use(connection, "figures")
        finished = func.max(figures.tables["game_fact"].c.finished)
        assert connection.execute(select(finished)).scalar_one() <= figures.rated


@pytest.mark.unmeasured
def test_another_program_takes_in_more_just_before_the_query(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    exhaust(keeper.catch_up())
    address = Path(keeper.book.path) if keeper.models.in_a_file else str(keeper.book.address)
    is_one_moment, asked = catching_up._is_one_moment, []

    def after_others(connection: object) -> bool:
        asked.append(connection)
        return is_one_moment(connection)  # type: ignore[arg-type]

    take(keeper.book, lines("payout.jsonl")[3:4])
    with opened(address, 40) as other:
        exhaust(other.catch_up())
    monkeypatch.setattr(catching_up, "_is_one_moment", after_others)
    last = keeper.book.last_position()
    assert seen(keeper) == [4, 4, last, last]
    assert len(asked) == 2
