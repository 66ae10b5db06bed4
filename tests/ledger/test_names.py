"""The known name that a new name was perhaps a misspelling of."""

from pathlib import Path

import pytest

from domino_ledger.ledger.suggestions import MOST_COMPARED, KnownNames

from .games import new_book, record, take_one

KNOWN = KnownNames(["Ana", "Müller", "Marta Ruiz", "player 1", "Дмитрий", "Jo", "はな"])


@pytest.mark.parametrize(
    ("name", "closest"),
    [
        ("Anna", "Ana"),
        ("Aña", "Ana"),
        ("muler", "Müller"),
        ("Marta Riuz", "Marta Ruiz"),
        ("Дмитри", "Дмитрий"),
        ("Plaver 1", "player 1"),
        ("player 2", None),
        ("player 11", None),
        ("Ann", "Ana"),
        ("ばな", None),
        ("Bo", None),
        ("", None),
    ],
)
def test_the_closest_name(name: str, closest: str | None) -> None:
    assert KNOWN.closest(name) == closest


def test_names_of_the_same_game_are_excluded() -> None:
    known = KnownNames(["Ana", "Hanna"])
    assert known.closest("Anna", ["Bob", "ANA", "Anna"]) == "Hanna"
    assert known.closest("Anna", ["Hanna", "Ana"]) is None
    assert known.closest("Aná", ["Aná", "Bob"]) == "Ana"


def test_many_names_are_not_all_compared() -> None:
    known = KnownNames(["Ana", *(chr(0x4E00 + at) * 9 for at in range(999))])
    times = MOST_COMPARED // 1_000
    found = [known.closest("Anna") for _ in range(times + 1)]
    assert found == ["Ana"] * times + [None]


def test_import_reports_new_names(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    game = record("openspiel-block.jsonl")
    first = take_one(book, game | {"players": [" Ana", "Bob"]})
    assert (first.new_players, first.players) == (("Ana", "Bob"), (" Ana", "Bob"))
    second = take_one(book, game | {"id": "two", "players": ["Cid", "BOB"]})
    assert (second.new_players, second.players) == (("Cid",), ("Cid", "BOB"))
    third = take_one(book, game | {"id": "three", "players": ["cid", "BOB"]})
    assert (third.new_players, third.players) == ((), ())
