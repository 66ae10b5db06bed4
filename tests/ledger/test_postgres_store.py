"""PostgreSQL itself refuses forbidden changes of a book, from any program."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg import Connection

from domino_ledger.domain.events import TurnPassed
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import NotALedger
from domino_ledger.ledger.registry.rule_sets import add
from tests.postgres import drop_database, fresh_database

from .games import record, take_one

FIRST = "(SELECT originator_id FROM stored_events WHERE topic = 'game-opened/1' LIMIT 1)"
EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
ANOTHER = "'00000000-0000-0000-0000-000000000000'"
TAKEN = "ON CONFLICT (originator_id, originator_version)"
ORDER = "the versions of a game follow each other"
ONLY = "the book is append-only"
TWICE = "duplicate key"


@contextmanager
def small_book(url: str) -> Iterator[Book]:
    """A book with a game and a rule set."""
    make_book(url)
    with closing(open_book(url)) as book:
        assert take_one(book, record("payout.jsonl")).outcome == "added"
        add(book, PUBLISHED["block@1"].model_copy(update={"id": "house@1"}))
        yield book


@pytest.fixture
def book(database: str) -> Iterator[Book]:
    with small_book(database) as book:
        yield book


@pytest.fixture
def plain(book: Book) -> Iterator[Connection[Any]]:
    """A plain connection to the book."""
    with psycopg.connect(str(book.address), autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def guarded(server: str) -> Iterator[Connection[Any]]:
    """A plain connection to a book that no test changes."""
    url = fresh_database(server)
    with small_book(url) as book, psycopg.connect(str(book.address), autocommit=True) as plain:
        yield plain
    drop_database(server, url)


def everything(plain: Connection[Any]) -> list[Any]:
    return [
        plain.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        for table in ("stored_events", "stream_head", "player_name")
    ]


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE stored_events SET state = ''", ONLY),
        ("UPDATE stored_events SET topic = topic WHERE originator_version = 3", ONLY),
        ("DELETE FROM stored_events", ONLY),
        ("DELETE FROM stored_events WHERE originator_version = 5", ONLY),
        ("TRUNCATE stored_events", ONLY),
        (f"{EVENT} SELECT {FIRST}, 3, 'x', '' {TAKEN} DO UPDATE SET topic = ''", ONLY),
        (f"{EVENT} SELECT {FIRST}, 3, 'x', ''", TWICE),
        (f"{EVENT} SELECT {FIRST}, 900, 'x', ''", ORDER),
        (f"{EVENT} SELECT {FIRST}, 0, 'x', ''", ORDER),
        (f"{EVENT} SELECT {FIRST}, -1, 'x', ''", ORDER),
        (f"{EVENT} VALUES ({ANOTHER}, 2, 'x', '')", ORDER),
        (f"{EVENT} VALUES ({ANOTHER}, 1, 'x', ''), ({ANOTHER}, 3, 'x', '')", ORDER),
        ("INSERT INTO stored_events VALUES (gen_random_uuid(), 1, 'x', '', 1)", "cannot insert"),
        ("UPDATE stream_head SET hash = ''", ONLY),
        ("DELETE FROM stream_head", ONLY),
        ("TRUNCATE stream_head", ONLY),
        (f"INSERT INTO stream_head SELECT {FIRST}, MAX(version), '' FROM stream_head", ORDER),
        (f"INSERT INTO stream_head VALUES ({FIRST}, 1, '')", ORDER),
    ],
)  # fmt: skip
def test_refused(guarded: Connection[Any], statement: str, refusal: str) -> None:
    before = everything(guarded)
    with pytest.raises(psycopg.Error, match=refusal):
        guarded.execute(statement)
    assert everything(guarded) == before


def test_the_next_version_is_accepted(plain: Connection[Any]) -> None:
    count = "SELECT COUNT(DISTINCT originator_id), COUNT(*) FROM stored_events"
    ((games, before),) = plain.execute(count).fetchall()
    next_two = "originator_id, MAX(originator_version) + more, 'x', '' FROM stored_events, "
    plain.execute(f"{EVENT} SELECT {next_two} generate_series(2, 1, -1) AS more GROUP BY 1, more")
    plain.execute(f"{EVENT} VALUES ({ANOTHER}, 1, 'x', ''), ({ANOTHER}, 2, 'x', '')")
    assert plain.execute(count).fetchall() == [(games + 1, before + 2 * games + 2)]


def test_positions_are_assigned_in_commit_order(plain: Connection[Any], book: Book) -> None:
    """A reader at the end of the log has not missed an event that was being written."""
    (game,) = book.games()
    stream, last = book.stream(game), book.last_position()
    with ThreadPoolExecutor() as threads:
        with plain.transaction():
            plain.execute(f"{EVENT} VALUES ({ANOTHER}, 1, 'x', '')")
            writing = threads.submit(book.append, stream, [TurnPassed(seat=0)])
            with pytest.raises(TimeoutError):
                writing.result(0.5)
            assert book.log(last, 10) == []
        writing.result(10)
    assert [row[1] for row in book.log(last, 10)] == [UUID(int=0).hex, game.hex]


def test_concurrent_creation(database: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(make_book, [database] * 8))
    assert sorted(made) == [False] * 7 + [True]


def test_select_and_insert_suffice_to_write(plain: Connection[Any], book: Book) -> None:
    """No right to change or delete is needed: it would leave only the triggers as protection."""
    plain.execute("CREATE ROLE writer LOGIN")
    try:
        plain.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO writer")
        url = str(book.address).replace("postgres@", "writer@")
        with closing(open_book(url)) as written:
            assert take_one(written, record("payout.jsonl", 1)).outcome == "added"
    finally:
        plain.execute("DROP OWNED BY writer")
        plain.execute("DROP ROLE writer")


def test_the_library_may_write_too(book: Book) -> None:
    """The library's own recorder keeps the head, too."""
    (game,) = book.games()
    before = book.stream(game)
    event = book.mapper.to_stored_event(before.entries[-1])
    later = [event.__class__(game, before.version + 1, event.topic, event.state)]
    assert book.recorder.insert_events(later) == [book.last_position()]
    assert book.recorder.select_rows(game)[1][0] == before.version + 1  # type: ignore[index]


def test_a_book_in_its_own_schema(database: str, book: Book) -> None:
    with psycopg.connect(database, autocommit=True) as plain:
        plain.execute('CREATE SCHEMA "The House"')
        plain.execute("CREATE SCHEMA another")
        plain.execute("CREATE TABLE another.stored_events (id int)")
    elsewhere = f"{database}&options=-csearch_path%3D%22The%5C%20House%22"
    assert make_book(elsewhere)
    with closing(open_book(elsewhere)) as other:
        assert take_one(other, record("payout.jsonl", 1)).outcome == "added"
        assert take_one(other, record("payout.jsonl", 2)).outcome == "added"
        assert len(list(other.games())) == 2
    assert len(list(book.games())) == 1
    with pytest.raises(NotALedger, match=r"other-program .*'another'"):
        make_book(f"{database}&options=-csearch_path%3Danother")
