"""`domino sql`, `domino tables` and `domino catch-up` on a book in a file."""

import json
import os
import resource
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli import exit_codes as exits
from cli.commands.sql import memory_for_a_query
from projections.tables.queries import Refused

from .bad_input import BLOCK, refusal
from .command import Command
from .process import PATIENCE, domino, installed, memory_no_larger_than, started, unprivileged

REFUSED = "only queries are allowed here: nothing was changed"
NO = "the query failed"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"


def tables_file(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in directory.glob("domino.db*")}


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


def test_wide_cells_after_the_first_thousand_rows_are_whole(caught_up: Path) -> None:
    query = ENDLESS.format("CASE WHEN i > 1500 THEN 'a long word' ELSE i END AS a") + " LIMIT 2000"
    lines = domino("sql", query, cwd=caught_up).out.decode().splitlines()
    assert len(lines) == 2001
    assert lines[:2] == ["   a", "   1"]
    assert lines[-1] == "a long word"


# -- refusals

WRITES = (
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
)


@pytest.mark.parametrize("query", WRITES)
def test_the_database_refuses_to_write(query: str, caught_up: Path, domino: Command) -> None:
    os.chdir(caught_up)
    before, there = tables_file(caught_up), sorted(caught_up.iterdir())
    ran = domino(f'sql "{query}"')
    assert (ran.code, ran.out) == (exits.FAILURE, "")
    assert ran.err.startswith("domino: ")
    assert len(ran.err.splitlines()) == 1
    unknown = "no such table: pragma_wal_checkpoint"
    assert REFUSED in ran.err or unknown in ran.err
    assert (tables_file(caught_up), sorted(caught_up.iterdir())) == (before, there)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "VACUUM INTO 'copy.db'",
            f"{NO}: cannot VACUUM from within a transaction",
        ),
        ("SELECT 1; DELETE FROM posting", "only one query at a time is allowed"),
        ("SELECT 1; SELECT 2", "only one query at a time is allowed"),
        ("SELECT writefile('a', 'b')", f"{NO}: no such function: writefile"),
        ("SELECT readfile('domino.db')", f"{NO}: no such function: readfile"),
        ("SELECT edit('a')", f"{NO}: no such function: edit"),
        ("SELECT * FROM stored_events", f"{NO}: no such table: stored_events"),
        ("SELECT pips FROM game", f"{NO}: no such column: pips"),
        ("SELEC 1", f'{NO}: near "SELEC": syntax error'),
        ("SELECT 1 +", f"{NO}: incomplete input"),
        (";", "this is not a query: a query begins with SELECT, WITH or VALUES"),
        ("-", "this is not a query: a query begins with SELECT, WITH or VALUES"),
    ],
)
def test_a_failed_query_is_one_sentence(query: str, sentence: str, caught_up: Path) -> None:
    assert domino("sql", query, cwd=caught_up, stdin=b"-- nothing\n") == refusal(sentence)
    assert not (caught_up / "copy.db").exists()


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

INTERNAL = {
    "SELECT 1 FROM game_fact, SQLITE_MASTER": "sqlite_master",
    "SELECT name FROM sqlite_master": "sqlite_master",
    "SELECT * FROM pragma_table_list": "pragma table_list",
    "SELECT sql FROM sqlite_schema": "sqlite_master",
    "SELECT * FROM sqlite_stmt": "sqlite_stmt",
    "WITH game AS (SELECT * FROM sqlite_master) SELECT * FROM game": "sqlite_master",
    "PRAGMA table_info(game_fact)": "pragma table_info",
}


@pytest.mark.parametrize("query", INTERNAL)
def test_internal_tables_are_hidden_unless_asked_for(query: str, caught_up: Path) -> None:
    hidden = f"{INTERNAL[query]} is not one of the tables that `domino tables` lists"
    assert domino("sql", query, cwd=caught_up) == refusal(f"{hidden}: --internal allows it")
    assert domino("sql", query, "--internal", cwd=caught_up).code == 0


@pytest.mark.parametrize("internal", [[], ["--internal"]])
def test_no_query_shows_addresses_in_memory(internal: list[str], caught_up: Path) -> None:
    for query in ("SELECT hex(fts3_tokenizer('simple'))", "SELECT fts5(1)"):
        assert REFUSED in domino("sql", query, *internal, cwd=caught_up).err
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
        assert process.stdout is not None
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
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")


# -- without write access


def test_a_read_only_directory_can_be_queried(book: Path) -> None:
    book.chmod(0o555)
    try:
        words = ("sql", "SELECT count(*) AS n FROM game", "--csv")
        ended = domino(*words, cwd=book, before=unprivileged)
        assert (ended.code, ended.out) == (0, b"n\n100\n")
        refused = "the tables of domino.db cannot be written by this user"
        assert domino("catch-up", cwd=book, before=unprivileged) == refusal(refused)
    finally:
        book.chmod(0o755)
