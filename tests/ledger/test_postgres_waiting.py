"""A stopped writer blocks others only briefly, and a waiting command names it."""

import os
import signal
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import psycopg
import pytest

from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import LedgerError, Unavailable
from domino_ledger.ledger.store import base
from domino_ledger.ledger.store.base import Holder, heads_of
from domino_ledger.ledger.store.postgres import waiting
from domino_ledger.ledger.store.postgres.connection import (
    LIMITS,
    SECONDS_FOR_A_LOCK,
    SECONDS_OF_SILENCE,
)
from domino_ledger.ledger.store.rows import Row
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.database import read_models_of

from .cutting import stalled_wire
from .games import lines, record, take, take_one

SILENCE = 1


@pytest.fixture
def book(database: str) -> Iterator[Book]:
    make_book(database)
    with closing(open_book(database)) as book:
        assert take_one(book, record("payout.jsonl")).outcome == "added"
        yield book


@pytest.fixture
def _short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "idle_in_transaction_session_timeout", f"{SILENCE}s")


@contextmanager
def stopped_writer(url: str) -> Iterator[int]:
    """A process stopped by SIGSTOP while it holds the lock on the log, between two statements."""
    child = os.fork()
    if not child:
        with suppress(LedgerError), closing(open_book(url)) as book:
            stop: object = lambda *_: os.kill(os.getpid(), signal.SIGSTOP)  # noqa: E731
            setattr(base, "check_written", stop)  # noqa: B010
            take(book, lines("payout.jsonl")[1:2])
        os._exit(0)
    try:
        os.waitpid(child, os.WUNTRACED)
        yield child
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def two_later_writers_go_on(url: str, games: Sequence[bytes]) -> float:
    """The seconds until both have written; a lock that is not given up in time is an error."""
    began = monotonic()

    def write(game: bytes) -> str:
        with closing(open_book(url)) as book:
            return take(book, [game])[0].outcome

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(write, games)) == ["added", "added"]
    return monotonic() - began


@pytest.mark.usefixtures("_short_timeouts")
def test_a_writer_that_is_stopped(database: str, book: Book) -> None:
    with stopped_writer(database):
        took = two_later_writers_go_on(database, lines("payout.jsonl")[2:4])
    assert took > SILENCE / 2
    assert len(list(book.games())) == 3


@pytest.mark.deep
def test_a_writer_that_is_stopped_for_the_documented_time(database: str, book: Book) -> None:
    """With the default limits."""
    with stopped_writer(database):
        two_later_writers_go_on(database, lines("payout.jsonl")[2:4])
    assert len(list(book.games())) == 3
    assert SECONDS_OF_SILENCE + 5 < SECONDS_FOR_A_LOCK


def many_rows(book: Book) -> list[Row]:
    """More rows than fit into a socket, as of a game of another book."""
    (game,) = book.games()
    event = book.recorder.select_rows(game)[0][0]
    assert len(event) == 3
    return [(f"{number:032x}", 1, event[1], event[2]) for number in range(20_000)]


@pytest.mark.usefixtures("_short_timeouts")
@pytest.mark.parametrize("where", ["events", "heads", "names"])
def test_a_network_that_is_lost_while_a_writer_sends(database: str, book: Book, where: str) -> None:
    """Inside the parameters of a statement; the log is locked, until the server notices."""
    rows = many_rows(book)
    marker = {
        "events": rows[10_000][3][120:200],
        "heads": heads_of(rows[10_000:10_001])[0][2].encode(),
        "names": b"somebody 10000",
    }[where]
    names = [(f"{number:032x}", f"somebody {number}") for number in range(20_000)]

    def write(url: str) -> None:
        with suppress(LedgerError), closing(open_book(url)) as far:
            far.write(rows, names)

    with stalled_wire(database, marker) as (url, stalled):
        far = Thread(target=write, args=[url])
        far.start()
        assert stalled.wait(60)
        two_later_writers_go_on(database, lines("payout.jsonl")[2:4])
    far.join()
    assert len(list(book.games())) == 3


def wait_for_a_waiting_connection(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as plain:
        while plain.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone() is None:
            sleep(0.01)


def test_a_waiting_command_names_the_holder(
    database: str, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error after the timeout names it, too: the connection at the head of the queue."""
    monkeypatch.setattr(waiting, "SECONDS_BEFORE_REPORT", 0.1)
    monkeypatch.setitem(LIMITS, "lock_timeout", "1s")
    reported: list[tuple[str, Holder]] = []
    with (
        stopped_writer(database),
        ThreadPoolExecutor(1) as threads,
        closing(open_book(database)) as first,
        closing(open_book(database, on_wait=lambda *of: reported.append(of))) as later,
    ):
        ahead = threads.submit(take, first, lines("payout.jsonl")[2:3])
        wait_for_a_waiting_connection(database)
        with pytest.raises(Unavailable) as error:
            take(later, lines("payout.jsonl")[3:4])
        assert isinstance(ahead.exception(), Unavailable)
        holder = Holder(**{name: error.value.params[name] for name in Holder._fields})
        with psycopg.connect(database) as plain:
            find = "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'"
            assert plain.execute(find).fetchall() == [(holder.pid,)]
    assert error.value.code == "locked-by"
    assert reported == [(book.path, holder)]
    assert holder.program.startswith("domino ")
    assert holder.program.endswith(f" on {socket.gethostname()}"[:40])
    assert holder.user == "postgres"
    assert holder.since is not None


def test_little_is_known_of_another_user(
    database: str, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "SECONDS_BEFORE_REPORT", 0.1)
    monkeypatch.setitem(LIMITS, "lock_timeout", "500ms")
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("CREATE ROLE scribe LOGIN")
        try:
            owner.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO scribe")
            url = database.replace("postgres@", "scribe@")
            with (
                stopped_writer(database),
                closing(open_book(url)) as written,
                pytest.raises(Unavailable) as error,
            ):
                take(written, lines("payout.jsonl")[2:3])
        finally:
            owner.execute("DROP OWNED BY scribe")
            owner.execute("DROP ROLE scribe")
    assert error.value.code == "locked-by"
    assert (error.value.params["user"], error.value.params["since"]) == ("postgres", None)
    assert len(list(book.games())) == 1


@pytest.mark.usefixtures("_short_timeouts")
def test_tables_that_a_stopped_program_holds(database: str, book: Book) -> None:
    set_up_in_database(book)
    child = os.fork()
    if not child:
        with (
            closing(open_book(database)) as own,
            closing(read_models_of(own)) as models,
            models.writing(),
        ):
            os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
    os.waitpid(child, os.WUNTRACED)
    began = monotonic()
    try:
        with closing(read_models_of(book)) as models:
            assert sum(Keeper(book, models).catch_up()) > 0
        assert monotonic() - began > SILENCE / 2
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_file_that_a_stopped_program_holds(tmp_path: Path) -> None:
    """The lock cannot be taken away; the error comes after the documented five seconds."""
    with closing(open_book(tmp_path / "book.db", create=True)) as book:
        take(book, lines("payout.jsonl")[:1])
    child = os.fork()
    if not child:
        other = sqlite3.connect(tmp_path / "book.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
    os.waitpid(child, os.WUNTRACED)
    began = monotonic()
    try:
        with (
            closing(open_book(tmp_path / "book.db")) as book,
            pytest.raises(Unavailable, match="locked"),
        ):
            take(book, lines("payout.jsonl")[1:2])
        assert monotonic() - began >= 5
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
