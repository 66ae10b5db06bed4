"""Read models in a PostgreSQL database equal those of a file, and are as safe."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import NotALedger
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.tables.catch_up import (
    FEW_EVENTS,
    Keeper,
    make_with_tables,
    set_up_in_database,
)
from domino_ledger.projections.tables.compared_rules import what_if
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.rebuild import compare, judge_all, made_anew
from tests.ledger.games import lines, new_book, take
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .figures_by_fold import rulings
from .killing import killed_at, started, was_killed
from .modelled import booked, exhaust, opened, owed, rebuild, recount
from .refolding import answer_of
from .troubled import Tables
from .two_stores import BATCH, OTHERS, compared, fill

# -- plans of queries


def grown(database: str) -> None:
    """Put some games into the database, more events than a few."""
    make_book(database)
    with closing(open_book(database)) as book:
        set_up_in_database(book)
        exhaust(simulate_into(book, Simulation(PUBLISHED["draw@1"], 2, seed=1), 20))
        assert book.last_position() > FEW_EVENTS


def sampled(connection: Connection, table: str) -> int:
    """The number of rows that the server knows of; -1: it has not looked."""
    known = "SELECT reltuples FROM pg_class WHERE relname = :name"
    return int(connection.value(known, name=table))


@pytest.mark.unmeasured
def test_events_are_counted_and_not_positions(database: str) -> None:
    """A transaction that was rolled back has used positions of the log."""
    grown(database)
    with psycopg.connect(database, autocommit=True) as other:
        positions = "pg_get_serial_sequence('stored_events', 'notification_id')"
        other.execute(f"SELECT setval({positions}, 1000000)".encode())
    with closing(open_book(database)) as book:
        exhaust(simulate_into(book, Simulation(PUBLISHED["draw@1"], 2, seed=2), 1))
        events = book.number_of_events()
    assert events < 100_000
    with opened(database, 10_000) as keeper:
        assert sum(keeper.catch_up()) == events
        assert keeper.reached() == (events, events)


@pytest.mark.unmeasured
def test_tables_that_grew_are_sampled_at_once(database: str) -> None:
    """Without, the server plans queries for empty tables, until its own worker comes round."""
    grown(database)
    with opened(database, 10_000) as keeper:
        exhaust(keeper.catch_up())
        with keeper.models.reading() as connection:
            for table in ("round_seat", "move"):
                rows = connection.value(f"SELECT count(*) FROM {table}")
                assert sampled(connection, table) == rows


@pytest.mark.unmeasured
def test_a_table_that_is_being_vacuumed_is_left_out(database: str) -> None:
    grown(database)
    with opened(database, 10_000) as keeper, psycopg.connect(database) as vacuuming:
        busy, other = "round_seat", "round_end"
        vacuuming.execute(f"LOCK TABLE {busy} IN SHARE UPDATE EXCLUSIVE MODE")
        exhaust(keeper.catch_up())
        with keeper.models.reading() as connection:
            assert sampled(connection, busy) == -1
            assert sampled(connection, other) > 0


# -- equal rows


@pytest.mark.unmeasured
def test_catching_up_at_once_and_in_steps(both: tuple[Keeper, Keeper]) -> None:
    for keeper in both:
        assert sum(keeper.catch_up()) == keeper.book.last_position()
        exhaust(keeper.catch_up())
    whole = compared(both)
    assert len(whole["posting"]) > 50
    one, other = both
    for line in lines("payout.jsonl")[25:30]:
        before = one.book.last_position()
        take(one.book, [line])
        other.book.write([row[1:] for row in one.book.log(before, 1_000)])
        for keeper in both:
            exhaust(keeper.catch_up())
        compared(both)
    assert len(compared(both)["game_fact"]) == len(whole["game_fact"]) + 5


NEW_TABLES = (
    *("game_goal", "wild_declared", "tile_bend", "tile_set_aside", "marker_raised", "round_hub"),
    "open_end",
)


@pytest.mark.unmeasured
def test_games_that_are_not_a_line(database: str, tmp_path: Path) -> None:
    """The server checks every reference, also when rows of a game are written anew."""
    kinds = ("spinner@1", 4), ("mexican-train@1", 3), ("bendomino@1", 2), ("gaple@1", 4)
    file = tmp_path / "book.db"
    with closing(new_book(tmp_path)) as book:
        for id, seats in kinds:
            exhaust(simulate_into(book, Simulation(PUBLISHED[id], seats, seed=1), 1))
    fill(database, file)
    with opened(file, 400) as one, opened(database, 400) as other:
        for keeper in (one, other):
            exhaust(keeper.catch_up())
        rows = compared((one, other))
        assert all(rows[name] for name in NEW_TABLES)
        for keeper in (one, other):
            rebuild(keeper)
        assert compared((one, other)) == rows


@pytest.mark.deep  # In the full lane, `tests/cli/test_postgres_evening.py` compares such tables.
def test_games_that_are_amended_and_ruled_on(database: str, tmp_path: Path) -> None:
    tables = Tables(tmp_path, seed=3)
    fill(database, tmp_path / "book.db")
    with closing(tables.book), opened(tmp_path / "book.db", BATCH) as one:
        goes_on = True
        while goes_on:
            before = tables.book.last_position()
            goes_on = tables.go_on()
            with opened(database, BATCH) as other:
                other.book.write([row[1:] for row in tables.book.log(before, 100_000)])
                for keeper in (one, other):
                    exhaust(keeper.catch_up())
                whole = compared((one, other))
        assert whole["round_decree"]
        assert "adjustment" in {row[0] for row in whole["posting"]}


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "name",
    [
        "both",
        pytest.param("money", marks=pytest.mark.deep),
        pytest.param("points", marks=pytest.mark.deep),
    ],
)
def test_rebuilt_by_other_rules(name: str, both: tuple[Keeper, Keeper]) -> None:
    rules = OTHERS[name]
    comparisons = []
    for keeper in both:
        exhaust(keeper.catch_up())
        counting = everywhere(keeper.book, rules)
        with made_anew(keeper, counting) as anew:
            comparisons.append(compare(keeper, counting, anew))
    assert comparisons[0] == comparisons[1]
    assert comparisons[0].adjusting > 0
    assert {recount(keeper, rules) for keeper in both} == {comparisons[0].adjusting}
    found = compared(both)
    assert booked(found) == owed(rulings(both[1].book, rules))
    assert len({rebuild(keeper, None) for keeper in both}) == 1
    compared(both)


@pytest.mark.unmeasured
def test_whatif(both: tuple[Keeper, Keeper]) -> None:
    answers = []
    for keeper in both:
        exhaust(judge_all(keeper))
        with keeper.models.reading() as connection:
            answers.append(
                [
                    answer_of(what_if(connection, AS_PLAYED, [everywhere(keeper.book, each)])[0])
                    for each in OTHERS.values()
                ]
            )
    assert answers[0] == answers[1]
    compared(both)


# -- setup


def test_only_init_makes_tables(database: str) -> None:
    make_book(database)
    with closing(open_book(database)) as book, closing(read_models_of(book)) as models:
        with raises_message(NotALedger, r"has no tables yet: run domino init$"):
            exhaust(Keeper(book, models).catch_up())
        assert tables_of(database) == {
            *("former_name", "player_name", "stored_events", "stream_head", "epoch"),
        }


def tables_of(database: str) -> set[str]:
    with psycopg.connect(database) as connection:
        rows = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname NOT IN "
            "('pg_catalog', 'information_schema')"
        )
        return {name for (name,) in rows}


@pytest.mark.unmeasured
def test_concurrent_setup(database: str) -> None:
    make_book(database)

    def set_up() -> None:
        with closing(open_book(database)) as book:
            set_up_in_database(book)

    children = [started(set_up) for _ in range(5)]
    assert [was_killed(child) for child in children] == [False] * 5
    with closing(open_book(database)) as book:
        assert not set_up_in_database(book)


@pytest.mark.unmeasured
def test_killed_during_setup(database: str) -> None:
    make_book(database)

    def set_up() -> None:
        with closing(open_book(database)) as book:
            set_up_in_database(book)

    for point in (3, 20, 60, 100):
        assert killed_at(point, set_up)
        assert "progress" not in tables_of(database)
    set_up()
    assert "progress" in tables_of(database)


def test_a_book_is_made_with_its_tables(database: str, tmp_path: Path) -> None:
    assert [make_with_tables(database) for _ in range(2)] == [(True, True), (False, False)]
    assert "progress" in tables_of(database)
    assert [make_with_tables(tmp_path / "a.db") for _ in range(2)] == [
        (True, False),
        (False, False),
    ]


def test_a_book_in_a_file_needs_no_setup(file: Path) -> None:
    with closing(open_book(file)) as book:
        assert not set_up_in_database(book)
