"""`domino play` on a terminal and through pipes: no hidden tile is shown, and no move is lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits

from .bad_input import refusal
from .command import Command
from .process import PATIENCE, started
from .process import domino as process
from .terminal import INTERRUPT, Terminal

NEW = ("play", "--rules", "draw@1", "--seed", "4", "--name", "Ana")
FIRST = b"1\n" * 1_000
"""Always the first legal move."""


def the_game(directory: Path) -> Any:
    """The only game of the book, without names and times."""
    (record,) = map(json.loads, process("export", "--open", cwd=directory).out.splitlines())
    for round in record["rounds"]:
        for move in round["moves"]:
            del move["t"]
    return record


def how_to_continue(said: str) -> str:
    """The name of the game that can be continued."""
    (found,) = re.findall(r"nothing is lost; continue with: domino play --resume (\S+)", said)
    return str(found)


def test_a_game_on_a_terminal_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    assert process(*NEW, cwd=whole, stdin=FIRST).code == exits.FINE
    terminal = Terminal(*NEW, cwd=tmp_path)
    for _ in range(3):
        terminal.until("you may  1) ")
        terminal.answers("? ", "1\n")
    terminal.answers("you may  1) ", "1")
    terminal.types(INTERRUPT)
    assert terminal.ends() == exits.INTERRUPTED
    game = how_to_continue(terminal.shown)
    before = the_game(tmp_path)["rounds"]
    assert sum(move["seat"] == 0 for round in before for move in round["moves"]) == 3
    again = Terminal("play", "--resume", game, "--seed", "4", cwd=tmp_path)
    again.until("you may  1) ")
    again.types("quit\n")
    assert again.ends() == exits.FINE
    assert the_game(tmp_path)["rounds"] == before
    on = process("play", "--resume", game, "--seed", "4", cwd=tmp_path, stdin=FIRST)
    assert on.code == exits.FINE
    assert the_game(tmp_path)["rounds"] == the_game(whole)["rounds"]
    assert process("audit", game, cwd=tmp_path).code == exits.FINE
    over = process("play", "--resume", game, cwd=tmp_path)
    assert over == refusal(f"the game '{game}' is over")


@pytest.mark.parametrize("typed", [b"", b"1\n", b"1\n1\n1\n1\n"])
def test_closing_standard_input_loses_nothing(tmp_path: Path, typed: bytes) -> None:
    ended = process(*NEW, cwd=tmp_path, stdin=typed)
    assert ended.code == exits.INTERRUPTED
    game = the_game(tmp_path)
    assert how_to_continue(ended.err) == game["id"]
    own = [move for round in game["rounds"] for move in round["moves"] if move["seat"] == 0]
    assert len(own) == len(typed.splitlines())


@pytest.mark.parametrize("seed", range(6))
def test_only_what_the_seat_may_see_is_shown(domino: Command, seed: int) -> None:
    """No shown tile is in another hand or in the boneyard when the game stops."""
    typed = FIRST[: 2 * (seed + 1)]
    ran = domino(f"play --rules draw-three@1 --bots 2 --seat 1 --seed {seed}", typed)
    assert ran.code == exits.INTERRUPTED
    (record,) = map(json.loads, domino("export --open").out.splitlines())
    round = record["rounds"][-1]
    laid = {move.get("lay") for move in round["moves"]}
    own = {move.get("draw") for move in round["moves"] if move["seat"] == 1}
    seen = laid | own | set(round["hands"][1])
    dealt = {tile for hand in round["hands"] for tile in hand} | set(round["boneyard"])
    hidden = dealt - seen
    assert len(record["rounds"]) == 1
    assert len(hidden) > 5
    named = set(re.findall(r"\b\d-\d\b", ran.out + ran.err))
    turned = {f"{low}-{high}" for high, low in (tile.split("-") for tile in hidden)}
    assert named.isdisjoint(hidden | turned)


def test_what_is_no_move_is_said_and_asked_again(domino: Command) -> None:
    typed = b"nonsense\n99\n6-6\n\xff\nhelp\nshow\nquit\n"
    ran = domino("play --rules block-lot@1 --seed 3", typed)
    assert ran.code == exits.FINE
    refused = [line for line in ran.err.splitlines() if "you may" not in line][6:]
    assert refused[0].startswith("column 1: expected a player (player, greedy-bot-1), a tile")
    assert refused[1:4] == [
        "there is no move 99: the moves are 1 to 7",
        "player lays 6-6, which they do not hold",
        "the line is not UTF-8",
    ]
    assert refused[4].startswith("Type the number of a move, or a move: 6-4")
    assert how_to_continue(refused[-1])
    assert "greedy-bot-1 (7)" in ran.out


def test_somebody_else_wrote_meanwhile(tmp_path: Path) -> None:
    with started(*NEW, cwd=tmp_path) as running:
        while not running.stderr.readline().startswith(b"you may"):
            pass
        game = the_game(tmp_path)["id"]
        on = process("play", "--resume", game, "--seed", "4", cwd=tmp_path, stdin=b"1\n")
        assert on.code == exits.INTERRUPTED
        _, said = running.communicate(b"1\n", timeout=PATIENCE)
        assert running.returncode == exits.CONFLICT
    assert how_to_continue(said.decode()) == game
    conflict = said.decode().splitlines()[-1]
    assert conflict.startswith("domino: domino.db: somebody else has written to the book meanwhile")


def test_a_game_that_is_paused_is_not_gone_on_with(tmp_path: Path) -> None:
    begun = process(*NEW, cwd=tmp_path, stdin=b"1\n")
    game = how_to_continue(begun.err)
    process("record", "--resume", game, cwd=tmp_path, stdin=b"pause\n")
    before = the_game(tmp_path)
    on = process("play", "--resume", game, "--seed", "4", cwd=tmp_path, stdin=FIRST)
    assert on == refusal(f"{game} is paused: type 'resume' in 'domino record --resume' first")
    assert the_game(tmp_path) == before
    process("record", "--resume", game, cwd=tmp_path, stdin=b"resume\n")
    assert process("play", "--resume", game, "--seed", "4", cwd=tmp_path, stdin=FIRST).code == 0
