"""A book in PostgreSQL whose tables are not as they were made."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import Tampered, Unavailable
from tests.postgres import copy_of_database, drop_database, fresh_database

CHANGES = {
    "CREATE INDEX more ON stored_events (topic)": ("index", "more"),
    "DROP INDEX stored_events_turns": ("index", "stored_events_turns"),
    "ALTER TABLE stored_events DISABLE TRIGGER stored_events_in_order": (
        "trigger",
        "stored_events.stored_events_in_order",
    ),
    "CREATE FUNCTION substr(bytea, bigint) RETURNS bytea LANGUAGE sql AS 'SELECT $1'": (
        "function",
        "substr(bytea, bigint)",
    ),
    "CREATE OR REPLACE FUNCTION book_refuses() RETURNS trigger LANGUAGE plpgsql "
    "AS 'BEGIN RETURN NEW; END'": ("function", "book_refuses()"),
    "ALTER FUNCTION seen_up_to SECURITY INVOKER": ("function", "seen_up_to(game uuid)"),
    "CREATE OPERATOR = (LEFTARG = text, RIGHTARG = text, FUNCTION = textne)": ("operator", "="),
    "CREATE RULE more AS ON INSERT TO epoch DO INSTEAD NOTHING": ("rule", "epoch.more"),
    "CREATE TABLE more () INHERITS (stored_events)": ("table", "more"),
    "ALTER TABLE stored_events DISABLE ROW LEVEL SECURITY": ("table", "stored_events"),
    "DROP POLICY stored_events_is_read ON stored_events": (
        "policy",
        "stored_events.stored_events_is_read",
    ),
    "ALTER TABLE player_name ADD more int": ("column", "player_name.more"),
    "ALTER TABLE player_name ADD CHECK (name <> 'Ana')": (
        "constraint",
        "player_name.player_name_name_check",
    ),
    "DROP TABLE former_name": ("column", "former_name.name"),
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'stored_events_pkey'::regclass": (
        "index",
        "stored_events_pkey",
    ),
}
QUOTED = '"My Schema"'


@pytest.fixture(scope="module")
def made(server: str) -> Iterator[str]:
    """A book in a schema whose name needs quotes, beside functions that decide nothing."""
    url = fresh_database(server)
    with psycopg.connect(url, autocommit=True) as plain:
        plain.execute(f"CREATE SCHEMA {QUOTED}".encode())
        plain.execute(f"ALTER DATABASE {plain.info.dbname} SET search_path = {QUOTED}".encode())
    with psycopg.connect(url, autocommit=True) as plain:
        plain.execute("CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'")
        plain.execute("CREATE TABLE mine ()")
    make_book(url)
    yield url
    drop_database(server, url)


@pytest.fixture
def url(server: str, made: str) -> Iterator[str]:
    url = copy_of_database(server, made)
    with psycopg.connect(url, autocommit=True) as plain:
        plain.execute(f"ALTER DATABASE {plain.info.dbname} SET search_path = {QUOTED}".encode())
    yield url
    drop_database(server, url)


def test_as_it_was_made(url: str) -> None:
    with closing(open_book(url)) as book:
        assert not book.recorder.require_intact()  # It did not compare indexes with tables.


@pytest.mark.parametrize("change", CHANGES)
def test_a_change(url: str, change: str) -> None:
    with psycopg.connect(url, autocommit=True) as plain:
        plain.execute(change.encode())
    with closing(open_book(url)) as book, pytest.raises(Tampered) as found:
        book.recorder.require_intact()
    assert (found.value.params["kind"], found.value.params["object"]) == CHANGES[change]


def test_what_nobody_may_look_up(url: str) -> None:
    """It takes temporary tables."""
    with psycopg.connect(url, autocommit=True) as plain:
        database = plain.info.dbname
        plain.execute("CREATE ROLE plain_writer LOGIN")
        plain.execute(f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC".encode())
        plain.execute(f"GRANT USAGE ON SCHEMA {QUOTED} TO plain_writer".encode())
        plain.execute("GRANT SELECT, INSERT ON stored_events TO plain_writer")
    try:
        with (
            closing(open_book(url.replace("postgres@", "plain_writer@"))) as book,
            pytest.raises(Unavailable, match="not-permitted"),
        ):
            book.recorder.require_intact()
    finally:
        with psycopg.connect(url, autocommit=True) as plain:
            plain.execute("DROP OWNED BY plain_writer")
            plain.execute("DROP ROLE plain_writer")
