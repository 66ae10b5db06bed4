"""No setting of a role or database changes what a book holds, or what its tables hold."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import Connection, sql

from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import LedgerError, NotALedger, Unavailable
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.store.postgres.connection import SETTINGS, connected
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.tables.catch_up import set_up_in_database
from domino_ledger.projections.tables.database import read_models_of
from tests.ledger.games import exported, line, lines, new_book, record, take, write_copied
from tests.postgres import drop_database, fresh_database

from .modelled import Everything, everything, exhaust, opened

pytestmark = pytest.mark.unmeasured

BATCH = 500
RENAMED = "\\'Ω"
GROUPS = (
    "Client Connection Defaults / Locale and Formatting",
    "Client Connection Defaults / Statement Behavior",
    "Error Handling",
    "Version and Platform Compatibility / Other Platforms and Clients",
    "Version and Platform Compatibility / Previous PostgreSQL Versions",
    "Write-Ahead Log / Settings",
)
"""PostgreSQL's own headings for settings that text, bytes, time and transactions depend on."""

TRIED = {
    "DateStyle": ("German, DMY", "SQL, MDY", "Postgres"),
    "IntervalStyle": ("postgres_verbose", "sql_standard", "iso_8601"),
    "TimeZone": ("Pacific/Chatham", "America/St_Johns"),
    "array_nulls": ("off",),
    "backslash_quote": ("on", "off"),
    "bytea_output": ("escape",),
    "check_function_bodies": ("off",),
    "client_encoding": ("LATIN1", "SQL_ASCII", "SJIS"),
    "client_min_messages": ("debug5", "error"),
    "default_text_search_config": ("simple",),
    "default_toast_compression": ("pglz",),
    "default_transaction_deferrable": ("on",),
    "default_transaction_isolation": ("serializable", "repeatable read", "read uncommitted"),
    "default_transaction_read_only": ("on",),
    "escape_string_warning": ("off",),
    "event_triggers": ("off",),
    "exit_on_error": ("on",),
    "extra_float_digits": ("-15", "0", "3"),
    "idle_in_transaction_session_timeout": ("1ms",),
    "idle_session_timeout": ("1ms",),
    "lc_messages": ("C", "POSIX"),
    "lc_monetary": ("C",),
    "lc_numeric": ("C",),
    "lc_time": ("C",),
    "lo_compat_privileges": ("on",),
    "lock_timeout": ("1ms",),
    "quote_all_identifiers": ("on",),
    "restrict_nonsystem_relation_kind": ("view",),
    "row_security": ("off",),
    "search_path": ("elsewhere", "elsewhere, pg_catalog", "nowhere", ""),
    "session_replication_role": ("replica", "local"),
    "standard_conforming_strings": ("off",),
    "statement_timeout": ("1ms",),
    "synchronize_seqscans": ("off",),
    "synchronous_commit": ("local", "on"),
    "transaction_timeout": ("1ms",),
    "transform_null_equals": ("on",),
    "xmlbinary": ("hex",),
    "xmloption": ("document",),
}
"""Values that are accepted are set together in the full lane, each alone in the deep one."""
SET = {
    "DateStyle": "ISO, YMD",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "array_nulls": "on",
    "bytea_output": "hex",
    "client_encoding": "UTF8",
    "client_min_messages": "notice",
    "default_transaction_isolation": "read committed",
    "exit_on_error": "off",
    "extra_float_digits": "1",
    "quote_all_identifiers": "off",
    "search_path": '"public"',
    "session_replication_role": "origin",
    "standard_conforming_strings": "on",
}
"""The values that each connection sets."""
LEFT_OUT = {
    "createrole_self_grant",  # For users who create roles.
    "default_table_access_method",  # How and where pages are stored.
    "default_tablespace",
    "temp_tablespaces",
    "gin_pending_list_limit",
    "icu_validation_level",  # For users who create collations.
    "timezone_abbreviations",  # Names of zones that are never written.
    "transaction_deferrable",  # It is of a transaction, not of a connection.
    "transaction_isolation",
    "transaction_read_only",
    "commit_delay",  # Speed and size of the server's log.
    "commit_siblings",
    "wal_compression",
    "wal_init_zero",
    "wal_recycle",
    "wal_skip_threshold",
}

BROKEN = {"connection-lost", "unreachable"}
REFUSED = {
    ("default_transaction_read_only", "on"): {"read-only"},
    ("idle_in_transaction_session_timeout", "1ms"): BROKEN,
    ("idle_session_timeout", "1ms"): BROKEN,
    ("lock_timeout", "1ms"): {"locked"},
    ("restrict_nonsystem_relation_kind", "view"): {"unusable-book"},
    ("search_path", "nowhere"): {"no-schema"},
    ("search_path", ""): {"no-schema"},
    ("statement_timeout", "1ms"): {"unusable-book", "unreachable"},
    ("transaction_timeout", "1ms"): BROKEN,
}
"""The error codes of refusals; a time limit can also be long enough."""
REASONS = {
    "restrict_nonsystem_relation_kind": "access to non-system view ",
    "statement_timeout": "canceling statement due to ",
}
"""The beginning of the server's own message, if the code does not say it."""


class Kept(NamedTuple):
    """A book in a file: its tables, and its content after more games were added."""

    path: Path
    rows: list[Any]
    tables: Everything
    exported: list[bytes]


def some_more() -> list[bytes]:
    """A game whose names need all kinds of escaping."""
    odd = record("payout.jsonl", 7) | {"id": "back\\slash 'quoted' \"Łódź\" \\x41"}
    names = ["Ł\\ó'dź", "日本", *odd["players"][2:]]
    return [line(odd | {"players": names}), *lines("payout.jsonl")[8:10]]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    path = tmp_path_factory.mktemp("file")
    with closing(new_book(path)) as book:
        take(book, lines("payout.jsonl")[:4])
        take(book, lines("replay.jsonl")[:1], as_played=True)
        rows = book.log(0, 10_000)
    with opened(path / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
        tables = everything(keeper.models)
        names = keeper.book.query("SELECT * FROM player_name")
        take(keeper.book, some_more())
        rename(keeper.book, "日本", RENAMED)
        return Kept(path, [rows, names], tables, exported(keeper.book))


@pytest.fixture(scope="module")
def owner(server: str) -> Iterator[Connection[Any]]:
    """A connection that does not have the settings under test."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE ROLE changed LOGIN SUPERUSER")
        yield connection
        connection.execute("DROP ROLE changed")


@contextmanager
def database_with(
    server: str, owner: Connection[Any], on: str, settings: dict[str, str]
) -> Iterator[str]:
    """A database with a second schema, and these settings on it or on its role."""
    url = fresh_database(server)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA elsewhere")
    database = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    whose = sql.SQL("ROLE changed") if on == "role" else sql.SQL(f"DATABASE {database}")
    try:
        for name, value in settings.items():
            # A search path is a list of names, not one text.
            to = sql.SQL(value) if name == "search_path" and value else sql.Literal(value)
            owner.execute(sql.SQL("ALTER {} SET {} TO {}").format(whose, sql.Identifier(name), to))
        yield url.replace("postgres@", "changed@")
    finally:
        owner.execute(sql.SQL("ALTER {} RESET ALL").format(whose))
        drop_database(server, url)


def filled(url: str, kept: Kept) -> tuple[list[Any], Everything, list[bytes]]:
    """This content, in a book in this database."""
    make_book(url)
    log, names = kept.rows
    with opened(url, BATCH) as keeper:
        write_copied(keeper.book, log, names)
        set_up_in_database(keeper.book)
        exhaust(keeper.catch_up())
        rows = [row[1:] for row in keeper.book.log(0, len(log))]
        tables = everything(keeper.models)
        taken = take(keeper.book, some_more())
        assert [each.outcome for each in taken] == ["added"] * len(taken)
        rename(keeper.book, "日本", RENAMED)
        assert keeper.book.query("SELECT name FROM former_name") == [("日本",)]
        return rows, tables, exported(keeper.book)


def test_every_setting_is_covered(owner: Connection[Any]) -> None:
    """This fails if a later PostgreSQL has more settings of these kinds."""
    found = owner.execute(
        "SELECT name FROM pg_settings "
        "WHERE context IN ('user', 'superuser') AND category = ANY (%s)",
        [list(GROUPS)],
    )
    assert {name for (name,) in found} - LEFT_OUT <= TRIED.keys()


def cases() -> Iterator[Any]:
    """Where it is set, and to what: each value alone; then all first values, all second ones."""
    together: dict[tuple[int, str], dict[str, str]] = {}
    for name, values in TRIED.items():
        first, second = ("database", "role") if name in SET else ("role", "database")
        accepted = [value for value in values if (name, value) not in REFUSED]
        for at, value in enumerate(accepted):
            together.setdefault((at, first), {})[name] = value
        for value in values:
            marks = [pytest.mark.deep] if value in accepted else []
            yield pytest.param(first, {name: value}, id=f"{name}={value}", marks=marks)
            if marks:
                there = f"{name}={value} on {second}"
                yield pytest.param(second, {name: value}, id=there, marks=marks)
    for (at, on), settings in together.items():
        yield pytest.param(on, settings, id=f"{at}-of-each-on-{on}")


@pytest.mark.parametrize(("on", "settings"), list(cases()))
def test_settings(
    server: str, owner: Connection[Any], kept: Kept, on: str, settings: dict[str, str]
) -> None:
    meant = [row[1:] for row in kept.rows[0]]
    with database_with(server, owner, on, settings) as url:
        try:
            found = filled(url, kept)
        except LedgerError as refusal:
            refused = refusal
        else:
            assert found == (meant, kept.tables, kept.exported)
            return
        (setting,) = settings.items()
        assert refused.code in REFUSED.get(setting, ())
        assert str(refused.params.get("reason", "")).startswith(REASONS.get(setting[0], ""))
        assert "\n" not in error_text(refused)
        with suppress(NotALedger), closing(open_book(url.replace("changed@", "postgres@"))) as book:
            rows = [row[1:] for row in book.log(0, 10_000)]
            assert rows[: len(meant)] in ([], meant)
            assert len(exported(book)) == len(list(book.games()))


OTHER_TEXTS = {"application_name": "it's \\ me", "backtrace_functions": "int4in"}
"""Values for text settings below; the others name files and libraries of a server."""


def other_values(owner: Connection[Any]) -> Iterator[tuple[str, str]]:
    """All other settings that a role can have, each with other values of all kinds."""
    rows = owner.execute(
        "SELECT name, vartype, setting, min_val, max_val, enumvals FROM pg_settings "
        "WHERE context IN ('user', 'superuser') AND category <> ALL (%s) ORDER BY name",
        [list(GROUPS)],
    )
    for name, kind, now, least, most, words in rows:
        match kind:
            case "bool":
                values = {"on", "off"}
            case "enum":
                values = set(words)
            case "string":
                values = {OTHER_TEXTS.get(name, now)}
            case _:
                values = {least, most}
        yield from ((name, value) for value in sorted(values - {now}))


@pytest.mark.deep
def test_no_other_setting_changes_what_a_book_holds(
    server: str, owner: Connection[Any], kept: Kept
) -> None:
    """Memory, plans, logs, statistics: each alone, on the role."""
    meant = [row[1:] for row in kept.rows[0]]
    changed, refused = {}, []
    tried = list(other_values(owner))
    for setting in tried:
        try:
            with database_with(server, owner, "role", dict([setting])) as url:
                if filled(url, kept) != (meant, kept.tables, kept.exported):
                    changed[setting] = "other rows"
        except LedgerError as refusal:
            changed[setting] = error_text(refusal)
        except psycopg.errors.InvalidParameterValue:  # More than this machine has.
            refused.append(setting)
    assert changed == {}
    assert len(tried) > 150
    assert len(refused) < 5


@pytest.mark.parametrize("on", ["role", "database"])
def test_each_connection_is_set_up(server: str, owner: Connection[Any], on: str) -> None:
    """By the store, by the tables, and by the search for a book."""
    with database_with(server, owner, on, {name: TRIED[name][0] for name in SET}) as url:
        with psycopg.connect(url) as plain:
            assert not shown_in(lambda show: plain.execute(show).fetchall()).items() & SET.items()
        with connected(url, "public") as ours:
            assert shown_in(lambda show: ours.execute(show).fetchall()) == SET
        in_public = f"{url}&options=-csearch_path%3Dpublic"
        make_book(in_public)
        with closing(open_book(in_public)) as book, closing(read_models_of(book)) as models:
            assert shown_in(book.query) == SET
            with models.reading() as reading:
                assert shown_in(lambda show: list(reading.rows(show))) == SET


def shown_in(ask: Callable[[str], Sequence[Any]]) -> dict[str, str]:
    return {name: ask(f"SHOW {name}")[0][0] for name in SET}


def test_a_book_is_found_only_on_the_search_path(server: str, owner: Connection[Any]) -> None:
    with database_with(server, owner, "role", {"search_path": "elsewhere"}) as url:
        make_book(url.replace("changed@", "postgres@"))
        with pytest.raises(NotALedger) as error:
            open_book(url)
        assert error.value.code == "no-ledger-on-server"


def test_triggers_that_cannot_be_enabled_again(server: str, owner: Connection[Any]) -> None:
    """Only a superuser may: other users cannot open the book."""
    with database_with(server, owner, "database", {"session_replication_role": "replica"}) as url:
        make_book(url)
        owner.execute("CREATE ROLE plain LOGIN")
        try:
            with pytest.raises(Unavailable, match='set parameter "session_replication_role"'):
                open_book(url.replace("changed@", "plain@"))
        finally:
            owner.execute("DROP ROLE plain")


def test_bytes_do_not_depend_on_the_form_of_strings(
    database: str, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored bytes are correct, even if a proxy changes the settings of the connection."""
    monkeypatch.setitem(SETTINGS, "standard_conforming_strings", "off")
    monkeypatch.setitem(SETTINGS, "bytea_output", "escape")
    make_book(database)
    log, names = kept.rows
    with closing(open_book(database)) as book:
        assert book.query("SHOW standard_conforming_strings") == [("off",)]
        write_copied(book, log, names)
        assert [row[1:] for row in book.log(0, 10_000)] == [row[1:] for row in log]
