"""`domino tables` and `domino catch-up`."""

import json
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from domino_ledger.cli import exit_codes as exits

from .bad_input import BLOCK
from .command import Command
from .process import PATIENCE, domino, started


def test_every_listed_table_can_be_queried(caught_up: Path, domino: Command) -> None:
    os.chdir(caught_up)
    listed = [json.loads(line) for line in domino("tables --json").out.splitlines()]
    for table in listed:
        columns = [column["name"] for column in table["columns"]]
        ran = domino(f"sql 'SELECT * FROM {table['name']} LIMIT 0' --csv")
        assert (ran.code, ran.out) == (0, ",".join(columns) + "\n")


def test_every_table_is_listed(caught_up: Path, domino: Command) -> None:
    listed = {json.loads(line)["name"] for line in domino("tables --json").out.splitlines()}
    with closing(sqlite3.connect(caught_up / "domino.db.tables")) as tables:
        there = {name for (name,) in tables.execute("SELECT name FROM sqlite_master")}
        hidden = {name for name in there if name.rstrip("0123456789") != name or "_by_" in name}
    assert listed == {name for name in there - hidden if not name.startswith("sqlite_")} - {
        "posting_by_game"
    }


def test_nullable_columns_are_marked(caught_up: Path, domino: Command) -> None:
    os.chdir(caught_up)
    for line in domino("tables --json").out.splitlines():
        table = json.loads(line)
        for column in table["columns"]:
            assert column["comment"]
        filled = [column["name"] for column in table["columns"] if not column["null"]]
        missing = ", ".join(f"count(*) - count({name}) AS {name}" for name in filled)
        if filled:
            (counted,) = domino(
                f"sql 'SELECT {missing} FROM {table['name']}' --json"
            ).out.splitlines()
            assert json.loads(counted) == dict.fromkeys(filled, 0), table["name"]


def test_one_table(domino: Command) -> None:
    lines = domino("tables player").out.splitlines()
    assert lines[0] == "player (article): every player, with the current name"
    assert lines[3].split() == ["player_name", "text", "null", "the", "name;", "null:", "erased"]
    ran = domino("tables players")
    assert (ran.code, ran.out) == (exits.FAILURE, "")
    assert ran.err == "domino: there is no table 'players': domino tables lists them\n"


# -- catching up


def test_catch_up_counts_events(book: Path) -> None:
    first = domino("catch-up", cwd=book)
    assert (first.code, first.out) == (0, b"")
    with closing(sqlite3.connect(book / "domino.db")) as events:
        (number,) = events.execute("SELECT count(*) FROM stored_events").fetchone()
    assert first.sentences == [f"{number} events taken in"]
    assert domino("catch-up", cwd=book).sentences == ["0 events taken in"]


def test_catch_up_continues(book: Path) -> None:
    with started("catch-up", "--follow", "--every", "0.05", cwd=book) as process:
        assert process.stderr.readline().endswith(b" events taken in\n")
        assert domino("import", BLOCK, cwd=book).code == 0
        assert process.stderr.readline().endswith(b" events taken in\n")
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        process.wait(PATIENCE)
    assert (process.returncode, said.strip()) == (exits.INTERRUPTED, b"domino: interrupted")
    with closing(sqlite3.connect(book / "domino.db.tables")) as tables:
        assert tables.execute("SELECT count(*) FROM game").fetchone() == (600,)


def test_only_whole_batches_are_written_when_it_is_killed(book: Path) -> None:
    for wait in (0.3, 0.5, 0.7):
        with started("catch-up", cwd=book) as process:
            time.sleep(wait)
            process.kill()
    assert domino("catch-up", cwd=book).code == 0
    games = "SELECT count(*) AS n FROM game"
    assert domino("sql", games, "--csv", cwd=book).out == b"n\n100\n"
