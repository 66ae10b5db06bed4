"""The page on the Python API: its programs run in order, and its table lists every name."""

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

import domino_ledger
from domino_ledger import make_book, open_book

from .pages import ROOT, blocks, code, table

PAGE = ROOT / "docs" / "python.md"


PROGRAMS = [block.text for block in blocks(PAGE) if block.language == "python"]
LONGEST_LINE_PRINTED = 400


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    records = (ROOT / "cli" / "samples" / "payout.jsonl").read_bytes()
    (tmp_path / "records.jsonl").write_bytes(records)
    return tmp_path


def test_the_programs_run_in_order(directory: Path) -> None:
    printed = [_run(program, directory) for program in PROGRAMS]
    first, live, games, judged, money, pool, figures, log, errors = printed
    records = (directory / "records.jsonl").read_bytes().splitlines()
    assert first == f"{{'added': {len(records)}}}\n"
    assert "won by:" in live
    assert live.endswith("clean: True\n")
    assert "payout-12-00053 unchanged" in games
    assert f"{len(records)} of {len(records)} are clean" in judged
    assert "open\nruled\n" in money
    assert pool.startswith("(-100, -100, -100, 300)\n")
    assert "games won" in figures
    assert log.startswith("[('4-0', ")
    assert "no-such-game" in errors
    assert all(len(line) < LONGEST_LINE_PRINTED for each in printed for line in each.splitlines())


def test_a_table_is_hosted_in_sixty_lines() -> None:
    assert len(PROGRAMS[1].splitlines()) <= 60


def test_mypy_is_content_with_the_programs(tmp_path: Path) -> None:
    for number, program in enumerate(PROGRAMS):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
    files = map(str, sorted(tmp_path.iterdir()))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *files],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_programs_run_on_postgres(directory: Path, database: str) -> None:
    assert [make_book(database) for _ in range(2)] == [True, False]
    first, live, *_, log, _ = (_elsewhere(program, database) for program in PROGRAMS)
    assert _run(live, directory).endswith("clean: True\n")
    assert "added" in _run(first, directory)
    _check_takes_in_each_event_once(log, database, directory)


def test_a_projection_takes_in_each_event_once_though_it_is_killed(directory: Path) -> None:
    _run(PROGRAMS[0], directory)
    (program,) = (each for each in PROGRAMS if "mine.db" in each)
    _check_takes_in_each_event_once(program, directory / "club.db", directory)


def _elsewhere(program: str, address: str) -> str:
    """The program with another book."""
    for opened in ('"club.db"', '"tables.db"'):
        program = program.replace(opened, repr(address))
    return program


def _check_takes_in_each_event_once(program: str, address: Path | str, directory: Path) -> None:
    laid = Counter[str]()
    with open_book(address) as book:
        for event in book.tail():
            if event.type == "domino-ledger.tile-laid/1":
                laid[event.data["tile"]] += 1
        events = sum(1 for _ in book.tail())
    counted = "        position, epoch = event.position"
    for moment in (1, events // 2, events):
        kill = f"        if event.position >= {moment}: __import__('os')._exit(9)\n"
        _run(program.replace(counted, kill + counted), directory, returns=9)
    killed_late = program.replace("\nprint(", "\n__import__('os')._exit(9)\nprint(")
    _run(killed_late, directory, returns=9)
    for _ in range(2):
        _run(program, directory)
        with closing(sqlite3.connect(directory / "mine.db")) as mine:
            assert dict(mine.execute("SELECT * FROM laid")) == laid


def _run(program: str, directory: Path, *, returns: int = 0) -> str:
    (directory / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "program.py"],
        check=False,
        cwd=directory,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == returns, done.stderr
    return done.stdout


def test_every_name_is_there() -> None:
    assert all(getattr(domino_ledger, name) is not None for name in domino_ledger.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        domino_ledger.nothing  # noqa: B018 - asked for


def test_every_name_is_listed() -> None:
    listed = {name for row in table(PAGE.read_text(encoding="utf-8"), "name") for name in code(row)}
    assert listed == set(domino_ledger.__all__) - {"__version__"}
