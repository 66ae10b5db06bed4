"""What every store of a book does, in a file or in a database."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from ..errors import Tampered, Unavailable
from .chain import entry_hash
from .ids import NAMES
from .rows import NOTHING, Head, Name, Row, StoredRow, now, time_in
from .together import Together, Work

if TYPE_CHECKING:
    from .stream import MakeRows

LogRow = tuple[int, str, int, str, bytes]
"""Position in the log, then an event as the table has it."""

Change = tuple[str, Sequence[Any]]
"""A statement on the tables beside the events, and its values."""


class Holder(NamedTuple):
    """The connection that holds a lock."""

    pid: int
    """The process id of its backend."""
    program: str
    user: str
    since: str | None
    """When its transaction began; None if this user may not see it."""


OnWait: TypeAlias = Callable[[str, Holder], None]
"""Called with the name of the book while a command waits, from another thread."""


def ignore_wait(_: str, __: Holder) -> None:
    """Report no wait."""


COLUMNS: Mapping[str, tuple[str, ...]] = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "stream_head": ("originator_id", "version", "hash"),
    "player_name": ("player_id", "name", "salt"),
    "former_name": ("name", "player_id", "salt"),
    "epoch": ("number", "began", "id"),
}
"""By table of a book, its columns; events have positions, too, which the database gives them."""
WITH_POSITIONS = {**COLUMNS, "stored_events": ("{position}", *COLUMNS["stored_events"])}
"""All columns, for copies that keep positions."""
LAST_HEAD = (
    "SELECT version, hash FROM stream_head WHERE originator_id = ? ORDER BY version DESC LIMIT 1"
)
LAST_STATE = "SELECT state FROM stored_events ORDER BY {position} DESC LIMIT 1"
"""The stored bytes of the last event of the log; no row in an empty book."""
_STREAM = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = ? ORDER BY originator_version"
)
_AN_EVENT = "FROM stored_events WHERE originator_id = ? AND originator_version = ?"
LAST_POSSIBLE = (1 << 63) - 1
"""The largest position that there can be."""


class Store(ApplicationRecorder):
    """The library's recorder, append-only, with writes of many events at once.

    It is asked in SQL that is the same for all stores: `?` stands for a value, `{position}` for the
    column of positions in the log, `{game}` for the id of a stream in hexadecimal digits, and
    `{listed}` selects the ids in a value that is a JSON list. Errors of the database are raised as
    errors of `ledger.errors` that name the book.
    """

    words: ClassVar[Mapping[str, str]]
    """What this database has in place of the words in braces."""
    address: Path | str
    """The file, or the URL with its password."""
    name: str
    """The address for messages, without a password."""
    schema: str | None = None
    """The schema of the book in a database; None for a file."""
    on_wait: OnWait = staticmethod(ignore_wait)

    def __init__(self, *datastore: Any) -> None:
        super().__init__(*datastore)
        self._together = Together()

    @property
    def sees_all(self) -> bool:
        """False: the events of unfinished rounds are hidden from this user."""
        return True

    def sql(self, statement: str) -> str:
        """A statement as this database takes it."""
        return statement.format(**self.words)

    def insert(
        self,
        rows: "Sequence[Row] | MakeRows",
        names: Iterable[Name] = (),
        changes: Sequence[Change] = (),
    ) -> Sequence[Row]:
        """Record rows, the heads of their games, and names in one transaction; then make changes.

        What other threads write at the same time may be in the same transaction.

        ``rows``: as they are recorded; or what makes them, which is done again if other programs
        have written meanwhile: no event is of an earlier time than one before it in the log. An
        event commits to the names of new players. Returns the rows as they were recorded.
        """
        from .commitments import named, new_salt  # noqa: PLC0415 - events are made to be written
        from .stream import rows_after  # noqa: PLC0415 - the same

        def make(recorded_at: str, clock: str | None) -> Sequence[Row]:
            return rows(recorded_at=recorded_at, clock=clock) if callable(rows) else rows

        salted = [(player, name, new_salt()) for player, name in names]
        naming = [named(salted)] if salted else []
        at = now()
        made = make(at, None)
        if not (made or salted or changes):
            return made

        def work(cursor: Any) -> Sequence[Row]:
            new, time, clock = made, at, None
            latest = recorded_last(cursor.execute(self.sql(LAST_STATE)).fetchone())
            if at < latest:
                shown = now()
                time, clock = (shown, None) if shown >= latest else (latest, shown)
                new = make(time, clock)
            if naming:
                found = cursor.execute(self.sql(LAST_HEAD), [NAMES.hex]).fetchone()
                head: Head = found or NOTHING
                new = [*new, *rows_after(NAMES, *head, naming, recorded_at=time, clock=clock)]
            self._add(cursor, "stored_events", new)
            self._add(cursor, "stream_head", heads_of(new))
            self._add(cursor, "player_name", salted)
            check_written(self, cursor, [*new[:1], *new[max(1, len(made) - 1) :]])
            for statement, values in changes:
                cursor.execute(self.sql(statement), values)
            return new

        with self._own_errors():
            return self._together.write(work, self._write, self.name)[: len(made)]

    @abstractmethod
    def _own_errors(self) -> AbstractContextManager[None]:
        """Raise what the database raises as errors of `ledger.errors`."""

    @abstractmethod
    def _write(self, work: Work) -> Sequence[Row]:
        """Carry out work with a cursor of tuples, in a transaction that is alone to write."""

    @abstractmethod
    def _add(self, cursor: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows, with the `COLUMNS` of the table."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Insert events of the library `eventsourcing`, which calls this; returns positions."""
        rows = [
            (UUID(str(event.originator_id)).hex, event.originator_version, event.topic, event.state)
            for event in stored_events
        ]
        self.insert(rows)
        query = f"SELECT {{position}} {_AN_EVENT}"
        return [self.query(query, [game, version])[0][0] for game, version, *_ in rows]

    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        """All rows of one game in order, and its head, from one snapshot."""
        with self._at_one_moment() as cursor:
            rows = cursor.execute(self.sql(_STREAM), [game.hex]).fetchall()
            return rows, cursor.execute(self.sql(LAST_HEAD), [game.hex]).fetchone()

    @abstractmethod
    def _at_one_moment(self) -> AbstractContextManager[Any]:
        """A cursor of tuples: several statements find what is there at one moment."""

    @abstractmethod
    def scan(
        self, statement: str, values: Sequence[Any]
    ) -> AbstractContextManager[Iterator[tuple[Any, ...]]]:
        """The rows of a SELECT, one by one."""

    def query(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a SELECT."""
        with self.scan(statement, values) as rows:
            return list(rows)

    @abstractmethod
    def wipe(self) -> None:
        """Remove all copies of deleted names. Raises Unavailable if one would stay."""

    @abstractmethod
    def require_intact(self) -> bool:
        """Raise Tampered unless the tables, and what hangs on them, are as they were made.

        Indexes, triggers, columns, policies and functions: none is missing, changed or unknown.
        Returns whether each index was compared with its table, too.
        """

    @abstractmethod
    def copy(self, path: Path) -> None:
        """Copy a snapshot of the book into a new SQLite file."""


def require_all(store: Store) -> None:
    """Raise Unavailable if events are hidden from this user."""
    if not store.sees_all:
        raise Unavailable("events-hidden", book=store.name)


def heads_of(rows: Iterable[Row]) -> list[tuple[str, int, str]]:
    """Game, version and hash of the last of these rows, for each game."""
    last_rows = {row[0]: row for row in rows}.values()
    return [
        (game, version, entry_hash(UUID(game), version, topic, state))
        for game, version, topic, state in last_rows
    ]


def recorded_last(found: Sequence[Any] | None) -> str:
    """When the last event of the log was recorded, given what `LAST_STATE` finds.

    Empty without one, and if it does not say so: play goes on, and `verify` finds it.
    """
    try:
        return "" if found is None else time_in(found[0])
    except Tampered:
        return ""


def check_written(store: Store, cursor: Any, rows: Iterable[Row]) -> None:
    """Read some rows again, before their transaction is committed.

    Raises Unavailable if one was not stored byte for byte. In an append-only log it could never be
    corrected.
    """
    for row in rows:
        if not is_stored(store, cursor, [row]):
            game, version, *_ = row
            id = str(UUID(game))
            raise Unavailable("written-otherwise", book=store.name, game=id, event=version)


def is_stored(store: Store, cursor: Any, rows: Iterable[Row]) -> bool:
    """These rows are in the table, byte for byte."""
    query = store.sql(f"SELECT topic, state {_AN_EVENT}")
    found = (cursor.execute(query, row[:2]).fetchone() == row[2:] for row in rows)
    return all(found)


class EntryMapper(Mapper[UUID]):
    """Maps entries to stored events and back, with explicit topics and canonical bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        from .codec import Entry  # noqa: PLC0415 - as for `to_domain_event`

        assert isinstance(domain_event, Entry)
        entry = domain_event
        return StoredEvent(entry.originator_id, entry.originator_version, entry.topic, entry.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        from .codec import decode  # noqa: PLC0415 - programs that use the library read so

        return decode(game, version, stored_event.topic, stored_event.state)
