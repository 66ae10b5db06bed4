"""Games imported by older programs that tables cannot hold: left out, and named."""

import string
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domino_ledger.domain.events import GameAbandoned, GameAmended
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import NotALedger
from domino_ledger.ledger.records.format import record_from
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.tables.catch_up import Keeper, set_up_in_database
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.left_out import left_out_games
from domino_ledger.projections.tables.rebuild import compare, made_anew, switch
from tests.cli.command import run
from tests.ledger.games import Json, lines, new_book, record, take

from .modelled import exhaust

LONG = "".join(Random(1).choices(string.ascii_lowercase, k=3_000))
"""No text that a database could make shorter."""
NUL_IN_END, LONG_RULES, NUL_IN_ID = "end", "rules", "g\0"


def with_moves(game: Json, **changes: object) -> Json:
    """The game with these changes of its second move."""
    (played,) = game["rounds"]
    first, second, *rest = played["moves"]
    return game | {"rounds": [played | {"moves": [first, second | changes, *rest]}]}


def as_older_programs_did(book: Book) -> None:
    """Import games as older programs did, without checks of their texts."""
    rules = PUBLISHED["forced-block@1"].model_dump(mode="json")
    game = record("payout.jsonl")
    games = (
        game | {"id": LONG_RULES, "rules": rules | {"id": f"{LONG}@1"}},
        game | {"id": NUL_IN_ID},
        with_moves(game, at="le\0ft") | {"id": NUL_IN_END},
    )
    importer = Importer(book, as_played=True)
    outcomes = [*importer.take((n, record_from(each)) for n, each in enumerate(games, 1))]
    assert [each.outcome for each in outcomes] == ["added"] * len(games)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A book with games before and after those that no table can hold."""
    in_a_file = request.param == "sqlite"
    address = str(tmp_path / "book.db") if in_a_file else request.getfixturevalue("database")
    make_book(address)
    with closing(open_book(address)) as book:
        set_up_in_database(book)
        take(book, lines("payout.jsonl")[1:2])
        as_older_programs_did(book)
        take(book, lines("payout.jsonl")[2:3])
    return address


@pytest.fixture
def keeper(address: str) -> Iterator[Keeper]:
    with closing(open_book(address)) as book, closing(read_models_of(book)) as models:
        yield Keeper(book, models, batch=100)


def counted(keeper: Keeper) -> int:
    """The number of games in the tables."""
    with keeper.models.reading() as connection:
        return int(connection.value("SELECT count(*) FROM game_fact"))


def left(keeper: Keeper) -> list[tuple[Any, ...]]:
    with keeper.models.reading() as connection:
        return [tuple(game) for game in left_out_games(connection)]


LEFT_OUT = [
    (game_id(LONG_RULES), "rules"),
    (game_id(NUL_IN_ID), "record"),
    (game_id(NUL_IN_END), "end"),
]


@pytest.mark.unmeasured
def test_they_are_left_out_and_named(keeper: Keeper) -> None:
    assert keeper.left_out() == []
    exhaust(keeper.catch_up())
    assert counted(keeper) == 2
    assert left(keeper) == keeper.left_out() == LEFT_OUT


def test_the_book_stays_usable(keeper: Keeper) -> None:
    """One game is extended, one is amended so that it fits; then all tables are rebuilt."""
    exhaust(keeper.catch_up())
    book = keeper.book
    (good,) = take(book, lines("payout.jsonl")[3:4])
    assert good.outcome == "added"
    going_on = book.stream(game_id(LONG_RULES))
    book.append(going_on, [GameAbandoned(reason="rain")])
    amended = book.stream(game_id(NUL_IN_ID))
    opening = amended.game.opened
    better = type(opening)(
        record="g", rules=opening.rules, players=opening.players, stake=opening.stake
    )
    book.append(amended, [GameAmended(reason="NUL", by=None, opening=better)])
    exhaust(keeper.catch_up())
    assert counted(keeper) == 4
    still = [game for game in LEFT_OUT if game[0] != game_id(NUL_IN_ID)]
    assert left(keeper) == still
    with made_anew(keeper, AS_PLAYED) as anew:
        found = compare(keeper, AS_PLAYED, anew)
        assert (sum(each.old + each.new for each in found.differences), found.gone) == (0, [])
        switch(keeper, AS_PLAYED, anew)
    assert (left(keeper), counted(keeper)) == (still, 4)


@pytest.mark.unmeasured
def test_commands_name_them_and_continue(address: str) -> None:
    ran = run(f"stats --ledger {address}")
    assert (ran.code, len(ran.out.splitlines())) == (0, 5)
    why = {
        "rules": "the id of its rules is too long",
        "record": "its id is too long, or holds NUL",
        "end": "the name of an end is too long, or holds NUL",
    }
    named = [f"{game} is not in the tables: {why[text]}" for game, text in LEFT_OUT]
    assert ran.err.splitlines() == named
    for game in (LONG_RULES, NUL_IN_END, str(game_id(NUL_IN_ID))):
        for command in ("audit", "replay", "export", "sheet"):
            ran = run(f"{command} {game} --ledger {address}")
            assert "mistake" not in ran.err, ran
            assert ran.code in {0, 3}, ran
            assert ran.out


@pytest.mark.parametrize("column", ["unheld", "game"])
@pytest.mark.parametrize("value", ["'x'", "x'00'"])
def test_a_row_that_no_program_wrote(column: str, value: str, tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book, closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        with models.writing() as connection:
            insert = "INSERT INTO left_out VALUES (1, '" + "0" * 32 + "', 'money')"
            connection.rows(insert)
            connection.rows(f"UPDATE left_out SET {column} = {value}")
        exhaust(keeper.catch_up())
        with pytest.raises(NotALedger) as found:
            keeper.left_out()
    assert found.value.code == "tables-damaged"
