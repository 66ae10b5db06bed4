"""`domino sql`, `catch-up` and names for a book and tables in PostgreSQL."""

import json
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cli import exit_codes as exits
from projections.tables.schema import data_dictionary
from tests.postgres import drop_database, fresh_database

from .bad_input import PAYOUT, refusal
from .command import run
from .process import Ended
from .process import domino as process

ONE = PAYOUT.read_bytes().splitlines(keepends=True)[0]
REFUSED = "only queries are allowed here"

MANY = "cannot insert multiple commands into a prepared statement"
NO_VALUE = 'bind message supplies 0 parameters, but prepared statement "" requires 1'

Domino = Callable[..., Ended]


@pytest.fixture(scope="module")
def caught_up(server: str) -> Iterator[str]:
    """The URL of a book whose tables are caught up."""
    url = fresh_database(server)
    for line in (f"init --ledger '{url}'", f"import '{PAYOUT}' --ledger '{url}'"):
        assert run(line).code == 0
    assert typed(url, "catch-up").code == 0
    yield url
    drop_database(server, url)


def typed(url: str, *words: str | Path) -> Ended:
    ran = run(shlex.join([*map(str, words), "--ledger", url]))
    return Ended(ran.code, ran.out.encode(), ran.err)


@pytest.fixture
def domino(caught_up: str) -> Domino:
    return partial(typed, caught_up)


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    tables = rows(
        url, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    )
    return {name: sorted(rows(url, f'SELECT * FROM "{name}"'), key=repr) for (name,) in tables}


def test_answers(domino: Domino) -> None:
    query = (
        "SELECT count(*) AS n, sum(rounds) AS s, avg(seats) AS a, NULL AS x, "
        "'\\x00ff'::bytea AS b, ARRAY[1, 2] AS c, '2020-01-01'::date AS d, "
        "'a%?' LIKE '%' AS e FROM game_fact"
    )
    ended = domino("sql", query, "--json")
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == {
        "n": 100,
        "s": 100,
        "a": 3.26,
        "x": None,
        "b": "00ff",
        "c": [1, 2],
        "d": "2020-01-01",
        "e": True,
    }
    assert (
        domino("sql", "SELECT 1.50 AS a, ARRAY[1, 2] AS b", "--csv").out == b'a,b\n1.5,"[1, 2]"\n'
    )
    assert domino("sql", "TABLE known_name", "--json").out.count(b"\n") == 4
    assert domino("sql", "VALUES (1, 2) -- these").out.splitlines()[1].split() == [b"1", b"2"]


WRITES = (
    "INSERT INTO known_name VALUES ('a', 'b')",
    "WITH a AS (INSERT INTO known_name VALUES ('a', 'b') RETURNING *) SELECT * FROM a",
    "WITH a AS (DELETE FROM posting RETURNING *) SELECT * FROM a",
    "UPDATE posting SET amount = 0 RETURNING *",
    "DELETE FROM stored_events",
    "TRUNCATE stored_events",
    "DROP VIEW player",
    "CREATE TABLE a (b int)",
    "CREATE TEMP TABLE a (b int)",
    "SELECT 1 AS one INTO a",
    "SELECT * FROM posting FOR UPDATE",
    "SET TRANSACTION READ WRITE",
    "SET TRANSACTION READ WRITE; DELETE FROM posting",
    "SELECT 1; DELETE FROM posting",
    "COMMIT; DELETE FROM posting",
    "SELECT 1; COMMIT; DELETE FROM posting",
    "SELECT 1) DELETE FROM posting; --",
    "COMMIT",
    "ROLLBACK",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "DO $$BEGIN DELETE FROM posting; END$$",
    "COPY posting TO '/dev/null'",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "LOCK TABLE posting",
    "VACUUM",
    "PREPARE a AS SELECT 1",
    "EXECUTE a",
    "NOTIFY a",
    "CALL a()",
    "SELECT nextval(pg_get_serial_sequence('stored_events', 'notification_id'))",
    "SELECT lo_create(0)",
    "SELECT query_to_xml('DELETE FROM posting', true, false, '')",
    "SELECT * FROM dblink('', 'DELETE FROM posting') AS a (b text)",
)


def test_the_database_refuses_to_write(caught_up: str, domino: Domino) -> None:
    before = everything(caught_up)
    for query in WRITES:
        ended = domino("sql", query)
        assert (ended.code, ended.out, len(ended.sentences)) == (exits.FAILURE, b"", 1), query
    assert everything(caught_up) == before


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("DELETE FROM posting", f'{REFUSED}: syntax error at or near "DELETE"'),
        ("SELECT lo_create(0)", f"{REFUSED}: nothing was changed"),
        ("SELEC 1", f'{REFUSED}: syntax error at or near "SELEC"'),
        ("SELECT 1; SELECT 2", f"{REFUSED}: {MANY}"),
        ("SELECT a FROM game", 'the query failed: column "a" does not exist'),
        ("SELECT * FROM a", 'the query failed: relation "a" does not exist'),
        ("SELECT 1 / 0", "the query failed: division by zero"),
        ("SELECT $1", f"the query failed: {NO_VALUE}"),
        (";", f'{REFUSED}: syntax error at or near ";"'),
    ],
)
def test_a_failed_query_is_one_sentence(query: str, sentence: str, domino: Domino) -> None:
    assert domino("sql", query) == refusal(sentence)


@pytest.mark.parametrize(
    ("query", "hidden"),
    [
        ("SELECT * FROM stored_events", "stored_events"),
        ("SELECT count(*) FROM former_name -- all", "former_name"),
        ("SELECT (SELECT max(version) FROM stream_head) FROM game_fact", "stream_head"),
        ("SELECT relname FROM pg_class", "pg_catalog.pg_class"),
        ("WITH game AS (SELECT * FROM stream_head) SELECT * FROM game", "stream_head"),
    ],
)
def test_internal_tables_are_hidden_unless_asked_for(
    query: str, hidden: str, domino: Domino
) -> None:
    sentence = f"{hidden} is not one of the tables that `domino tables` lists"
    assert domino("sql", query) == refusal(f"{sentence}: --internal allows it")
    assert domino("sql", query, "--internal").code == 0


def test_all_listed_tables_can_be_read(domino: Domino) -> None:
    tables = [f"(SELECT count(*) FROM {table.name})" for table in data_dictionary()]
    assert domino("sql", f"SELECT {', '.join(tables)}").code == 0


def test_a_query_that_needs_too_much_memory_is_stopped(caught_up: str, tmp_path: Path) -> None:
    query = "SELECT repeat('x', 4000000) FROM generate_series(1, 100)"
    ended = process("sql", query, "--memory", "64", "--ledger", caught_up, cwd=tmp_path)
    large = "the query needs more than 64 MB of memory and was stopped: --memory allows more"
    assert ended == refusal(large)


def test_rows_are_streamed(caught_up: str, tmp_path: Path) -> None:
    """An error at the end comes after rows that were printed."""
    query = "SELECT 1 / (200000 - i) AS a FROM generate_series(1, 200000) AS i"
    ended = process("sql", query, "--csv", "--ledger", caught_up, cwd=tmp_path)
    assert ended.code == exits.FAILURE
    assert ended.sentences == ["domino: the query failed: division by zero"]
    assert ended.out.count(b"\n") > 100_000
