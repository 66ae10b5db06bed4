"""The page on the Python API: its programs run in order, and its table lists every name."""

import os
import subprocess
import sys
from pathlib import Path

import domino_ledger

from .pages import ROOT, blocks, code, table

PAGE = ROOT / "docs" / "python.md"


def test_the_programs_run_in_order(tmp_path: Path) -> None:
    records = (ROOT / "cli" / "samples" / "payout.jsonl").read_bytes()
    (tmp_path / "records.jsonl").write_bytes(records)
    printed = [_run(block.text, tmp_path) for block in blocks(PAGE) if block.language == "python"]
    first, games, judged, figures, log, errors = printed
    assert first.count("added") == len(records.splitlines())
    assert "payout-12-00053" in games
    assert "TileLaid" in games
    assert "payout-12-00053 True" in judged
    assert "'games_won'" in figures
    assert "read up to" in log
    assert "no-such-game" in errors


def _run(program: str, directory: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        check=False,
        cwd=directory,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_name_is_listed() -> None:
    listed = {name for row in table(PAGE.read_text(encoding="utf-8"), "name") for name in code(row)}
    assert listed == set(domino_ledger.__all__)
