"""`domino games`, `domino stats` and `domino payouts`, as they are typed."""

import json
from pathlib import Path

import pytest

from tests.ledger.games import Json, line, record

from .command import Command

LOT = record("openspiel-block.jsonl")
SERIES = record("sanjuan.jsonl")
BLOCKED = record("payout.jsonl")
GAMES = (
    LOT | {"id": "one", "stake": {"currency": "EUR", "minor_per_pip": 5}},
    LOT | {"id": "two", "stake": {"currency": "JPY", "minor_per_pip": 100}},
    LOT | {"id": "three"},
)


def put(domino: Command, *games: Json) -> None:
    Path("games.jsonl").write_bytes(b"".join(map(line, games)))
    assert domino("import games.jsonl --as-played").code == 0


def jsons(text: str) -> list[Json]:
    return [json.loads(each) for each in text.splitlines()]


def test_games(domino: Command) -> None:
    put(domino, SERIES, LOT | {"rounds": []})
    heads, series, begun = (" ".join(each.split()) for each in domino("games").out.splitlines())
    players = " ".join(SERIES["players"])
    assert heads == "game rules players state rounds scores won by"
    assert series == f"{SERIES['id']} {SERIES['rules']} {players} over 12 242 194 north south"
    assert begun == f"{LOT['id']} {LOT['rules']} p0 p1 in progress 0 0 0 -"
    over, not_over = jsons(domino("games --json").out)
    assert (over["scores"], over["winners"]) == ([242, 194], ["north", "south"])
    assert (not_over["state"], not_over["net"]) == ("in progress", None)


def test_money_of_several_currencies(domino: Command) -> None:
    put(domino, *GAMES)
    assert domino("payouts").out.splitlines() == [
        "player     amount",
        "p0       EUR 1.55",
        "p0       JPY 3100",
        "p0             31",
        "p1      EUR -1.55",
        "p1      JPY -3100",
        "p1            -31",
    ]
    assert domino("stats p1").out.splitlines()[1].endswith("  EUR -1.55, JPY -3100, -31")
    assert jsons(domino("payouts --by game --json").out)[:3] == [
        {"game": "one", "player": "p0", "currency": "EUR", "amount": 155},
        {"game": "one", "player": "p1", "currency": "EUR", "amount": -155},
        {"game": "two", "player": "p0", "currency": "JPY", "amount": 3100},
    ]


def test_stats(domino: Command) -> None:
    put(domino, BLOCKED)
    every, alone = domino("stats --json").out, domino("stats s1 --json").out
    assert [row["name"] for row in jsons(every)] == ["s3", "s0", "s1", "s2"]
    (row,) = jsons(alone)
    assert row.pop("player")
    assert row == {
        "name": "s1",
        "games": 1,
        "games_won": 0,
        "rounds": 1,
        "rounds_won": 0,
        "points": 0,
        "out": 0,
        "pips_left": 10,
        "blocker": 1,
        "assistant": 0,
        "net": {"XXX": -36},
    }


def test_a_player_who_has_finished_nothing(domino: Command) -> None:
    put(domino, LOT | {"rounds": []})
    assert domino("stats p0").out.splitlines()[1].split() == ["p0", *"000000", "-", "0", "0", "-"]


def test_a_missing_number_leaves_the_others_where_they_are(domino: Command) -> None:
    other = LOT | {"id": "begun", "players": ["a", "b"], "rounds": []}
    put(domino, LOT, other)
    heads, *rows = domino("stats").out.splitlines()
    end = heads.index("pips a round") + len("pips a round")
    assert {row[end - 1] == " " for row in rows} == {False}
    assert {row[end - 1] for row in rows} >= {"-"}


def test_an_erased_player_is_called_by_his_id(domino: Command) -> None:
    put(domino, BLOCKED)
    domino("players erase s1")
    for typed in ("games", "stats", "payouts", "payouts --by game"):
        told = domino(typed).out
        assert "player-" in told
        assert "s1" not in told.split()


@pytest.mark.parametrize("typed", ["games", "stats", "payouts"])
def test_where_there_is_no_book(domino: Command, typed: str) -> None:
    ran = domino(typed)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("domino: there is no ledger at domino.db")


def test_a_player_nobody_knows(domino: Command) -> None:
    put(domino, BLOCKED)
    assert domino("stats nope") == (1, "", "domino: there is no player 'nope' in the book\n")
