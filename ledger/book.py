"""The book: streams of events in one append-only store, and players' names beside them.

Each game has a stream, and the house has one for what it puts on record itself.

Lists and statistics ask for rows alone. So what reads and writes events is imported by the methods
that do: events, rule sets and the state of a game.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper

from .errors import Tampered, Unavailable, UnknownGame
from .store.address import check, is_url, shown
from .store.base import (
    LAST_HEAD,
    LAST_POSSIBLE,
    LAST_STATE,
    Change,
    EntryMapper,
    LogRow,
    OnWait,
    Store,
    ignore_wait,
    recorded_last,
)
from .store.ids import HOUSE, JOURNAL, NAMES, NO_GAMES_HEX
from .store.rows import NOTHING, Head, Name, Row
from .store.sqlite import files as sqlite_files

if TYPE_CHECKING:
    from ..domain.events import Event
    from ..domain.house import Decision, MoneyBooked, Naming
    from .store.codec import HouseEntry
    from .store.house import House
    from .store.stream import MakeRows, Sign, Stream

__all__ = [
    "Book",
    "Epoch",
    "fill_book",
    "grant_rights",
    "make_book",
    "may_be_there",
    "open_book",
    "rights_in_sql",
    "shown",
]

# Goes from id to id in the index: games are few beside their events.
_GAMES = """
    WITH RECURSIVE stream (id) AS (
      SELECT (SELECT originator_id FROM stored_events ORDER BY originator_id LIMIT 1)
      UNION ALL
      SELECT (SELECT originator_id FROM stored_events
        WHERE originator_id > id ORDER BY originator_id LIMIT 1)
      FROM stream WHERE id IS NOT NULL
    )
    SELECT {game} FROM stream
    JOIN stored_events ON originator_id = id AND originator_version = 1
    WHERE id NOT IN (?, ?, ?) ORDER BY {position}
"""
_WITHOUT_FIRST = """
    SELECT {game} FROM stream_head WHERE NOT EXISTS (
      SELECT 1 FROM stored_events AS first
      WHERE originator_version = 1 AND first.originator_id = stream_head.originator_id
    ) LIMIT 1
"""
_LOG = "SELECT {position}, {game}, originator_version, topic, state FROM stored_events"
# Events of one game that follow each other are a run. The last of the run that has a position, or
# of the run after it.
_END_OF_BATCH = """
    WITH least (position, game) AS (
      SELECT {position}, originator_id FROM stored_events
      WHERE {position} >= ? ORDER BY {position} LIMIT 1
    ),
    following (position) AS (
      SELECT {position} FROM stored_events
      WHERE {position} > (SELECT position FROM least)
      AND originator_id <> (SELECT game FROM least) ORDER BY {position} LIMIT 1
    )
    SELECT {position} FROM stored_events
    WHERE {position} <= COALESCE((SELECT position - 1 FROM following), 9223372036854775807)
    ORDER BY {position} DESC LIMIT 1
"""
_STREAM_FROM = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = ? AND originator_version >= ? ORDER BY originator_version"
)


class Epoch(NamedTuple):
    """A part of the log: a restored book begins one, since it takes lost positions again."""

    id: str
    began: int
    """The position of the last event before it."""


class Book(Application[UUID]):
    """A book. `open_book` opens one."""

    recorder: Store

    @property
    def path(self) -> str:
        """The file or URL, as it was given, without a password."""
        return self.recorder.name

    @property
    def address(self) -> Path | str:
        """The file or URL, for code that keeps something beside the book.

        Never print a URL: it may hold a password.
        """
        return self.recorder.address

    @property
    def schema(self) -> str | None:
        """The schema of the book in a PostgreSQL database; None for a file."""
        return self.recorder.schema

    def construct_mapper(self) -> Mapper[UUID]:
        return EntryMapper(self.construct_transcoder())

    # -- games

    def stream(self, game: UUID) -> "Stream":
        """The stream of one game, folded; its chain of hashes is checked.

        Raises UnknownGame, and Tampered if the chain is broken.
        """
        from .store.stream import read_stream  # noqa: PLC0415 - reads events

        rows, head = self.recorder.select_rows(game)
        if head is None and not rows:
            raise UnknownGame("unknown-game", name=str(game))
        stream = read_stream(game, rows)
        if head != (stream.version, stream.hash):
            raise Tampered("last-event-lost", game=str(game))
        return stream

    def read_on(self, stream: "Stream") -> "Stream":
        """The stream with the events that were recorded since; their chain of hashes is checked.

        Raises Tampered if it is broken.
        """
        from .store.stream import read_on  # noqa: PLC0415 - reads events

        rows = self.query(_STREAM_FROM, [stream.id.hex, stream.version + 1])
        return read_on(stream, rows)

    def find(self, name: str) -> UUID:
        """The id of the game with this name; see `find_game`. Raises UnknownGame."""
        from .store.game_names import find_game  # noqa: PLC0415 - reads openings

        return find_game(self.recorder, name)

    def games(self) -> Iterator[UUID]:
        """The ids of all games, in the order of their first events.

        Raises Tampered if the first event of a game is missing.
        """
        for (game,) in self.query(_WITHOUT_FIRST):
            raise Tampered("event-missing", game=str(UUID(game)), event=1)
        return (UUID(game) for (game,) in self.query(_GAMES, NO_GAMES_HEX))

    def version(self, game: UUID) -> int:
        """The number of events in a game's stream; 0 if there is no such game."""
        ((version,),) = self.query(
            "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?", [game.hex]
        )
        return version or 0

    def existing(self, games: Iterable[UUID]) -> set[UUID]:
        """The games of these that are in the book."""
        found = self.query(
            "SELECT {game} FROM stored_events "
            "WHERE originator_version = 1 AND originator_id IN ({listed})",
            [json.dumps([game.hex for game in games])],
        )
        return {UUID(game) for (game,) in found}

    def log(self, after: int, limit: int) -> list[LogRow]:  # type: ignore[override]
        """Events of all games after a position, in order, at most ``limit``."""
        with self.scan_log(after, limit) as rows:
            return list(rows)

    def scan_log(
        self, after: int, limit: int, up_to: int = LAST_POSSIBLE
    ) -> AbstractContextManager[Iterator[LogRow]]:
        """The rows of `log` up to a position, one by one, for callers that keep none of them."""
        some = f"{_LOG} WHERE {{position}} > ? AND {{position}} <= ? ORDER BY {{position}} LIMIT ?"
        return self.recorder.scan(some, [after, up_to, limit])

    def scan_games(
        self, games: Iterable[str], up_to: int
    ) -> AbstractContextManager[Iterator[LogRow]]:
        """All events of these games up to a position, game by game, each game in order."""
        some = (
            f"{_LOG} WHERE originator_id IN ({{listed}}) AND {{position}} <= ? "
            "ORDER BY originator_id, originator_version"
        )
        return self.recorder.scan(some, [json.dumps(list(games)), up_to])

    def end_of_batch(self, after: int, size: int, up_to: int) -> int:
        """The position of the last event of a batch, or ``after`` if there is none.

        A batch has ``size`` positions, or more until an event of another game follows. It never
        goes beyond the event at ``up_to``.
        """
        found = self.query(_END_OF_BATCH, [min(after + size, LAST_POSSIBLE)])
        return max(after, min(found[0][0], up_to)) if found else after

    def last_recorded(self) -> str:
        """When the last event of the log was recorded; empty in an empty book."""
        found = self.query(LAST_STATE)
        return recorded_last(found[0] if found else None)

    def last_position(self) -> int:
        """The position of the last event in the log; 0 in an empty book."""
        ((position,),) = self.query("SELECT MAX({position}) FROM stored_events")
        return position or 0

    def number_of_events(self, after: int = 0, up_to: int = LAST_POSSIBLE) -> int:
        """How many events the log has after a position up to another; there may be gaps."""
        between = "SELECT COUNT(*) FROM stored_events WHERE {position} > ? AND {position} <= ?"
        return int(self.query(between, [after, up_to])[0][0])

    def restored(self) -> list[Epoch]:
        """The epochs that began when the book was restored, oldest first."""
        return [Epoch(*row) for row in self.query("SELECT id, began FROM epoch ORDER BY number")]

    def append(
        self,
        stream: "Stream",
        events: "Sequence[Event]",
        names: Iterable[Name] = (),
        happened_at: datetime | None = None,
        again: Mapping[int, str | None] | None = None,
        *,
        sign: "Sign | None" = None,
    ) -> "Stream":
        """Record events after those of this stream, with the names of new players.

        ``again``: by index, the time of events that are recorded once more after an undo. ``sign``
        makes one more event, which signs them.
        Returns the stream with these events. Raises Conflict if another program has added events
        since the stream was read, and Unreadable for a text that a store cannot hold.
        """
        from .records.event_texts import check_texts_of  # noqa: PLC0415 - reads events
        from .store.stream import continued, rows_after  # noqa: PLC0415 - writes events

        for event in events:
            check_texts_of(event)
        at = None if happened_at is None else happened_at.isoformat()
        times = dict.fromkeys(range(len(events)), at) | dict(again or {})
        known = {number: time for number, time in times.items() if time is not None}
        end = stream.id, stream.version, stream.hash
        rows = partial(rows_after, *end, events, happened_at=known, sign=sign)
        written = self.write(rows, names)
        return continued(stream, written) if written else stream

    def house(self) -> "House":
        """What the house itself has on record; the chain of its decisions is checked.

        Raises Tampered if the chain is broken.
        """
        from .store.house import read_house  # noqa: PLC0415 - reads events

        return read_house(*self.recorder.select_rows(HOUSE), self._head_of(JOURNAL))

    def append_to_house(
        self,
        house: "House",
        events: "Sequence[Decision | MoneyBooked]",
        names: Iterable[Name] = (),
    ) -> None:
        """Record events after those of the house, with the names of new players.

        What is booked goes to the journal, all else to the decisions. Raises Conflict if another
        program has added events to the same stream since the house was read, and Unreadable for a
        text that a store cannot hold.
        """
        from ..domain.house import MoneyBooked  # noqa: PLC0415 - writes events
        from .records.event_texts import check_texts_of  # noqa: PLC0415 - the same
        from .store.stream import rows_after  # noqa: PLC0415 - the same

        for event in events:
            check_texts_of(event)
        booked = [event for event in events if isinstance(event, MoneyBooked)]
        others = [event for event in events if not isinstance(event, MoneyBooked)]

        def rows(*, recorded_at: str, clock: str | None) -> list[Row]:
            streams = (HOUSE, house.version, house.hash, others), (JOURNAL, *house.journal, booked)
            return [
                row
                for stream in streams
                for row in rows_after(*stream, recorded_at=recorded_at, clock=clock)
            ]

        self.write(rows, names)

    @contextmanager
    def journal(self, after: int = 0) -> Iterator[Iterator["HouseEntry"]]:
        """The entries of the journal after this version, one by one; their chain is checked.

        Raises Tampered at the first broken one.
        """
        from .store.house import read_journal  # noqa: PLC0415 - reads events

        last = self._head_of(JOURNAL)
        with self.recorder.scan(_STREAM_FROM, [JOURNAL.hex, after]) as rows:
            yield read_journal(rows, after, last)

    def _head_of(self, stream: UUID) -> Head:
        found = self.query(LAST_HEAD, [stream.hex])
        return found[0] if found else NOTHING

    def write(self, rows: "Sequence[Row] | MakeRows", names: Iterable[Name] = ()) -> Sequence[Row]:
        """Record rows and new (player, name) pairs in one transaction, or nothing.

        See `Store.insert`. Returns the rows as they were recorded.
        """
        return self.recorder.insert(rows, names)

    def names_head(self) -> Head:
        """How far the register of names goes."""
        return self._head_of(NAMES)

    def change_names(self, head: Head, event: "Naming", changes: Sequence[Change]) -> None:
        """Record what becomes of names, and change their tables, in one transaction.

        ``head``: how far the register went when it was read. Raises Conflict if it goes further.
        """
        from .store.stream import rows_after  # noqa: PLC0415 - writes events

        self.recorder.insert(partial(rows_after, NAMES, *head, [event]), changes=changes)

    # -- the tables beside the events

    def query(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a SELECT, as plain tuples; see `Store` for how it is written."""
        return self.recorder.query(statement, values)

    def wipe(self) -> None:
        """Remove all copies of deleted names. Raises Unavailable if one would stay."""
        self.recorder.wipe()

    def copy(self, path: Path) -> None:
        """Copy a snapshot of the book, with its positions, into a new SQLite file."""
        self.recorder.copy(path)


def open_book(
    address: Path | str,
    *,
    create: bool = False,
    lock_timeout: int = 5,
    on_wait: OnWait = ignore_wait,
) -> Book:
    """Open the book in a file or at a URL.

    ``create``: make the file if it does not exist. ``lock_timeout``: seconds, for files only.
    ``on_wait`` is called while a write to a database waits. Raises NotALedger if there is no book
    or the file is something else, and Unavailable if it cannot be read.
    """
    if not is_url(address):
        return Book(sqlite_files.settings(Path(address), create=create, lock_timeout=lock_timeout))
    book = Book(_postgres(address).settings(address))
    book.recorder.on_wait = on_wait
    return book


def make_book(address: Path | str, *, dry_run: bool = False) -> bool:
    """Make a book; return False if it exists. ``dry_run``: only check."""
    if is_url(address):
        return bool(_postgres(address).make(address, dry_run=dry_run))
    exists = sqlite_files.is_book(Path(address))
    if not exists and not dry_run:
        open_book(address, create=True).close()
    return not exists


def fill_book(address: Path | str, copy: Path) -> None:
    """Make a book of a file that `Book.copy` wrote, with its positions and a new epoch.

    In a database, whose book must be empty if there is one; or the file itself becomes the book.
    Raises NotALedger and Unavailable; then nothing was changed.
    """
    if is_url(address):
        _postgres(address).fill(address, copy)
    else:
        sqlite_files.begin_epoch(copy)
        copy.rename(address)


def rights_in_sql(
    url: str, readers: Sequence[str], writers: Sequence[str], tables: Sequence[str]
) -> list[str]:
    """The statements that grant roles of a server the right to read a book, or also to write.

    ``tables``: the names of the read models, which both may read. Raises Unavailable.
    """
    return list(_postgres(url).grants(url, readers, writers, tables))


def grant_rights(url: str, statements: Sequence[str]) -> None:
    """Execute the statements of `rights_in_sql`, all or none. Raises Unavailable."""
    _postgres(url).grant(url, statements)


def may_be_there(address: Path | str) -> bool:
    """Whether the file exists; True for any URL, since only the server knows."""
    return is_url(address) or Path(address).exists()


def _postgres(url: str) -> ModuleType:
    """The module that needs the driver for this URL. Raises Unavailable if it is not installed."""
    check(url, os.environ)
    try:
        from .store.postgres import database  # noqa: PLC0415 - the driver is an extra
    except ImportError as error:
        if (error.name or "psycopg").partition(".")[0] not in {"psycopg", "psycopg_pool"}:
            raise
        raise Unavailable("postgres-not-installed") from None
    return database
