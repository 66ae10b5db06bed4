"""The contract of every book for threads that write at the same time."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any
from uuid import uuid4

import pytest

from domino_ledger.domain.events import GameAbandoned, PlayPaused, PlayResumed
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict, Unavailable
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.rows import Row
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.ledger.store.together import Work
from domino_ledger.projections.verification.chains import verify_book

from .contract import OfABook
from .contract_times import times_in
from .games import lines, take

GAMES = 8
PATIENCE = 60
Append = Callable[[], Stream]


def together(book: Book, first: Append, *others: Append) -> tuple[list[Any], int]:
    """What became of the first append, alone, and of the others, which waited for it together.

    And the number of transactions.
    """
    recorder, transactions = book.recorder, list[Work]()
    write, go = recorder._write, Event()

    def counted(work: Work) -> Sequence[Row]:
        transactions.append(work)
        assert len(transactions) > 1 or go.wait(PATIENCE)
        return write(work)

    recorder._write = counted  # type: ignore[method-assign]
    with ThreadPoolExecutor(1 + len(others)) as threads:
        futures: list[Future[Stream]] = []
        for number, append in enumerate((first, *others), 1):
            futures.append(threads.submit(append))
            while len(recorder._together._writers) < number:
                sleep(0.001)
        go.set()
        answers = [each.exception(PATIENCE) or each.result() for each in futures]
    recorder._write = write  # type: ignore[method-assign]
    return answers, len(transactions)


class TogetherContract(OfABook):
    """Threads that write at the same time, each to another game."""

    @abstractmethod
    def garble(self, book: Book, version: int) -> None:
        """Store a wrong text in place of the bytes of every later entry with this version."""

    @pytest.fixture
    def streams(self, book: Book) -> list[Stream]:
        take(book, lines("payout.jsonl")[:GAMES])
        return [book.stream(game) for game in book.games()]

    def test_who_waits_is_written_in_one_transaction(
        self, book: Book, streams: list[Stream]
    ) -> None:
        appends = [partial(book.append, of, [PlayPaused(), PlayResumed()]) for of in streams]
        after, transactions = together(book, *appends)
        assert transactions == 2
        assert after == [book.stream(stream.id) for stream in streams]
        assert [each.version - 2 for each in after] == [each.version for each in streams]
        order = [game for _, game, *_ in book.log(0, 100_000)][-2 * GAMES :: 2]
        assert order == [each.id.hex for each in streams]
        assert times_in(book) == sorted(times_in(book))
        assert verify_book(book).clock_behind == 0

    def test_what_is_refused_takes_nothing_with_it(
        self, tmp_path: Path, book: Book, streams: list[Stream]
    ) -> None:
        """A game that has gone on elsewhere, and a name that is taken, amid others."""
        elsewhere = self.open(tmp_path)
        elsewhere.append(streams[2], [GameAbandoned()])
        taken = next(iter(all_names(book).values()))
        more: dict[int, Any] = {4: [(uuid4().hex, taken)], 5: [(uuid4().hex, "Eva")]}
        appends = [
            partial(book.append, of, [PlayPaused()], more.get(at, []))
            for at, of in enumerate(streams)
        ]
        after, transactions = together(book, *appends)
        assert transactions == 2
        refused = [at for at, each in enumerate(after) if isinstance(each, Conflict)]
        assert refused == [2, 4]
        assert [book.version(of.id) - of.version for of in streams] == [1, 1, 1, 1, 0, 1, 1, 1]
        assert book.stream(streams[2].id).entries[-1].event == GameAbandoned()
        assert "Eva" in all_names(book).values()
        assert verify_book(book).events == book.number_of_events()

    def test_of_two_writers_to_one_game_one_gets_a_conflict(
        self, book: Book, streams: list[Stream]
    ) -> None:
        appends = [partial(book.append, of, [PlayPaused()]) for of in [*streams[:3]] * 2]
        after, _ = together(book, *appends)
        kinds = [type(each) for each in after]
        assert kinds == [Stream] * 3 + [Conflict] * 3
        assert [book.version(of.id) - of.version for of in streams[:4]] == [1, 1, 1, 0]

    def test_what_is_not_stored_as_it_is_takes_nothing_with_it(
        self, book: Book, streams: list[Stream]
    ) -> None:
        """One of the others is at the version at which the store changes what it is given."""
        longest = max(streams[1:], key=lambda of: of.version)
        before = [of for of in streams if of.version < longest.version][:3]
        self.garble(book, longest.version + 1)
        appends = [partial(book.append, of, [PlayPaused()]) for of in [*before, longest]]
        after, _ = together(book, *appends)
        *good, wrong = after
        assert [type(each) for each in good] == [Stream] * 3
        assert isinstance(wrong, Unavailable)
        assert (wrong.code, wrong.params["game"]) == ("written-otherwise", str(longest.id))
        assert book.stream(longest.id) == longest
        assert [book.stream(of.id) for of in before] == good

    def test_who_writes_for_others_is_interrupted(
        self, book: Book, streams: list[Stream], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nobody knows then what was committed, and nobody is told that it was."""
        write, interrupted = book.recorder._write, list[Work]()

        def late(work: Work) -> Sequence[Row]:
            interrupted.append(work)
            written = write(work)
            if len(interrupted) == 2:
                raise KeyboardInterrupt
            return written

        monkeypatch.setattr(book.recorder, "_write", late)
        appends = [partial(book.append, of, [PlayPaused()]) for of in streams]
        after, _ = together(book, *appends)
        first, leader, *others = after
        assert isinstance(first, Stream)
        assert isinstance(leader, KeyboardInterrupt)
        assert {each.code for each in others} == {"perhaps-written"}
        again = book.stream(streams[0].id)
        assert book.append(again, [PlayResumed()]) == book.stream(again.id)
