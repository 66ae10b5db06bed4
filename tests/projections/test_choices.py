"""What can be noted next at a table where nobody saw the hands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domino_ledger import Book, Move, Refusal, State, Table, open_book
from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.tiles import NAMES
from domino_ledger.projections.drawing.svg import board
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.replay.choices import Choices, choices, may_lead, moves_since_breach
from domino_ledger.projections.replay.news import newest_step


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club.db", create=True) as book:
        yield book


def table_of(book: Book, *moves: Move, rules: str = "draw@1") -> Table:
    """A table of two whose hands nobody saw, led by the first."""
    table = book.open_game("evening", rules, ["Ana", "Ben"])
    assert isinstance(table.deal([None, None], leader=0), State)
    for move in moves:
        assert isinstance(table.play(move), State)
    return table


def now(table: Table) -> Choices:
    found = choices(table.game)
    assert found is not None
    return found


def test_before_a_deal_there_is_no_choice(book: Book) -> None:
    assert choices(book.open_game("evening", "draw@1", ["Ana", "Ben"]).game) is None


def test_any_tile_may_be_in_a_hand_that_nobody_saw(book: Book) -> None:
    assert len(now(table_of(book)).moves) == 7  # Of which a double is to be led.


def test_a_tile_on_the_table_is_nowhere_else(book: Book) -> None:
    found = now(table_of(book, Move(0, "lay", "6-6")))
    assert found.seat == 1
    laid = {NAMES[move.tile] for move in found.moves if isinstance(move, TileLaid)}
    assert laid == {"6-5", "6-4", "6-3", "6-2", "6-1", "6-0"}
    assert sum(not isinstance(move, TileLaid) for move in found.moves) == 1  # A draw, unseen.


def test_a_tile_that_a_pass_rules_out_is_a_breach(book: Book) -> None:
    moves = Move(0, "lay", "6-6"), Move(1, "pass"), Move(0, "lay", "6-5", "right")
    found = now(table_of(book, *moves, rules="block@1"))
    assert {NAMES[move.tile] for move in found.breaches} == {
        *("6-4", "6-3", "6-2", "6-1", "6-0"),
    }
    assert "5-5" in {NAMES[move.tile] for move in found.moves if isinstance(move, TileLaid)}


def test_a_tile_that_any_earlier_draw_rules_out_is_a_breach(book: Book) -> None:
    moves = [
        *(Move(0, "lay", "6-6"), Move(1, "draw", "?"), Move(1, "lay", "6-1", "left")),
        *(Move(0, "lay", "6-5", "right"), Move(1, "draw", "?"), Move(1, "lay", "5-2", "right")),
        Move(0, "lay", "6-2", "right"),
    ]
    found = now(table_of(book, *moves))  # Ben laid what was drawn: no 6, and later no 1 and no 5.
    assert found.seat == 1
    laid = {NAMES[move.tile] for move in found.moves if isinstance(move, TileLaid)}
    assert {"6-4", "6-3", "6-0"} < laid
    assert {NAMES[move.tile] for move in found.breaches} == laid


def test_hands_that_the_program_dealt_are_not_told(book: Book) -> None:
    table = book.open_game("evening", "draw@1", ["Ana", "Ben"])
    assert isinstance(table.deal(), State)
    assert choices(table.game) is None


def test_hands_that_were_typed_are_not_told(book: Book) -> None:
    table = book.open_game("evening", "block@1", ["Ana", "Ben"])
    hands = [["6-6", "6-5", "1-0", "2-0", "3-0", "4-0", "5-0"], None]
    assert isinstance(table.deal(hands, leader=0), State)
    assert choices(table.game) is None


def test_a_round_that_is_over_has_no_choice(book: Book) -> None:
    table = table_of(book, Move(0, "lay", "6-6"), rules="block@1")
    assert isinstance(table.call_blocked(), State)
    assert choices(table.game) is None


def test_a_breach_is_undone_with_the_moves_since(book: Book) -> None:
    moves = Move(0, "lay", "6-6"), Move(1, "pass"), Move(0, "lay", "6-5", "right")
    table = table_of(book, *moves, rules="block@1")
    refused = table.play(Move(1, "lay", "6-1", "left"))
    assert isinstance(refused, Refusal)
    assert moves_since_breach(table.game, refused.params) == 2
    assert moves_since_breach(table.game, {}) == 0
    assert isinstance(table.undo(2), State)
    assert now(table).seat == 1


def test_before_a_deal_there_is_nothing_to_undo(book: Book) -> None:
    table = book.open_game("evening", "draw@1", ["Ana", "Ben"])
    assert moves_since_breach(table.game, {}) == 0


def test_the_newest_step_is_what_happened_last(book: Book) -> None:
    table = book.open_game("evening", "block@1", ["Ana", "Ben"])
    assert newest_step(table.game, None) is None
    assert isinstance(table.note_result(winners=[0], ended="out", pips=[0, 9]), State)
    ended = newest_step(table.game, None)
    assert ended is not None
    assert ended.kind == "end"
    assert isinstance(table.deal([None, None], leader=0), State)
    dealt = newest_step(table.game, None)
    assert dealt is not None
    assert dealt.kind == "deal"


def test_a_board_alone_has_no_hands(book: Book) -> None:
    table = table_of(book, Move(0, "lay", "6-6"))
    step = newest_step(table.game, None)
    assert step is not None
    drawn = board(step, seating_of(table.game, table.players))
    assert drawn.count('class="tile"') == 1
    assert "Ana" not in drawn


def test_who_may_lead(book: Book) -> None:
    table = book.open_game("evening", "block@1", ["Ana", "Ben"])
    assert may_lead(table.game) == {0, 1}


def test_a_boneyard_whose_order_was_typed_is_not_told(book: Book) -> None:
    table = book.open_game("evening", "draw@1", ["Ana", "Ben"])
    boneyard = [f"{high}-{low}" for high in range(5) for low in range(high + 1)][:14]
    assert isinstance(table.deal([None, None], boneyard=boneyard, leader=0), State)
    assert choices(table.game) is None
