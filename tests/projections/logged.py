"""Books with a signed log, and what somebody who holds the file could do to them."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.log.checkpoints import make_checkpoint
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.ledger.signing.notes import Note
from domino_ledger.ledger.store.chain import NOTHING_BEFORE, entry_hash

from .tails import History, Writer, in_turn, written

KEY = PrivateKey("club.example/book", bytes(range(32)))
PREVIOUS = 64
"""The digits of a hash."""


class Logged(NamedTuple):
    """A book whose log was signed."""

    file: Path
    tiles: Path
    checkpoint: Note
    """Held outside."""


def logged(directory: Path, histories: list[History]) -> Logged:
    """A new book of these games, with tiles and a checkpoint of all their events."""
    with closing(written(directory, histories)) as book:
        return Logged(
            directory / "book.db",
            directory / "tiles",
            make_checkpoint(book, directory / "tiles", KEY),
        )


def grown(book: Book, histories: list[History]) -> None:
    """Record more games, after those that are in the book."""
    writer = Writer(book)
    for name, event in in_turn(histories):
        writer.write(name, event)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The file, without what guards it meanwhile."""
    with closing(sqlite3.connect(file)) as plain:
        asked = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = plain.execute(asked).fetchall()
        for name, _ in guards:
            plain.execute(f"DROP TRIGGER {name}")
        yield plain
        for _, guard in guards:
            plain.execute(guard)
        plain.commit()


Change = Callable[[sqlite3.Connection, random.Random], str | None]
"""Changes a book; returns the game in which it must be found, or None if another event shows it."""
Row = tuple[int, str, int, str, bytes]


def _event(plain: sqlite3.Connection, chance: random.Random) -> Row:
    """Place, game, version, topic and state of an event."""
    columns = "rowid, originator_id, originator_version, topic, state"
    row: Row = chance.choice(plain.execute(f"SELECT {columns} FROM stored_events").fetchall())
    return row


def _flipped(state: bytes, chance: random.Random, first: int) -> bytes:
    at = chance.randrange(first, len(state))
    return state[:at] + bytes([state[at] ^ 1 << chance.randrange(8)]) + state[at + 1 :]


def order(plain: sqlite3.Connection, chance: random.Random) -> None:
    (one, *_), other = _event(plain, chance), 10**6
    (two, *_) = _event(plain, chance)
    while one == two:
        (two, *_) = _event(plain, chance)
    for was, becomes in ((one, other), (two, one), (other, two)):
        plain.execute("UPDATE stored_events SET rowid = ? WHERE rowid = ?", (becomes, was))


def cut_tail(plain: sqlite3.Connection, chance: random.Random) -> None:
    _, game, last, _, _ = _event(plain, chance)
    for table, column in (("stored_events", "originator_version"), ("stream_head", "version")):
        plain.execute(
            f"DELETE FROM {table} WHERE originator_id = ? AND {column} >= ?", (game, last)
        )


def cut_log(plain: sqlite3.Connection, chance: random.Random) -> None:
    place, *_ = _event(plain, chance)
    plain.execute("DELETE FROM stored_events WHERE rowid >= ?", (place,))
    plain.execute(
        "DELETE FROM stream_head WHERE version > (SELECT COUNT(*) FROM stored_events AS e "
        "WHERE e.originator_id = stream_head.originator_id)"
    )


def removed_game(plain: sqlite3.Connection, chance: random.Random) -> None:
    _, game, *_ = _event(plain, chance)
    for table in ("stored_events", "stream_head"):
        plain.execute(f"DELETE FROM {table} WHERE originator_id = ?", (game,))


def chain_anew(plain: sqlite3.Connection, chance: random.Random) -> str:
    _, game, changed, *_ = _event(plain, chance)
    number = iter(range(1, 10**6))

    def change(after: bytes) -> bytes:
        first = after.index(b',"event":')
        return _flipped(after, chance, first) if next(number) == changed else after

    made_anew(plain, game, change)
    return game


class Plain(Protocol):
    """A connection to the tables of a book, past what guards them."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Any: ...


def made_anew(plain: Plain, game: str, change: Callable[[bytes], bytes]) -> None:
    """Change events of a game, given what stands after the hash, and make all its hashes anew."""
    previous = NOTHING_BEFORE
    rows = plain.execute(
        "SELECT originator_version, topic, state FROM stored_events "
        "WHERE originator_id = ? ORDER BY originator_version",
        (game,),
    ).fetchall()
    for number, topic, state in rows:
        after = state[len(b'{"previous":"') + (PREVIOUS if number > 1 else 0) :]
        new = b'{"previous":"%b%b' % (previous.encode(), change(after))
        previous = entry_hash(UUID(game), number, topic, new)
        plain.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (new, game, number),
        )
        plain.execute(
            "UPDATE stream_head SET hash = ? WHERE originator_id = ? AND version = ?",
            (previous, game, number),
        )


CHANGES: tuple[Change, ...] = (order, cut_tail, cut_log, removed_game, chain_anew)
"""Those that the hashes of the events alone may not show; the others are in `test_chains`."""


def changed_copy(book: Logged, seed: int, directory: Path) -> tuple[Path, Change, str | None]:
    """A copy of the file with one change; which change, and where it must be found."""
    chance = random.Random(seed)
    change = CHANGES[seed % len(CHANGES)]
    copy = directory / f"{seed}.db"
    shutil.copy(book.file, copy)
    with opened(copy) as plain:
        game = change(plain, chance)
    return copy, change, None if game is None else str(UUID(game))
