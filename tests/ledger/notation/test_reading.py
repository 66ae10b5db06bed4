"""The notation, line by line, and the records that it means."""

from typing import Any

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.reader import read_text

from .records import Json

HEAD = """Game: club night, table 3
Rules: block-lot@1
Players: Ana, Ben
"""
DEAL = """
Round 1
Hand Ana: 6-4 5-4 5-5 4-1 2-2 3-3 1-1
Hand Ben: 6-5 6-1 6-6 3-1 3-2 2-1 0-0
"""


def only(text: str) -> Json:
    """The only game of this text."""
    (record,) = read_text(text, PUBLISHED)
    return record


def header(*lines: str) -> Json:
    return only(HEAD + "\n".join(lines))


def round_of(*lines: str) -> Json:
    """A round of Ana and Ben with these lines after the deal."""
    round: Json = only(HEAD + DEAL + "\n".join(lines))["rounds"][0]
    return round


def moves_of(*lines: str) -> list[Json]:
    moves: list[Json] = round_of(*lines)["moves"]
    return moves


def players_of(line: str) -> list[str]:
    players: list[str] = only(HEAD.replace("Players: Ana, Ben", line))["players"]
    return players


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("Source: typed by Dora # not a comment", "source", "typed by Dora # not a comment"),
        ('Source: "  \\u0041 "  # a comment', "source", "  A "),
        ("AFTER : table 2", "after", "table 2"),
        ("stake: eur 5", "stake", {"currency": "EUR", "minor_per_pip": 5}),
        ("Stake: 5 minor units a pip", "stake", {"currency": "XXX", "minor_per_pip": 5}),
        ("Teams: Ana / Ben", "teams", [[0], [1]]),
        ("Teams: seat 1, ana", "teams", [[1, 0]]),
        ("Teams: [[0], [1]]", "teams", [[0], [1]]),
        ("Started: 2026-11-20T20:00:00Z", "started_at", "2026-11-20T20:00:00Z"),
        ("Abandoned: the lights # went out", "abandoned", {"reason": "the lights # went out"}),
        ("Abandoned:", "abandoned", {"reason": ""}),
        ("Forfeited: ben had to go", "forfeited", {"seat": 1, "reason": "had to go"}),
        ("Forfeited: seat 0", "forfeited", {"seat": 0, "reason": ""}),
        ('Claims: {"points": [31, 0]}', "claims", {"points": [31, 0]}),
    ],
)
def test_facts_of_the_game(line: str, field: str, value: object) -> None:
    assert header(line)[field] == value


def test_rules_may_be_written_out() -> None:
    rules = PUBLISHED["block@1"].model_dump_json()
    assert only(HEAD.replace("block-lot@1", rules))["rules"]["id"] == "block@1"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("players :  Ana Maria ,B.", ["Ana Maria", "B."]),
        ('Players: "Lee, \\"Ace\\"", pass # two of them', ['Lee, "Ace"', "pass"]),
    ],
)
def test_names(line: str, names: list[str]) -> None:
    assert players_of(line) == names


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (["Boneyard: 4-4 40, 4:3"], {"boneyard": ["4-4", "4-0", "4-3"]}),
        (["Boneyard: none"], {"boneyard": []}),
        (["Lead: Ben"], {"leader": 1}),
        (["Lead: nobody"], {"leader": None}),
        (["Begins: Ben"], {"leader": None, "starter": 1}),
        (["Begins: Ben", "Lead: Ana"], {"leader": 0, "starter": 1}),
        (["Hub: 12-12"], {"hub": "12-12"}),
        (["Centro: 9-9  # the middle"], {"hub": "9-9"}),
        (["Left Ben: none", "Left a: 1-1"], {"left": [["1-1"], []]}),
        (["Left Ana: ?"], {"left": [None, None]}),
        (["Left: [[]]"], {"left": [[]]}),
        (["Left Ben: 12 pips"], {"pips": [None, 12]}),
        (["Left ana 5", "left ben: 0 PIPS # out"], {"pips": [5, 0]}),
        (["Left Ben: 12", "Left Ben: 3 pips"], {"left": [None, ["1-2"]], "pips": [None, 3]}),
        (["Ended: BLOCKED"], {"ended": "blocked"}),
        (["Ended: unfinished"], {"ended": None}),
        (['Claims: {"pips": [1, 2]}'], {"claims": {"pips": [1, 2]}}),
    ],
)
def test_facts_of_a_round(lines: list[str], facts: dict[str, Any]) -> None:
    assert facts.items() <= round_of(*lines).items()


def test_hands_that_nobody_saw() -> None:
    text = f"{HEAD}Round\nHand Ben: 6-4 ? ?\n"
    assert only(text)["rounds"][0]["hands"] == [None, ["6-4", "?", "?"]]
    assert only(f"{text}Hand Ana: ?")["rounds"][0]["hands"][0] is None
    assert only(f"{HEAD}Round\nHands: nobody")["rounds"][0]["hands"] is None
    assert only(f'{HEAD}Round\nHands: [["?"], null]')["rounds"][0]["hands"] == [["?"], None]


def test_the_play_tells_how_it_ended() -> None:
    assert round_of("Ana 5-5")["ended"] is None
    one = HEAD.replace("block-lot@1", "block@1").replace("Ana, Ben", "Ana, Ben, Cleo")
    deal = "Round\nHand Ana: 6-6\nHand Ben: 5-4\nHand Cleo: 3-2\nAna 6-6\n"
    assert only(one + deal)["rounds"][0]["ended"] == "out"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("ana 6-4 left", {"seat": 0, "lay": "6-4", "at": "left"}),
        ("Ana 6\N{EN DASH}4 >", {"seat": 0, "lay": "6-4", "at": "right"}),
        ("Ana 6-4 at 6", {"seat": 0, "lay": "6-4", "at": 6}),
        ('"Ana" 6-4 at "up"', {"seat": 0, "lay": "6-4", "at": "up"}),
        ("seat 0 4-6 at left flipped", {"seat": 0, "lay": "4-6", "at": "left", "flipped": True}),
        ("b passes", {"seat": 1, "pass": True}),
        ("Ben \N{EN DASH}", {"seat": 1, "pass": True}),
        ("Seat 7 knocks", {"seat": 7, "pass": True}),
        ("Ben draws ?", {"seat": 1, "draw": "?"}),
        ("Ben drew 4-4", {"seat": 1, "draw": "4-4"}),
        ("Ana 6-4 toe-5-5-1", {"seat": 0, "lay": "6-4", "at": "toe-5-5-1"}),
        ("Ana 6-4 Toe-w-w-2", {"seat": 0, "lay": "6-4", "at": "toe-W-W-2"}),
        ("Ana 12-7 train-2", {"seat": 0, "lay": "12-7", "at": "train-1"}),
        ("Ana 12-7 at train 2", {"seat": 0, "lay": "12-7", "at": "train-1"}),
        ("Ana 12-7 train ben", {"seat": 0, "lay": "12-7", "at": "train-1"}),
        ('Ana 12-7 at "train-1"', {"seat": 0, "lay": "12-7", "at": "train-1"}),
        ("Ana 6-4 train 1 >", {"seat": 0, "lay": "6-4", "at": "train-0-right"}),
        (
            "Ana 6-4 train B right flipped",
            {"seat": 0, "lay": "6-4", "at": "train-1-right", "flipped": True},
        ),
        ("Ana 6-4 at public", {"seat": 0, "lay": "6-4", "at": "public"}),
        ("Ana W-7 < wild 4", {"seat": 0, "lay": "W-7", "at": "left", "wild": 4}),
        ("Ana 7-w", {"seat": 0, "lay": "7-W"}),
        ("Ana [W,10]", {"seat": 0, "lay": "W-10"}),
        ("Ana w10", {"seat": 0, "lay": "W-10"}),
        ("Ana 66 l bend r", {"seat": 0, "lay": "6-6", "at": "left", "bend": "right"}),
        ("Ana 66 bend <", {"seat": 0, "lay": "6-6", "bend": "left"}),
        ("Ana aside 5-2", {"seat": 0, "aside": "5-2"}),
        ("Ana aside ?", {"seat": 0, "aside": "?"}),
        ("Ana marker up", {"seat": 0, "marker": "up"}),
        ("Ana done", {"seat": 0, "done": True}),
        ("Ben timeout", {"seat": 1, "lost": "time"}),
        ("Ben absent # ill", {"seat": 1, "lost": "absent"}),
    ],
)
def test_moves(line: str, move: Json) -> None:
    assert moves_of(line) == [move]


def test_several_moves_on_a_line() -> None:
    assert moves_of("Ana 6-4, Ben draws 5-0, draws 5-1, pass, Ana 5-4 right") == [
        {"seat": 0, "lay": "6-4"},
        {"seat": 1, "draw": "5-0"},
        {"seat": 1, "draw": "5-1"},
        {"seat": 1, "pass": True},
        {"seat": 0, "lay": "5-4", "at": "right"},
    ]


def test_a_name_that_looks_like_a_tile_or_an_act_is_quoted() -> None:
    head = HEAD.replace("Ana, Ben", '"W7", "Done", W')
    text = f'{head}Round\n"W7" 6-4\n"done" 6-6\nW pass\nW: 64 55\n'
    moves = only(text.replace("W: 64 55\n", ""))["rounds"][0]["moves"]
    assert [move["seat"] for move in moves] == [0, 1, 2]
    assert only(f"{head}Round\nW: 64 55\n")["rounds"][0]["hands"][2] == ["6-4", "5-5"]


def test_a_time_of_day_goes_on_from_the_time_before() -> None:
    lines = ["Ana 6-4 @2026-11-20T23:00:00+01:00", "Ben 6-6 @23:10, Ana pass @00:01:02.5"]
    lines.append("Ben 6-5 @2026-12-01T20:00:00Z, Ana pass @20:30")
    assert [move["t"] for move in moves_of(*lines)] == [
        "2026-11-20T23:00:00+01:00",
        "2026-11-20T23:10:00+01:00",
        "2026-11-21T00:01:02.5+01:00",
        "2026-12-01T20:00:00Z",
        "2026-12-01T20:30:00Z",
    ]


def test_the_first_time_of_day_goes_on_from_when_the_game_began() -> None:
    record = only(f"{HEAD}Started: 2026-11-20T20:00:00Z\n{DEAL}Ana 6-4 @20:05")
    assert record["rounds"][0]["moves"][0]["t"] == "2026-11-20T20:05:00Z"


def test_lines_may_end_as_on_windows_and_begin_with_a_mark() -> None:
    text = HEAD + DEAL + "Ana 6-4\n"
    assert read_text("\ufeff" + text.replace("\n", "\r\n"), PUBLISHED) == [only(text)]


def test_players_who_are_called_alike() -> None:
    head = HEAD.replace("Ana, Ben", "Ana, ana, Ana Maria")
    text = f"{head}Round\nAna 6-4\nana 6-6\nAna maria pass\nANA MARIA pass\n"
    assert [move["seat"] for move in only(text)["rounds"][0]["moves"]] == [0, 1, 2, 2]
