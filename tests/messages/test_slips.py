"""Slips in notation that a transcript cannot show; the others are in `tests/golden/misread.txt`."""

from functools import partial
from io import BytesIO

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.lexer import Cursor
from domino_ledger.ledger.notation.move_grammar import read_move, whole_time
from domino_ledger.ledger.notation.reader import LONGEST_GAME, games_in, read_text
from domino_ledger.ledger.records.line_reader import lines_of
from domino_ledger.projections.messages.errors import error_text
from tests.ledger.notation.test_reading import DEAL, HEAD

A_PLAYER = "expected a player (Ana, Ben)"
AN_ACT = "expected a tile such as '6-4' or 'pass'"
A_PLAYER_OR_ACT = f"{A_PLAYER}, a tile such as '6-4' or 'pass'"
NO_JSON = "JSON cannot hold this"


def refusal(text: str) -> str:
    with pytest.raises(NotationError) as raised:
        read_text(text, PUBLISHED)
    return error_text(raised.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('Claims: {"a": ' + "[" * 100_000, f"column 9: {NO_JSON}"),
        ("Claims: {" + '"a": ' + "9" * 5_000 + "}", f"column 9: {NO_JSON}"),
        ("Claims: {}\0", "column 11: NUL cannot be part of a text"),
    ],
)
def test_slips_in_a_round(line: str, sentence: str) -> None:
    assert refusal(f"{HEAD}{DEAL}{line}\n") == f"line 8, {sentence}"


def test_text_that_is_not_utf_8() -> None:
    (game,) = games_in(lines_of(BytesIO(b"Game: a\nSource: \xe9\xff\n")), PUBLISHED)
    assert isinstance(game.record, NotationError)
    assert error_text(game.record) == "line 2, column 9: not UTF-8"


def test_a_game_without_an_end() -> None:
    half = b"#" * (LONGEST_GAME // 2) + b"\n"
    text = b"Game: a\n" + half + half + b"Rules: block@1\nGame: b\n"
    first, second = games_in(lines_of(BytesIO(text)), PUBLISHED)
    assert isinstance(first.record, NotationError)
    assert error_text(first.record) == "line 3: a game is longer than 4194304 bytes"
    assert second.line == 5


def test_a_round_without_an_end() -> None:
    assert refusal(HEAD + DEAL + "Ana pass\n" * 5_001) == (
        "line 5008: more than 5000 moves in one round"
    )


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("ben 6-4 left", {"seat": 1, "lay": "6-4", "at": "left"}),
        ("6-4>", {"lay": "6-4", "at": "right"}),
        ("pass @20:16", {"pass": True, "t": "2026-11-20T20:16:00Z"}),
        ("draws ?", {"draw": "?"}),
    ],
)
def test_one_move_as_it_is_typed(typed: str, move: dict[str, object]) -> None:
    whole = partial(whole_time, last="2026-11-20T20:00:00Z")
    assert read_move(Cursor(typed, players=["Ana", "Ben"], whole=whole)) == move


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("6-x", f"column 1: {A_PLAYER_OR_ACT}, not '6-x'"),
        ("Bo 6-4", f"column 1: {A_PLAYER_OR_ACT}, not 'Bo'"),
        ('"Bo" 6-4', f"column 1: {A_PLAYER}, not 'Bo'"),
        ("Ben 6-x", f"column 5: {AN_ACT}, not '6-x'"),
        ("6-4, 6-5", "column 4: expected 'left', 'right' or the end of the line, not ','"),
        ("", f"column 1: {A_PLAYER_OR_ACT}, not the end of the line"),
    ],
)
def test_invalid_moves(typed: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_move(Cursor(typed, players=["Ana", "Ben"]))
    assert error_text(raised.value) == sentence
