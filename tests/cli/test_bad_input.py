"""Bad input, typed at the installed command: a sentence, an exit code, nothing half-written."""

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli import exits

from .process import (
    DOMINO,
    Ended,
    domino,
    environment,
    files_no_larger_than,
    memory_no_larger_than,
    started,
)

DATA = Path(__file__).parents[1] / "data"
PAYOUT = DATA / "payout.jsonl"
BLOCK = DATA / "openspiel-block.jsonl"
ONE = PAYOUT.read_bytes().splitlines(keepends=True)[0]
TEXT = ONE.decode()


def written(**changes: object) -> bytes:
    return json.dumps(json.loads(TEXT) | changes).encode() + b"\n"


def hand_changed(*hand: str) -> bytes:
    game = json.loads(TEXT)
    game["rounds"][0]["hands"][1] = list(hand)
    return json.dumps(game).encode() + b"\n"


def fails(ended: Ended, sentence: str, code: int = exits.FAILURE) -> None:
    """It says just this one sentence, and ends with that code."""
    assert ended.sentences == [f"domino: {sentence}"]
    assert ended.code == code
    assert ended.out == b""


def games(directory: Path) -> int:
    return len(domino("export", "--open", cwd=directory).out.splitlines())


RULES = "; known are block-article@1, block-heaviest@1, block-lot@1, block@1, draw-three@1, "

BAD_LINES: dict[str, tuple[bytes, str]] = {
    "malformed": (b"{\n", ": Invalid JSON: EOF while parsing an object at column 1"),
    "cut": (ONE[:500], ": Invalid JSON: EOF while parsing"),
    "not-utf-8": (ONE.replace(b"s0", b"s\xff"), ": not UTF-8 at byte "),
    "utf-16": (TEXT.strip().encode("utf-16") + b"\n", ": not UTF-8 at byte 1"),
    "nan": (written(stake={"currency": "EUR", "minor_per_pip": float("nan")}), ": NaN is not JSON"),
    "nan-claimed": (written(claims={"x": float("-inf")}), ": -Infinity is not JSON"),
    "deep": (
        b'{"claims":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        ": Invalid JSON: recursion limit exceeded at column ",
    ),
    "deep-nan": (
        b'{"x":"NaN","claims":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        ": Invalid JSON: recursion limit exceeded at column ",
    ),
    "huge-number": (
        ONE.replace(b'"seat":0', b'"seat":' + b"9" * 5000),
        ": Invalid JSON: number out of range at column ",
    ),
    "big-seat": (
        ONE.replace(b'"seat":0', b'"seat":' + b"9" * 30, 1),
        f" (payout-12-00000): round 0, move 1: wrong-turn: there is no seat {'9' * 30}",
    ),
    "a-list": (b"[]\n", ": Input should be an object"),
    "unknown-field": (written(colour="red"), ": colour: Extra inputs are not permitted"),
    "other-format": (
        written(format="domino-record/2"),
        ": format: Input should be 'domino-record/1'",
    ),
    "unknown-rules": (
        written(rules="belote@1"),
        f" (payout-12-00000): rules: there are no rules 'belote@1'{RULES}",
    ),
    "28-and-one": (
        hand_changed("6-4", "5-0", "3-3", "2-0", "3-1", "4-1", "5-3", "6-6"),
        " (payout-12-00000): round 0: bad-deal: seat 1 has 8 tiles where 7 are dealt",
    ),
    "dealt-twice": (
        hand_changed("6-4", "5-0", "3-3", "2-0", "3-1", "4-1", "6-6"),
        " (payout-12-00000): round 0: bad-deal: 6-6 dealt more than once",
    ),
    "no-tile": (
        hand_changed("6-4", "5-0", "3-3", "2-0", "3-1", "4-1", "five"),
        ": rounds[0].hands[1][6]: 'five' is not a tile: expected two halves such as '6-4'",
    ),
    "six-players": (
        written(players=list("abcdef")),
        " (payout-12-00000): game: bad-seats: 6 players where forced-block@1 seats 2, 3, 4",
    ),
    "no-such-leader": (
        ONE.replace(b'"leader":3', b'"leader":9'),
        " (payout-12-00000): round 0: wrong-leader: seat 9 is to lead, but it is for",
    ),
}


def test_bad_lines(tmp_path: Path) -> None:
    """Each is named with its reason, and kept aside; the good one among them is taken."""
    bad = list(BAD_LINES.values())
    lines = [line.rstrip(b"\n") + b"\n" for line, _ in bad]
    (tmp_path / "bad").write_bytes(b"".join([*lines, ONE]))
    ended = domino("import", "bad", "--rejects", "rejects", cwd=tmp_path)
    *said, last = ended.sentences
    assert last == f"1 games added, 0 unchanged, {len(bad)} rejected"
    assert ended.code == exits.REJECTED
    kept = list(map(json.loads, (tmp_path / "rejects").read_bytes().splitlines()))
    assert len(said) == len(kept) == len(bad)
    for number, (sentence, reject, (_, reason)) in enumerate(zip(said, kept, bad, strict=True), 1):
        assert sentence.startswith(f"bad, line {number}{reason}")
        assert sentence.endswith(reject["reason"])
        assert reject["line"] == number
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "domino.db", "rejects"]


def test_a_line_of_a_gigabyte(tmp_path: Path) -> None:
    """Skipped in little memory; what stands after it is read."""
    feed = f"head -c 1000000000 /dev/zero | tr '\\0' 'x'; echo; cat {PAYOUT}"
    with subprocess.Popen(["/bin/sh", "-c", feed], stdout=subprocess.PIPE) as feeding:
        assert feeding.stdout is not None
        ended = domino(
            "import",
            "-",
            cwd=tmp_path,
            stdin=feeding.stdout.fileno(),
            before=memory_no_larger_than(500_000_000),
        )
    assert ended.sentences == [
        "-, line 1: the line is longer than 16777216 bytes",
        "100 games added, 0 unchanged, 1 rejected",
    ]
    assert ended.code == exits.REJECTED


# -- what is not a file of records, or not a ledger


def test_files_that_are_none(tmp_path: Path) -> None:
    missing = "nowhere cannot be read: No such file or directory"
    fails(domino("import", "nowhere", cwd=tmp_path), missing)
    fails(domino("import", ".", cwd=tmp_path), ". is a directory, not a file of records")
    (tmp_path / "empty").touch()
    ended = domino("import", "empty", cwd=tmp_path)
    assert (ended.code, ended.sentences) == (0, ["0 games added, 0 unchanged, 0 rejected"])


def an_sqlite_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (title TEXT)")
        other.commit()


@cache
def a_book() -> bytes:
    """The file of a book of the payout games."""
    with TemporaryDirectory() as directory:
        assert domino("import", PAYOUT, cwd=Path(directory)).code == 0
        return (Path(directory) / "domino.db").read_bytes()


def cut_to(size: int) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(a_book()[:size])


def scrambled(path: Path) -> None:
    whole = a_book()
    path.write_bytes(whole[:100] + bytes(byte ^ 0x5A for byte in whole[100:]))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (Path.mkdir, "there is a directory, not a ledger"),
        (lambda path: path.write_bytes(ONE), "there is not a ledger"),
        (lambda path: path.write_bytes(b"SQLite format 3\0 or so"), "there is"),
        (an_sqlite_file, "there is an SQLite file, but not a ledger"),
        (cut_to(50), "there is a damaged ledger: database disk image is malformed"),
        (cut_to(5000), "there is a damaged ledger: database disk image is malformed"),
        (scrambled, "there is a damaged ledger: database disk image is malformed"),
    ],
)
def test_what_is_no_ledger(tmp_path: Path, make: Callable[[Path], object], says: str) -> None:
    make(tmp_path / "there")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    for command in (["import", PAYOUT], ["rules", "list"]):
        ended = domino(*command, "--ledger", "there", cwd=tmp_path)
        assert ended.code == exits.FAILURE
        (sentence,) = ended.sentences
        assert sentence.startswith(f"domino: {says}")
    assert {p: p.is_file() and p.read_bytes() for p in tmp_path.iterdir()} == before


def test_no_ledger_at_all(tmp_path: Path) -> None:
    none = "there is no ledger at domino.db: import, simulate or demo makes one"
    fails(domino("export", cwd=tmp_path), none)
    fails(domino("players", "list", cwd=tmp_path), none)
    remote = "postgresql://nobody@nowhere/x"
    fails(
        domino("import", PAYOUT, "--ledger", remote, cwd=tmp_path),
        f"{remote}: only a file can be a ledger",
    )
    nowhere = domino("import", PAYOUT, "--ledger", "no/where.db", cwd=tmp_path)
    fails(nowhere, "no/where.db cannot be made: there is no directory no")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("begun", [b"", None])
def test_a_file_with_nothing_in_it_becomes_a_book(tmp_path: Path, begun: bytes | None) -> None:
    """An empty one, and one in which SQLite had only begun."""
    if begun is None:
        with closing(sqlite3.connect(tmp_path / "domino.db")) as empty:
            empty.execute("PRAGMA journal_mode = WAL")
    else:
        (tmp_path / "domino.db").write_bytes(begun)
    none = "there is no ledger at domino.db: import, simulate or demo makes one"
    fails(domino("export", cwd=tmp_path), none)
    assert domino("import", PAYOUT, cwd=tmp_path).code == 0
    assert games(tmp_path) == 100


# -- what cannot be written


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A directory with a book of the payout games."""
    (tmp_path / "domino.db").write_bytes(a_book())
    return tmp_path


def test_a_locked_ledger(book: Path) -> None:
    locked = "domino.db is locked by another program: try again later"
    with closing(sqlite3.connect(book / "domino.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        fails(domino("import", BLOCK, cwd=book), locked)
        assert games(book) == 100
        other.execute("ROLLBACK")
    assert domino("import", BLOCK, cwd=book).code == 0


@pytest.mark.parametrize("directory_too", [False, True])
def test_a_read_only_ledger(book: Path, directory_too: bool) -> None:
    """It is read like any other, and writing to it is refused."""
    (book / "domino.db").chmod(0o444)
    if directory_too:
        book.chmod(0o555)
    try:
        read_only = "domino.db is read-only: nothing was written"
        for line in (["import", BLOCK], ["players", "rename", "s0", "Sue"]):
            fails(domino(*line, cwd=book, as_anybody=True), read_only)
        ended = domino("export", cwd=book, as_anybody=True)
        assert (ended.code, ended.err) == (0, "")
        assert len(ended.out.splitlines()) == 100
        again = domino("import", PAYOUT, cwd=book, as_anybody=True)
        assert again.sentences == ["0 games added, 100 unchanged, 0 rejected"]
        dry = domino("import", BLOCK, "--dry-run", cwd=book, as_anybody=True)
        assert dry.sentences == ["500 games added, 0 unchanged, 0 rejected, nothing written"]
    finally:
        book.chmod(0o755)


def test_a_read_only_directory(book: Path) -> None:
    shut = book / "shut"
    shut.mkdir(mode=0o555)
    ended = domino("import", PAYOUT, "--ledger", "shut/new.db", cwd=book, as_anybody=True)
    fails(ended, "shut/new.db cannot be opened, or its directory cannot be written")
    denied = "shut/out cannot be written: Permission denied"
    fails(domino("export", "--out", "shut/out", cwd=book, as_anybody=True), denied)
    fails(domino("import", BLOCK, "--rejects", "shut/out", cwd=book, as_anybody=True), denied)
    assert list(shut.iterdir()) == []
    assert games(book) == 100


def test_an_unreadable_file(book: Path) -> None:
    (book / "secret").write_bytes(ONE)
    (book / "secret").chmod(0)
    denied = "secret cannot be read: Permission denied"
    fails(domino("import", "secret", cwd=book, as_anybody=True), denied)
    fails(domino("export", "--ledger", "secret", cwd=book, as_anybody=True), denied)


@pytest.mark.parametrize("size", [20_000, 1_000_000])
def test_a_full_disk_under_the_book(tmp_path: Path, size: int) -> None:
    """Games are there whole or not at all, and the next import makes up for it."""
    ended = domino("import", BLOCK, cwd=tmp_path, before=files_no_larger_than(size))
    fails(ended, "domino.db cannot be read or written: disk I/O error")
    if size > 50_000:
        assert domino("export", cwd=tmp_path).code == 0
    assert domino("import", BLOCK, cwd=tmp_path).code == 0
    assert games(tmp_path) == 500


def test_a_full_disk_under_the_output(book: Path) -> None:
    full = "cannot be written: No space left on device"
    fails(domino("export", "--out", "/dev/full", cwd=book), f"/dev/full {full}")
    (book / "bad").write_bytes(b"[]\n")
    ended = domino("import", "bad", "--rejects", "/dev/full", cwd=book)
    assert ended.code == exits.FAILURE
    assert ended.sentences[-1] == f"domino: /dev/full {full}"
    with Path("/dev/full").open("wb") as device:
        for line in (["export"], ["rules", "list"], ["players", "list", "--json"]):
            ended = domino(*line, cwd=book, stdout=device.fileno())
            assert (ended.code, ended.sentences) == (exits.FAILURE, ["domino: the disk is full"])
    small = domino("export", "--out", "out", cwd=book, before=files_no_larger_than(50_000))
    fails(small, "out cannot be written: File too large")
    assert sorted(path.name for path in book.iterdir()) == ["bad", "domino.db"]


def test_a_book_is_never_written_over(book: Path) -> None:
    stays = "domino.db is a ledger or another database, and stays as it is"
    fails(domino("export", "--out", "domino.db", cwd=book), stays)
    fails(domino("import", BLOCK, "--rejects", "domino.db", cwd=book), stays)
    assert games(book) == 100


# -- stopped on the way


def test_interrupted(tmp_path: Path) -> None:
    """What was written before is whole; nothing else is there."""
    with started("import", "-", "--rejects", "rejects", cwd=tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(BLOCK.read_bytes()[:300_000])
        process.stdin.flush()
        wait_for(tmp_path / "domino.db")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == exits.INTERRUPTED
        assert process.stderr is not None
        assert process.stderr.read().strip() == b"domino: interrupted"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domino.db"]
    assert domino("import", BLOCK, cwd=tmp_path).code == 0
    assert games(tmp_path) == 500


def test_killed(tmp_path: Path) -> None:
    """An import that was killed and one more make the same book as one alone."""
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    domino("import", BLOCK, cwd=tmp_path / "whole")
    with started("import", BLOCK, cwd=tmp_path / "killed") as process:
        wait_for(tmp_path / "killed" / "domino.db-wal", at_least=10_000)
        process.kill()
    assert domino("export", cwd=tmp_path / "killed").code == 0
    assert domino("import", BLOCK, cwd=tmp_path / "killed").code == 0
    whole, killed = (domino("export", cwd=tmp_path / name).out for name in ("whole", "killed"))
    assert killed == whole


def test_nobody_reads_what_is_printed(book: Path) -> None:
    with subprocess.Popen(
        [DOMINO, "export"],
        cwd=book,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def wait_for(path: Path, at_least: int = 1) -> None:
    """Until this file has that many bytes."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            if os.stat(path).st_size >= at_least:  # noqa: PTH116 - no exception to make a path of
                return
        except FileNotFoundError:
            pass
        time.sleep(0.005)
    raise AssertionError(f"{path} never came")


# -- tampering and conflict


def test_tampering(book: Path) -> None:
    with closing(sqlite3.connect(book / "domino.db", isolation_level=None)) as other:
        other.execute("DROP TRIGGER stored_events_refuses_update")
        other.execute(
            "UPDATE stored_events SET state = CAST(replace(state, '6-5', '6-4') AS BLOB) "
            "WHERE rowid = 3"
        )
    ended = domino("export", "--out", "out", cwd=book)
    (sentence,) = ended.sentences
    assert sentence.startswith("domino: event 3 of game ")
    assert sentence.endswith("is not what was recorded: its hash has changed")
    assert ended.code == exits.TAMPERING
    assert not (book / "out").exists()


def test_a_published_rule_set_is_never_replaced(book: Path) -> None:
    shown = domino("rules", "show", "block@1", "--json", cwd=book).out
    (book / "mine.json").write_bytes(shown.replace(b'"target": 100', b'"target": 50'))
    fails(
        domino("rules", "add", "mine.json", cwd=book),
        "block@1 is published and never changes: give yours another version",
        exits.CONFLICT,
    )
