"""The article's tables, batch by batch while games go on, and who is counted."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.events import (
    Event,
    GameAbandoned,
    GameOpened,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    laid,
    passed,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.amendments.amend import amend_game
from domino_ledger.projections.tables import play_rows
from domino_ledger.projections.tables.connection import id_like
from domino_ledger.projections.tables.progress import progress_in
from tests.domain.builders import altered, hands, rest
from tests.ledger.games import line, lines, new_book, record, take

from .articles import (
    ANA,
    BEN,
    Tables,
    add,
    article_in,
    opening,
    play_in_turn,
    played,
    tables_of,
    whole,
)
from .figures import caught_up, kept

DEALT = hands("6-6 6-5 4-2", "1-1 6-4 3-2")
DEAL = RoundDealt(hands=DEALT, boneyard=rest(DEALT), leader=0)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book with two concurrent games, among others that were imported whole."""
    book = new_book(tmp_path_factory.mktemp("busy"))
    games = [played("one", 1), played("two", 2, "forced-block@1", 1), played("three", 3)]
    play_in_turn(book, games, lines("sanjuan.jsonl")[:1])
    return book


@pytest.mark.unmeasured
def test_progress(busy: Book) -> None:
    with kept(busy, batch=100) as keeper:
        with keeper.models.writing() as connection:
            progress = progress_in(connection)
            assert keeper.take_in(connection, progress.position) == 0
            assert progress_in(connection) == progress
        assert progress[:2] == (busy.last_position(), len(list(busy.games())))


def test_more_rounds_and_moves_than_ids(busy: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tables_of(busy)
    monkeypatch.setattr(play_rows, "ROUNDS_A_GAME", 2)
    monkeypatch.setattr(play_rows, "PARTS_A_ROUND", 8)
    some = tables_of(busy)  # The database would refuse a duplicate id.
    for table in ("round", "hand", "move"):
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


@pytest.mark.parametrize(("abandoned", "games"), [("void", 0), ("as-it-stands", 1)])
def test_an_abandoned_game(abandoned: str, games: int, tmp_path: Path) -> None:
    rules = altered("draw@1", score={"abandoned": abandoned})
    first, *events = whole("one", 1)
    assert isinstance(first, GameOpened)
    end = next(at for at, event in enumerate(events) if isinstance(event, RoundWon | RoundBlocked))
    with closing(new_book(tmp_path)) as book:
        add(book, [replace(first, rules=rules), *events[: end + 1], GameAbandoned()])
        tables = tables_of(book)
    assert [row[3] for row in tables["game"]] == [1]
    assert {row[3] for row in tables["player_in_game"]} == {None}
    assert record_of(tables, ANA)[:4] == (0, games, 0, 0)
    assert len(tables["player_round_score"]) == 2 * games
    assert (tables["round_winner"] != []) == (games == 1)


def test_all_references_exist(busy: Book) -> None:
    """SQLite checks references only on request."""
    with kept(busy, batch=50) as keeper, keeper.models.writing() as connection:
        references = list(connection.rows("PRAGMA foreign_key_list(hand)"))
        assert {(row[2], row[3], row[4]) for row in references} == {
            ("round", "round_id", "id"),
            ("bone", "bone_id", "id"),
        }
        assert list(connection.rows("PRAGMA foreign_key_check")) == []


@pytest.mark.parametrize("minor_per_pip", [0, 1, 500])
def test_money_is_counted_in_pips(minor_per_pip: int, tmp_path: Path) -> None:
    """Of a payout game: the stake has no effect."""
    stake = {"currency": "EUR", "minor_per_pip": minor_per_pip}
    blocked, out = (record("payout.jsonl", number) for number in (0, 1))
    with closing(new_book(tmp_path)) as book:
        take(book, map(line, (blocked | {"stake": stake}, out | {"stake": stake})))
        tables = tables_of(book)
    nets = [row[2] for row in sorted(tables["player_in_game"], key=lambda row: row[0])]
    assert (sorted(nets[:4]), sorted(nets[4:])) == ([-36, 7, 12, 17], [-23, -10, 0, 33])
    assert sorted(row[3] for row in tables["player_round_score"]) == sorted(nets)
    assert max(row[6] for row in tables["player_record"]) == 33


@pytest.mark.parametrize(
    ("rules", "together"), [("draw@1", max), ("block-lot@1", max), ("forced-block@1", sum)]
)
def test_a_player_at_two_seats_has_one_row(
    rules: str, together: Callable[[Iterable[int]], int], tmp_path: Path
) -> None:
    """The most points of these seats, or the sum of their money."""
    first, *events = whole("one", 1, rules)
    assert isinstance(first, GameOpened)
    with closing(new_book(tmp_path)) as book:
        add(book, [replace(first, record="apart"), *events])
        add(book, [replace(first, players=(BEN, BEN)), *events])
        tables = tables_of(book)
    *apart, both = sorted(tables["player_in_game"])
    assert len(apart) == 2
    assert both == (2, str(BEN), together(row[2] for row in apart), "Y")
    rounds = [row[2] for row in tables["player_round_score"] if row[0] == 2]
    assert len(rounds) == len(set(rounds)) == tables["game"][0][3]
    assert sum(record_of(tables, BEN)[:2]) == 2


def test_a_player_at_two_seats_of_a_game_without_points_and_money(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        add(book, [replace(opening("one", "forced-block@1"), players=(BEN, BEN))])
        free = PUBLISHED["forced-block@1"].model_copy(update={"payout": None})
        assert tables_of(book, free)["player_in_game"] == [(1, str(BEN), None, None)]
        assert tables_of(book)["player_in_game"] == [(1, str(BEN), 0, None)]


def test_players_of_an_amended_game(tmp_path: Path) -> None:
    """A player in no game any more is no player; one at another seat stays."""
    first, second, third = (record("payout.jsonl", number) for number in (0, 1, 2))
    games = [first | {"players": ["a", "b", "c", "d"]}, second | {"players": ["a", "e", "f", "g"]}]
    amended = third | {"id": first["id"], "players": ["h", "i", "j", "k"][: len(third["players"])]}
    with closing(new_book(tmp_path)) as book:
        take(book, map(line, games))
        before = tables_of(book)
        amend_game(book, game_id(first["id"]), read_record(line(amended)), "mistyped", None)
        names = {str(player): name for player, name in all_names(book).items()}
        found = {names[row[0]] for row in tables_of(book)["player_record"]}
    assert len(before["player_record"]) == 7
    assert found == {"a", "e", "f", "g", *amended["players"]}


def test_passes_and_flipped_leads_with_unseen_hands(tmp_path: Path) -> None:
    dealt = RoundDealt(hands=(*hands("6-5 6-4"), (UNSEEN, UNSEEN)), leader=0)
    acts: list[Event] = [laid(0, tile_named("6-5"), None, flipped=True), passed(1)]
    with closing(new_book(tmp_path)) as book:
        add(book, [opening("one", "block-lot@1"), dealt, *acts])
        tables = tables_of(book)
    lead, other = sorted(tables["move"])
    assert (lead[2], other[2:4]) == ("L", ("P", None))
    assert tables["lead_flipped"] == [(lead[0], 0, str(ANA))]
    assert tables["turn_passed"] == [(other[0], 1, str(BEN))]


def test_only_existing_tiles_are_listed(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book, kept(book) as keeper:
        known = []
        for number, highest in enumerate((6, 3, 9)):
            rules = altered("draw@1", play={"highest_pip": highest, "hand": {2: 2}})
            add(book, [replace(opening(str(number)), rules=rules)])
            caught_up(keeper)
            known.append(article_in(keeper)["bone"])
    assert list(map(len, known)) == [28, 28, 55]
    assert sorted(known[2])[25:29] == [(25, 6, 4), (26, 6, 5), (27, 6, 6), (28, 7, 0)]


def test_ids_as_the_store_writes_them() -> None:
    assert id_like(str(ANA), BEN) == str(BEN)
    assert id_like(ANA.hex, BEN) == BEN.hex


@pytest.mark.unmeasured
@pytest.mark.parametrize("batch", [1, 100_000])
def test_games_are_linked_whichever_comes_first(batch: int, tmp_path: Path) -> None:
    first, *others = whole("one", 1)
    assert isinstance(first, GameOpened)
    with closing(new_book(tmp_path)) as book, kept(book, batch=batch) as keeper:
        add(book, [replace(first, record="two", after="one"), *others])
        add(book, [replace(first, record="lost", after="nothing"), *others])
        caught_up(keeper)
        assert article_in(keeper)["game_link"] == []
        add(book, [first, *others[:-1]])
        add(book, [replace(first, record="three", after="one"), *others])
        caught_up(keeper)
        assert article_in(keeper)["game_link"] == [(3, 1), (3, 4)]
        book.append(book.stream(game_id("one")), others[-1:])
        caught_up(keeper)
        assert article_in(keeper) == tables_of(book)
        assert article_in(keeper)["game_link"] == [(3, 1), (3, 4)]
