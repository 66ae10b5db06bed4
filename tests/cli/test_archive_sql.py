"""`domino sql --archive`: DuckDB on the files of an archive."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.projections.archive.fact_tables import FACTS, RULES
from domino_ledger.projections.archive.manifest import Manifest, write_manifest
from domino_ledger.projections.archive.place import NoArchive, Place
from domino_ledger.projections.archive.queries import archive_answer
from domino_ledger.projections.archive.read import Archive
from tests.messages.raises import raises_message

from .command import Command
from .samples import BLOCKED, LOT, put

SECRET = "not of the archive"


@pytest.fixture
def archived(domino: Command) -> Command:
    """An archive of two books, in which numbers of games are the same."""
    put(domino, LOT, BLOCKED)
    line = "simulate --rules forced-block@1 --players 4 --games 3 --seed 1 --ledger other.db"
    assert domino(line).code == exits.FINE
    assert domino("archive domino.db other.db --to archive").code == exits.FINE
    Path("secret.csv").write_text(SECRET)
    return domino


def asked(domino: Command, query: str, more: str = "") -> list[object]:
    ran = domino(f"sql --archive archive --json {more} -", query.encode())
    assert (ran.code, ran.err) == (exits.FINE, "")
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("table", [*FACTS, RULES])
def test_tables_have_what_the_books_have(table: str, archived: Command) -> None:
    found = asked(archived, f"SELECT * EXCLUDE (log, bucket) FROM {table}")
    rows = [
        json.loads(line)
        for book in ("domino.db", "other.db")
        for line in archived(f"sql --json --ledger {book} 'SELECT * FROM {table}'").out.splitlines()
    ]
    assert sorted(map(json.dumps, found)) == sorted(map(json.dumps, rows))


def test_games_of_several_books_are_told_apart_by_their_logs(archived: Command) -> None:
    query = """
        SELECT count(*) AS games, count(DISTINCT id) AS numbers, count(DISTINCT log) AS logs,
            min(bucket) AS bucket
        FROM game_fact
    """
    assert asked(archived, query) == [{"games": 5, "numbers": 3, "logs": 2, "bucket": 0}]
    events = asked(archived, "SELECT count(*) AS events FROM events")
    counted = json.loads(archived("archive domino.db other.db --to archive --json").out)
    assert events == [{"events": counted["events"]}]


def test_forms(archived: Command) -> None:
    query = "SELECT 1 AS one, [1, 2] AS list, 1.50 AS amount, NULL AS nothing"
    table, csv = (archived(f"sql --archive archive {form} '{query}'").out for form in ("", "--csv"))
    assert table.splitlines()[1].split() == ["1", "[1,", "2]", "1.5"]
    assert csv == 'one,list,amount,nothing\n1,"[1, 2]",1.5,\n'


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("SELEC", 'the query failed: Parser Error: syntax error at or near "SELEC"'),
        (
            "SELECT * FROM nosuch",
            "the query failed: Catalog Error: Table with name nosuch does not",
        ),
        ("SELECT 1; SELECT 2", "only one query at a time is allowed"),
        ("-- nothing", "this is not a query: a query begins with SELECT, WITH or VALUES"),
        ("CREATE TABLE t AS SELECT 1", "only queries are allowed here: nothing was changed"),
        ("COPY (SELECT 1) TO 'made.csv'", "only queries are allowed here: nothing was changed"),
        ("ATTACH 'made.db'", "only queries are allowed here: nothing was changed"),
        ("SET enable_external_access = true", "only queries are allowed here: nothing was changed"),
        ("INSTALL httpfs", "only queries are allowed here: nothing was changed"),
        ("SELECT * FROM read_text('secret.csv')", 'Cannot access file "secret.csv"'),
        ("SELECT * FROM 'secret.csv'", "the query failed: "),
        ("SELECT * FROM glob('*')", 'Cannot access file "*"'),
        ("SELECT * FROM query('SELECT * FROM read_csv(''secret.csv'')')", "Cannot access file"),
        ("SELECT 1 AS one, 2 AS one", "two columns have the same name: rename one with AS"),
    ],
)
def test_what_is_refused_is_one_sentence(query: str, sentence: str, archived: Command) -> None:
    before = sorted(Path().rglob("*"))
    ran = archived("sql --archive archive --json -", query.encode())
    assert (ran.code, ran.out, ran.err.count("\n")) == (exits.FAILURE, "", 1)
    assert ran.err.startswith("domino: ")
    assert sentence in ran.err
    assert SECRET not in ran.err
    assert sorted(Path().rglob("*")) == before


def test_limits(archived: Command) -> None:
    slow = "SELECT count(*) FROM range(1000000000) AS a, range(1000000) AS b"
    ran = archived(f"sql --archive archive --timeout 1 '{slow}'")
    assert (ran.code, ran.out) == (exits.FAILURE, "")
    assert "the query took longer than 1 seconds and was stopped: --timeout allows more" in ran.err
    large = "SELECT list(range) FROM range(100000000)"
    ran = archived(f"sql --archive archive --memory 50 '{large}'")
    assert (ran.code, ran.out) == (exits.FAILURE, "")
    assert "the query needs more than 50 MB of memory and was stopped" in ran.err


def test_rows_are_many(archived: Command) -> None:
    rows = asked(archived, "SELECT range AS number FROM range(3000)")
    assert rows == [{"number": number} for number in range(3000)]


def test_an_archive_of_nothing(domino: Command) -> None:
    write_manifest(Place("archive"), Manifest(width=1))
    for table in ("events", *FACTS, RULES):
        assert asked(domino, f"SELECT count(log) + count(bucket) AS n FROM {table}") == [{"n": 0}]


def test_a_folder_with_an_unusual_name(archived: Command) -> None:
    shutil.copytree("archive", "it's [1] *?")
    ran = archived("sql --archive \"it's [1] *?\" --csv 'SELECT count(*) AS games FROM game_fact'")
    assert ran == (exits.FINE, "games\n5\n", "")


def test_a_file_that_is_lost(archived: Command) -> None:
    lost = min(Path("archive", "game_seat").rglob("*.parquet"))
    lost.unlink()
    ran = archived("sql --archive archive 'SELECT 1'")
    path = lost.relative_to("archive").as_posix()
    sentence = f"domino: {path} in the archive archive is missing\n"
    assert ran == (exits.TAMPERING, "", sentence)


def test_where_no_archive_can_be_asked(archived: Command) -> None:
    assert archived("sql --archive there 'SELECT 1'") == (
        exits.FAILURE,
        "",
        "domino: there is no archive at there: domino archive makes one\n",
    )
    ran = archived("sql --archive archive --internal 'SELECT 1'")
    assert (ran.code, ran.out) == (exits.USAGE, "")
    assert ran.err == "domino: --archive excludes --internal (see 'domino sql --help')\n"


def test_an_archive_that_is_in_no_folder() -> None:
    archive = Archive(Place("mock://there"), Manifest(width=1))
    with (
        raises_message(NoArchive, "mock://there is not in a folder of this machine"),
        archive_answer(archive, "SELECT 1", seconds=60, megabytes=50),
    ):
        pass


def test_another_file_system_that_is_not_installed(domino: Command) -> None:
    for line in ("sql --archive fsspec+file:///there 'SELECT 1'", "stats --archive hf://there"):
        ran = domino(line)
        assert (ran.code, ran.out) == (exits.FAILURE, "")
        assert "there cannot be read or written: `fsspec` is required" in ran.err


def test_without_the_extra(archived: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if ".projections.archive" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    ran = archived("sql --archive archive 'SELECT 1'")
    assert (ran.code, ran.out) == (exits.FAILURE, "")
    assert ran.err.startswith("domino: archives need an extra: pip install 'domino-ledger[arrow]'")
