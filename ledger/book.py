"""The book: every game's stream in one append-only store, and the names beside it."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment

from domain.events import Event

from .errors import Conflict, LedgerError, NotALedger, Tampered, Unavailable, UnknownGame
from .store import APPLICATION_ID, BookFactory, BookRecorder, EntryMapper, LogRow, Row
from .stream import Stream, game_id, read_stream, rows_after

SQLITE_HEADER = b"SQLite format 3\0"
WIPE = "PRAGMA secure_delete = ON"
"""Leaves no copy of a name behind, also where one only moves from page to page of the file."""


class Book(Application[UUID]):
    """One book, opened by `open_book`."""

    recorder: BookRecorder

    @property
    def path(self) -> str:
        """The book as it was named, for sentences."""
        return self.env.get("BOOK_PATH") or ""

    @property
    def address(self) -> Path | str:
        """Where the book is, for whoever keeps something beside it: a file, or else a URL."""
        return Path(self.path)

    def construct_factory(self, env: Environment) -> BookFactory:  # type: ignore[override]
        return BookFactory(env)

    def construct_mapper(self) -> Mapper[UUID]:
        return EntryMapper(self.construct_transcoder())

    # -- games

    def stream(self, game: UUID) -> Stream:
        """The whole stream of one game, folded and checked.

        Raises UnknownGame, and Tampered where the chain of hashes is broken.
        """
        with sentences(self.path):
            rows, head = self.recorder.select_rows(game)
        if head is None and not rows:
            raise UnknownGame(f"there is no game {game} in the book")
        stream = read_stream(game, rows)
        if head != (stream.version, stream.hash):
            raise Tampered(f"the last event of game {game} is missing, or not what was recorded")
        return stream

    def find(self, name: str) -> UUID:
        """The game called so: by its record's id, by its own id, or by the beginning of that."""
        by_record = game_id(name)
        if self.version(by_record):
            return by_record
        start = "".join(digit for digit in name if digit in "0123456789abcdef")
        found = self.query(
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 "
            "AND substr(originator_id, 1, ?) = ? LIMIT 2",
            [len(start), start],
        )
        if start != name.replace("-", "") or not start or not found:
            raise UnknownGame(f"there is no game {name!r} in the book")
        if len(found) > 1:
            raise UnknownGame(f"more than one game in the book begins with {name!r}")
        return UUID(found[0][0])

    def games(self) -> Iterator[UUID]:
        """All games, in the order in which they were first recorded.

        Raises Tampered where the beginning of one is missing.
        """
        lost = self.query(
            "SELECT originator_id FROM stream_head EXCEPT "
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 LIMIT 1"
        )
        if lost:
            raise Tampered(f"event 1 of game {UUID(lost[0][0])} is missing")
        rows = self.query(
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 ORDER BY rowid"
        )
        return (UUID(game) for (game,) in rows)

    def version(self, game: UUID) -> int:
        """The number of events in a game's stream; 0 where there is no such game."""
        ((version,),) = self.query(
            "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?", [game.hex]
        )
        return version or 0

    def those_there(self, games: Iterable[UUID]) -> set[UUID]:
        """Those of these games that are in the book."""
        rows = self.query(
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 "
            "AND originator_id IN (SELECT value FROM json_each(?))",
            [json.dumps([game.hex for game in games])],
        )
        return {UUID(game) for (game,) in rows}

    def log(self, after: int, limit: int) -> list[LogRow]:  # type: ignore[override]
        """The next events of all games, in order of position, from the first after this one."""
        with sentences(self.path):
            return self.recorder.select_log(after, limit)

    def last_position(self) -> int:
        """The position of the last event in the log over all games; 0 where there is none."""
        with sentences(self.path):
            return self.recorder.max_notification_id() or 0

    def append(self, stream: Stream, events: Sequence[Event]) -> None:
        """Record what happened next in a game just read.

        Raises Conflict where somebody else has recorded something there meanwhile.
        """
        self.write(rows_after(stream.id, stream.version, stream.hash, events, recorded_at=now()))

    def write(self, rows: Sequence[Row], names: Iterable[tuple[str, str]] = ()) -> None:
        """Record these rows and new (player, name) pairs in one transaction, or nothing at all."""
        with sentences(self.path), self.recorder.datastore.transaction(commit=True) as c:
            c.execute(WIPE)
            c.executemany("INSERT INTO player_name VALUES (?, ?)", list(names))
            self.recorder.insert_rows(c, rows)

    # -- the tables beside the events

    def query(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a SELECT finds."""
        with sentences(self.path), self.recorder.datastore.transaction(commit=False) as c:
            c.execute(statement, values)
            return [tuple(row) for row in c.fetchall()]

    def change(self, statement: str, values: Sequence[Any]) -> None:
        """Carry out one statement on the tables beside the events; what is deleted is wiped."""
        with sentences(self.path), self.recorder.datastore.transaction(commit=True) as c:
            c.execute(WIPE)
            c.execute(statement, values)

    def checkpoint(self) -> None:
        """Bring what the log beside the file holds into the file, and empty that log.

        Raises Unavailable where another program is still reading that log.
        """
        with (
            sentences(self.path),
            self.recorder.datastore.get_connection(commit=True) as connection,
        ):
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = cursor.fetchone()
        if busy:
            raise Unavailable(f"{self.path} is in use by another program, which keeps an old copy")

    def backup(self, target: sqlite3.Connection) -> None:
        """Copy the whole book, as it is at one moment, into another SQLite database."""
        with (
            sentences(self.path),
            self.recorder.datastore.get_connection(commit=False) as connection,
        ):
            connection._sqlite_conn.backup(target)  # noqa: SLF001 - the library gives no other way


def now() -> str:
    """This moment in UTC, as RFC 3339 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@contextmanager
def sentences(path: object) -> Iterator[None]:
    """Let what the store says of the book at this path come out as a sentence of ours."""
    try:
        yield
    except IntegrityError as error:
        message = f"{path}: somebody else has written to the book meanwhile ({error})"
        raise Conflict(message) from error
    except (PersistenceError, sqlite3.Error) as error:
        raise _sentence(path, str(error)) from error


_MEANINGS: tuple[tuple[str, type[LedgerError], str], ...] = (
    ("not a database", NotALedger, "is not a ledger, or it is damaged: {}"),
    ("malformed", NotALedger, "is a damaged ledger: {}"),
    ("no such table", NotALedger, "is a damaged ledger: {}"),
    ("locked", Unavailable, "is locked by another program: try again later"),
    ("busy", Unavailable, "is locked by another program: try again later"),
    ("readonly", Unavailable, "is read-only: nothing was written"),
    ("unable to open", Unavailable, "cannot be opened, or its directory cannot be written"),
    ("full", Unavailable, "cannot be written, the disk is full: nothing was written"),
    ("disk I/O error", Unavailable, "cannot be read or written: {}"),
)
"""By words the store uses: what to raise, and how the sentence goes on after the path."""


def _sentence(path: object, said: str) -> LedgerError:
    for words, kind, meaning in _MEANINGS:
        if words in said:
            return kind(f"{path} {meaning.format(said)}")
    return Unavailable(f"{path} cannot be used: {said}")


def open_book(path: Path, *, create: bool = False, lock_timeout: int = 5) -> Book:
    """Open the book in this file; ``create``: make it where there is none.

    Raises NotALedger where there is no book or the file is something else, and Unavailable where
    it cannot be read; ``lock_timeout`` is in seconds.
    """
    there = _look_at(path)
    mode = _mode(path) if there else "rwc"
    made = there and _is_made(path, mode, lock_timeout)
    if not made and not create:
        raise NotALedger(f"there is no ledger at {path}: import, simulate or demo makes one")
    environment = {
        "PERSISTENCE_MODULE": "ledger.store",
        "BOOK_PATH": str(path),
        "SQLITE_DBNAME": _address(path, mode),
        "SQLITE_LOCK_TIMEOUT": str(lock_timeout),
        "CREATE_TABLE": "no" if made else "yes",
    }
    with sentences(path):
        return Book(environment)


def _address(path: Path, mode: str) -> str:
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def _is_made(path: Path, mode: str, lock_timeout: int) -> bool:
    """Whether an SQLite file is a book; one in which nothing was ever made may become one.

    Looked at without the library, which changes every file that it opens.
    """
    address = _address(path, mode)
    with (
        sentences(path),
        closing(sqlite3.connect(address, timeout=lock_timeout, uri=True)) as plain,
    ):
        if plain.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,):
            return True
        if plain.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            return False
    raise NotALedger(f"{path} is an SQLite file, but not a ledger")


def _mode(path: Path) -> str:
    """How to open a book that is there: where no log can be made beside it, as it stands."""
    log = path.with_name(f"{path.name}-wal")
    if not os.access(path.absolute().parent, os.W_OK) and not log.exists():
        return "ro&immutable=1"
    return "rw" if os.access(path, os.W_OK) else "ro"


def is_database(path: Path) -> bool:
    """The file begins as SQLite's do; raises OSError where it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER


def _look_at(path: Path) -> bool:
    """Whether there is a file that SQLite can open; raises where there can be no book."""
    if path.is_dir():
        raise NotALedger(f"{path} is a directory, not a ledger")
    try:
        if is_database(path):
            return True
        empty = path.stat().st_size == 0
    except FileNotFoundError:
        empty = True
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}") from error
    if not empty:
        raise NotALedger(f"{path} is not a ledger")
    if not path.absolute().parent.is_dir():
        raise Unavailable(f"{path} cannot be made: there is no directory {path.parent}")
    return False
