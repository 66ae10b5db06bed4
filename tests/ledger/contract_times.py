"""The contract of every book for the times of what is recorded."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.events import EntrySigned, PlayPaused, PlayResumed
from domino_ledger.domain.house import CountingChanged
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.signing.entries import is_signature_of, signing_with
from domino_ledger.ledger.signing.keys import new_key
from domino_ledger.ledger.store.rows import Row, now, time_in
from domino_ledger.projections.verification.chains import verify_book, verify_game

from .contract import OfABook
from .games import lines, take

LONG_AGO = "2001-02-03T04:05:06.000007Z"
PAUSED, RESUMED = PlayPaused(), PlayResumed()


def times_in(book: Book) -> list[str]:
    """When each event of the log was recorded."""
    return [time_in(state) for *_, state in book.log(0, 1_000_000)]


def set_clock(patched: pytest.MonkeyPatch, time: str) -> None:
    patched.setattr("domino_ledger.ledger.store.base.now", lambda: time)


class TimesContract(OfABook):
    """When events were recorded."""

    def test_a_clock_that_went_back_is_noted(
        self, book: Book, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = now()
        take(book, lines("payout.jsonl")[:1])
        (game,) = book.games()
        stream, key = book.stream(game), new_key("marta")
        last = times_in(book)[-1]
        assert before < stream.entries[-1].recorded_at <= last < now()
        assert {entry.clock for entry in stream.entries} == {None}
        assert verify_book(book).clock_behind == 0
        set_clock(monkeypatch, LONG_AGO)
        signed = book.append(stream, [PAUSED, RESUMED], sign=signing_with(key))
        new = signed.entries[stream.version :]
        assert book.stream(game) == signed
        assert [(entry.recorded_at, entry.clock) for entry in new] == [(last, LONG_AGO)] * 3
        assert isinstance(new[-1].event, EntrySigned)
        assert (new[-1].event.hash, new[-1].event.first) == (new[1].hash, stream.version + 1)
        assert is_signature_of(key.public, game, new[-1].event)
        take(book, lines("payout.jsonl")[1:2])
        book.append_to_house(book.house(), [CountingChanged(rules=AS_PLAYED)])
        assert set(times_in(book)[stream.version :]) == {last}
        assert verify_game(book, game).clock_behind == 3
        assert verify_book(book).clock_behind == len(times_in(book)) - stream.version - 1
        monkeypatch.undo()
        book.append(signed, [PAUSED])
        assert times_in(book)[-1] > last
        assert times_in(book) == sorted(times_in(book))

    def test_another_program_writes_after_the_time_was_read(
        self, tmp_path: Path, book: Book, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The clock is fine, so nothing is noted; the time is the one at which it was written."""
        other, write = self.open(tmp_path), book.recorder._write
        take(other, lines("payout.jsonl")[1:2])

        def late(work: Callable[[Any], Sequence[Row]]) -> Sequence[Row]:
            take(other, lines("payout.jsonl")[2:3])
            return write(work)

        monkeypatch.setattr(book.recorder, "_write", late)
        take(book, lines("payout.jsonl")[:1])
        assert times_in(book) == sorted(times_in(book))
        assert verify_book(book).clock_behind == 0

    def test_many_writers_at_once(self, tmp_path: Path, book: Book) -> None:
        games = lines("payout.jsonl")[:4]
        take(book, games)
        books = [self.open(tmp_path) for _ in games]

        def busy(book: Book, game: UUID) -> None:
            stream = book.stream(game)
            for number in range(10):
                stream = book.append(stream, [RESUMED if number % 2 else PAUSED])

        with ThreadPoolExecutor() as threads:
            list(threads.map(busy, books, book.games()))
        assert times_in(book) == sorted(times_in(book))
        assert verify_book(book).clock_behind == 0
