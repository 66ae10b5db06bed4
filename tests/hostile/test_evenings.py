"""Evenings as people type them, and lines that were once taken and then found to be wrong."""

from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import TableSession, open_table
from tests.lanes import examples
from tests.ledger.typed import fixed_clock

from . import evenings
from .__main__ import finds
from .evenings import Careful, Desk, book_fault, irregular_rounds, played
from .trials import new_book

GUESTS = (
    "deal p2: 9-4 9-0 7-1 7-2 5-5 7-4 4-2 3-0 9-3 8-7 2-1 / lead p1|9-9|5-5|4-4|0-0|3-3"
    "|9-1 train-2-left|4-3 train-4-left|5-3 train-1-right|8-0 train-5-left|6-5 train-3-left|-"
    "|3-1 train-4-left|3-2 train-1-left|6-6 train-3-left|8-5 train-5-left|9-8 train-2-right"
    "|5-1 train-5-left"
)
"""Two ends show the same pip, so where the last tile went matters."""
FOUND = [
    ("chicken-foot@1", 2, "deal begins p0|draw|9-9|9-8"),
    ("chicken-foot@1", 2, "deal begins p0|draw|draw 5-4|draw|p0 9-9|p1 9-1"),
    ("spinner@1", 4, "deal p1: 3-0 W-3 2-0 8-0 5-5 5-1 3-1 / begins p1|draw|draw|W-W|9-8"),
    ("doubles@1", 4, "deal begins p3|draw|draw|draw|draw|6-6|p3 6-5"),
    ("basic-train@1", 5, "deal p0: 8-0 7-2 8-7 4-1 5-4 7-3 5-1 4-2 6-1 2-1 8-6|deal lead p1|9-9"),
    ("basic-train@1", 5, f"{GUESTS}|p4 8-8 train-2-right|blocked"),
]
"""Rules, seats, and lines that were taken."""


@pytest.mark.parametrize("chunk", range(examples(8)))
def test_what_the_table_takes_is_clean_and_comes_back_equal(chunk: int) -> None:
    assert list(finds("evenings", range(1 + 25 * chunk, 26 + 25 * chunk), seed=1)) == []


@pytest.mark.parametrize(("rules", "seats", "lines"), FOUND)
def test_lines_that_were_found(tmp_path: Path, rules: str, seats: int, lines: str) -> None:
    with new_book(tmp_path) as book:
        session = table_of(book, rules, seats)
        for line in lines.split("|"):
            session.take(line)
        assert book_fault(tmp_path, book, whole=True) is None
        assert irregular_rounds(session.game) == set()


def table_of(book: Book, rules: str, seats: int) -> TableSession:
    names = [f"p{seat}" for seat in range(seats)]
    return open_table(book, "evening", PUBLISHED[rules], names, clock=fixed_clock)


def test_a_right_line_that_is_refused_is_a_find(tmp_path: Path) -> None:
    """Here the table has a round that the players know nothing of."""
    chance, rules = Random(1), PUBLISHED["block@1"]
    with new_book(tmp_path) as book:
        session = table_of(book, rules.id, 2)
        session.take("deal lead p0")
        desk = Desk(session, session.players, chance, [])
        assert "a right line is refused" in (
            Careful(desk, played(rules, 2, chance)).evening() or ""
        )


def test_another_game_than_was_played_is_a_find(tmp_path: Path) -> None:
    chance, rules = Random(1), PUBLISHED["block@1"]
    with new_book(tmp_path) as book:
        desk = Desk(table_of(book, rules.id, 2), ("p0", "p1"), chance, [])
        careful = Careful(desk, played(rules, 2, chance))
        assert careful.evening() is None
        careful.typed.reverse()
        assert "round 0 has other" in (careful.compared() or "")


def test_an_irregularity_that_the_book_does_not_know_is_a_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_book(tmp_path) as book:
        session = table_of(book, "block@1", 2)
        session.take("deal lead p0")
        session.take("! p1 6-6")
        assert irregular_rounds(session.game) == {0}
        monkeypatch.setattr(evenings, "irregular_rounds", lambda _: set())
        assert "rejected" in (book_fault(tmp_path, book, whole=False) or "")
