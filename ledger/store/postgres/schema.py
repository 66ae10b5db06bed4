"""The tables of a book in PostgreSQL and their triggers, with the same guarantees as in SQLite.

Functions keep the search path of their creation. So all statements are executed while the search
path is the schema of the book.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, get_args

from ....domain.events import (
    ActUndone,
    DealUndone,
    Ending,
    GameAmended,
    GameLeft,
    GameWon,
    RoundDealt,
    RoundReported,
)

if TYPE_CHECKING:
    from psycopg import Cursor

MARK = "a book of domino-ledger, schema 1"
"""The comment that marks the table of events of a book."""

_NUMBERS = "notification_id", "originator_version", "version", "number", "began"
_TYPES = {"originator_id": "uuid", "state": "bytea", **dict.fromkeys(_NUMBERS, "bigint")}
"""Of the columns that are no text."""


def insert_columns(
    cursor: "Cursor[Any]", table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows by one prepared statement; see `LIMITS` of `connection`.

    The values go column by column, which PostgreSQL unpacks, and bytes as bytes: how it reads them
    as text depends on its settings.
    """
    types = [_TYPES.get(column, "text") for column in columns]
    lists = [f"%{'b' if each == 'bytea' else 's'}::{each}[]" for each in types]
    generated = "OVERRIDING SYSTEM VALUE" if "notification_id" in columns else ""
    into = f"INSERT INTO {table} ({', '.join(columns)}) {generated}"
    statement = f"{into} SELECT * FROM unnest({', '.join(lists)})"  # noqa: S608 - our own names
    values = [list(column) for column in zip(*rows, strict=True)]
    cursor.execute(statement.encode(), values, prepare=True)


# The columns are those of the library. Positions of the log are always generated.
_TABLES = (
    """
    CREATE TABLE stored_events (
      originator_id uuid NOT NULL,
      originator_version bigint NOT NULL,
      topic text NOT NULL,
      state bytea NOT NULL,
      notification_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (originator_id, originator_version)
    )
    """,
    "CREATE UNIQUE INDEX stored_events_notification_id_idx ON stored_events (notification_id)",
    f"COMMENT ON TABLE stored_events IS '{MARK}'",
    """
    CREATE TABLE stream_head (
      originator_id uuid, version bigint, hash text NOT NULL, PRIMARY KEY (originator_id, version)
    )
    """,
    # Text sorts by bytes, as in SQLite, whatever the locale of the database.
    """
    CREATE TABLE player_name (
      player_id text PRIMARY KEY, name text COLLATE "C" UNIQUE NOT NULL, salt text NOT NULL
    )
    """,
    """
    CREATE TABLE former_name (
      name text COLLATE "C" PRIMARY KEY, player_id text NOT NULL, salt text NOT NULL
    )
    """,
    "CREATE TABLE epoch (number bigint PRIMARY KEY, began bigint NOT NULL, id text NOT NULL)",
)
NEW_EPOCH = """
    INSERT INTO epoch SELECT count(*) + 1,
      (SELECT coalesce(max(notification_id), 0) FROM stored_events),
      left(replace(gen_random_uuid()::text, '-', ''), 16)
    FROM epoch
"""
"""Begins another epoch after the last event."""


def _function(name: str, body: str, settings: str = "") -> str:
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql "
        f"SET search_path FROM CURRENT {settings} AS $$BEGIN {body} END$$"
    )


def _trigger(name: str, when: str, function: str = "") -> str:
    return f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION {function or name}()"


_CHANGES = "BEFORE UPDATE OR DELETE OR TRUNCATE"
_APPEND_ONLY = (
    _function(
        "book_refuses",
        "RAISE 'the book is append-only' USING ERRCODE = 'integrity_constraint_violation';",
    ),
    *(
        _trigger(f"{table}_append_only", f"{_CHANGES} ON {table}", "book_refuses")
        for table in ("stored_events", "stream_head")
    ),
)

# Transactions append one at a time, so positions of the log become visible in order and readers
# never miss events. An advisory lock: a table lock needs the right to delete and blocks VACUUM.
_ONE_BY_ONE = (
    _function(
        "stored_events_one_by_one", "PERFORM pg_advisory_xact_lock(TG_RELID::bigint); RETURN NULL;"
    ),
    _trigger("stored_events_one_by_one", "BEFORE INSERT ON stored_events"),
)

# The primary key alone would accept version 8 after version 3. Sequential scans are disabled: a
# plan cached while the table was small would be slow later.
_IN_ORDER = (
    _function(
        "stored_events_in_order",
        """
        IF EXISTS (
          SELECT FROM (
            SELECT originator_id, min(originator_version) AS first,
              max(originator_version) AS last, count(*) AS number
            FROM added GROUP BY originator_id
          ) AS game
          WHERE last - first + 1 <> number OR first - 1 <> coalesce((
            SELECT originator_version FROM stored_events AS before
            WHERE before.originator_id = game.originator_id
            AND before.originator_version = game.first - 1
          ), 0)
        ) THEN
          RAISE 'the versions of a game follow each other'
          USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        NOTIFY stored_events;
        RETURN NULL;
        """,
        "SET enable_seqscan = off",
    ),
    _trigger(
        "stored_events_in_order", "AFTER INSERT ON stored_events REFERENCING NEW TABLE AS added"
    ),
)

_HEADS_ADVANCE = (
    _function(
        "stream_head_advances",
        """
        IF EXISTS (
          SELECT FROM stream_head
          WHERE originator_id = NEW.originator_id AND version >= NEW.version
        ) THEN
          RAISE 'the versions of a game follow each other'
          USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
        """,
        "SET enable_seqscan = off",
    ),
    _trigger("stream_head_advances", "BEFORE INSERT ON stream_head FOR EACH ROW"),
)

_NAMES_ARE_KEPT = (
    _function(
        "player_name_keeps_the_old",
        """
        DELETE FROM former_name WHERE name IN (OLD.name, NEW.name);
        INSERT INTO former_name VALUES (OLD.name, OLD.player_id, OLD.salt);
        RETURN NULL;
        """,
    ),
    _trigger(
        "player_name_keeps_the_old",
        "AFTER UPDATE OF name ON player_name FOR EACH ROW "
        "WHEN (OLD.name IS DISTINCT FROM NEW.name)",
    ),
    _function(
        "player_name_takes_all_along",
        "DELETE FROM former_name WHERE player_id = OLD.player_id; RETURN NULL;",
    ),
    _trigger("player_name_takes_all_along", "AFTER DELETE ON player_name FOR EACH ROW"),
)

_ENDS_A_GAME = tuple(kind.TOPIC for kind in (GameWon, *get_args(GameLeft)))
_ENDS_A_ROUND = (
    *(kind.TOPIC for kind in (*get_args(Ending), RoundReported)),
    *_ENDS_A_GAME,
)
_TURNS = (*_ENDS_A_ROUND, RoundDealt.TOPIC, *(ActUndone.TOPIC, DealUndone.TOPIC, GameAmended.TOPIC))


def _listed(topics: Iterable[str]) -> str:
    return ", ".join(f"'{topic}'" for topic in topics)


# While a round is played, a role that may only read sees its game up to the last end of a round. If
# that may have been taken back, or a deal was taken back and not yet replaced by one that is over,
# or the game was amended, earlier events can hold the same tiles: then only the opening is seen.
# The events themselves are not decoded.
_SEEN_UP_TO_BODY = f"""
    DECLARE
      last text := (
        SELECT topic FROM stored_events
        WHERE originator_id = game AND topic IN ({_listed(_TURNS)})
        ORDER BY originator_version DESC LIMIT 1
      );
      ended bigint;
      later text[];
    BEGIN
      IF last IS NULL OR last IN ({_listed(_ENDS_A_GAME)}) THEN
        RETURN {2**63 - 1};
      END IF;
      ended := coalesce((
        SELECT originator_version FROM stored_events
        WHERE originator_id = game AND topic IN ({_listed(_ENDS_A_ROUND)})
        ORDER BY originator_version DESC LIMIT 1
      ), 1);
      IF (
        SELECT max(dealt) > (array_agg(dealt ORDER BY originator_version DESC))[1]
        FROM (
          SELECT originator_version, sum(CASE topic WHEN '{DealUndone.TOPIC}' THEN -1 ELSE 1 END)
            OVER (ORDER BY originator_version) AS dealt
          FROM stored_events
          WHERE originator_id = game AND originator_version <= ended
            AND topic IN ({_listed((RoundDealt.TOPIC, RoundReported.TOPIC, DealUndone.TOPIC))})
        ) AS deals
      ) THEN
        RETURN 1;
      END IF;
      IF last IN ({_listed(_ENDS_A_ROUND)}) THEN
        RETURN {2**63 - 1};
      END IF;
      later := ARRAY(
        SELECT topic FROM stored_events
        WHERE originator_id = game AND originator_version > ended AND topic IN ({_listed(_TURNS)})
        ORDER BY originator_version
      );
      IF later[1] <> '{RoundDealt.TOPIC}' OR '{DealUndone.TOPIC}' = ANY (later) OR EXISTS (
        SELECT FROM stored_events WHERE originator_id = game AND topic = '{GameAmended.TOPIC}'
      ) THEN
        RETURN 1;
      END IF;
      RETURN ended;
    END
"""  # noqa: S608 - our own topics
SEEN_UP_TO = (
    "CREATE FUNCTION seen_up_to(game uuid) RETURNS bigint LANGUAGE plpgsql STABLE "
    "SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off "
    f"AS $${_SEEN_UP_TO_BODY}$$"
)
"""The last version of a game that a role which may only read sees."""
_TURNS_INDEX = f"""
    CREATE INDEX stored_events_turns ON stored_events (originator_id, originator_version)
    WHERE topic IN ({_listed(_TURNS)})
"""
FOR_READERS = (
    _TURNS_INDEX,
    SEEN_UP_TO,
    *(
        statement.format(table=table, version=version)
        for table, version in (("stored_events", "originator_version"), ("stream_head", "version"))
        for statement in (
            "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            """
            CREATE POLICY {table}_is_read ON {table} FOR SELECT USING (
              (SELECT has_table_privilege('{table}', 'INSERT'))
              OR {version} <= seen_up_to(originator_id)
            )
            """,
            "CREATE POLICY {table}_is_written ON {table} FOR INSERT WITH CHECK (true)",
        )
    ),
)
"""What hides the events of rounds in play from those who may only read."""

_GUARDS = (*_APPEND_ONLY, *_ONE_BY_ONE, *_IN_ORDER, *_HEADS_ADVANCE)
STATEMENTS = (*_TABLES, *_GUARDS, *_NAMES_ARE_KEPT, *FOR_READERS)
"""Create a book in a schema."""

_FUNCTION_USED = re.compile(r"(?<=EXECUTE FUNCTION )(?=\w)|(?<=<= )(?=seen_up_to\()")
IN_TEMPORARY_SCHEMA = tuple(_FUNCTION_USED.sub("pg_temp.", each) for each in STATEMENTS)
"""Create the same in the temporary schema, which is never searched for functions."""
