"""Missing or outdated tables are reported in one sentence, and repaired."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.ledger.errors import NotALedger
from domino_ledger.projections.reports.games import listed_games
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.database import ReadModels
from domino_ledger.projections.tables.progress import drop
from domino_ledger.projections.tables.rebuild import compare, made_anew
from domino_ledger.projections.tables.schema import defined
from tests.cli.command import bring
from tests.ledger.games import lines, new_book, take
from tests.messages.raises import raises_message
from tests.postgres import copy_of_database, drop_database, fresh_database, other_role
from tests.projections.tables.everywhere import everywhere

from .figures_by_fold import rulings
from .modelled import booked, everything, exhaust, opened, owed, rebuild, recount
from .two_stores import BATCH, LAMPUNG, fill

SPOILT = {
    "a table": ("DROP TABLE round_seat {cascade}", "round_seat is missing"),
    "a column": (
        "ALTER TABLE round_seat DROP COLUMN net {cascade}",
        "round_seat has no column net",
    ),
    "a table that views show": ("DROP TABLE move {cascade}", "move is missing"),
    "a column that is not null": (
        "ALTER TABLE hand ADD COLUMN colour TEXT NOT NULL DEFAULT ''",
        "hand has a column colour that is not known",
    ),
    "a view": ("DROP VIEW game", "game is missing"),
    "a view of other columns": (
        "CREATE VIEW round_fact AS SELECT 1 AS round_id",
        "round_fact has no column seat",
    ),
    "how far they are": ("DROP TABLE progress", "progress is missing"),
    "up to when games are rated": (
        "ALTER TABLE progress RENAME COLUMN rated TO rates",
        "progress has no column rated",
    ),
    "what no command wrote": (
        "UPDATE progress SET rules = 'x', body = '{{'",
        "progress is not as a command wrote it",
    ),
    "rules of another name": (
        "UPDATE progress SET rules = 'x'",
        "progress is not as a command wrote it",
    ),
    "a negative number": (
        "UPDATE progress SET games = -1",
        "progress is not as a command wrote it",
    ),
    "nothing noted": ("DELETE FROM progress", "progress is not as a command wrote it"),
    "more games": (
        "UPDATE progress SET games = games + 1",
        "game_fact does not hold the games that were taken in",
    ),
    "rated too far": (
        "UPDATE progress SET rated = position + 1",
        "game_fact does not hold the games that were taken in",
    ),
}
"""Statements, and what is said of the tables then."""
FOUND_AGAIN = {
    "DROP TABLE verdict": "verdict is missing",
    "ALTER TABLE verdict RENAME COLUMN bound TO limit_": "verdict has no column bound",
    "DROP TABLE known_name": "known_name is missing",
    "DROP TABLE known_alias": "known_alias is missing",
    "DROP TABLE posting": "posting is missing",
}


@pytest.fixture(scope="module")
def caught_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book of some games with its tables."""
    directory = tmp_path_factory.mktemp("caught-up")
    with closing(new_book(directory)) as book:
        take(book, lines("payout.jsonl")[:8])
    with opened(directory / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
    return directory


@pytest.fixture(scope="module")
def caught_up_on_server(server: str, caught_up: Path) -> Iterator[str]:
    url = fresh_database(server)
    fill(url, caught_up / "book.db")
    with opened(url, BATCH) as keeper:
        exhaust(keeper.catch_up())
    yield url
    drop_database(server, url)


@pytest.fixture
def in_a_file(caught_up: Path, tmp_path: Path) -> Path:
    bring(tmp_path, *caught_up.iterdir())
    return tmp_path / "book.db"


@pytest.fixture
def on_a_server(server: str, caught_up_on_server: str) -> Iterator[str]:
    url = copy_of_database(server, caught_up_on_server)
    yield url
    drop_database(server, url)


@pytest.fixture(params=["in_a_file", "on_a_server"])
def keeper(request: pytest.FixtureRequest) -> Iterator[Keeper]:
    """A keeper of a book of some games, caught up."""
    with opened(request.getfixturevalue(request.param), BATCH) as keeper:
        yield keeper


@pytest.fixture
def again(keeper: Keeper) -> Iterator[Keeper]:
    """A keeper opened later, as by the next command."""
    at = Path(keeper.book.path) if keeper.models.in_a_file else str(keeper.book.address)
    with opened(at, BATCH) as other:
        yield other


def spoil(models: ReadModels, statement: str) -> None:
    """Run this statement, which may drop views with what they show."""
    with models.writing() as connection:
        if statement.startswith("CREATE VIEW"):
            connection.execute(f"DROP VIEW {statement.split()[2]}")
        if models.in_a_file and "DROP COLUMN" in statement:  # SQLite looks into all views.
            drop(connection, defined("sqlite", "view"))
        connection.execute(statement.format(cascade="" if models.in_a_file else "CASCADE"))


def makes_again(keeper: Keeper, flaw: str, command: str = "domino rebuild") -> str:
    """The sentence, as a pattern."""
    sentence = (
        f"{keeper.models.name}: {flaw}: {command} makes these tables again, "
        "and what was booked stays"
    )
    return f"^{re.escape(sentence)}$"


@pytest.mark.parametrize("what", SPOILT)
def test_a_rebuild_repairs_tables_that_follow_from_the_log(
    what: str, keeper: Keeper, again: Keeper
) -> None:
    statement, flaw = SPOILT[what]
    before = everything(keeper.models)
    spoil(keeper.models, statement)
    counting = everywhere(again.book, LAMPUNG)
    with made_anew(again, counting) as anew:
        for ask in (
            lambda: exhaust(again.catch_up()),
            lambda: compare(again, counting, anew),
        ):
            with raises_message(NotALedger, makes_again(again, flaw)):
                ask()
    assert rebuild(again) == 0
    exhaust(again.catch_up())
    assert everything(again.models) == before


def test_a_rebuild_repairs_tables_by_other_rules(keeper: Keeper, again: Keeper) -> None:
    recount(keeper, LAMPUNG)
    exhaust(keeper.catch_up())
    before = everything(keeper.models)
    spoil(keeper.models, "DROP TABLE round_seat {cascade}")
    ruled = "".join(f" --rules {each.text}" for each in everywhere(again.book, LAMPUNG))
    with raises_message(
        NotALedger, makes_again(again, "round_seat is missing", f"domino rebuild{ruled}")
    ):
        exhaust(again.catch_up())
    assert rebuild(again, LAMPUNG) == 0
    assert everything(again.models) == before


@pytest.mark.unmeasured
def test_games_added_before_the_repair_are_booked(keeper: Keeper, again: Keeper) -> None:
    spoil(keeper.models, "DROP TABLE round_seat {cascade}")
    take(again.book, lines("payout.jsonl")[25:30])
    assert rebuild(again) > 0
    exhaust(again.catch_up())
    rows = everything(again.models)
    assert booked(rows) == owed(rulings(again.book))
    assert len(rows["game"]) == len(rulings(again.book))


@pytest.mark.parametrize("statement", FOUND_AGAIN)
def test_verdicts_names_and_money_are_found_again(
    statement: str, keeper: Keeper, again: Keeper
) -> None:
    before = everything(keeper.models)
    in_a_file = keeper.models.in_a_file
    on_server = statement if "RENAME" in statement else f"{statement} CASCADE"
    on_server = on_server.replace("TABLE known_name", "VIEW known_name")
    spoil(keeper.models, statement if in_a_file else on_server)
    if in_a_file:
        exhaust(again.catch_up())
        assert everything(again.models) | {"verdict": []} == before | {"verdict": []}
    else:
        sentence = f"{again.models.name}: {FOUND_AGAIN[statement]}: run domino init"
        with raises_message(NotALedger, f"^{re.escape(sentence)}$"):
            exhaust(again.catch_up())
        assert set_up_in_database(again.book)
        assert not set_up_in_database(again.book)
    assert rebuild(again) == 0
    exhaust(again.catch_up())
    assert everything(again.models) == before


def test_readers_read_what_was_repaired(on_a_server: str) -> None:
    with other_role(on_a_server, "repaired") as (owner, theirs):
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO repaired")
        with opened(on_a_server, BATCH) as keeper:
            before = everything(keeper.models)
            spoil(keeper.models, "DROP TABLE progress")
            rebuild(keeper)
        with opened(theirs, BATCH) as reader:
            exhaust(reader.catch_up())
            assert everything(reader.models) == before


def list_games(keeper: Keeper) -> None:
    with keeper.models.reading() as connection:
        exhaust(listed_games(keeper.book, connection))


@pytest.mark.parametrize(
    ("statement", "use"),
    [
        ("UPDATE game_seat SET player_id = 'nobody'", list_games),
        ("UPDATE verdict SET blocker = 100", lambda keeper: recount(keeper, LAMPUNG)),
    ],
)
def test_damaged_values_are_one_sentence(
    statement: str, use: Callable[[Keeper], object], in_a_file: Path
) -> None:
    with opened(in_a_file, BATCH) as keeper:
        spoil(keeper.models, statement)
        with raises_message(NotALedger, "the tables are damaged"):
            use(keeper)


def test_a_figure_of_another_type(in_a_file: Path) -> None:
    with opened(in_a_file, BATCH) as keeper:
        spoil(keeper.models, "UPDATE progress SET position = 'x'")
        with raises_message(
            NotALedger, makes_again(keeper, "progress is not as a command wrote it")
        ):
            exhaust(keeper.catch_up())


def test_progress_that_is_deleted_while_it_is_used(keeper: Keeper, again: Keeper) -> None:
    """Nothing is taken in."""
    exhaust(keeper.catch_up())
    spoil(again.models, "DELETE FROM progress")
    for use in (lambda: exhaust(keeper.catch_up()), keeper.reached):
        with raises_message(NotALedger, "^the table progress is not as a command wrote it$"):
            use()


def test_what_is_kept_is_set_up_again_and_other_tables_are_not(in_a_file: Path) -> None:
    with opened(in_a_file, BATCH) as keeper:
        for change in ("posting RENAME amount TO sum", "game_fact RENAME finished TO done"):
            spoil(keeper.models, f"ALTER TABLE {change}")
    with opened(in_a_file, BATCH) as keeper:
        flaw = keeper.flaw()
        assert flaw is not None
        assert flaw.table == "game_fact"


def test_a_file_whose_schema_is_no_text_is_damaged(in_a_file: Path) -> None:
    beside = in_a_file.with_name(f"{in_a_file.name}.tables")
    with closing(sqlite3.connect(beside)) as tables, tables:
        tables.execute("PRAGMA writable_schema = ON")
        bad = "UPDATE sqlite_master SET name = CAST(x'ff' AS TEXT), sql = 'CREATE' WHERE name = ?"
        tables.execute(bad, ["progress"])
    with raises_message(NotALedger, "the tables are damaged"), opened(in_a_file, BATCH) as keeper:
        exhaust(keeper.catch_up())


def test_a_flaw_is_found_each_time(keeper: Keeper, again: Keeper) -> None:
    spoil(keeper.models, "DROP TABLE round_seat {cascade}")
    first = again.flaw()
    assert first is not None
    assert again.flaw() == first
