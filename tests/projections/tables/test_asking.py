"""Queries by users: refusals, and the end of long queries."""

import signal
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import pytest

from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.projections.tables import database as store
from domino_ledger.projections.tables import queries
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.database import ReadModels, read_models_of
from domino_ledger.projections.tables.queries import Refused, query_answer
from domino_ledger.projections.tables.schema import data_dictionary
from tests.messages.raises import raises_message

from .figures import empty_models

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"


@contextmanager
def interrupted_after(seconds: float, connection: Connection) -> Iterator[None]:
    """As Ctrl-C, but only for the database: an interrupt of Python could break the test."""
    timer = Timer(seconds, connection.driver.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize("asks", ["count(*)", "i"])
def test_a_query_can_be_interrupted(asks: str) -> None:
    with (
        pytest.raises(KeyboardInterrupt),
        empty_models() as models,
        models.reading() as connection,
        interrupted_after(0.2, connection),
        query_answer(connection, ENDLESS.format(asks)) as answer,
    ):
        for _ in answer.rows:
            pass


def answered(query: str, seconds: float = 60) -> tuple[Sequence[str], list[Sequence[object]]]:
    """The heads and rows of a query to tables in memory, of which there are none."""
    with (
        empty_models() as models,
        models.reading() as connection,
        query_answer(connection, query, seconds) as answer,
    ):
        return answer.heads, list(answer.rows)


def test_a_query_that_ends_too_late_is_refused() -> None:
    """The database checks the time only now and then, and may finish before it does."""
    with raises_message(Refused, "the query took longer than"):
        answered("SELECT 1", 0.0)


@pytest.mark.parametrize("asks", ["count(*)", "i"])
def test_a_query_that_takes_too_long_is_stopped(asks: str) -> None:
    began = monotonic()
    with raises_message(Refused, r"the query took longer than 0\.2 seconds"):
        answered(ENDLESS.format(asks), 0.2)
    assert 0.2 < monotonic() - began < 10


def test_the_time_between_two_rows_does_not_count() -> None:
    query = "WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n"
    with (
        empty_models() as models,
        models.reading() as connection,
        query_answer(connection, query, 0.5) as answer,
    ):
        read = 0
        for (number,) in answer.rows:
            read += 1
            if number in {1, 1500}:
                sleep(0.4)
    assert read == 2500


@pytest.mark.unmeasured
@pytest.mark.slow
@pytest.mark.parametrize(
    "query", ["SELECT pg_sleep(30)", "SELECT pg_sleep(0.1) FROM generate_series(1, 9)"]
)
def test_a_query_that_takes_too_long_is_stopped_in_a_database(database: str, query: str) -> None:
    make_book(database)
    with closing(open_book(database)) as book, closing(read_models_of(book)) as models:
        set_up_in_database(book)
        with (
            raises_message(Refused, r"the query took longer than 0\.3 seconds"),
            models.reading() as connection,
            query_answer(connection, query, 0.3) as answer,
        ):
            list(answer.rows)


def test_a_query_can_be_interrupted_in_the_authorizer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The driver reports it as a refusal."""

    class Stopping:
        def __contains__(self, action: object) -> bool:
            signal.raise_signal(signal.SIGINT)
            raise AssertionError("nobody stopped it")

    monkeypatch.setattr(store, "_READS", Stopping())
    with pytest.raises(KeyboardInterrupt):
        answered("SELECT name FROM sqlite_master")


@pytest.mark.unmeasured
def test_an_error_in_a_later_row() -> None:
    query = ENDLESS.format("abs(-9223372036854770807 - i) AS a")
    received = []
    with empty_models() as models, models.reading() as connection:
        overflow = raises_message(Refused, "the query failed: integer overflow")
        with overflow, query_answer(connection, query) as answer:
            for row in answer.rows:
                received.append(row)  # noqa: PERF402 - they are wanted though it breaks
    assert 1_000 < len(received) <= 5_000


@pytest.mark.parametrize("query", ["", "-- nothing", ";"])
def test_empty_queries(query: str) -> None:
    with raises_message(Refused, "this is not a query"):
        answered(query)


@pytest.fixture(params=["sqlite", "postgres"])
def models(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReadModels]:
    """The read models of a book without games."""
    in_a_file = request.param == "sqlite"
    address = str(tmp_path / "book.db") if in_a_file else request.getfixturevalue("database")
    make_book(address)
    with closing(open_book(address)) as book, closing(read_models_of(book)) as models:
        set_up_in_database(book)
        assert list(Keeper(book, models).catch_up()) == []
        yield models


def rows(models: ReadModels, query: str, *, internal: bool = False) -> list[Sequence[object]]:
    with (
        models.reading() as connection,
        query_answer(connection, query, 60, internal=internal) as answer,
    ):
        return list(answer.rows)


def test_the_query_is_passed_on_unchanged(models: ReadModels) -> None:
    """No character is taken as a placeholder."""
    query = "SELECT '%s ? :a %(b)s' AS \"c%\", 7 AS d"
    with models.reading() as connection, query_answer(connection, query) as answer:
        assert (answer.heads, list(answer.rows)) == (["c%", "d"], [("%s ? :a %(b)s", 7)])


def test_writes_are_refused(models: ReadModels) -> None:
    with raises_message(Refused, "only queries are allowed"):
        rows(models, "CREATE TABLE mine (i integer)")


def test_functions_that_read_tables_by_name(database: str) -> None:
    """A server without libxml refuses such calls, so the query is only planned."""
    make_book(database)
    with closing(open_book(database)) as book, closing(read_models_of(book)) as models:
        set_up_in_database(book)
        with models.reading() as connection:
            for call in ("query_to_xml('SELECT 1'", "table_to_xml_and_xmlschema('move'"):
                query = f"SELECT id, {call}, true, false, '') FROM game"
                name = call.partition("(")[0]
                assert name in queries._tables_read(connection, query)


HIDDEN = {
    True: ("sqlite_master", "sqlite_schema"),
    False: ("stored_events", "information_schema.tables"),
}
"""By whether the tables are in a file."""


def test_only_listed_tables_are_read(models: ReadModels) -> None:
    for table in HIDDEN[models.in_a_file]:
        query = f"SELECT count(*) FROM player, (SELECT 1 FROM {table}) AS other"
        with raises_message(
            Refused, "is not one of the tables that `domino tables` lists: --internal"
        ):
            rows(models, query)
        assert rows(models, query, internal=True) == [(0,)]
    for each in data_dictionary():
        assert rows(models, f"SELECT count(*) FROM {each.name}")


def test_functions_that_are_read_as_tables() -> None:
    assert answered("SELECT value FROM json_each('[1, 2]')")[1] == [(1,), (2,)]


def test_no_address_in_memory_is_shown() -> None:
    with empty_models() as models:
        with raises_message(Refused, "only queries are allowed"):
            rows(models, "SELECT fts3_tokenizer('simple')", internal=True)
        with raises_message(Refused, "EXPLAIN works here only as EXPLAIN QUERY PLAN"):
            rows(models, "EXPLAIN SELECT 1", internal=True)


def test_a_driver_without_memory() -> None:
    class Full(sqlite3.OperationalError):
        sqlite_errorcode = sqlite3.SQLITE_NOMEM

    with (
        pytest.raises(MemoryError),
        empty_models() as models,
        models.reading() as connection,
        query_answer(connection, "SELECT 1"),
    ):
        raise Full("out of memory")


def test_table_names_are_unique() -> None:
    names = [table.name for table in data_dictionary()]
    assert len(names) == len(set(names)) > 20
