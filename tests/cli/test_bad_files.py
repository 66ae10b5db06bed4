"""Files that are no records, no ledgers or were tampered with: one sentence each."""

import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits

from .bad_input import ONE, PAYOUT, a_book, games, refusal
from .process import domino, installed

# -- not a file of records, not a ledger


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = "nowhere cannot be read: No such file or directory"
    assert domino("import", "nowhere", cwd=tmp_path) == refusal(missing)
    assert domino("import", ".", cwd=tmp_path) == refusal(". is a directory, not a file")
    assert domino("rules", "add", ".", cwd=tmp_path) == refusal(". is a directory, not a file")
    assert domino("import", PAYOUT, "nowhere", cwd=tmp_path) == refusal(missing)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").touch()
    ended = domino("import", "empty", cwd=tmp_path)
    assert (ended.code, ended.sentences) == (0, ["0 games added, 0 unchanged, 0 rejected"])


def an_sqlite_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (title TEXT)")
        other.commit()


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
def test_files_that_are_no_ledger(
    tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    make(tmp_path / "there")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    # A forked process leaves the files that SQLite makes beside one that it takes for a database.
    started = installed if make is scrambled else domino
    for command in (["import", PAYOUT], ["rules", "list"]):
        ended = started(*command, "--ledger", "there", cwd=tmp_path)
        assert ended.code == exits.FAILURE
        (sentence,) = ended.sentences
        assert sentence.startswith(f"domino: {says}")
    assert {p: p.is_file() and p.read_bytes() for p in tmp_path.iterdir()} == before


def test_no_ledger(tmp_path: Path) -> None:
    none = "there is no ledger at domino.db: import, simulate, demo or init makes one"
    assert domino("export", cwd=tmp_path) == refusal(none)
    assert domino("players", "list", cwd=tmp_path) == refusal(none)
    assert domino(
        "import", PAYOUT, "--ledger", "mysql://nobody@nowhere/x", cwd=tmp_path
    ) == refusal("mysql:// is not a ledger: name a file, or postgresql://user@host/database")
    nowhere = domino("import", PAYOUT, "--ledger", "no/where.db", cwd=tmp_path)
    assert nowhere == refusal("no/where.db cannot be made: there is no directory no")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("begun", [b"", None])
def test_an_empty_file_becomes_a_book(tmp_path: Path, begun: bytes | None) -> None:
    """An empty file, and one that SQLite has only created."""
    if begun is None:
        with closing(sqlite3.connect(tmp_path / "domino.db")) as empty:
            empty.execute("PRAGMA journal_mode = WAL")
    else:
        (tmp_path / "domino.db").write_bytes(begun)
    none = "there is no ledger at domino.db: import, simulate, demo or init makes one"
    assert domino("export", cwd=tmp_path) == refusal(none)
    assert domino("import", PAYOUT, cwd=tmp_path).code == 0
    assert games(tmp_path) == 100


# -- output over an input


@pytest.mark.parametrize("other", ["games", "./games", "hard", "soft", "in/../games"])
def test_rejects_do_not_replace_the_input(tmp_path: Path, other: str) -> None:
    (tmp_path / "in").mkdir()
    given = b"no record\n" + ONE
    (tmp_path / "games").write_bytes(given)
    (tmp_path / "hard").hardlink_to(tmp_path / "games")
    (tmp_path / "soft").symlink_to("games")
    ended = domino("import", PAYOUT, "games", "--rejects", other, cwd=tmp_path)
    assert ended == refusal(f"{other} cannot be written: it is the input games")
    assert not (tmp_path / "domino.db").exists()
    assert (tmp_path / "games").read_bytes() == given
    assert (tmp_path / "soft").is_symlink()


def test_rejects_do_not_replace_standard_input(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(ONE)
    with (tmp_path / "games").open("rb") as given:
        line = ("import", "-", "--rejects", "games")
        ended = installed(*line, cwd=tmp_path, stdin=given.fileno())
    assert ended == refusal("games cannot be written: it is the input -")
    assert (tmp_path / "games").read_bytes() == ONE


@pytest.mark.parametrize("ending", ["", "-wal", "-journal", ".tables"])
def test_files_beside_a_book_are_not_overwritten(book: Path, ending: str) -> None:
    assert domino("catch-up", cwd=book).code == 0
    beside = book / f"domino.db{ending}"
    if ending.startswith("-"):
        beside.write_bytes(b"the last events")
    (book / "other.db").write_bytes(a_book())
    before = beside.read_bytes()
    assert domino("export", "--out", beside.name, "--ledger", "other.db", cwd=book) == refusal(
        f"{beside.name} is a ledger or another database: it is not overwritten"
    )
    assert beside.read_bytes() == before


@pytest.mark.parametrize("command", ["export", "import", "init"])
def test_a_pipe_is_no_ledger(tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    given = [PAYOUT] if command == "import" else []
    for name in ("pipe", "/dev/null"):
        ended = domino(command, *given, "--ledger", name, cwd=tmp_path)
        assert ended == refusal(f"{name} is not a file, and cannot be a ledger")


def test_a_socket_is_no_ledger(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
        ended = domino("export", "--ledger", "socket", cwd=tmp_path)
    assert ended == refusal("socket is not a file, and cannot be a ledger")


# -- tampering and conflict


def test_a_published_rule_set_is_never_replaced(book: Path) -> None:
    shown = domino("rules", "show", "block@1", "--json", cwd=book).out
    (book / "mine.json").write_bytes(shown.replace(b'"target": 100', b'"target": 50'))
    assert domino("rules", "add", "mine.json", cwd=book) == refusal(
        "block@1 is published and never changes: give yours another version", exits.CONFLICT
    )
