"""The library's SQLite store made append-only, and made to write many events at once."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteFactory

from .codec import Entry, StoredRow, decode, entry_hash

APPLICATION_ID = 0x444F4D49
"""Marks an SQLite file as a book: "DOMI" in its header."""
SCHEMA_VERSION = 1

_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS player_name (player_id TEXT PRIMARY KEY, name TEXT UNIQUE NOT NULL)
    """,
    "CREATE TABLE IF NOT EXISTS former_name (name TEXT PRIMARY KEY, player_id TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rule_set (id TEXT PRIMARY KEY, body TEXT NOT NULL)",
    # The chain holds every event by the one after it; this holds the last.
    """
    CREATE TABLE IF NOT EXISTS stream_head (
      originator_id TEXT, version INTEGER, hash TEXT NOT NULL, PRIMARY KEY (originator_id, version)
    ) WITHOUT ROWID
    """,
)

_APPEND_ONLY = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_refuses_{verb} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END"
    for table in ("stored_events", "rule_set", "stream_head")
    for verb in ("update", "delete")
)

# REPLACE deletes without asking the triggers above, so an insert must find its place free; and
# version 8 may not follow version 3, which the primary key alone would let pass.
_IN_ORDER = """
CREATE TRIGGER IF NOT EXISTS stored_events_in_order BEFORE INSERT ON stored_events
WHEN NEW.originator_version IS NOT 1 + (
  SELECT IFNULL(MAX(originator_version), 0) FROM stored_events
  WHERE originator_id = NEW.originator_id
)
BEGIN SELECT RAISE(ABORT, 'the versions of a game follow each other'); END
"""
_HEADS_ADVANCE = """
CREATE TRIGGER IF NOT EXISTS stream_head_advances BEFORE INSERT ON stream_head
WHEN EXISTS (
  SELECT 1 FROM stream_head
  WHERE originator_id = NEW.originator_id AND version >= NEW.version
)
BEGIN SELECT RAISE(ABORT, 'the versions of a game follow each other'); END
"""
_NO_REPLACE = """
CREATE TRIGGER IF NOT EXISTS rule_set_refuses_replace BEFORE INSERT ON rule_set
WHEN EXISTS (SELECT 1 FROM rule_set WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a published rule set never changes'); END
"""
_NAMES_ARE_KEPT = (
    """
    CREATE TRIGGER IF NOT EXISTS player_name_keeps_the_old AFTER UPDATE OF name ON player_name
    WHEN OLD.name IS NOT NEW.name
    BEGIN
      DELETE FROM former_name WHERE name IN (OLD.name, NEW.name);
      INSERT INTO former_name VALUES (OLD.name, OLD.player_id);
    END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS player_name_takes_all_along AFTER DELETE ON player_name
    BEGIN DELETE FROM former_name WHERE player_id = OLD.player_id; END
    """,
)
_MARKS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {SCHEMA_VERSION}")


Row = tuple[str, int, str, bytes]
"""Game, version, topic, state: an event as the table has it."""

LogRow = tuple[int, str, int, str, bytes]
"""Position in the log over all games, then an event as the table has it."""

Head = tuple[int, str]
"""Version and hash of the last entry of a game, as noted beside the events."""


class BookRecorder(SQLiteApplicationRecorder):
    """The event table, the names beside it, and the triggers that guard both."""

    def construct_create_table_statements(self) -> list[str]:
        events = super().construct_create_table_statements()
        guards = (*_APPEND_ONLY, _IN_ORDER, _HEADS_ADVANCE, _NO_REPLACE)
        return [*events, *_TABLES, *guards, *_NAMES_ARE_KEPT, *_MARKS]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int]:
        return self.insert_rows(c, [_row(event) for event in stored_events])

    def insert_rows(self, c: SQLiteCursor, rows: Sequence[Row]) -> range:
        """Insert these rows; their positions in the log come back."""
        c.executemany(self.insert_events_statement, rows)
        last_rows = {row[0]: row for row in rows}.values()
        c.executemany("INSERT INTO stream_head VALUES (?, ?, ?)", map(_head, last_rows))
        c.execute("SELECT MAX(rowid) FROM stored_events")
        last = c.fetchone()[0] or 0
        return range(last - len(rows) + 1, last + 1)

    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        """All rows of one game, in order, and what is noted of the last."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None  # Plain tuples: rows with names take twice as long.
            c.execute(_STREAM, [game.hex])
            rows = c.fetchall()
            c.execute(_LAST_HEAD, [game.hex])
            head = c.fetchone()
        return rows, head

    def select_log(self, after: int, limit: int) -> list[LogRow]:
        """The next rows of the log, in order of position."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(_LOG, [after, limit])
            rows: list[LogRow] = c.fetchall()
        return rows


_STREAM = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = ? ORDER BY originator_version"
)
_LOG = (
    "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
    "WHERE rowid > ? ORDER BY rowid LIMIT ?"
)
_LAST_HEAD = (
    "SELECT version, hash FROM stream_head WHERE originator_id = ? ORDER BY version DESC LIMIT 1"
)


def _head(row: Row) -> tuple[str, int, str]:
    game, version, topic, state = row
    return game, version, entry_hash(UUID(game), version, topic, state)


def _row(event: StoredEvent) -> Row:
    game = event.originator_id
    assert isinstance(game, UUID)
    return game.hex, event.originator_version, event.topic, event.state


class BookFactory(SQLiteFactory):
    """Makes the recorder above."""

    application_recorder_class = BookRecorder


class EntryMapper(Mapper[UUID]):
    """Maps entries to stored events and back, with explicit topics and canonical bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        assert isinstance(domain_event, Entry)
        entry = domain_event
        topic = entry.event.TOPIC
        return StoredEvent(entry.originator_id, entry.originator_version, topic, entry.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        return decode(game, version, stored_event.topic, stored_event.state)
