"""What every store of a book does, in a file or in a database."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from ..errors import Unavailable
from .chain import entry_hash
from .codec import NOTHING, Entry, Head, StoredRow, decode, has_time, time_in
from .house import NAMES

Row = tuple[str, int, str, bytes]
"""Game, version, topic, state: an event as the table has it."""

LogRow = tuple[int, str, int, str, bytes]
"""Position in the log, then an event as the table has it."""

Name = tuple[str, str]
"""A player's id and name, as the table has them."""

Change = tuple[str, Sequence[Any]]
"""A statement on the tables beside the events, and its values; `?` stands for a value."""


class NewNames(NamedTuple):
    """Names of new players, and the event that commits to them."""

    rows: Sequence[tuple[str, str, str]]
    """Player's id, name and salt, as the table has them."""
    row_after: Callable[[Head], Row]
    """Makes the event, to follow the last one of its stream."""


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


ReadOne: TypeAlias = Callable[[str, Sequence[Any]], Sequence[Any] | None]
"""Executes a statement with its values, and returns its row, if there is one."""
InTime: TypeAlias = Callable[[Sequence[Row], str], Sequence[Row]]
"""Rows as they follow an event of the log that was recorded at this time; see `stream.in_time`."""


def as_they_are(rows: Sequence[Row], _: str) -> Sequence[Row]:
    """Keep the times of all rows."""
    return rows


def ignore_wait(_: str, __: Holder) -> None:
    """Report no wait."""


class Dialect(NamedTuple):
    """Statements about the log; `?` stands for a value, and ids are in hexadecimal digits.

    As they stand here, `{position}` is the column of positions, `{game}` the id of a stream, and
    `{listed}` selects the ids in a JSON list. The first three take the three ids of the streams of
    the house, which are no games.
    """

    games: str = """
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
    """The id of every game, in the order of their first events.

    It goes from id to id in the index: games are few beside their events.
    """
    newest_game: str = """
        SELECT {game} FROM stored_events
        WHERE originator_version = 1 AND originator_id NOT IN (?, ?, ?)
        ORDER BY {position} DESC LIMIT 1
    """
    """The id of the game last opened."""
    openings: str = """
        SELECT {game}, topic, state
        FROM (SELECT DISTINCT originator_id AS id FROM stream_head
          WHERE originator_id NOT IN (?, ?, ?)) AS stream
        CROSS JOIN stored_events
        WHERE originator_id = id AND originator_version = 1 ORDER BY stored_events.{position} DESC
    """
    """The id, topic and state of each game's first event, newest first.

    It finds the games by their heads, which are few beside the events: SQLite goes through the
    tables of a CROSS JOIN in their order.
    """
    existing: str = """
        SELECT {game} FROM stored_events
        WHERE originator_version = 1 AND originator_id IN ({listed})
    """
    """The ids of a JSON list that are games in the book."""
    last_position: str = "SELECT MAX({position}) FROM stored_events"
    """The last position of the log; null in an empty book."""
    last_state: str = "SELECT state FROM stored_events ORDER BY {position} DESC LIMIT 1"
    """The stored bytes of the last event of the log; no row in an empty book."""
    nth_position: str = "SELECT {position} FROM stored_events ORDER BY {position} LIMIT 1 OFFSET ?"
    """The position of an event, by how many come before it in the log."""
    index_of: str = """
        SELECT COUNT(*) FROM stored_events WHERE {position} < (
          SELECT {position} FROM stored_events WHERE originator_id = ? AND originator_version = ?
        )
    """
    """How many events come before the event of a game and version in the log."""
    number_of_events: str = """
        SELECT COUNT(*) FROM stored_events WHERE {position} > ? AND {position} <= ?
    """
    """How many events the log has after a position up to another; positions may have gaps."""
    log: str = """
        SELECT {position}, {game}, originator_version, topic, state FROM stored_events
        WHERE {position} > ? AND {position} <= ? ORDER BY {position} LIMIT ?
    """
    """Rows of the log after a position up to another, in order, with a limit."""
    log_of: str = """
        SELECT {position}, {game}, originator_version, topic, state FROM stored_events
        WHERE originator_id IN ({listed}) AND {position} <= ?
        ORDER BY originator_id, originator_version
    """
    """Rows of the log: the events of the games in a JSON list up to a position, game by game."""
    end_of_batch: str = """
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
    """The position of the last event of a batch.

    Events of one game that follow each other are a run. It is the last event of the run that
    contains a position, or the next event after it.
    """


def dialect(position: str, game: str, listed: str) -> Dialect:
    """The statements of a database; the parameters replace what `Dialect` has in braces."""
    parts = {"position": position, "game": game, "listed": listed}
    return Dialect(*(statement.format(**parts) for statement in Dialect()))


LAST_HEAD = (
    "SELECT version, hash FROM stream_head WHERE originator_id = ? ORDER BY version DESC LIMIT 1"
)
LAST_POSSIBLE = (1 << 63) - 1
"""The largest position that there can be."""


class Store(ApplicationRecorder):
    """The library's recorder, append-only, with writes of many events at once.

    Errors of the database are raised as errors of `ledger.errors` that name the book.
    """

    dialect: ClassVar[Dialect]
    address: Path | str
    """The file, or the URL with its password."""
    name: str
    """The address for messages, without a password."""
    schema: str | None = None
    """The schema of the book in a database; None for a file."""
    on_wait: OnWait = staticmethod(ignore_wait)

    @property
    def sees_all(self) -> bool:
        """False: the events of unfinished rounds are hidden from this user."""
        return True

    @abstractmethod
    def insert(
        self,
        rows: Sequence[Row],
        names: NewNames | None = None,
        changes: Sequence[Change] = (),
        in_time: InTime = as_they_are,
    ) -> Sequence[Row]:
        """Record rows, the heads of their games, and names in one transaction; then make changes.

        The event that commits to names is made, and ``in_time`` gives all events their times, once
        no other program can write. Returns the rows as they were recorded.
        """

    def to_record(
        self, rows: Sequence[Row], names: NewNames | None, in_time: InTime, read: ReadOne
    ) -> tuple[Sequence[Row], Sequence[Row]]:
        """The rows with their times, and that of the event that commits to names.

        Call it when no other program can write.
        """
        new = list(rows)
        if names is not None:
            new.append(names.row_after(tuple(read(LAST_HEAD, [NAMES.hex]) or NOTHING)))
        timed = in_time(new, recorded_last(read(self.dialect.last_state, [])))
        return timed[: len(rows)], timed[len(rows) :]

    @abstractmethod
    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        """All rows of one game in order, and its head, from one snapshot."""

    @abstractmethod
    def scan(
        self, statement: str, values: Sequence[Any]
    ) -> AbstractContextManager[Iterator[tuple[Any, ...]]]:
        """The rows of a SELECT, one by one; `?` stands for a value."""

    def query(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a SELECT; `?` stands for a value."""
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


def row_of(event: StoredEvent) -> Row:
    """The row of a stored event."""
    game = event.originator_id
    assert isinstance(game, UUID)
    return game.hex, event.originator_version, event.topic, event.state


def heads_of(rows: Iterable[Row]) -> list[tuple[str, int, str]]:
    """Game, version and hash of the last of these rows, for each game."""
    last_rows = {row[0]: row for row in rows}.values()
    return [
        (game, version, entry_hash(UUID(game), version, topic, state))
        for game, version, topic, state in last_rows
    ]


def recorded_last(found: Sequence[Any] | None) -> str:
    """When the last event of the log was recorded, given what `Dialect.last_state` finds.

    Empty without one, and if it does not say so: play goes on, and `verify` finds it.
    """
    return "" if found is None or not has_time(found[0]) else time_in(found[0])


def check_written(name: str, rows: Sequence[Row], read: ReadOne) -> None:
    """Read the first and last of these rows again, before their transaction is committed.

    Raises Unavailable if a row was not stored byte for byte. In an append-only log it could never
    be corrected.
    """
    for game, version, topic, state in (*rows[:1], *rows[max(1, len(rows) - 1) :]):
        found = read(
            "SELECT topic, state FROM stored_events "
            "WHERE originator_id = ? AND originator_version = ?",
            [game, version],
        )
        if found is None or tuple(found) != (topic, state):
            raise Unavailable("written-otherwise", book=name, game=str(UUID(game)), event=version)


class EntryMapper(Mapper[UUID]):
    """Maps entries to stored events and back, with explicit topics and canonical bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        assert isinstance(domain_event, Entry)
        entry = domain_event
        return StoredEvent(entry.originator_id, entry.originator_version, entry.topic, entry.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        return decode(game, version, stored_event.topic, stored_event.state)
