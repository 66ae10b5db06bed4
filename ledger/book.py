"""The book: every game's stream in one append-only store, and the names beside it."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper

from domain.events import Event

from .errors import Tampered, Unavailable, UnknownGame
from .records.texts import check_texts_of
from .store.base import EntryMapper, LogRow, Name, OnWait, Row, Store, ignore_wait
from .store.postgres.url import check, is_url, shown
from .store.sqlite import files as sqlite_files
from .store.stream import Stream, continued, game_id, read_stream, rows_after

__all__ = [
    "Book",
    "complete_book",
    "grant_rights",
    "make_book",
    "may_be_there",
    "now",
    "open_book",
    "rights_in_sql",
    "shown",
]


class Book(Application[UUID]):
    """One book, opened by `open_book`."""

    recorder: Store

    @property
    def path(self) -> str:
        """The book as it was named, without a password."""
        return self.recorder.name

    @property
    def address(self) -> Path | str:
        """Where the book is, for code that keeps something beside it: a file, or else a URL.

        A URL is never to be shown: it may hold a password.
        """
        return self.recorder.address

    @property
    def schema(self) -> str | None:
        """The schema of a database that the book is in."""
        return self.recorder.schema

    def construct_mapper(self) -> Mapper[UUID]:
        return EntryMapper(self.construct_transcoder())

    # -- games

    def stream(self, game: UUID) -> Stream:
        """The whole stream of one game, folded and checked.

        Raises UnknownGame, and Tampered where the chain of hashes is broken.
        """
        rows, head = self.recorder.select_rows(game)
        if head is None and not rows:
            raise UnknownGame("unknown-game", name=str(game))
        stream = read_stream(game, rows)
        if head != (stream.version, stream.hash):
            raise Tampered("last-event-lost", game=str(game))
        return stream

    def find(self, name: str) -> UUID:
        """The game called so: by its record's id, by its own id, or by the beginning of that."""
        by_record = game_id(name)
        if self.version(by_record):
            return by_record
        start = "".join(digit for digit in name if digit in "0123456789abcdef")
        if start != name.replace("-", "") or not 0 < len(start) <= 32:
            raise UnknownGame("unknown-game", name=name)
        found = self.query(
            "SELECT CAST(originator_id AS text) FROM stored_events WHERE originator_version = 1 "
            "AND originator_id BETWEEN ? AND ? LIMIT 2",
            [start.ljust(32, "0"), start.ljust(32, "f")],
        )
        if not found:
            raise UnknownGame("unknown-game", name=name)
        if len(found) > 1:
            raise UnknownGame("ambiguous-game", name=name)
        return UUID(found[0][0])

    def games(self) -> Iterator[UUID]:
        """All games, in the order in which they were first recorded.

        Raises Tampered where the beginning of one is missing.
        """
        lost = self.query(
            "SELECT CAST(originator_id AS text) FROM (SELECT originator_id FROM stream_head EXCEPT "
            "SELECT originator_id FROM stored_events WHERE originator_version = 1 LIMIT 1) AS lost"
        )
        if lost:
            raise Tampered("event-missing", game=str(UUID(lost[0][0])), event=1)
        return (UUID(game) for (game,) in self.query(self.recorder.dialect.games))

    def version(self, game: UUID) -> int:
        """The number of events in a game's stream; 0 where there is no such game."""
        ((version,),) = self.query(
            "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?", [game.hex]
        )
        return version or 0

    def those_there(self, games: Iterable[UUID]) -> set[UUID]:
        """Those of these games that are in the book."""
        wanted = json.dumps([game.hex for game in games])
        return {UUID(game) for (game,) in self.query(self.recorder.dialect.those_there, [wanted])}

    def log(self, after: int, limit: int) -> list[LogRow]:  # type: ignore[override]
        """The next events of all games, in order of position, from the first after this one."""
        return self.query(self.recorder.dialect.log, [after, limit])

    def scan_log(self, after: int, limit: int) -> AbstractContextManager[Iterator[LogRow]]:
        """The rows of `log`, made one by one: for readers that keep none of them."""
        return self.recorder.scan(self.recorder.dialect.log, [after, limit])

    def last_position(self) -> int:
        """The position of the last event in the log over all games; 0 where there is none."""
        ((position,),) = self.query(self.recorder.dialect.last_position)
        return position or 0

    def scan_games(
        self, games: Iterable[str], up_to: int
    ) -> AbstractContextManager[Iterator[LogRow]]:
        """All events of these games up to this position, game by game, each in its order."""
        return self.recorder.scan(self.recorder.dialect.log_of, [json.dumps(list(games)), up_to])

    def append(
        self,
        stream: Stream,
        events: Sequence[Event],
        names: Iterable[Name] = (),
        happened_at: datetime | None = None,
    ) -> Stream:
        """Record what happened next in a game just read, with the names of people new to the book.

        The stream after it. Raises Conflict where somebody else has recorded something there
        meanwhile, and Unreadable for a text that a store could not hold.
        """
        for event in events:
            check_texts_of(event)
        at = None if happened_at is None else happened_at.isoformat()
        times = {} if at is None else dict.fromkeys(range(len(events)), at)
        rows = rows_after(
            stream.id, stream.version, stream.hash, events, recorded_at=now(), happened_at=times
        )
        self.write(rows, names)
        return continued(stream, events, rows) if rows else stream

    def write(self, rows: Sequence[Row], names: Iterable[Name] = ()) -> None:
        """Record these rows and new (player, name) pairs in one transaction, or nothing at all."""
        self.recorder.insert(rows, list(names))

    # -- the tables beside the events

    def query(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a SELECT finds, as plain tuples; `?` stands for a value."""
        return self.recorder.query(statement, values)

    def change(self, statement: str, values: Sequence[Any]) -> None:
        """Carry out one statement on the tables beside the events; what is deleted is wiped."""
        self.recorder.change(statement, values)

    def wipe(self) -> None:
        """Leave no copy of deleted names behind; raises Unavailable where one would stay."""
        self.recorder.wipe()

    def copy(self, path: Path) -> None:
        """Copy the whole book, as it is at one moment, into a new SQLite file."""
        self.recorder.copy(path)


def now() -> str:
    """This moment in UTC, as RFC 3339 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def open_book(
    address: Path | str,
    *,
    create: bool = False,
    lock_timeout: int = 5,
    on_wait: OnWait = ignore_wait,
) -> Book:
    """Open the book in this file, or at this URL; ``create``: make a file where there is none.

    Raises NotALedger where there is no book or something else, and Unavailable where it cannot be
    read; ``lock_timeout`` is in seconds, and for files. ``on_wait`` is called while a write to a
    database waits.
    """
    if not is_url(address):
        return Book(sqlite_files.settings(Path(address), create=create, lock_timeout=lock_timeout))
    with _extra(address):
        from .store.postgres import database as postgres_book  # noqa: PLC0415
    book = Book(postgres_book.settings(address))
    book.recorder.on_wait = on_wait
    return book


def make_book(address: Path | str, *, dry_run: bool = False) -> bool:
    """Make a book there; False where there is one already. ``dry_run``: only say so."""
    if not is_url(address):
        there = sqlite_files.is_book(Path(address))
        if not there and not dry_run:
            open_book(address, create=True).close()
        return not there
    with _extra(address):
        from .store.postgres import database as postgres_book  # noqa: PLC0415
    return postgres_book.make(address, dry_run=dry_run)


def complete_book(url: str) -> bool:
    """Add what an earlier version did not make in a database; False where nothing is missing."""
    with _extra(url):
        from .store.postgres import database as postgres_book  # noqa: PLC0415
    return postgres_book.complete(url)


def rights_in_sql(
    url: str, readers: Sequence[str], writers: Sequence[str], tables: Sequence[str]
) -> list[str]:
    """The statements that let roles of a server read a book, and others write games, too.

    ``tables``: the names of those beside the book, which both may read. Raises Unavailable.
    """
    with _extra(url):
        from .store.postgres import database as postgres_book  # noqa: PLC0415
    return postgres_book.grants(url, readers, writers, tables)


def grant_rights(url: str, statements: Sequence[str]) -> None:
    """Carry out what `rights_in_sql` found; raises Unavailable, then nothing is granted."""
    with _extra(url):
        from .store.postgres import database as postgres_book  # noqa: PLC0415
    postgres_book.grant(url, statements)


def may_be_there(address: Path | str) -> bool:
    """There is such a file; of a URL only the server can say."""
    return is_url(address) or Path(address).exists()


@contextmanager
def _extra(url: str) -> Iterator[None]:
    """Import what opens this URL; raises Unavailable where that is not installed."""
    check(url, os.environ)
    try:
        yield
    except ImportError as error:
        if (error.name or "psycopg").partition(".")[0] not in {"psycopg", "psycopg_pool"}:
            raise
        raise Unavailable("postgres-not-installed") from None
