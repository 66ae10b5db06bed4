"""What players agree on, games after games, and moves taken back against bots."""

import json
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits

from .command import Command
from .terminal import Terminal
from .test_record import lines

NEW = (
    "record --rules forced-block@1 --set play.hand.2=3 --set payout.win_factor=3 "
    "--players Ana,Ben --id evening --stake EUR:5"
)
ID = "forced-block@1+payout.win_factor=3+play.hand.2=3"
DEAL = "deal Ana: 6-6 6-5 6-4 / Ben: 5-5 5-4 4-3"
BEN_WINS = ("5-5", "6-5", "5-4", "6-6", "4-3")
ONE_MORE = ("deal Ana: 6-6 6-5 6-4 / Ben: 5-5 5-4 4-3", *BEN_WINS)


@pytest.fixture
def won(domino: Command) -> Command:
    """The command, where Ben has won two payout games in a row."""
    ran = domino(NEW, lines(f"{DEAL} / lead Ben", *BEN_WINS, *ONE_MORE))
    assert (ran.code, ran.err.splitlines()[-2:]) == (
        exits.FINE,
        ["game evening-2", "evening-2: 1 round, over"],
    )
    assert ran.out.splitlines()[-2:] == ["game won by Ben", "net      Ana EUR -0.50, Ben EUR 0.50"]
    return domino


def exported(domino: Command) -> list[Any]:
    return [json.loads(line) for line in domino("export --open").out.splitlines()]


def test_one_game_after_the_other(won: Command) -> None:
    first, second = exported(won)
    assert (first["id"], second["id"], second["after"]) == ("evening", "evening-2", "evening")
    assert first["rules"]["id"] == second["rules"]["id"] == ID
    assert second["rounds"][0]["leader"] == 1
    assert (
        won("sql 'SELECT * FROM game_link'").out == "game_id  next_game_id\n      1             2\n"
    )


def test_a_game_after_another_has_its_rules_players_and_stake(won: Command) -> None:
    ran = won("record --after evening-2 --id on", lines(DEAL))
    assert ran.code == exits.FINE
    *_, game = exported(won)
    assert (game["after"], game["rules"]["id"], game["players"], game["stake"]) == (
        *("evening-2", ID, ["Ana", "Ben"]),
        {"currency": "EUR", "minor_per_pip": 5},
    )
    assert game["rounds"][0]["leader"] == 1
    other = "record --after last --rules forced-block@1 --players Cid,Dora --stake EUR:1 --id other"
    refused = won(other)
    assert refused.err.splitlines()[-1] == (
        "domino: the game 'on' is not over: nothing follows it yet"
    )
    assert won(other.replace("last", "evening")).code == exits.FINE
    *_, game = exported(won)
    assert (game["rules"], game["players"]) == ("forced-block@1", ["Cid", "Dora"])
    assert won("record --after evening --set play.hand.2=7 --id more").code == exits.FINE
    assert exported(won)[-1]["rules"]["id"] == "forced-block@1+payout.win_factor=3"


def test_a_move_is_taken_back_against_bots(domino: Command) -> None:
    ran = domino("play --rules block-lot@1 --seed 3 --name Ana", lines("1", "1", "undo", "undo"))
    taken_back = [line for line in ran.out.splitlines() if line.startswith("taken back")]
    assert taken_back == [
        "taken back: greedy-bot-1 lays 5-3 at the right end",
        "taken back: Ana lays 5-2 at the right end",
        "taken back: greedy-bot-1 lays 6-0 at the left end",
        "taken back: Ana leads 2-0",
    ]


def test_a_game_against_bots_after_another(domino: Command) -> None:
    first = domino(
        "play --rules forced-block@1 --seed 3 --name Ana --seat 1 --bot random", lines(*["1"] * 99)
    )
    assert first.code == exits.FINE
    assert "net      random-bot-0" in first.out
    domino("play --after last --seed 4", lines("quit"))
    one, other = exported(domino)
    assert other["after"] == one["id"]
    assert other["players"] == one["players"] == ["random-bot-0", "Ana"]
    ran = domino("play --after last")
    assert ran.err.splitlines()[-1] == (
        f"domino: the game '{other['id']}' is not over: nothing follows it yet"
    )


def test_tiles_are_drawn_on_a_terminal_and_the_next_game_follows(tmp_path: Path) -> None:
    command = ("play", "--rules", "forced-block@1", "--seed", "4", "--set", "play.hand.2=1")
    terminal = Terminal(*command, cwd=tmp_path, LINES="60")
    assert "│ ●   ● │" in terminal.answers("you may  1) 6-6", "1\n")
    terminal.until("net      player 11, greedy-bot-1 -11")
    terminal.answers("q stops> ", "\n")
    terminal.until("deal: player leads")
    terminal.answers("? ", "quit\n")
    assert terminal.ends() == exits.FINE
