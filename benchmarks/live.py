"""One live move through the Python API, against a raw commit of the same bytes.

    python -m benchmarks.live

Both files lie in one directory, keep a write-ahead log, and wait for the disk at each commit. The
move is checked against the rules, chained, and answered with the new state of the table.
"""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from domino_ledger import Book, State, Table, open_book

from .measure import Measured, compare, report

MOVES = 60
"""Timed in each repetition."""
PLAYERS = ["Ana", "Ben", "Cy", "Dee"]
chance = Random(1)


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    # Not in memory, where a temporary directory often is: there a commit waits for nothing.
    with TemporaryDirectory(dir=Path.cwd()) as directory:
        file = Path(directory) / "live.db"
        with open_book(file, create=True) as book, closing(_raw(file)) as raw:
            live, states = _Live(book), list[list[bytes]]()
            yield compare(
                "a live move, on disk",
                peer="sqlite3, the same bytes",
                unit="moves",
                bound=1 / 2.5,
                ours=lambda: live.play(states),
                theirs=lambda: _commit(raw, states.pop()),
            )


class _Live:
    """Games at one table, one after another."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._numbers = count()
        self._table = self._new_game()

    def play(self, states: list[list[bytes]]) -> tuple[int, float]:
        """Play some moves, and keep what each stored."""
        stored, seconds = list[bytes](), 0.0
        while len(stored) < MOVES:
            state = self._table.state
            if state.over:
                self._table = self._new_game()
            elif state.turn is None:
                self._table.deal()
            else:
                move, before = chance.choice(state.moves), state.version
                began = perf_counter()
                answer = self._table.play(move)
                seconds += perf_counter() - began
                assert isinstance(answer, State)
                stored.append(self._stored(before))
        states.append(stored)
        return MOVES, seconds

    def _new_game(self) -> Table:
        return self._book.open_game(f"live-{next(self._numbers)}", "block@1", PLAYERS)

    def _stored(self, after: int) -> bytes:
        rows = self._book.ledger.query(
            "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version > ?",
            [self._table.id.hex, after],
        )
        return b"".join(state for (state,) in rows)


def _raw(beside: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(beside.with_name("raw.db"), isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("CREATE TABLE event (position INTEGER PRIMARY KEY, state BLOB NOT NULL)")
    return raw


def _commit(raw: sqlite3.Connection, states: list[bytes]) -> tuple[int, float]:
    seconds = 0.0
    for state in states:
        began = perf_counter()
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("INSERT INTO event (state) VALUES (?)", [state])
        raw.execute("COMMIT")
        seconds += perf_counter() - began
    return len(states), seconds


if __name__ == "__main__":
    main()
