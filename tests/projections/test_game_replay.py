"""Replay of a game of the book, without a command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.events import laid
from domain.tiles import tile_named
from ledger.book import Book, open_book
from ledger.records.game_file import import_files
from ledger.records.line_reader import lines_of
from projections.messages.acts import not_in_game_text
from projections.replay.game_replay import NotInGame, replay_game

RECORDS = Path(__file__).parents[1] / "data" / "replay.jsonl"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    book = open_book(tmp_path_factory.mktemp("book") / "domino.db", create=True)
    with RECORDS.open("rb") as file:
        import_files(book, [("replay.jsonl", lines_of(file))], as_played=True)
    yield book
    book.close()


@pytest.mark.parametrize(
    ("asked", "code", "sentence"),
    [
        ({"round": 7}, "unknown-round", "draw: there is no round 8: there is only 1"),
        (
            {"viewer": "cyd"},
            "unknown-seat",
            "there is no seat 'cyd' in this game, and no player of that name",
        ),
        (
            {"viewer": -1},
            "unknown-seat",
            "there is no seat -1 in this game, and no player of that name",
        ),
    ],
)
def test_missing_parts_of_a_game(
    book: Book, asked: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(NotInGame) as refused:
        replay_game(book, book.find("draw"), **asked)
    assert (refused.value.code, not_in_game_text(refused.value)) == (code, sentence)


def test_a_move_of_a_round(book: Book) -> None:
    replay = replay_game(book, book.find("void"))
    assert replay.move(1, 3).act == laid(0, tile_named("4-2"), "left")
    assert (replay.move(1, -1).round, replay.move(1, -1).kind) == (1, "deal")
    for round, move, code in ((2, 0, "unknown-round"), (1, 13, "unknown-move")):
        with pytest.raises(NotInGame) as refused:
            replay.move(round, move)
        assert refused.value.code == code
