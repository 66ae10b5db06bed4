"""SQLite itself refuses forbidden changes of a book, from any program."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.events import TurnPassed
from domino_ledger.ledger.book import open_book

from .games import booked

FIRST = "(SELECT originator_id FROM stored_events WHERE topic = 'game-opened/1')"
ORDER = "the versions of a game follow each other"
ONLY = "the book is append-only"


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A plain connection to a book with a game."""
    book, _ = booked(tmp_path)
    book.close()
    with closing(sqlite3.connect(tmp_path / "book.db", isolation_level=None)) as connection:
        yield connection


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE stored_events SET state = x'00'", ONLY),
        ("UPDATE stored_events SET topic = topic WHERE originator_version = 3", ONLY),
        ("UPDATE OR REPLACE stored_events SET originator_version = 2", ONLY),
        ("DELETE FROM stored_events", ONLY),
        ("DELETE FROM stored_events WHERE originator_version = 5", ONLY),
        (f"INSERT OR REPLACE INTO stored_events VALUES ({FIRST}, 3, 'x', x'00')", ORDER),
        (f"REPLACE INTO stored_events VALUES ({FIRST}, 1, 'x', x'00')", ORDER),
        (f"INSERT INTO stored_events VALUES ({FIRST}, 3, 'x', x'00')", ORDER),
        (f"INSERT INTO stored_events VALUES ({FIRST}, 900, 'x', x'00')", ORDER),
        (f"INSERT INTO stored_events VALUES ({FIRST}, 0, 'x', x'00')", ORDER),
        (f"INSERT INTO stored_events VALUES ({FIRST}, -1, 'x', x'00')", ORDER),
        ("INSERT INTO stored_events VALUES ('another', 2, 'x', x'00')", ORDER),
        ("UPDATE stream_head SET hash = ''", ONLY),
        ("DELETE FROM stream_head", ONLY),
        (
            f"INSERT OR REPLACE INTO stream_head SELECT {FIRST}, MAX(version), '' FROM stream_head",
            ORDER,
        ),
        (f"INSERT INTO stream_head VALUES ({FIRST}, 1, '')", ORDER),
    ],
)
def test_refused(plain: sqlite3.Connection, statement: str, refusal: str) -> None:
    before = list(plain.iterdump())
    with pytest.raises(sqlite3.IntegrityError, match=refusal):
        plain.execute(statement)
    assert list(plain.iterdump()) == before


def test_the_next_version_is_accepted(plain: sqlite3.Connection) -> None:
    plain.execute(
        "INSERT INTO stored_events SELECT originator_id, MAX(originator_version) + 1, 'x', x'00' "
        "FROM stored_events"
    )
    newest = "SELECT topic FROM stored_events ORDER BY rowid DESC LIMIT 1"
    assert plain.execute(newest).fetchone() == ("x",)


def test_the_file_has_an_application_id(plain: sqlite3.Connection) -> None:
    assert plain.execute("PRAGMA application_id").fetchone() == (0x444F4D49,)
    assert plain.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_file_opened_twice_by_one_program(tmp_path: Path) -> None:
    """Looking at the file gives up none of its locks: else the next program to close it, which
    takes itself for the last, removes the log that holds the newest events.
    """
    book, game = booked(tmp_path)
    with closing(book), closing(open_book(book.address)):
        other = f"import sqlite3; sqlite3.connect({book.path!r}).execute('SELECT * FROM epoch')"
        subprocess.run([sys.executable, "-c", other], check=True)
        book.append(book.stream(game), [TurnPassed(seat=0)])
        log = f"open_book({book.path!r}).log(0, 1000)"
        program = f"from domino_ledger.ledger.book import open_book; print({log})"
        seen = subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True
        )
        assert seen.stdout == f"{book.log(0, 1000)}\n"
