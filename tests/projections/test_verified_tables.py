"""Whatever is changed in the tables, making them again shows it."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import LedgerError, Tampered
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.ratings import rate_some
from domino_ledger.projections.tables.rebuild import compare, judge_all, made_anew
from domino_ledger.projections.tables.schema import KEPT, defined
from domino_ledger.projections.verification.computed_tables import TablesCovered, verify_tables
from tests.lanes import examples
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .attacks import schema_of
from .tables.modelled import exhaust, opened, recount, various_book


def kept(file: Path) -> Iterator[Keeper]:
    with closing(open_book(file)) as book, closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield keeper


def verified(file: Path) -> TablesCovered:
    (covered,) = map(verify_tables, kept(file))
    return covered


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with its tables, and every verdict."""
    directory = tmp_path_factory.mktemp("verified")
    various_book(directory).close()
    file = directory / "book.db"
    for keeper in kept(file):
        exhaust(judge_all(keeper))
    return file


@pytest.fixture
def copy(book: Path, tmp_path: Path) -> Path:
    for name in ("book.db", "book.db.tables"):
        source, target = book.with_name(name), tmp_path / name
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
            one.backup(other)
    return tmp_path / "book.db"


def test_untouched_tables(book: Path) -> None:
    covered = verified(book)
    assert covered.tables > 20
    assert covered.rows > covered.postings > 0
    assert covered.position > 1000


def test_tables_with_the_verdicts_that_money_needs(tmp_path: Path) -> None:
    various_book(tmp_path).close()
    assert verified(tmp_path / "book.db").postings > 0


@pytest.mark.unmeasured
def test_tables_by_other_rules(copy: Path) -> None:
    """Money was booked by the first rules, and adjusted."""
    rules = PUBLISHED["forced-block@1"].model_copy(
        update={"id": "mine@1", "payout": PUBLISHED["block-lampung@1"].payout}
    )
    for keeper in kept(copy):
        assert recount(keeper, rules) > 0
    assert verified(copy).postings > 0
    change(copy, "UPDATE posting SET amount = amount * 10 WHERE kind = 'adjustment'")
    with pytest.raises(Tampered, match="posting-differs"):
        verified(copy)


def test_tables_that_count_by_rules_that_the_house_did_not_decide_on(copy: Path) -> None:
    """As a reader finds them, who may not bring them up to date."""
    for keeper in kept(copy):
        with keeper.models.writing() as connection:
            keeper.count_by(connection, everywhere(keeper.book, PUBLISHED["block-lot@1"]))
            while rate_some(connection):
                pass
        with pytest.raises(Tampered, match="counting-differs"):
            verify_tables(keeper)


def change(file: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(file.with_name("book.db.tables"))) as tables:
        assert tables.execute(statement, values).rowcount > 0
        tables.commit()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE progress SET rated = position", "table-differs"),
        ("UPDATE posting SET amount = amount * 10", "posting-differs"),
        ("UPDATE posting SET reason = 'gift' WHERE id = 1", "posting-differs"),
        ("UPDATE posting SET booked_by = 'me' WHERE id = 1", "posting-differs"),
        ("UPDATE posting SET kind = 'gift' WHERE id = 1", "posting-differs"),
        ("UPDATE posting SET kind = 'adjustment' WHERE id = 1", "posting-differs"),
        ("UPDATE posting SET game_id = 99 WHERE id = 1", "posting-differs"),
        ("DELETE FROM posting WHERE id = 2", "posting-differs"),
        ("DELETE FROM posting WHERE id = (SELECT max(id) FROM posting)", "posting-differs"),
        ("DELETE FROM posting", "money-differs"),
        ("UPDATE verdict SET blocker = 1 - blocker WHERE blocker IN (0, 1)", "verdict-differs"),
        ("UPDATE progress SET rated = rated - 1", "table-differs"),
        ("INSERT INTO known_alias SELECT min(id), max(id) FROM player", "table-differs"),
    ],
)
def test_money_verdicts_and_what_tables_say_they_are(copy: Path, statement: str, code: str) -> None:
    change(copy, statement)
    with pytest.raises(Tampered) as found:
        verified(copy)
    assert found.value.code == code


@pytest.mark.parametrize(("table", "column"), [("game_fact", "opened_at"), ("known_name", "name")])
def test_a_text_that_is_none(copy: Path, table: str, column: str) -> None:
    change(copy, f"UPDATE {table} SET {column} = CAST(x'ff' AS TEXT)")
    with pytest.raises(LedgerError):
        verified(copy)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(examples(6)))
def test_any_figure(copy: Path, seed: int) -> None:
    chance = random.Random(seed)
    with closing(sqlite3.connect(copy.with_name("book.db.tables"))) as tables:
        filled = [
            name
            for name in defined("sqlite", "table")
            if name not in KEPT and tables.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]
        ]
        table = chance.choice(filled)
        row = chance.choice(tables.execute(f"SELECT * FROM {table}").fetchall())
        columns = [row[1] for row in tables.execute(f"PRAGMA table_info({table})")]
    place = " AND ".join(f"{column} IS ?" for column in columns)
    column = chance.choice(columns)
    statement = chance.choice(
        [
            f"DELETE FROM {table} WHERE {place}",
            f"UPDATE {table} SET {column} = COALESCE({column}, 0) || '7' WHERE {place}",
        ]
    )
    change(copy, statement, row)
    with pytest.raises(LedgerError):
        verified(copy)


@pytest.mark.parametrize(
    ("statement", "kind", "name"),
    [
        ("CREATE VIEW more AS SELECT 1", "view", "more"),
        ("CREATE INDEX more ON posting (player_id, amount)", "index", "more"),
        ("CREATE TRIGGER more AFTER INSERT ON posting BEGIN SELECT 1; END", "trigger", "more"),
        ("DROP INDEX posting_by_game", "index", "posting_by_game"),
    ],
)
def test_structures(copy: Path, statement: str, kind: str, name: str) -> None:
    with closing(sqlite3.connect(copy.with_name("book.db.tables"))) as tables:
        tables.execute(statement)
    with pytest.raises(Tampered) as found:
        verified(copy)
    params = found.value.params
    assert (params["kind"], params["object"]) == (kind, name)


def test_a_redefined_view_of_a_file(copy: Path) -> None:
    """All rows are as they were, and everybody has won ten times as often."""
    with closing(sqlite3.connect(copy.with_name("book.db.tables"))) as tables:
        ((definition,),) = tables.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'statistic'"
        ).fetchall()
        tables.execute("DROP VIEW statistic")
        tables.execute(definition.replace("AS games_won", "* 10 AS games_won"))
    for compared in (verify_tables, compared_with_a_rebuild):
        for keeper in kept(copy):
            with raises_message(Tampered, r"^statistic \(view\) in .*book.db.tables was changed"):
                compared(keeper)


def compared_with_a_rebuild(keeper: Keeper) -> object:
    with made_anew(keeper, AS_PLAYED) as anew:
        return compare(keeper, AS_PLAYED, anew)


def test_an_index_of_tables_with_rows_of_its_own(copy: Path) -> None:
    file = copy.with_name("book.db.tables")
    change(copy, "UPDATE posting SET game_id = game_id + 1")
    with schema_of(file) as plain:
        hidden = plain.execute("SELECT * FROM sqlite_schema WHERE name = 'posting_by_game'")
        rows = hidden.fetchall()
        plain.execute("DELETE FROM sqlite_schema WHERE name = 'posting_by_game'")
    change(copy, "UPDATE posting SET game_id = game_id - 1")
    with schema_of(file) as plain:
        plain.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", rows)
    with pytest.raises(Tampered, match="not-intact"):
        verified(copy)


def test_a_redefined_view_of_a_server(database: str) -> None:
    make_book(database)
    with opened(database, 1_000) as keeper:
        set_up_in_database(keeper.book)
        exhaust(keeper.catch_up())
        verify_tables(keeper)
        for view, definition in {
            "known_name": "SELECT player_id::uuid::text AS player_id, "
            "(name || '!') COLLATE \"default\" AS name FROM player_name",
            "statistic": None,
        }.items():
            with keeper.models.writing() as connection:
                said = definition or connection.value(
                    "SELECT pg_get_viewdef(to_regclass(:view))", view=view
                ).replace("SELECT", "SELECT DISTINCT", 1)
                connection.execute(f"CREATE OR REPLACE VIEW {view} AS {said}")
            with pytest.raises(Tampered) as found:
                verify_tables(keeper)
            assert found.value.params["object"] == view
