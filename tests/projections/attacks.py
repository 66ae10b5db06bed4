"""What somebody who holds the file of a book could do to it, beyond changes of rows.

`logged.CHANGES` are the changes of rows.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from .logged import made_anew, opened

EVENTS = "stored_events (originator_id, originator_version, topic, state)"
HEADS = "stream_head (originator_id, version, hash)"
OPENINGS = f"{EVENTS} WHERE originator_version = 1"
"""Indexes over all that commands read of these rows."""


@contextmanager
def schema_of(file: Path) -> Iterator[sqlite3.Connection]:
    """The file, with its schema as a table that can be written."""
    with closing(sqlite3.connect(file, isolation_level=None)) as plain:
        plain.execute("PRAGMA writable_schema = ON")
        yield plain


def show_another(
    file: Path, change: Callable[[sqlite3.Connection], object], indexes: Sequence[str]
) -> None:
    """Change rows where indexes cover them, and put the tables back behind these indexes.

    Commands that read by an index see the change; the tables are as they were recorded.
    """
    with opened(file) as plain:
        events = plain.execute("SELECT topic, state, rowid FROM stored_events").fetchall()
        heads = plain.execute("SELECT hash, originator_id, version FROM stream_head").fetchall()
        change(plain)
        for number, index in enumerate(indexes):
            plain.execute(f"CREATE INDEX covering_{number} ON {index}")
    with schema_of(file) as plain:
        hidden = plain.execute("SELECT * FROM sqlite_schema WHERE name LIKE 'covering%'").fetchall()
        plain.execute("DELETE FROM sqlite_schema WHERE name LIKE 'covering%'")
    with opened(file) as plain:
        plain.executemany("UPDATE stored_events SET topic = ?, state = ? WHERE rowid = ?", events)
        plain.executemany(
            "UPDATE stream_head SET hash = ? WHERE originator_id = ? AND version = ?", heads
        )
    with schema_of(file) as plain:
        plain.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", hidden)


def a_year_later(game: str) -> Callable[[sqlite3.Connection], None]:
    """Moves the recording of a game's events, and makes all its hashes anew."""
    return lambda plain: made_anew(
        plain, game, lambda after: after.replace(b'"recorded_at":"2026', b'"recorded_at":"2027')
    )


def note_head(plain: sqlite3.Connection, game: str, version: int, hash: str) -> None:
    """Write a row of a head."""
    plain.execute("INSERT OR REPLACE INTO stream_head VALUES (?, ?, ?)", (game, version, hash))
