"""Each slip in notation has one sentence: line, column, and what was expected there."""

from functools import partial
from io import BytesIO

import pytest

from domain.rules.catalogue import PUBLISHED
from ledger.notation.errors import NotationError
from ledger.notation.move_grammar import read_move, whole_time
from ledger.notation.reader import LONGEST_GAME, UnreadableGame, games_in, read_text
from ledger.records.line_reader import lines_of
from projections.messages.errors import error_text
from tests.ledger.notation.test_reading import DEAL, HEAD

A_PLAYER = "expected a player (Ana, Ben)"
AN_ACT = "expected a tile such as '6-4' or 'pass'"
A_PLAYER_OR_ACT = f"{A_PLAYER}, a tile such as '6-4' or 'pass'"
A_PLAYER_OR_LINE = (
    f"{A_PLAYER}, or a line such as 'Hand Ana: 6-4 5-5' or 'Table' ('#' begins a remark)"
)
A_LIST = "expected a list in JSON, or a line such as 'Hand NAME: 6-4 5-5' for each"
NO_JSON = "JSON cannot hold this"
AFTER = "expected 'left', 'right', a comma or the end of the line"


def refusal(text: str) -> str:
    with pytest.raises(NotationError) as raised:
        read_text(text, PUBLISHED)
    return error_text(raised.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ana 6-x", f"column 5: {AN_ACT}, not '6-x'"),
        (
            "Ana 6-4 train-0",
            "column 15: expected whose train it is (Ana, Ben), or its number, from 1, not '0'",
        ),
        ("Ana 6-4 lefty", f"column 9: {AFTER}, not 'lefty' (did you mean 'left'?)"),
        (
            "Ana 6-4 at",
            (
                "column 11: expected 'left', 'right' or the pips that the end shows, "
                "not the end of the line"
            ),
        ),
        ("Bo 6-4", f"column 1: {A_PLAYER_OR_LINE}, not 'Bo'"),
        ("Ana: 6-6", "column 6: expected 'Hand Ana:' for a hand, or no colon for a move"),
        (
            '"Ben 6-4',
            'column 1: this is not a text in quotation marks, such as "Ana \\"Ace\\" Lee"',
        ),
        (
            "Ana 6-4 @20:15",
            (
                "column 10: expected a time such as '20:15' (after a whole one) "
                "or '2026-01-31T20:15:00Z', not '20:15'"
            ),
        ),
        ("Hand Ana: 6-6", "column 9: 'Hand Ana' is given twice, first on line 6"),
        ("Hands: []", "column 6: 'Hands:' repeats what lines before it give"),
        ("Hand seat 2: 6-6", "column 6: expected a seat of this game, not 'seat'"),
        ("Left Ana: 6-6, 6", "column 16: expected a tile such as '6-4', not '6'"),
        ("Left: 6-6", f"column 7: {A_LIST}, not '6-6'"),
        ('Claims: {"a": NaN}', f"column 9: {NO_JSON}"),
        ('Claims: {"a": ' + "[" * 100_000, f"column 9: {NO_JSON}"),
        ("Claims: {" + '"a": ' + "9" * 5_000 + "}", f"column 9: {NO_JSON}"),
        ("Left Ana: ? 6-4", "column 13: expected the end of the line, not '6-4'"),
        (
            "Ended: badly",
            "column 8: expected 'out', 'blocked', 'target' or 'unfinished', not 'badly'",
        ),
        ("Round 3", "column 7: expected Round 2 here, not Round 3"),
        ("Claims: [1]", "column 9: expected an object in JSON, not '[1]'"),
        ('Claims: {"a": 1, "a": 2}', "column 9: 'a' is given twice"),
        ('Claims: {"a": "\\u0000"}', "column 9: expected text without NUL, not '\\x00'"),
        ("Claims: {}\0", "column 11: NUL cannot be part of a text"),
    ],
)
def test_slips_in_a_round(line: str, sentence: str) -> None:
    assert refusal(f"{HEAD}{DEAL}{line}\n") == f"line 8, {sentence}"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "Rulez: block@1",
            (
                "column 1: expected 'Game:', 'Rules:', 'Set:', 'Players:', 'Teams:', "
                "'Source:', 'Started:', 'After:', 'Stake:', 'Abandoned:', 'Forfeited:', "
                "'Aborted:', 'Claims:' or 'Round', not 'Rulez:' "
                "(did you mean 'rules'?)"
            ),
        ),
        ("Rules: block@1", "column 6: 'Rules' is given twice, first on line 2"),
        ("Stake 5", "column 7: expected ':', not '5'"),
        (
            "Stake: 5 euros",
            "column 10: expected a stake such as 'EUR 5 minor units a pip', not 'euros'",
        ),
        ("Stake: 10000000000", "stake.minor_per_pip: more than 1000000000"),
        (
            "Started: yesterday",
            ("column 10: expected a time such as '2026-01-31T20:15:00Z', not 'yesterday'"),
        ),
        ("Source:", "column 8: expected a text, not the end of the line"),
        ("Teams: Ana Ben", "column 12: expected a comma or '/', not 'Ben'"),
        ("Teams: [[9.5]]", "teams[0][0]: expected a whole number, not 9.5"),
    ],
)
def test_slips_before_the_first_round(line: str, sentence: str) -> None:
    said = refusal(f"{HEAD}{line}\n")
    assert said in {f"line 4, {sentence}", f"line 4: {sentence}"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Rules: block@1\n",
            "line 1, column 1: expected 'Game:' and the id of the game, not 'Rules:'",
        ),
        (
            "Game: a\nRules: block@1\n",
            (
                "line 3: the game that begins on line 1 has no 'Players:': type a line such as "
                "'Players: Ana, Ben', in the order of play"
            ),
        ),
        (
            "# a\nGame: a\nRound 1\n",
            (
                "line 3: the game that begins on line 2 has no 'Rules:': type a line such as "
                "'Rules: block-lot@1' (`domino rules` lists them)"
            ),
        ),
        (
            "Game: a\nPlayers: Ana, Ben\nAna: 6-6 5-4\n",
            (
                "line 3: the game that begins on line 1 has no 'Rules:': type a line such as "
                "'Rules: block-lot@1' (`domino rules` lists them)"
            ),
        ),
        (
            "Game: a\nRules: b\nPlayers: Ana Ben\n",
            (
                "line 3, column 10: expected commas between the names "
                "(or one name, in quotation marks), not 'Ana'"
            ),
        ),
        (
            HEAD + "Round\nHands: 6-6; 6-5\n",
            f"line 5, column 8: {A_LIST}, not '6-6;'",
        ),
        (
            HEAD + "Round\nAna 6-4\nBen: 6-6 6-5\n",
            (
                "line 6, column 4: expected 'Left Ben:' for tiles left at the end, "
                "'Hand Ben:' for tiles dealt, or no colon for a move"
            ),
        ),
        ("Game: a\nTeams: x / y\n", "line 2, column 8: 'Players:' must come before 'Teams:'"),
        (
            "Game: a\nRules: b\nPlayers: Ana,\n",
            "line 3, column 14: expected a player's name, not the end of the line",
        ),
        (
            'Game: a\nRules: b\nPlayers: "A" B\n',
            "line 3, column 14: expected a comma before the next name, not 'B'",
        ),
        (
            HEAD + "Round\nEnded: out\nAna 6-4\n",
            "line 6, column 1: expected 'Round' or 'Game:' after 'Ended:', not 'Ana'",
        ),
        (
            HEAD + "Round\nHands: []\nHand Ana: 6-6\n",
            "line 6, column 9: line 5 gives this for every seat",
        ),
        (
            HEAD.replace("Ben", "Ana") + "Round\nAna 6-4\n",
            "line 5, column 1: 'Ana' may be more than one player: write 'seat 0' or 'seat 1'",
        ),
        (
            HEAD.replace("Ben", "Anton") + "Round\nA 6-4\n",
            "line 5, column 1: 'A' may be more than one player: write 'seat 0' or 'seat 1'",
        ),
    ],
)
def test_slips_in_the_whole(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_text_that_is_not_utf_8() -> None:
    (game,) = games_in(lines_of(BytesIO(b"Game: a\nSource: \xe9\xff\n")), PUBLISHED)
    assert isinstance(game, UnreadableGame)
    assert error_text(game.error) == "line 2, column 9: not UTF-8"


def test_a_game_without_an_end() -> None:
    half = b"#" * (LONGEST_GAME // 2) + b"\n"
    text = b"Game: a\n" + half + half + b"Rules: block@1\nGame: b\n"
    first, second = games_in(lines_of(BytesIO(text)), PUBLISHED)
    assert isinstance(first, UnreadableGame)
    assert error_text(first.error) == "line 3: a game is longer than 4194304 bytes"
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
    assert (
        read_move(typed, ["Ana", "Ben"], partial(whole_time, last="2026-11-20T20:00:00Z")) == move
    )


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
        read_move(typed, ["Ana", "Ben"])
    assert error_text(raised.value) == sentence


RESULT = "Game: g\nRules: {rules}\nPlayers: Berta, Ana, Cy, Dora\nRound 1: "


@pytest.mark.parametrize(
    ("rules", "result", "sentence"),
    [
        (
            "partnership-pagat@1",
            "b 35",
            "column 10: 'b' may be a side or a player: write 'side B' or 'Berta'",
        ),
        ("partnership-pagat@1", "side c 35", "column 15: expected the letter of a side, not 'c'"),
        (
            "mexican-train@1",
            "cy 35, dora 12",
            (
                "column 24: expected the points of every side: the fewest win, "
                "and only one may be left out, not the end of the line"
            ),
        ),
    ],
)
def test_slips_in_a_result(rules: str, result: str, sentence: str) -> None:
    assert refusal(RESULT.format(rules=rules) + result) == f"line 4, {sentence}"
