"""Threads that write to one book at the same time, where things go wrong."""

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, get_ident
from time import sleep

import pytest

from domino_ledger.domain.events import GameAbandoned
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import LedgerError, Unavailable
from domino_ledger.ledger.store.rows import Row
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.ledger.store.together import Together, Work
from domino_ledger.projections.verification.chains import verify_book

from .contract_together import together
from .games import lines, take

GAMES, PATIENCE = 8, 60


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(open_book(tmp_path / "book.db", create=True)) as book:
        take(book, lines("payout.jsonl")[:GAMES])
        yield book


@pytest.fixture
def streams(book: Book) -> list[Stream]:
    return [book.stream(game) for game in book.games()]


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As if the disk was broken for what follows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_an_error_of_the_disk_is_everybodys(book: Book, streams: list[Stream]) -> None:
    """The log of the file cannot become longer; nothing was written, and nobody is told so."""
    log = Path(f"{book.path}-wal")
    appends = [partial(book.append, of, [GameAbandoned(reason="x" * 900)]) for of in streams]
    with no_file_longer_than(log.stat().st_size):
        after, _ = together(book, *appends)
    assert {type(each) for each in after} == {Unavailable}
    assert {each.code for each in after} <= {"disk-error", "disk-full"}
    assert len({id(each) for each in after}) == len(after)
    assert [book.stream(of.id) for of in streams] == streams
    after, _ = together(book, *appends)
    assert after == [book.stream(of.id) for of in streams]
    verify_book(book)


def test_a_disk_that_is_full_acknowledges_nothing_that_is_not_there(
    book: Book, streams: list[Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be full amid the writes of several."""
    write = book.recorder._write

    def on_a_full_disk(work: Work) -> Sequence[Row]:
        def with_few_pages(cursor: object) -> Sequence[Row]:
            cursor.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]
            return work(cursor)

        return write(with_few_pages)

    monkeypatch.setattr(book.recorder, "_write", on_a_full_disk)
    appends = [partial(book.append, of, [GameAbandoned(reason="x" * 900)]) for of in streams]
    after, _ = together(book, *appends)
    failed = [each for each in after if isinstance(each, LedgerError)]
    assert failed
    assert {each.code for each in failed} == {"disk-full"}
    for before, each in zip(streams, after, strict=True):
        assert book.stream(before.id) == (before if each in failed else each)
    verify_book(book)


def test_who_waits_may_be_interrupted() -> None:
    """What they waited to write is not written, and who comes later has their turn."""
    queue, written, entered, go = Together(), list[str](), Event(), Event()

    def transact(work: Work) -> Sequence[Row]:
        return work(None)

    def slow(_: object) -> Sequence[Row]:
        entered.set()
        assert go.wait(PATIENCE)
        return []

    def quick(name: str, _: object) -> Sequence[Row]:
        written.append(name)
        return []

    def interrupt(main: int) -> None:
        while len(queue._writers) < 2:
            sleep(0.001)
        sleep(0.05)  # It waits by then.
        signal.pthread_kill(main, signal.SIGINT)

    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(queue.write, slow, transact, "")
        assert entered.wait(PATIENCE)
        threads.submit(interrupt, get_ident())
        with pytest.raises(KeyboardInterrupt):
            queue.write(partial(quick, "interrupted"), transact, "")
        last = threads.submit(queue.write, partial(quick, "later"), transact, "")
        while len(queue._writers) < 2:
            sleep(0.001)
        go.set()
        assert first.result(PATIENCE) == last.result(PATIENCE) == []
    assert written == ["later"]
    assert queue._writers == []


KILLED = """
import sys
from threading import Lock, Thread
from domino_ledger.domain.events import PlayPaused, PlayResumed
from domino_ledger.ledger.book import open_book

book, saying = open_book(sys.argv[1]), Lock()

def busy(game):
    stream = book.stream(game)
    while True:
        stream = book.append(stream, [PlayPaused(), PlayResumed()])
        with saying:
            print(game.hex, stream.version, flush=True)

for game in list(book.games()):
    Thread(target=busy, args=[game]).start()
"""


def test_what_was_acknowledged_before_a_kill_is_there(book: Book, streams: list[Stream]) -> None:
    command = [sys.executable, "-c", KILLED, book.path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(20 * GAMES)]
        process.kill()
        said += process.stdout.readlines()
    acknowledged = dict(line.split() for line in said if line.endswith("\n"))
    assert len(acknowledged) == GAMES
    for before in streams:
        after = book.stream(before.id)
        # At most one that was not answered for any more.
        assert after.version - int(acknowledged[before.id.hex]) in {0, 2}
        assert (after.version - before.version) % 2 == 0
    verify_book(book)
