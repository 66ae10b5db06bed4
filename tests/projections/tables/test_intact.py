"""Missing or outdated tables are reported in one sentence, and repaired."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from domain.rules.counting import AS_PLAYED
from domain.rules.rule_set import RuleSet
from ledger.errors import NotALedger
from projections.reports.games import listed_games
from projections.tables.catch_up import Keeper, set_up_in_database
from projections.tables.database import ReadModels
from projections.tables.progress import BUILDING, in_use, made, show
from projections.tables.rebuild import build, compare, goes_on_from
from projections.tables.schema import TABLES
from tests.cli.command import bring
from tests.ledger.games import lines, new_book, take
from tests.messages.raises import raises_message
from tests.postgres import copy_of_database, drop_database, fresh_database
from tests.projections.tables.everywhere import everywhere

from .modelled import booked, everything, exhaust, opened, owed, rebuild, rulings
from .two_stores import BATCH, LAMPUNG, fill

Spoilt: TypeAlias = list[str]
"""Statements; `{n}` is the number of the generation."""

AS_BEFORE: dict[str, tuple[Model, Spoilt, str]] = {
    "a table": ("figures", ["DROP TABLE round_seat_{n}"], "round_seat_{n} is missing"),
    "a column": (
        "figures",
        ["ALTER TABLE round_seat_{n} DROP COLUMN net"],
        "round_seat_{n} has no column net",
    ),
    "a column that is not null": (
        "article",
        ["ALTER TABLE hand_{n} ADD COLUMN colour TEXT NOT NULL DEFAULT ''"],
        "hand_{n} has a column colour that is not known",
    ),
    "a view": ("article", [], "hand is missing"),
    "a view of other columns": (
        "figures",
        ["CREATE VIEW round_fact AS SELECT 1 AS round_id"],
        "round_fact has no column seat",
    ),
}
LOST = {
    "DROP TABLE generation": "generation is missing",
    "ALTER TABLE generation DROP COLUMN rated": "generation has no column rated",
}
FOUND_AGAIN = {
    "DROP TABLE verdict": "verdict is missing",
    "ALTER TABLE verdict DROP COLUMN bound": "verdict has no column bound",
    "DROP TABLE known_name": "known_name is missing",
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


def spoil(models: ReadModels, statements: Spoilt, views: list[str]) -> None:
    """Run these statements, after the views that depend on the tables are dropped."""
    with models.writing() as connection:
        for view in views:
            connection.execute(text(f"DROP VIEW {view}"))
        for statement in statements:
            connection.execute(text(statement))


def number(models: ReadModels, model: Model) -> int:
    """The number of the generation in use."""
    with models.reading() as connection:
        return in_use(connection, model).id


def views(model: Model) -> list[str]:
    return [*generation(model, 1), *VIEWS[model]]


@pytest.mark.parametrize("what", AS_BEFORE)
def test_a_rebuild_repairs_tables_that_follow_from_the_log(
    what: str, keeper: Keeper, again: Keeper
) -> None:
    model, statements, flaw = AS_BEFORE[what]
    before = everything(keeper.models)
    n = str(number(keeper.models, model))
    flaw = flaw.replace("{n}", n)
    changed = flaw.split()[0]
    spoil(
        keeper.models,
        [each.replace("{n}", n) for each in statements],
        [changed] if changed in views(model) else views(model),
    )
    sentence = (
        f"{keeper.models.name}: {flaw}: domino rebuild --only {model} makes these tables "
        "again, and what was booked stays"
    )
    for ask in (
        lambda: exhaust(again.catch_up()),
        lambda: exhaust(again.catch_up([model])),
        lambda: compare(again, [model], everywhere(again.book, LAMPUNG)),
    ):
        with raises_message(NotALedger, f"^{re.escape(sentence)}$"):
            ask()
    assert rebuild(again, None, [model]) == 0
    exhaust(again.catch_up())
    assert everything(again.models) == before


def spoil_every_model(models: ReadModels) -> None:
    table = f"DROP TABLE round_seat_{number(models, 'figures')}"
    spoil(models, [table], [*views("figures"), *views("article")])


@pytest.mark.parametrize("rules", [None, LAMPUNG], ids=["own", "others"])
def test_a_rebuild_repairs_all_models(rules: RuleSet | None, keeper: Keeper, again: Keeper) -> None:
    if rules is not None:
        rebuild(keeper, rules)
    before = everything(keeper.models)
    spoil_every_model(keeper.models)
    ruled = "".join(f" --rules {each.text}" for each in everywhere(again.book, rules))
    with raises_message(NotALedger, f": domino rebuild{ruled} makes these tables again"):
        exhaust(again.catch_up())
    assert rebuild(again, rules) == 0
    assert everything(again.models) == before


@pytest.mark.unmeasured
@pytest.mark.parametrize("models", [["figures"], ["figures", "article"]])
def test_games_added_before_the_repair_are_booked(
    models: list[Model], keeper: Keeper, again: Keeper
) -> None:
    spoil_every_model(keeper.models)
    take(again.book, lines("payout.jsonl")[25:30])
    rebuild(again, None, models)
    if models == ["figures"]:
        with raises_message(NotALedger, "article_game is missing: domino rebuild --only article "):
            exhaust(again.catch_up())
        rebuild(again, None, ["article"])
    exhaust(again.catch_up())
    rows = everything(again.models)
    assert booked(rows) == owed(rulings(again.book))
    assert len(rows["game"]) == len(rulings(again.book))


def test_a_stopped_rebuild_is_started_anew(keeper: Keeper, again: Keeper) -> None:
    """Also if another program was stopped while it built other tables."""
    before = everything(keeper.models)
    exhaust(build(keeper, "article", AS_PLAYED))
    assert goes_on_from(again, "article", AS_PLAYED) == keeper.book.last_position()
    with keeper.models.reading() as connection:
        (building,) = made(connection, "article", BUILDING)
    spoil(keeper.models, [f"DROP TABLE turn_passed_{building.id}"], [])
    assert goes_on_from(again, "article", AS_PLAYED) == 0
    assert sum(build(again, "article", AS_PLAYED)) == again.book.last_position()
    rebuild(again, None, ["article"])
    assert everything(again.models) == before


@pytest.mark.parametrize("statement", FOUND_AGAIN)
def test_verdicts_and_names_are_found_again(statement: str, keeper: Keeper, again: Keeper) -> None:
    before = everything(keeper.models)
    in_a_file = keeper.models.in_a_file
    on_server = f"{statement} CASCADE".replace("TABLE known_name", "VIEW known_name")
    spoil(keeper.models, [statement if in_a_file else on_server], [])
    assert goes_on_from(again, "figures", AS_PLAYED) == 0
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


@pytest.mark.parametrize("statement", LOST)
def test_tables_that_cannot_be_rebuilt_are_not_replaced(
    statement: str, keeper: Keeper, again: Keeper
) -> None:
    in_a_file = again.models.in_a_file
    cascade = "" if in_a_file else " CASCADE"
    spoil(keeper.models, [f"{statement}{cascade}"], [])
    way = (
        "delete the tables: they are made again"
        if in_a_file
        else "drop the tables: domino init makes them again"
    )
    sentence = f"{again.models.name}: {LOST[statement]}: {way}, and what was booked stays"
    whole = f"^{re.escape(sentence)}$"
    with raises_message(NotALedger, whole):
        exhaust(again.catch_up())
    with raises_message(NotALedger, whole):
        rebuild(again)
    if not in_a_file:
        with raises_message(NotALedger, whole):
            set_up_in_database(again.book)


EDITED = (
    "UPDATE generation SET state = 'lost'",
    "UPDATE generation SET state = 'current', model = 'figures'",
    "UPDATE generation SET model = 'x'",
    "UPDATE generation SET rules = 'x', body = '{'",
    "UPDATE generation SET rules = 'x'",
    "UPDATE generation SET games = -1",
    "DELETE FROM generation",
)


@pytest.mark.parametrize("statement", EDITED)
def test_an_edit_by_hand_is_one_sentence(statement: str, keeper: Keeper, again: Keeper) -> None:
    spoil(keeper.models, [statement], [])
    with raises_message(
        NotALedger, "^the table generation is not as a command wrote it: delete the tab"
    ):
        exhaust(again.catch_up())


def test_an_invalid_id_is_one_sentence(in_a_file: Path) -> None:
    with opened(in_a_file, BATCH) as keeper:
        table = f"game_seat_{number(keeper.models, 'figures')}"
        spoil(keeper.models, [f"UPDATE {table} SET player_id = 'nobody'"], [])
        with (
            raises_message(NotALedger, "the tables are damaged"),
            keeper.models.reading() as connection,
        ):
            exhaust(listed_games(keeper.book, connection))


def test_a_verdict_on_an_unknown_seat_is_one_sentence(in_a_file: Path) -> None:
    with opened(in_a_file, BATCH) as keeper:
        spoil(keeper.models, ["UPDATE verdict SET blocker = 100"], [])
        with raises_message(NotALedger, "the tables are damaged"):
            exhaust(build(keeper, "figures", AS_PLAYED))


def test_a_figure_of_another_type(in_a_file: Path) -> None:
    with opened(in_a_file, BATCH) as keeper:
        spoil(keeper.models, ["UPDATE generation SET position = 'x'"], [])
        with raises_message(NotALedger, "^the table generation is not as a command wrote it"):
            exhaust(keeper.catch_up())


def test_a_deleted_generation_takes_nothing_in(keeper: Keeper, again: Keeper) -> None:
    id = number(again.models, "figures")
    spoil(keeper.models, [f"DELETE FROM generation WHERE id = {id}"], [])
    with raises_message(NotALedger, "^the table generation is not as a command wrote it"):
        again.step(id)


@pytest.mark.parametrize("edit", ["games = games + 1", "rated = position + 1"])
def test_missing_games_are_repaired(edit: str, keeper: Keeper, again: Keeper) -> None:
    before = everything(keeper.models)
    id = number(keeper.models, "figures")
    spoil(keeper.models, [f"UPDATE generation SET {edit} WHERE id = {id}"], [])
    flaw = f"game_fact_{id} does not hold the games that were taken in: domino rebuild --only fig"
    with raises_message(NotALedger, flaw):
        exhaust(again.catch_up())
    assert rebuild(again, None, ["figures"]) == 0
    exhaust(again.catch_up())
    assert everything(again.models) == before


def test_the_reason_why_a_view_cannot_be_created(on_a_server: str) -> None:
    with opened(on_a_server, BATCH) as keeper, keeper.models.writing() as connection:
        tables = TABLES
        connection.exec_driver_sql(f"ALTER TABLE {tables['game'].name} RENAME TO other")
        with pytest.raises(DBAPIError, match="does not exist"):
            show(connection, tables)


def test_a_file_whose_schema_is_no_text_is_damaged(in_a_file: Path) -> None:
    beside = in_a_file.with_name(f"{in_a_file.name}.tables")
    with closing(sqlite3.connect(beside)) as tables, tables:
        tables.execute("PRAGMA writable_schema = ON")
        bad = "UPDATE sqlite_master SET name = CAST(x'ff' AS TEXT), sql = 'CREATE' WHERE name = ?"
        tables.execute(bad, ["generation"])
    with raises_message(NotALedger, "damaged"), opened(in_a_file, BATCH) as keeper:
        exhaust(keeper.catch_up())


def test_a_flaw_is_found_each_time(keeper: Keeper, again: Keeper) -> None:
    statement = f"DROP TABLE round_seat_{number(keeper.models, 'figures')}"
    spoil(keeper.models, [statement], views("figures"))
    first = again.flaw("figures")
    assert first is not None
    assert again.flaw("figures") == first
