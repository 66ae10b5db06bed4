"""`domino sql --archive`: DuckDB on the files of an archive."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.projections.archive.fact_tables import FACTS, RULES

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


def test_what_is_refused_is_one_sentence(archived: Command) -> None:
    for query in ("SELEC", "SELECT 1 AS one, 2 AS one", "SELECT * FROM read_text('secret.csv')"):
        ran = archived("sql --archive archive --json -", query.encode())
        assert (ran.code, ran.out, ran.err.count("\n")) == (exits.FAILURE, "", 1)
        assert SECRET not in ran.err


def test_a_folder_with_an_unusual_name(archived: Command) -> None:
    shutil.copytree("archive", "it's [1] *?")
    ran = archived("sql --archive \"it's [1] *?\" --csv 'SELECT count(*) AS games FROM game_fact'")
    assert ran == (exits.FINE, "games\n5\n", "")


def test_where_no_archive_can_be_asked(archived: Command) -> None:
    assert archived("sql --archive there 'SELECT 1'") == (
        exits.FAILURE,
        "",
        "domino: there is no archive at there: domino archive makes one\n",
    )
    ran = archived("sql --archive archive --internal 'SELECT 1'")
    assert (ran.code, ran.out) == (exits.USAGE, "")
    assert ran.err == "domino: --archive excludes --internal (see 'domino sql --help')\n"


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
