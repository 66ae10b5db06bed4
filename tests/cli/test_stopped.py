"""Write errors and stopped commands: nothing is half-written."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.store import batch

from .bad_input import BLOCK, ONE, PAYOUT, games, refusal
from .process import (
    PATIENCE,
    domino,
    environment,
    files_no_larger_than,
    installed,
    read_only,
    started,
    unprivileged,
)

NOTHING_ADDED = "no game was added: run it again"

# -- write errors


def test_a_locked_ledger(book: Path) -> None:
    locked = "domino.db is locked by another program: try again later"
    with closing(sqlite3.connect(book / "domino.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        ended = installed("import", BLOCK, cwd=book)
        assert (ended.code, ended.sentences) == (1, [NOTHING_ADDED, f"domino: {locked}"])
        assert len(installed("export", cwd=book).out.splitlines()) == 100
        other.execute("ROLLBACK")
    assert domino("import", BLOCK, cwd=book).code == 0


@pytest.mark.parametrize("directory_too", [False, True])
def test_a_read_only_ledger(book: Path, directory_too: bool) -> None:
    """It can be read, and money is shown without being booked; writing is refused."""
    (book / "domino.db").chmod(0o444)
    before = (book / "domino.db").read_bytes()
    with read_only(book) if directory_too else nullcontext():
        refused = "domino.db is read-only"
        ended = domino("import", BLOCK, cwd=book, before=unprivileged)
        assert (ended.code, ended.sentences) == (1, [NOTHING_ADDED, f"domino: {refused}"])
        renamed = domino("players", "rename", "s0", "Sue", cwd=book, before=unprivileged)
        assert renamed == refusal(refused)
        ended = domino("export", cwd=book, before=unprivileged)
        assert (ended.code, ended.err) == (0, "")
        assert len(ended.out.splitlines()) == 100
        again = domino("import", PAYOUT, cwd=book, before=unprivileged)
        assert again.sentences == ["0 games added, 100 unchanged, 0 rejected"]
        dry = domino("import", BLOCK, "--dry-run", cwd=book, before=unprivileged)
        assert dry.sentences == ["500 games added, 0 unchanged, 0 rejected, nothing written"]
        owed = domino("payouts", cwd=book, before=unprivileged)
        assert (owed.code, len(owed.out.splitlines())) == (0, 5)
        assert (book / "domino.db").read_bytes() == before
        assert not (book / "domino.db.tables").exists()


def test_a_read_only_directory(book: Path) -> None:
    shut = book / "shut"
    shut.mkdir(mode=0o555)
    ended = domino("import", PAYOUT, "--ledger", "shut/new.db", cwd=book, before=unprivileged)
    assert ended == refusal("shut/new.db cannot be opened, or its directory cannot be written")
    denied = "shut/out cannot be written: Permission denied"
    assert domino("export", "--out", "shut/out", cwd=book, before=unprivileged) == refusal(denied)
    rejecting = domino("import", BLOCK, "--rejects", "shut/out", cwd=book, before=unprivileged)
    assert rejecting == refusal(denied)
    assert list(shut.iterdir()) == []
    assert games(book) == 100


def test_an_unreadable_file(book: Path) -> None:
    (book / "secret").write_bytes(ONE)
    (book / "secret").chmod(0)
    denied = "secret cannot be read: Permission denied"
    assert domino("import", "secret", cwd=book, before=unprivileged) == refusal(denied)
    assert domino("export", "--ledger", "secret", cwd=book, before=unprivileged) == refusal(denied)


FULL = "domino.db cannot be read or written: disk I/O error"


@pytest.mark.parametrize("size", [20_000, 600_000, 1_000_000, 1_500_000])
def test_a_full_disk_under_the_book(tmp_path: Path, size: int) -> None:
    """It contains as many whole games as reported, and the next import adds the rest."""

    def small() -> None:
        batch.EVENTS_A_TRANSACTION = 1_000
        files_no_larger_than(size)()

    ended = domino("import", BLOCK, cwd=tmp_path, before=small)
    assert (ended.code, ended.sentences[-1]) == (1, f"domino: {FULL}")
    added = games(tmp_path) if size > 50_000 else 0
    assert (added > 0) == (size > 600_000)
    if added:
        last = json.loads(domino("export", cwd=tmp_path).out.splitlines()[-1])["id"]
        assert ended.sentences[:-1] == [
            f"{added} games were added, the last is {last}",
            f"{500 - added} games were not added: run it again",
        ]
    elif size > 50_000:
        assert ended.sentences[:-1] == [NOTHING_ADDED]
    again = domino("import", BLOCK, cwd=tmp_path)
    assert again.sentences == [f"{500 - added} games added, {added} unchanged, 0 rejected"]


def test_a_full_disk_under_the_output(book: Path) -> None:
    full = "cannot be written: No space left on device"
    assert domino("export", "--out", "/dev/full", cwd=book) == refusal(f"/dev/full {full}")
    (book / "bad").write_bytes(b"[]\n")
    ended = domino("import", "bad", "--rejects", "/dev/full", cwd=book)
    assert ended.code == exits.FAILURE
    assert ended.sentences[-1] == f"domino: /dev/full {full}"
    small = domino("export", "--out", "out", cwd=book, before=files_no_larger_than(50_000))
    assert small == refusal("out cannot be written: File too large")
    assert sorted(path.name for path in book.iterdir()) == ["bad", "domino.db"]


@pytest.mark.parametrize(
    "line",
    ["games", "rules list", "audit payout-12-00000 --json", "export", "players list --json", "-h"],
)
def test_a_full_device_takes_the_output(book: Path, line: str) -> None:
    with Path("/dev/full").open("wb") as device:
        ended = installed(*line.split(), cwd=book, stdout=device.fileno())
    assert (ended.code, ended.sentences) == (exits.FAILURE, ["domino: the disk is full"])


def test_a_book_is_never_overwritten(book: Path) -> None:
    stays = "domino.db is a ledger or another database: it is not overwritten"
    assert domino("export", "--out", "domino.db", cwd=book) == refusal(stays)
    its_own = "domino.db cannot be written: it is the input domino.db"
    assert domino("import", BLOCK, "--rejects", "domino.db", cwd=book) == refusal(its_own)
    assert games(book) == 100


# -- stopped commands


def test_interrupted(tmp_path: Path) -> None:
    """Only whole games are written."""
    with started("import", "-", "--rejects", "rejects", cwd=tmp_path) as process:
        process.types(BLOCK.read_bytes()[:300_000])
        wait_for(tmp_path / "domino.db")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == exits.INTERRUPTED
        *kept, last = filter(None, process.stderr.read().decode().splitlines())
    assert last == "domino: interrupted"
    # A busy machine may let it read and write the first games before the interrupt arrives.
    assert kept == [NOTHING_ADDED] or re.match(r"\d+ games? (was|were) added, ", kept[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domino.db"]
    assert domino("import", BLOCK, cwd=tmp_path).code == 0
    assert games(tmp_path) == 500


@pytest.mark.parametrize("how", ["by itself", "in a class"])
@pytest.mark.parametrize("module", ["click", "pydantic", "domino_ledger.cli.commands.games"])
def test_interrupted_during_imports(book: Path, module: str, how: str) -> None:
    """Python reports another error if it is interrupted inside a class statement."""
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BY, module, how, "games"],
        cwd=book,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (exits.INTERRUPTED, b"")
    assert ended.stderr.strip() == b"domino: interrupted"


INTERRUPTED_BY = """
import signal, sys

class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == module and how == "in a class":
            class Made:
                attribute = Interrupting()
        if name == module:
            signal.raise_signal(signal.SIGINT)

    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)

module, how = sys.argv.pop(1), sys.argv.pop(1)
sys.meta_path.insert(0, Interrupting())
from domino_ledger.cli.main import main
main()
"""


def test_killed(tmp_path: Path) -> None:
    """A killed import and a second one give the book of a single import."""
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    domino("import", BLOCK, cwd=tmp_path / "whole")
    with started("import", BLOCK, cwd=tmp_path / "killed") as process:
        wait_for(tmp_path / "killed" / "domino.db-wal", at_least=100_000)
        process.kill()
    assert domino("export", cwd=tmp_path / "killed").code == 0
    assert domino("import", BLOCK, cwd=tmp_path / "killed").code == 0
    whole, killed = (domino("export", cwd=tmp_path / name).out for name in ("whole", "killed"))
    assert killed == whole


def test_a_feed_killed_in_the_middle(tmp_path: Path) -> None:
    """Games are in the book while the pipe is still open, and survive a kill."""
    lines = BLOCK.read_bytes().splitlines(keepends=True)
    with started("import", "-", cwd=tmp_path) as process:
        for fed in (3, 70):
            process.stdin.writelines(lines[:fed])
            process.types(lines[fed][:100])
            wait_until(lambda: games_there(tmp_path), fed)
            process.types(lines[fed][100:])
        process.kill()
    again = domino("import", BLOCK, cwd=tmp_path)
    summary = re.fullmatch(r"(\d+) games added, (\d+) unchanged, 0 rejected\n", again.err)
    assert again.code == 0
    assert summary is not None
    added, unchanged = map(int, summary.groups())
    assert (added + unchanged, unchanged >= 70) == (500, True)
    assert games(tmp_path) == 500


def test_a_feed_that_pauses_within_a_line(tmp_path: Path) -> None:
    """The beginning of a line arrives just after whole lines, and the rest much later."""
    lines = BLOCK.read_bytes().splitlines(keepends=True)
    with started("import", "-", cwd=tmp_path) as process:
        wait_for(tmp_path / "domino.db")
        process.stdin.writelines(lines[:20])
        process.stdin.flush()
        time.sleep(0.05)
        process.types(lines[20][:200])
        wait_until(lambda: games_there(tmp_path), 20)
        process.kill()


def test_a_closed_pipe(book: Path) -> None:
    with started("export", cwd=book) as process:
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


def games_there(directory: Path) -> int:
    """The number of games in the book; 0 if there is no book."""
    if not (directory / "domino.db").exists():
        return 0
    return len(domino("export", cwd=directory).out.splitlines())


def wait_until(found: Callable[[], int], wanted: int) -> None:
    """Wait for this number."""
    end = time.monotonic() + PATIENCE
    while (there := found()) != wanted:
        assert time.monotonic() < end, f"{there} in place of {wanted}"
        time.sleep(0.05)


def wait_for(path: Path, at_least: int = 1) -> None:
    """Wait until the file has this many bytes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if os.stat(path).st_size >= at_least:  # noqa: PTH116 - no exception to make a path of
                return
        except FileNotFoundError:
            pass
        time.sleep(0.005)
    raise AssertionError(f"{path} never came")
