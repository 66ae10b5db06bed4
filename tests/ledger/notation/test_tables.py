"""Printed tables are read as they were played; every guess is reported."""

import json
from collections import Counter
from io import BytesIO

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.placement import Branch, dealt_rounds, merged, step
from domino_ledger.ledger.notation.reader import NotationGame, games_in, read_text
from domino_ledger.ledger.records.format import Move, Record, record_from
from domino_ledger.ledger.records.line_reader import lines_of
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.messages.notation import other_end_text
from tests.ledger.games import read

from .records import Json
from .tables import Placed, placings, printed

GAMES = 60
LEAD = Move.model_validate({"seat": 0, "lay": "6-4"})
LED: Json = {"rounds": [{"leader": 0, "hands": None, "moves": []}]}

CLUB = """Game: four
Rules: block-lot@1
Players: Ana, Ben

Round 1
Hand Ana: 6-4 5-4 5-5 4-1 2-2 3-3 1-1
Hand Ben: 6-5 6-1 6-6 3-1 3-2 2-1 0-0
Table
"""


def as_json(game: NotationGame) -> Json:
    """The record of a game as JSON."""
    return read_text(game.text.decode(), PUBLISHED)[0]


def table(*rows: str, before: str = CLUB) -> str:
    return before + "\n".join(rows) + "\n"


def notated(text: str) -> NotationGame:
    """The only game of this text."""
    (game,) = games_in(lines_of(BytesIO(text.encode())), PUBLISHED)
    assert isinstance(game.record, Record)
    return game


def moves_of(text: str) -> list[Json]:
    (record,) = read_text(text, PUBLISHED)
    moves: list[Json] = record["rounds"][0]["moves"]
    return moves


def laid_at(moves: list[Json]) -> Placed:
    return tuple(move.get("at", "") for move in moves if "lay" in move)


def as_text(moves: list[Json]) -> list[str]:
    return [f"{move['seat']} {move.get('lay', 'pass')} {move.get('at', '')}" for move in moves]


def legal_readings(record: Json) -> list[Placed]:
    """Every reading of the first round that no rule forbids, found by trying all."""
    round = record["rounds"][0]
    lays = [move for move in round["moves"] if "lay" in move]
    legal = []
    for ends, _ in placings([move["lay"] for move in lays]):
        for move, end in zip(lays, ends, strict=True):
            move["at"] = end or None
        found = read(record | {"rounds": [round | {"ended": None}]}).violations
        if all(violation.code == "wrong-ending" for violation in found):
            legal.append(ends)
    return legal


@pytest.mark.parametrize(
    ("rules", "players"),
    [("block-lot@1", 2), ("partnership-sanjuan@1", 4), ("forced-block@1", 4), ("block@1", 3)],
)
def test_a_table_is_read_in_a_legal_way_and_others_are_named(rules: str, players: int) -> None:
    simulation = Simulation(PUBLISHED[rules], players, seed=5)
    met: Counter[bool] = Counter()
    for number in range(1, GAMES):
        record = json.loads(simulation.line(number))
        if record["rounds"][0]["leader"] is None:
            continue
        record["rounds"] = record["rounds"][:1]
        text, readings = printed(record), legal_readings(record)
        game = notated(text)
        assert laid_at(as_json(game)["rounds"][0]["moves"]) in readings, text
        stated = [note for _, note in game.notes if note.fault is None]
        assert bool(stated) == (len(readings) > 1), text
        met[bool(stated)] += 1
    assert met[False] > GAMES / 3
    assert met[True] > 0


def noted(game: NotationGame) -> tuple[tuple[int, str], ...]:
    return tuple((line, other_end_text(note)) for line, note in game.notes)


def test_a_later_tile_tells_the_end() -> None:
    game = notated(table("Ana Ben", "5-4 6-5", "6-4 6-6"))
    assert as_text(as_json(game)["rounds"][0]["moves"]) == [
        "0 5-4 ",
        "1 6-5 right",
        "0 6-4 left",
        "1 6-6 left",
    ]
    assert noted(game) == (
        (
            11,
            (
                "6-4 fits at both ends and is read at left; "
                "at right, line 11 is wrong: 6-6 cannot lie at any open end"
            ),
        ),
    )


def test_how_the_round_ended_may_tell_it() -> None:
    """At 4-4 no seat can go on; at 6-6 Ben can."""
    deal = CLUB.replace("4-1", "6-0").replace("0-0", "2-0")
    rows = ("Ana Ben", "5-4 6-5", "6-4")
    ((_, note),) = noted(notated(table(*rows, before=deal)))
    assert "at right, all is legal, too, and the round is blocked" in note
    assert moves_of(table(*rows, "Ended: blocked", before=deal))[2]["at"] == "right"
    assert moves_of(table(*rows, "Ended: unfinished", before=deal))[2]["at"] == "left"


def test_an_illegal_table_is_read_as_far_as_it_goes() -> None:
    game = notated(table("Ana Ben", "5-4 6-5", "6-4 pass", "4-1 1-1"))
    assert laid_at(as_json(game)["rounds"][0]["moves"])[2] == "right"
    (first, *_) = read(as_json(game)).violations
    assert (first.round, first.move, first.code) == (0, 5, "not-held")
    assert game.line_of(first.round, first.move) == 12
    assert game.row_of(first.round, first.move) == 3
    assert game.row_of(first.round, None) is game.row_of(None, None) is None


def test_readings_that_come_to_the_same_are_one() -> None:
    """So there are never more than pairs of pips, however often a tile fits at two ends."""
    (dealt,) = dealt_rounds(record_from(read_text(CLUB, PUBLISHED)[0] | LED), PUBLISHED)
    assert dealt is not None
    left, right = (Branch(dealt, ((7, end),)) for end in ("left", "right"))
    other = Branch(step(dealt, LEAD).after, ((7, "left"),))
    assert merged([left, right, other, other._replace()]) == [
        left._replace(alike=(right.choices,)),
        other._replace(alike=(other.choices,)),
    ]


def test_hands_are_not_needed() -> None:
    text = "".join(line for line in CLUB.splitlines(keepends=True) if "Hand" not in line)
    moves = moves_of(table("Ana Ben", "5-4 6-5", "6-4 6-6", before=text))
    assert laid_at(moves) == ("", "right", "left", "left")


def test_a_cell_between_bars_may_hold_several_acts() -> None:
    assert moves_of(
        table("| Ana | Ben |", "| 5-4 @2026-11-20T20:00:00Z | draws 5-0 @20:01, 5-0 @00:02 |")
    )[1:] == [
        {"seat": 1, "draw": "5-0", "t": "2026-11-20T20:01:00Z"},
        {"seat": 1, "lay": "5-0", "at": "right", "t": "2026-11-21T00:02:00Z"},
    ]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["Ana Ana", "5-4 6-5"], "line 9, column 5: expected each player once, not 'Ana'"),
        (
            ["| Ana | Ben |", "| 5-4 6-5 | 6-6 |"],
            "line 10, column 7: expected the end of the cell, not '6-5'",
        ),
    ],
)
def test_what_is_no_table(rows: list[str], sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_text(table(*rows), PUBLISHED)
    assert error_text(raised.value) == sentence
