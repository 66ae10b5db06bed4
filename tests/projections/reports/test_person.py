"""One person: names, number of games, first and last game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import open_dispute
from domino_ledger.ledger.errors import UnknownPlayer
from domino_ledger.ledger.registry.name_changes import erase, rename
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.projections.reports.players import Person, PlayedGame, find_person, person_json
from domino_ledger.projections.tables.changed_names import names_copied_from
from domino_ledger.projections.tables.merged_players import merge_players
from tests.messages.raises import raises_message

from .books import BLOCKED, LOT, OUT, asked, booked

EARLY, LATE = "2026-03-01T00:00:00.000000Z", "2026-03-02T20:30:00.000000Z"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """The game of four players was recorded first and played last."""
    late, early = BLOCKED | {"started_at": LATE}, OUT | {"started_at": EARLY}
    twice = LOT | {"players": ["p0", "p0"], "started_at": EARLY}
    with closing(booked(tmp_path, late, early, twice)) as book:
        yield book


def test_names_and_games(book: Book) -> None:
    player = player_called(book, "s1")
    rename(book, "s1", "Zoe")
    rename(book, "Zoe", "Ana")
    with asked(book) as connection:
        found = find_person(book, connection, "ANA")
    first, last = PlayedGame(OUT["id"], EARLY), PlayedGame(BLOCKED["id"], LATE)
    assert found == Person(player, "Ana", ["Zoe", "s1"], [], 2, first, last)
    assert person_json(found, {}) == {
        "player": str(player),
        "name": "Ana",
        "former_names": ["Zoe", "s1"],
        "merged": [],
        "games": 2,
        "first": {"record": OUT["id"], "started_at": EARLY},
        "last": {"record": BLOCKED["id"], "started_at": LATE},
    }


def test_a_game_with_the_player_at_two_seats_counts_once(book: Book) -> None:
    with asked(book) as connection:
        found = find_person(book, connection, "p0")
    assert (found.games, found.first) == (1, found.last)


def test_a_person_who_was_recorded_as_two(book: Book) -> None:
    with asked(book) as connection:
        merge_players(book, connection, "p0", "s1")
    with asked(book) as connection:
        found = find_person(book, connection, "p0")
    p0 = player_called(book, "p0")
    assert (found.name, found.merged, found.games) == ("s1", [p0], 3)
    assert person_json(found, {p0: "p0"})["merged"] == [{"player": str(p0), "name": "p0"}]


def test_a_person_who_did_not_play(book: Book) -> None:
    (game, *_) = book.games()
    open_dispute(book, game, "Marta", "wrong points")
    with asked(book) as connection:
        found = find_person(book, connection, "Marta")
    assert (found.name, found.games, found.first, found.last) == ("Marta", 0, None, None)
    shown = person_json(found, {})
    assert (shown["first"], shown["last"]) == (None, None)


def test_a_person_whose_name_was_erased(book: Book) -> None:
    player = player_called(book, "s1")
    with names_copied_from(book):
        erase(book, "s1")
    with asked(book) as connection:
        found = find_person(book, connection, str(player))
        with raises_message(UnknownPlayer, "s1"):
            find_person(book, connection, "s1")
    assert (found.name, found.former_names) == (f"player-{player.hex[:12]}", [])
    assert found.games == 2
