"""The tables of a book in an SQLite file, besides the library's table of events, and triggers."""

APPLICATION_ID = 0x444F4D49
"""Marks an SQLite file as a book: "DOMI" in its header."""
SCHEMA_VERSION = 1

_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS player_name (
      player_id TEXT PRIMARY KEY, name TEXT UNIQUE NOT NULL, salt TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS former_name (
      name TEXT PRIMARY KEY, player_id TEXT NOT NULL, salt TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS epoch (
      number INTEGER PRIMARY KEY, began INTEGER NOT NULL, id TEXT NOT NULL
    )
    """,
    # The hash of each event is stored in the event after it; here the hash of the last.
    """
    CREATE TABLE IF NOT EXISTS stream_head (
      originator_id TEXT, version INTEGER, hash TEXT NOT NULL, PRIMARY KEY (originator_id, version)
    ) WITHOUT ROWID
    """,
)

NEW_EPOCH = """
INSERT INTO epoch SELECT COUNT(*) + 1, (SELECT IFNULL(MAX(rowid), 0) FROM stored_events),
  lower(hex(randomblob(8)))
FROM epoch
"""
"""Begins another epoch after the last event."""

_APPEND_ONLY = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_refuses_{verb} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END"
    for table in ("stored_events", "stream_head")
    for verb in ("update", "delete")
)

# REPLACE deletes without firing the triggers above, so an insert must not find an existing row.
# Version 8 may not follow version 3, either, which the primary key alone would accept.
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
_NAMES_ARE_KEPT = (
    """
    CREATE TRIGGER IF NOT EXISTS player_name_keeps_the_old AFTER UPDATE OF name ON player_name
    WHEN OLD.name IS NOT NEW.name
    BEGIN
      DELETE FROM former_name WHERE name IN (OLD.name, NEW.name);
      INSERT INTO former_name VALUES (OLD.name, OLD.player_id, OLD.salt);
    END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS player_name_takes_all_along AFTER DELETE ON player_name
    BEGIN DELETE FROM former_name WHERE player_id = OLD.player_id; END
    """,
)
_MARKS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {SCHEMA_VERSION}")

_GUARDS = (*_APPEND_ONLY, _IN_ORDER, _HEADS_ADVANCE)
STATEMENTS = (*_TABLES, *_GUARDS, *_NAMES_ARE_KEPT, *_MARKS)
"""Turn a file with the table of events into a book."""
