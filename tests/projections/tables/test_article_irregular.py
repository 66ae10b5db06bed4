"""The article's tables of irregular games, and of books that were tampered with."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from domino_ledger.domain.events import (
    Event,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.tiles import NAMES, tile_named
from domino_ledger.ledger.book import Book
from tests.domain.builders import hands, rest
from tests.ledger.games import new_book

from .articles import ANA, BEN, add, opening, tables_of

BLOCKED = RoundBlocked()
DEALT = hands("6-6 6-5 4-2", "1-1 6-4 3-2")
DEAL = RoundDealt(hands=DEALT, boneyard=rest(DEALT), leader=0)
ODD = IrregularityNoted(code="not-held")


def rows_of(book: Book, table: str) -> list[tuple[Any, ...]]:
    return tables_of(book)[table]


def test_tiles_laid_twice_and_tiles_never_held(tmp_path: Path) -> None:
    acts: list[Event] = [
        laid(0, tile_named("6-6"), None),
        laid(1, tile_named("6-0"), "left"),
        ODD,
        laid(0, tile_named("6-6"), "right"),
        ODD,
        drew(0, tile_named("5-5")),
        laid(0, tile_named("6-4"), "right"),
        ODD,
        RoundWon(seat=1),
    ]
    with closing(new_book(tmp_path)) as book:
        add(book, [opening("odd"), DEAL, *acts])
        hand, moves = rows_of(book, "hand"), rows_of(book, "move")
    assert [(row[2], NAMES[row[3]], row[4], row[5]) for row in hand] == [
        (str(ANA), "6-6", "Y", None),
        (str(ANA), "6-5", None, None),
        (str(ANA), "4-2", None, None),
        (str(ANA), "5-5", None, "Y"),
        (str(ANA), "6-4", "Y", None),
        (str(BEN), "1-1", None, None),
        (str(BEN), "6-4", None, None),
        (str(BEN), "3-2", None, None),
        (str(BEN), "6-0", "Y", None),
    ]
    ids = [row[0] for row in hand]
    assert ids == [100_000 * 10_000 + number for number in range(1, 10)]
    assert [row[3] for row in moves] == [ids[0], ids[8], ids[0], ids[3], ids[4]]


def test_ends_are_those_at_which_the_tiles_were_placed(tmp_path: Path) -> None:
    acts: list[Event] = [
        laid(0, tile_named("6-5"), "left"),
        ODD,
        laid(1, tile_named("6-4"), "6"),
        ODD,
        laid(0, tile_named("4-2"), None),
        ODD,
        laid(1, tile_named("3-2"), "left"),
    ]
    endings: tuple[list[Event], ...] = ([], [RoundWon(seat=1)])
    for ending in endings:
        with closing(new_book(tmp_path, f"{len(ending)}.db")) as book:
            add(book, [opening("odd"), DEAL, *acts, *ending])
            branches = [row[4] for row in rows_of(book, "move")]
        assert branches == [None, "right", "right", "left"]


def test_a_seat_without_a_tile_may_pass(tmp_path: Path) -> None:
    deal = replace(DEAL, hands=(tuple(DEAL.hands[0]), ()))
    acts: list[Event] = [laid(0, tile_named("6-6"), None), passed(1), passed(0), ODD, BLOCKED]
    with closing(new_book(tmp_path)) as book:
        add(book, [opening("odd"), deal, ODD, *acts])
        assert [row[3] for row in rows_of(book, "move")] == [1_000_000_001, None, 1_000_000_001]
