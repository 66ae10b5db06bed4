"""The book: every game's stream in one append-only store, and the names beside it."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import DatabaseError, IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment

from domain.events import Event

from .codec import decode
from .errors import Conflict, NotALedger, Unavailable, UnknownGame
from .store import APPLICATION_ID, BookFactory, BookRecorder, EntryMapper, Row
from .stream import Stream, game_id, project, rows_after

SQLITE_HEADER = b"SQLite format 3\0"


class Book(Application[UUID]):
    """One book, opened by `open_book`."""

    recorder: BookRecorder

    def construct_factory(self, env: Environment) -> BookFactory:  # type: ignore[override]
        return BookFactory(env)

    def construct_mapper(self) -> Mapper[UUID]:
        return EntryMapper(self.construct_transcoder())

    # -- games

    def stream(self, game: UUID) -> Stream:
        """The whole stream of one game, folded and checked.

        Raises UnknownGame, and Tampered where the chain of hashes is broken.
        """
        with sentences():
            rows = self.recorder.select_rows(game)
        entries = (decode(game, version, topic, state) for _, version, topic, state in rows)
        stream = project(None, entries)
        if stream is None:
            raise UnknownGame(f"there is no game {game} in the book")
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
        """All games, in the order in which they were first recorded."""
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

    def append(self, stream: Stream, events: Sequence[Event]) -> None:
        """Record what happened next in a game just read.

        Raises Conflict where somebody else has recorded something there meanwhile.
        """
        self.write(rows_after(stream.id, stream.version, stream.hash, events, recorded_at=now()))

    def write(self, rows: Sequence[Row], names: Iterable[tuple[str, str]] = ()) -> None:
        """Record these rows and new (player, name) pairs in one transaction, or nothing at all."""
        with sentences(), self.recorder.datastore.transaction(commit=True) as c:
            c.executemany("INSERT INTO player_name VALUES (?, ?)", list(names))
            self.recorder.insert_rows(c, rows)

    # -- the tables beside the events

    def query(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a SELECT finds."""
        with sentences(), self.recorder.datastore.transaction(commit=False) as c:
            c.execute(statement, values)
            return [tuple(row) for row in c.fetchall()]

    def change(self, statement: str, values: Sequence[Any]) -> None:
        """Carry out one statement on the tables beside the events; what is deleted is wiped."""
        with sentences(), self.recorder.datastore.transaction(commit=True) as c:
            c.execute("PRAGMA secure_delete = ON")
            c.execute(statement, values)

    def checkpoint(self) -> None:
        """Bring what the log beside the file holds into the file, and empty that log."""
        with sentences(), self.recorder.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def backup(self, target: sqlite3.Connection) -> None:
        """Copy the whole book, as it is at one moment, into another SQLite database."""
        with sentences(), self.recorder.datastore.get_connection(commit=False) as connection:
            connection._sqlite_conn.backup(target)  # noqa: SLF001 - the library gives no other way


def now() -> str:
    """This moment in UTC, as RFC 3339 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@contextmanager
def sentences() -> Iterator[None]:
    """Let what the store says come out as a sentence of ours."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"somebody else has written to the book meanwhile ({error})") from error
    except DatabaseError as error:
        raise _unavailable(error) from error
    except (PersistenceError, sqlite3.Error) as error:
        raise Unavailable(f"the book cannot be used: {error}") from error


def _unavailable(error: Exception) -> Exception:
    text = str(error)
    if "not a database" in text or "malformed" in text:
        return NotALedger(f"the file is not a ledger, or it is damaged: {text}")
    if "locked" in text or "busy" in text:
        return Unavailable("the book is locked by another program: try again later")
    if "readonly" in text:
        return Unavailable("the book is read-only: nothing was written")
    if "full" in text:
        return Unavailable("the disk is full: nothing was written")
    return Unavailable(f"the book cannot be used: {text}")


def open_book(path: Path, *, create: bool = False, lock_timeout: int = 5) -> Book:
    """Open the book in this file; ``create``: make it where there is none.

    Raises NotALedger where there is no book or the file is something else, and Unavailable where
    it cannot be read; ``lock_timeout`` is in seconds.
    """
    exists = _look_at(path, create=create)
    writable = os.access(path, os.W_OK) if exists else True
    mode = "rwc" if create and not exists else "rw" if writable else "ro"
    environment = {
        "PERSISTENCE_MODULE": "ledger.store",
        "SQLITE_DBNAME": f"file:{quote(str(path.absolute()))}?mode={mode}",
        "SQLITE_LOCK_TIMEOUT": str(lock_timeout),
        "CREATE_TABLE": "no" if exists else "yes",
    }
    with sentences():
        book = Book(environment)
    if exists and book.query("PRAGMA application_id") != [(APPLICATION_ID,)]:
        book.close()
        raise NotALedger(f"{path} is an SQLite file, but not a ledger")
    return book


def _look_at(path: Path, *, create: bool) -> bool:
    """Whether there is a book; raises where there can be none."""
    if path.is_dir():
        raise NotALedger(f"{path} is a directory, not a ledger")
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE_HEADER))
    except FileNotFoundError:
        start = b""
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}") from error
    if start == SQLITE_HEADER:
        return True
    if start:
        raise NotALedger(f"{path} is not a ledger")
    if not create:
        raise NotALedger(f"there is no ledger at {path}: import, simulate or demo makes one")
    if not path.absolute().parent.is_dir():
        raise Unavailable(f"{path} cannot be made: there is no directory {path.parent}")
    return False
