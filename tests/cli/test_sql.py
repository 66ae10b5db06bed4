"""`domino sql` and `domino catch-up`, on a book in a file and on one in PostgreSQL."""

import json
import os
import resource
import shlex
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.commands.sql import memory_for_a_query
from domino_ledger.projections.tables.queries import Refused
from domino_ledger.projections.tables.schema import data_dictionary
from tests.postgres import drop_database, fresh_database

from .bad_input import BLOCK, PAYOUT, refusal
from .command import run
from .process import (
    PATIENCE,
    Ended,
    domino,
    installed,
    memory_no_larger_than,
    read_only,
    started,
    unprivileged,
)

NO = "the query failed"
ONLY = "only queries are allowed here"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"


class Store(NamedTuple):
    """A book of the payout games whose tables are caught up."""

    kind: str
    ledger: str

    def sql(self, *words: str) -> Ended:
        ran = run(shlex.join(["sql", *words, "--ledger", self.ledger]), b"-- nothing")
        return Ended(ran.code, ran.out.encode(), ran.err)

    def content(self) -> object:
        """Everything that a query could change."""
        if self.kind == "file":
            there = sorted(Path(self.ledger).parent.iterdir())
            return {file.name: file.name.endswith("-shm") or file.read_bytes() for file in there}
        with psycopg.connect(self.ledger) as server:
            named = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
            tables = server.execute(named).fetchall()
            rows = {name: server.execute(f'SELECT * FROM "{name}"'.encode()) for (name,) in tables}
            return {name: sorted(each.fetchall(), key=repr) for name, each in rows.items()}


@pytest.fixture(scope="module")
def on_server(server: str) -> Iterator[str]:
    url = fresh_database(server)
    for typed in ("init", f"import '{PAYOUT}'", "catch-up"):
        assert run(typed, ledger=url).code == 0
    yield url
    drop_database(server, url)


@pytest.fixture(params=["file", "server"])
def store(
    request: pytest.FixtureRequest, caught_up: Path, monkeypatch: pytest.MonkeyPatch
) -> Store:
    monkeypatch.chdir(caught_up)
    if request.param == "file":
        return Store("file", str(caught_up / "domino.db"))
    return Store("server", request.getfixturevalue("on_server"))


def answers(directory: Path, query: str) -> list[Any]:
    ended = domino("sql", query, "--json", cwd=directory)
    assert (ended.code, ended.err) == (0, "")
    return [json.loads(line) for line in ended.out.splitlines()]


# -- answers


def test_the_tables_are_caught_up_first(book: Path) -> None:
    games = "SELECT count(*) AS games FROM game"
    assert answers(book, games) == [{"games": 100}]
    assert domino("import", BLOCK, cwd=book).code == 0
    assert answers(book, games) == [{"games": 600}]


def test_json(caught_up: Path) -> None:
    query = "SELECT 'Zoë' AS a, 1.5 AS b, NULL AS c, x'00ff' AS d, 9e999 AS e"
    ended = domino("sql", query, "--json", cwd=caught_up)
    assert ended.out.decode() == '{"a": "Zoë", "b": 1.5, "c": null, "d": "00ff", "e": "inf"}\n'
    assert domino("sql", "SELECT 1 AS a, 2 AS a", "--json", cwd=caught_up) == refusal(
        "two columns have the same name: rename one with AS"
    )


def test_answers_of_a_server(on_server: str) -> None:
    store = Store("server", on_server)
    query = (
        "SELECT count(*) AS n, sum(rounds) AS s, avg(seats) AS a, NULL AS x, "
        "'\\x00ff'::bytea AS b, ARRAY[1, 2] AS c, '2020-01-01'::date AS d, "
        "'a%?' LIKE '%' AS e FROM game_fact"
    )
    ended = store.sql(query, "--json")
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
    assert store.sql("SELECT 1.50 AS a, ARRAY[1, 2] AS b", "--csv").out == b'a,b\n1.5,"[1, 2]"\n'
    assert store.sql("TABLE known_name", "--json").out.count(b"\n") == 4
    assert store.sql("VALUES (1, 2) -- these").out.splitlines()[1].split() == [b"1", b"2"]


def test_wide_cells_after_the_first_thousand_rows_are_whole(caught_up: Path) -> None:
    query = ENDLESS.format("CASE WHEN i > 1500 THEN 'a long word' ELSE i END AS a") + " LIMIT 2000"
    lines = domino("sql", query, cwd=caught_up).out.decode().splitlines()
    assert len(lines) == 2001
    assert lines[:2] == ["   a", "   1"]
    assert lines[-1] == "a long word"


# -- refusals

WRITES = {
    "file": (
        "INSERT INTO known_name VALUES ('a', 'b')",
        "INSERT INTO game_fact DEFAULT VALUES",
        "WITH a AS (SELECT 1) INSERT INTO known_name SELECT 1, 2",
        "UPDATE posting SET amount = 0",
        "UPDATE known_name SET name = '' RETURNING name",
        "UPDATE game_fact SET state = 'over'",
        "DELETE FROM known_name",
        "DELETE FROM statistic",
        "DELETE FROM sqlite_master",
        "UPDATE sqlite_master SET sql = ''",
        "UPDATE sqlite_schema SET rootpage = 2 RETURNING name",
        "CREATE INDEX a ON verdict (bound)",
        "REPLACE INTO known_name VALUES ('a', 'b')",
        "DROP TABLE verdict",
        "DROP VIEW player",
        "CREATE VIEW player AS SELECT 1",
        "CREATE TABLE a (b)",
        "CREATE TEMP TABLE a (b)",
        "CREATE VIRTUAL TABLE a USING fts5 (b)",
        "CREATE TRIGGER a AFTER INSERT ON posting BEGIN SELECT 1; END",
        "ALTER TABLE verdict ADD COLUMN b",
        "REINDEX",
        "ANALYZE",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA user_version = 7",
        "PRAGMA application_id",
        "PRAGMA writable_schema = ON",
        "PRAGMA query_only = OFF",
        "PRAGMA wal_checkpoint",
        "SELECT * FROM pragma_wal_checkpoint",
        "SELECT * FROM pragma_user_version",
        "SELECT * FROM pragma_journal_mode",
        "ATTACH 'domino.db' AS book",
        "ATTACH 'new.db' AS new",
        "DETACH main",
        "COMMIT",
        "ROLLBACK",
        "BEGIN",
        "SAVEPOINT a",
        "SELECT load_extension('a')",
        "EXPLAIN DELETE FROM posting",
    ),
    "server": (
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
    ),
}


def test_the_database_refuses_to_write(store: Store) -> None:
    before = store.content()
    for query in WRITES[store.kind]:
        ended = store.sql(query)
        assert (ended.code, ended.out, len(ended.sentences)) == (exits.FAILURE, b"", 1), query
        if store.kind == "file":
            unknown = "no such table: pragma_wal_checkpoint"
            assert f"{ONLY}: nothing was changed" in ended.err or unknown in ended.err, query
        assert store.content() == before, query


FAILURES: Mapping[str, Mapping[str, str]] = {
    "file": {
        "VACUUM INTO 'copy.db'": f"{NO}: cannot VACUUM from within a transaction",
        "SELECT 1; DELETE FROM posting": "only one query at a time is allowed",
        "SELECT 1; SELECT 2": "only one query at a time is allowed",
        "SELECT writefile('a', 'b')": f"{NO}: no such function: writefile",
        "SELECT readfile('domino.db')": f"{NO}: no such function: readfile",
        "SELECT edit('a')": f"{NO}: no such function: edit",
        "SELECT * FROM stored_events": f"{NO}: no such table: stored_events",
        "SELECT pips FROM game": f"{NO}: no such column: pips",
        "SELEC 1": f'{NO}: near "SELEC": syntax error',
        "SELECT 1 +": f"{NO}: incomplete input",
        ";": "this is not a query: a query begins with SELECT, WITH or VALUES",
        "-": "this is not a query: a query begins with SELECT, WITH or VALUES",
    },
    "server": {
        "DELETE FROM posting": f'{ONLY}: syntax error at or near "DELETE"',
        "SELECT lo_create(0)": f"{ONLY}: nothing was changed",
        "SELEC 1": f'{ONLY}: syntax error at or near "SELEC"',
        "SELECT 1; SELECT 2": f"{ONLY}: cannot insert multiple commands into a prepared statement",
        "SELECT a FROM game": 'the query failed: column "a" does not exist',
        "SELECT * FROM a": 'the query failed: relation "a" does not exist',
        "SELECT 1 / 0": "the query failed: division by zero",
        "SELECT $1": "the query failed: bind message supplies 0 parameters, "
        'but prepared statement "" requires 1',
        ";": f'{ONLY}: syntax error at or near ";"',
    },
}


def test_a_failed_query_is_one_sentence(store: Store) -> None:
    before = store.content()
    for query, sentence in FAILURES[store.kind].items():
        assert store.sql(query) == refusal(sentence)
    assert store.content() == before


def test_missing_parameters(caught_up: Path) -> None:
    ended = domino("sql", "SELECT ? + :a", cwd=caught_up)
    assert (ended.code, len(ended.sentences)) == (exits.FAILURE, 1)
    assert "Incorrect number of bindings supplied" in ended.err


def test_invalid_text(caught_up: Path) -> None:
    ended = domino("sql", "SELECT CAST(x'ff' AS TEXT) AS a", cwd=caught_up)
    assert (ended.code, ended.out, len(ended.sentences)) == (exits.FAILURE, b"", 1)


@pytest.mark.parametrize(
    ("words", "stdin", "sentence"),
    [
        ((), b"", "Missing argument 'QUERY'."),
        (("",), b"", "Invalid value for 'QUERY': the query is empty"),
        (("-",), b" \n", "Invalid value for 'QUERY': the query is empty"),
        (("-",), b"SELECT '\0'", "Invalid value for 'QUERY': the query is empty"),
        (("-",), b"SELECT '\xff'", "Invalid value for 'QUERY': the query is not UTF-8"),
        ((b"SELECT '\xff'",), b"", "Invalid value for 'QUERY': the query is not UTF-8"),
        (("SELECT 1", "--json", "--csv"), b"", "--json and --csv exclude each other"),
    ],
)
def test_usage(words: tuple[Any, ...], stdin: bytes, sentence: str, book: Path) -> None:
    decoded = [os.fsdecode(word) for word in words]
    said = f"{sentence} (see 'domino sql --help')"
    assert domino("sql", *decoded, cwd=book, stdin=stdin) == refusal(said, exits.USAGE)


# -- internal tables

INTERNAL: Mapping[str, Mapping[str, str]] = {
    "file": {
        "SELECT 1 FROM game_fact, SQLITE_MASTER": "sqlite_master",
        "SELECT name FROM sqlite_master": "sqlite_master",
        "SELECT * FROM pragma_table_list": "pragma table_list",
        "SELECT sql FROM sqlite_schema": "sqlite_master",
        "SELECT * FROM sqlite_stmt": "sqlite_stmt",
        "WITH game AS (SELECT * FROM sqlite_master) SELECT * FROM game": "sqlite_master",
        "PRAGMA table_info(game_fact)": "pragma table_info",
    },
    "server": {
        "SELECT * FROM stored_events": "stored_events",
        "SELECT count(*) FROM former_name -- all": "former_name",
        "SELECT (SELECT max(version) FROM stream_head) FROM game_fact": "stream_head",
        "SELECT relname FROM pg_class": "pg_catalog.pg_class",
        "WITH game AS (SELECT * FROM stream_head) SELECT * FROM game": "stream_head",
    },
}


def test_internal_tables_are_hidden_unless_asked_for(store: Store) -> None:
    for query, name in INTERNAL[store.kind].items():
        hidden = f"{name} is not one of the tables that `domino tables` lists"
        assert store.sql(query) == refusal(f"{hidden}: --internal allows it")
        assert store.sql(query, "--internal").code == 0


def test_all_listed_tables_can_be_read(store: Store) -> None:
    tables = [f"(SELECT count(*) FROM {table.name})" for table in data_dictionary()]
    assert store.sql(f"SELECT {', '.join(tables)}").code == 0


@pytest.mark.parametrize("internal", [[], ["--internal"]])
def test_no_query_shows_addresses_in_memory(internal: list[str], caught_up: Path) -> None:
    for query in ("SELECT hex(fts3_tokenizer('simple'))", "SELECT fts5(1)"):
        assert ONLY in domino("sql", query, *internal, cwd=caught_up).err
    program = "EXPLAIN SELECT * FROM json_each('[1]')"
    only = "EXPLAIN works here only as EXPLAIN QUERY PLAN"
    assert domino("sql", program, *internal, cwd=caught_up) == refusal(only)
    plan = "EXPLAIN QUERY PLAN SELECT * FROM game"
    assert domino("sql", plan, *internal, cwd=caught_up).code == 0


# -- large and slow queries


@pytest.mark.parametrize(
    "query",
    [
        "SELECT length(hex(zeroblob(300000000)))",
        "SELECT zeroblob(40000000) FROM game",
        "SELECT length(group_concat(zeroblob(30000000))) FROM game",
    ],
)
def test_a_query_that_needs_too_much_memory_is_stopped(query: str, caught_up: Path) -> None:
    large = "the query needs more than 64 MB of memory and was stopped: --memory allows more"
    assert domino("sql", query, "--memory", "64", cwd=caught_up) == refusal(large)


def test_the_memory_limit_applies_only_to_the_query() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with memory_for_a_query(100):
        assert resource.getrlimit(resource.RLIMIT_AS) != before
        assert len(bytes(10 << 20)) == 10 << 20
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    with pytest.raises(Refused), memory_for_a_query(100):
        bytes(1 << 30)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.parametrize("form", ["--csv", "--json", None])
def test_memory_does_not_grow_with_the_answer(form: str | None, caught_up: Path) -> None:
    query = ENDLESS.format("i, 'some text to fill it' AS text, i * 2 AS twice") + " LIMIT 300000"
    words = [query] if form is None else [query, form]
    ended = installed("sql", *words, cwd=caught_up, before=memory_no_larger_than(700_000_000))
    assert (ended.code, ended.err) == (0, "")
    assert len(ended.out.splitlines()) >= 300_000


@pytest.mark.parametrize(
    "query",
    [ENDLESS.format("count(*)"), ENDLESS.format("i"), f"{ENDLESS.format('i')} WHERE i % 90000 = 0"],
    ids=["before a row", "while rows are printed", "between rows"],
)
def test_it_can_be_interrupted(query: str, caught_up: Path) -> None:
    with started("sql", query, "--csv", cwd=caught_up) as process:
        wait_until_open(process.pid, "domino.db.tables")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said.strip()) == (exits.INTERRUPTED, b"domino: interrupted")


def wait_until_open(process: int, name: str) -> None:
    """Wait until a process has opened a file: on a busy machine it takes seconds to start."""
    files = Path(f"/proc/{process}/fd")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(FileNotFoundError):
            if any(file.readlink().name == name for file in files.iterdir()):
                return
        time.sleep(0.05)
    raise TimeoutError(name)


@pytest.mark.parametrize("form", ["--csv", "--json", None])
def test_the_reader_of_a_pipe_may_stop(form: str | None, caught_up: Path) -> None:
    words = [ENDLESS.format("i")] if form is None else [ENDLESS.format("i"), form]
    with started("sql", *words, cwd=caught_up) as process:
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")


# -- without write access


def test_a_read_only_directory_can_be_queried(book: Path) -> None:
    with read_only(book):
        words = ("sql", "SELECT count(*) AS n FROM game", "--csv")
        ended = domino(*words, cwd=book, before=unprivileged)
        assert (ended.code, ended.out) == (0, b"n\n100\n")
        refused = "the tables of domino.db cannot be written by this user"
        assert domino("catch-up", cwd=book, before=unprivileged) == refusal(refused)


# -- on a server


def test_a_large_query_of_a_server_is_stopped(on_server: str, tmp_path: Path) -> None:
    query = "SELECT repeat('x', 4000000) FROM generate_series(1, 100)"
    ended = domino("sql", query, "--memory", "64", "--ledger", on_server, cwd=tmp_path)
    large = "the query needs more than 64 MB of memory and was stopped: --memory allows more"
    assert ended == refusal(large)


def test_rows_are_streamed(on_server: str, tmp_path: Path) -> None:
    """An error at the end comes after rows that were printed."""
    query = "SELECT 1 / (200000 - i) AS a FROM generate_series(1, 200000) AS i"
    ended = domino("sql", query, "--csv", "--ledger", on_server, cwd=tmp_path)
    assert ended.code == exits.FAILURE
    assert ended.sentences == ["domino: the query failed: division by zero"]
    assert ended.out.count(b"\n") > 100_000
