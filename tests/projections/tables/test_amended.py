"""The tables of amended games equal those of their newest records in a fresh book."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rules.catalogue import PUBLISHED
from ledger.book import Book
from ledger.live.simulation import Simulation
from ledger.registry.players import all_names
from projections.tables.catch_up import Keeper
from projections.tables.database import read_models_of
from tests.lanes import examples
from tests.ledger.amendments import amend
from tests.ledger.games import Json, exported, line, new_book, take

pytestmark = pytest.mark.unmeasured

GAMES = 3
COMPARED = {
    "game_fact": "record, rule_set, currency, seats, state, rounds, surplus, finished IS NULL",
    "game_seat": "game_id, seat, player_id, side, score, net, won, lost",
    "round_fact": "round_id, seat, player_id, ended, pips, counts, won, points, net",
    "statistic": "player_id, rule_set, games, games_won, games_lost, rounds, rounds_won, points",
    "turnover": "player_id, rule_set, currency, received - paid",
    "player": "id, num_block_game_played, num_draw_game_played, num_block_game_win, "
    "num_draw_game_win, highest_block_score, highest_draw_score",
    "player_in_game": "game_id, player_id, player_curr_score, is_winner",
    "player_round_score": "game_id, player_id, round_id, score",
    "turn_passed": "move_id, seat, player_id",
    "lead_flipped": "move_id, seat, player_id",
    "round_winner": "round_id, player_id",
}
"""Figures that do not depend on times of recording."""
VERSIONS = st.tuples(st.integers(0, 7), st.integers(1, 200), st.integers(0, 3), st.integers(0, 4))


def record_of(game: int, version: tuple[int, int, int, int]) -> Json:
    kind, number, turned, rounds = version
    rules = list(PUBLISHED.values())[kind]
    seats = sorted(rules.play.hand)[number % len(rules.play.hand)]
    simulated: Json = json.loads(Simulation(rules, seats, seed=2).line(number))
    names = [f"player {(seat + turned) % 5}" for seat in range(seats)]
    return simulated | {
        "id": f"game {game}",
        "players": names,
        "rounds": simulated["rounds"][: rounds + 1],
    }


@settings(max_examples=examples(6))
@given(
    first=st.tuples(*[VERSIONS] * GAMES),
    newer=st.lists(st.tuples(st.integers(0, GAMES - 1), VERSIONS, st.booleans()), max_size=5),
)
def test_an_amended_game_equals_the_new_record(first: Any, newer: Any) -> None:
    with TemporaryDirectory() as directory, closing(new_book(Path(directory))) as book:
        take(book, [line(record_of(game, version)) for game, version in enumerate(first)])
        for game, version, ask in newer:
            if ask:
                tables(book)
            amend(book, record_of(game, version))
        with closing(new_book(Path(directory), "recount")) as recount:
            take(recount, exported(book))
            assert tables(book) == tables(recount)


def tables(book: Book) -> dict[str, list[str]]:
    """The rows with players' names, without nulls and empty tables."""
    names = {str(player): name for player, name in all_names(book).items()}
    with closing(read_models_of(book)) as models:
        for _ in Keeper(book, models).catch_up():
            pass
        with models.reading() as connection:
            return {
                table: sorted(
                    str([names.get(str(cell), cell) for cell in row])
                    for row in connection.rows(f"SELECT {columns} FROM {table}")
                    if any(isinstance(cell, int) and cell for cell in row)
                )
                for table, columns in COMPARED.items()
            }


@pytest.mark.parametrize("started_at", [None, "2026-03-01T19:30:00+01:00"])
def test_an_amended_game_keeps_its_place(tmp_path: Path, started_at: str | None) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, [line(record_of(game, (0, 1, 0, 4))) for game in range(2)])
        before = tables_of_games(book)
        amend(book, record_of(0, (1, 2, 1, 4)) | {"started_at": started_at})
        after = tables_of_games(book)
    assert [row[:2] for row in after] == [row[:2] for row in before]
    expected = before[0][2] if started_at is None else "2026-03-01T18:30:00.000000Z"
    assert after[0][2] == expected


def tables_of_games(book: Book) -> list[tuple[Any, ...]]:
    with closing(read_models_of(book)) as models:
        for _ in Keeper(book, models).catch_up():
            pass
        with models.reading() as connection:
            return sorted(connection.rows("SELECT id, record, opened_at FROM game_fact"))
