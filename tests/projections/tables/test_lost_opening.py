"""A game without its first event is named, and nothing of it is taken in."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import UUID

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import new_book
from tests.messages.raises import raises_message


@contextmanager
def changed(directory: Path, trigger: str, statement: str) -> Iterator[tuple[UUID, Keeper]]:
    """A game whose events were changed by this statement, and a keeper of its book."""
    with closing(new_book(directory)) as book:
        assert all(simulate_into(book, Simulation(PUBLISHED["block@1"], 2, seed=1), 1))
        (game,) = book.games()
        with closing(sqlite3.connect(book.path)) as file:
            file.execute(f"DROP TRIGGER {trigger}")
            file.execute(statement)
            file.commit()
        with closing(read_models_of(book)) as models:
            yield game, Keeper(book, models)


def test_a_game_that_was_never_opened_is_named(tmp_path: Path) -> None:
    delete = "DELETE FROM stored_events WHERE rowid = 1"
    with (
        changed(tmp_path, "stored_events_refuses_delete", delete) as (game, keeper),
        raises_message(Tampered, f"event 1 of game {game} is missing"),
    ):
        list(keeper.catch_up())


def test_an_id_that_is_none_is_named_as_it_is(tmp_path: Path) -> None:
    rename = "UPDATE stored_events SET originator_id = 'x' WHERE rowid = 5"
    with (
        changed(tmp_path, "stored_events_refuses_update", rename) as (_, keeper),
        raises_message(Tampered, "event 1 of game x is missing"),
    ):
        list(keeper.catch_up())
