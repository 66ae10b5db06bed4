"""The article's tables, batch by batch while games go on, and who is counted in them."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.events import (
    Event,
    GameAbandoned,
    GameOpened,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    RoundWon,
)
from ledger.book import Book
from ledger.store.stream import game_id
from projections.tables.article_projector import ArticleProjector
from projections.tables.write import article_rows
from tests.domain.table_talk import hands, house, rest
from tests.ledger.games import lines, new_book

from .articles import (
    ANA,
    NUMBER,
    START,
    Tables,
    add,
    catch_up,
    empty_tables,
    opening,
    play_in_turn,
    played,
    tables_in,
    tables_of,
    whole,
)

DEALT = hands("6-6 6-5 4-2", "1-1 6-4 3-2")
DEAL = RoundDealt(hands=DEALT, boneyard=rest(DEALT), leader=0)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book in which two games were played in turn, among others that came whole."""
    book = new_book(tmp_path_factory.mktemp("busy"))
    games = [played("one", 1), played("two", 2, "forced-block@1", 1), played("three", 3)]
    play_in_turn(book, games, lines("sanjuan.jsonl")[:1])
    return book


@pytest.mark.parametrize("batch", [pytest.param(1, marks=pytest.mark.deep), 7, 1000])
def test_batches_of_any_size_give_the_same(batch: int, busy: Book) -> None:
    assert tables_of(busy, batch=batch) == tables_of(busy)


def test_another_projector_goes_on_where_one_was(busy: Book) -> None:
    with empty_tables() as connection:
        progress = START
        while progress.position < busy.last_position():
            with connection.begin():
                progress = ArticleProjector(busy, NUMBER).take_in(connection, progress, 30)
        assert tables_in(connection) == tables_of(busy)


def test_it_tells_how_far_it_has_come(busy: Book) -> None:
    with empty_tables() as connection:
        projector = ArticleProjector(busy, NUMBER)
        progress = catch_up(connection, projector, busy, batch=100)
        assert progress == (busy.last_position(), len(list(busy.games())))
        with connection.begin():
            assert projector.take_in(connection, progress, 100) == progress


def test_more_than_there_are_ids_for(busy: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tables_of(busy)
    monkeypatch.setattr(article_rows, "ROUNDS_A_GAME", 2)
    monkeypatch.setattr(article_rows, "PARTS_A_ROUND", 8)
    some = tables_of(busy)  # The database refuses an id that is there.
    for table in ("round", "hand", "move", "player_round_score"):
        assert 0 < len(some[table]) < len(whole[table])
    hands_shown = {row[0] for row in some["hand"]}
    assert {row[3] for row in some["move"]} - {None} <= hands_shown


def record_of(tables: Tables, player: UUID) -> tuple[Any, ...]:
    return next(row[1:] for row in tables["player_record"] if row[0] == str(player))


def test_a_game_is_counted_when_it_is_over(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        add(book, whole("one", 1)[:-1])
        tables = tables_of(book)
        assert [row[2] for row in tables["article_game"]] == [None]
        assert {row[1:] for row in tables["player_record"]} == {(0, 0, 0, 0, None, None)}
        stream = book.stream(game_id("one"))
        book.append(stream, whole("one", 1)[-1:])
        tables = tables_of(book)
        scores = {row[1]: row[2] for row in tables["player_in_game"]}
        won = {row[1]: row[3] == "Y" for row in tables["player_in_game"]}
        assert [row[2] for row in tables["article_game"]] == ["Y"]
        assert set(tables["player_record"]) == {
            (player, 0, 1, 0, won[player], None, scores[player]) for player in scores
        }


@pytest.mark.parametrize("batch", [pytest.param(1, marks=pytest.mark.deep), 20, 100_000])
def test_what_is_said_after_the_end_may_take_a_game_back(batch: int, tmp_path: Path) -> None:
    more: list[Event] = [DEAL, IrregularityNoted(code="game-over")]
    with closing(new_book(tmp_path)) as book:
        for name, seed in (("one", 1), ("two", 2), ("three", 3)):
            add(book, whole(name, seed))
        before = tables_of(book)
        best = max(row[2] for row in before["player_in_game"] if row[1] == str(ANA))
        (leading,) = [row[0] for row in before["player_in_game"] if row[1:3] == (str(ANA), best)]
        with empty_tables() as connection:
            projector = ArticleProjector(book, NUMBER)
            progress = catch_up(connection, projector, book, batch=batch)
            name = ("one", "two", "three")[leading - 1]
            book.append(book.stream(game_id(name)), more)
            catch_up(connection, projector, book, progress, batch)
            after = tables_in(connection)
        assert after == tables_of(book)
        assert {row[3] for row in after["player_in_game"] if row[0] == leading} == {None}
        others = [
            row[2] for row in after["player_in_game"] if row[1] == str(ANA) and row[0] != leading
        ]
        assert record_of(after, ANA)[1] == 2
        assert record_of(after, ANA)[5] == max(others) < best


@pytest.mark.parametrize(("abandoned", "games"), [("void", 0), ("as-it-stands", 1)])
def test_a_game_broken_off(abandoned: str, games: int, tmp_path: Path) -> None:
    rules = house("draw@1", score={"abandoned": abandoned})
    first, *told = whole("one", 1)
    assert isinstance(first, GameOpened)
    end = next(at for at, event in enumerate(told) if isinstance(event, RoundWon | RoundBlocked))
    with closing(new_book(tmp_path)) as book:
        add(book, [replace(first, rules=rules), *told[: end + 1], GameAbandoned()])
        tables = tables_of(book)
    assert [row[3] for row in tables["game"]] == [games]
    assert {row[3] for row in tables["player_in_game"]} == {None}
    assert record_of(tables, ANA)[:4] == (0, games, 0, 0)
    assert len(tables["player_round_score"]) == 2 * games


def test_block_and_draw_games_are_counted_apart(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for number, rules in enumerate(("block-lot@1", "draw@1", "forced-block@1")):
            add(book, whole(rules, number, rules))
        tables = tables_of(book)
    assert record_of(tables, ANA)[:2] == (1, 2)
    assert [row[1] for row in tables["game"]] == ["block", "draw", "draw"]


def test_tiles_are_told_as_far_as_there_are_any(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book, empty_tables() as connection:
        projector, progress, known = ArticleProjector(book, NUMBER), START, []
        for number, highest in enumerate((6, 3, 9)):
            rules = house("draw@1", play={"highest_pip": highest, "hand": {2: 2}})
            add(book, [replace(opening(str(number)), rules=rules)])
            progress = catch_up(connection, projector, book, progress)
            known.append(tables_in(connection)["bone"])
    assert list(map(len, known)) == [28, 28, 55]
    assert sorted(known[2])[25:29] == [(25, 6, 4), (26, 6, 5), (27, 6, 6), (28, 7, 0)]
