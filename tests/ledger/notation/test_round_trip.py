"""Text of a record, read back, is the record."""

import random

import pytest
from hypothesis import given, settings

from domain.catalogue import PUBLISHED
from ledger.notation.games import read_text
from ledger.notation.writing import text_of
from tests.domain.houses import ALL_HOUSES, AS_FOUND
from tests.ledger.damage import DAMAGES, damaged
from tests.ledger.games import FILES, lines, read, record

from .records import Json, read_back, records

DAMAGED = 300


@pytest.mark.parametrize("house", sorted(ALL_HOUSES))
def test_every_simulated_game_comes_back_as_it_was(house: str) -> None:
    @settings(AS_FOUND, max_examples=30)
    @given(records(house))
    def comes_back(record: Json) -> None:
        assert read_back(record) == [record]

    comes_back()


@pytest.mark.parametrize("file", FILES)
def test_real_games_tell_the_same_as_text(file: str) -> None:
    for number in range(0, len(lines(file)), 10):
        game = record(file, number)
        (back,) = read_back(game)
        assert read(back).events == read(game).events
        assert read_back(back) == [back]


def test_damaged_games_tell_the_same_as_text() -> None:
    rng = random.Random("damaged texts")
    for _ in range(DAMAGED):
        file = rng.choice(FILES)
        whole = record(file, rng.randrange(len(lines(file))))
        game = damaged(whole, rng.sample(DAMAGES, 3), rng)
        (back,) = read_back(game)
        assert read(back).events == read(game).events
        assert read(back).violations == read(game).violations
        assert read_back(back) == [back]


def test_games_of_one_file_come_back_in_order() -> None:
    games = [read_back(record(file))[0] for file in FILES]
    text = "\n".join(text_of(game, PUBLISHED) for game in games)
    assert read_text(text, PUBLISHED) == games
