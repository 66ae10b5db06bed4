"""`domino record` in real processes: every line that was answered is in the book."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits

from .bad_input import refusal
from .command import Command
from .process import PATIENCE, started
from .process import domino as process
from .terminal import END, INTERRUPT, Terminal

DEAL = (
    "deal Ana: 6-6 6-5 6-4 6-3 6-2 6-1 6-0 / Ben: 5-5 5-4 5-3 5-2 5-1 5-0 4-4 "
    "/ boneyard: 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3"
)
NEW = ("record", "--rules", "block@1", "--players", "Ana,Ben", "--id", "evening")
ON = ("record", "--resume", "evening")
GAME = [DEAL, "6-6", "pass", "6-5 right", "5-4", "6-4 at 4", "pass", "undo", "pass", "6-3 left"]


def lines(*typed: str) -> bytes:
    return "".join(f"{line}\n" for line in typed).encode()


def moves(directory: Path) -> list[Any]:
    """The moves of the game's only round, without times."""
    printed = process("export", "--open", cwd=directory).out
    (round,) = json.loads(printed)["rounds"]
    return [{k: v for k, v in move.items() if k != "t"} for move in round["moves"]]


def test_a_game_is_typed_from_a_pipe_and_gone_on_with(tmp_path: Path) -> None:
    first = process(*NEW, cwd=tmp_path, stdin=lines(*GAME[:5]))
    assert (first.code, first.err.splitlines()[-1]) == (
        exits.FINE,
        "evening: 1 round, not over; continue with: domino record --resume evening",
    )
    assert (
        first.out.decode().splitlines()[-1]
        == "Ben lays 5-4 at the right end; open: 6 and 4; next: Ana"
    )
    second = process(*ON, cwd=tmp_path, stdin=lines(*GAME[5:]))
    assert second.code == exits.FINE
    whole = tmp_path / "whole"
    whole.mkdir()
    assert process(*NEW, cwd=whole, stdin=lines(*GAME)).code == exits.FINE
    assert moves(tmp_path) == moves(whole)


def test_who_goes_on_is_shown_the_table_first(tmp_path: Path) -> None:
    assert process(*NEW, cwd=tmp_path).code == exits.FINE
    nothing_dealt = process(*ON, cwd=tmp_path)
    assert nothing_dealt.out == b""
    assert process(*ON, cwd=tmp_path, stdin=lines(*GAME[:5])).code == exits.FINE
    printed = process(*ON, cwd=tmp_path).out
    assert "line     6-6 6-5" in printed.decode()
    assert process(*ON, cwd=tmp_path, stdin=b"show\n").out == printed * 2


@pytest.mark.parametrize("answered", [0, 2, 8])
def test_killed_while_somebody_types(tmp_path: Path, answered: int) -> None:
    """All answered lines are in the book, and recording continues with the next line."""
    whole = tmp_path / "whole"
    whole.mkdir()
    assert process(*NEW, cwd=whole, stdin=lines(*GAME)).code == exits.FINE
    with started(*NEW, cwd=tmp_path) as running:
        while not running.stderr.readline().startswith(b"players"):
            pass
        for line in GAME[:answered]:
            running.types(lines(line))
            assert running.stdout.readline()
            if line in (DEAL, "undo"):
                running.stdout.readline()
        running.types(GAME[answered][:3].encode())
        os.kill(running.pid, signal.SIGKILL)
        assert running.wait(PATIENCE) == -signal.SIGKILL
    after = process(*ON, cwd=tmp_path, stdin=lines(*GAME[answered:]))
    assert (after.code, moves(tmp_path)) == (exits.FINE, moves(whole))
    assert process("audit", "evening", "--json", cwd=tmp_path).code == exits.FINE


def test_interrupted_while_somebody_types(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    assert "the next round has to be dealt\n" in terminal.answers("> ", f"{DEAL}\n")
    assert "Ana may: 6-6\n" in terminal.answers("Ana> ", "6-5\n")
    assert "\nAna leads 6-5, but 6-6 must be led; Ana may: 6-6\n" in terminal.answers(
        "Ana> ", "6-6\n"
    )
    assert "Ben may: pass\n" in terminal.answers("0-0 [6 6] Ben> ", "pa")
    terminal.types(INTERRUPT)
    assert terminal.ends() == exits.INTERRUPTED
    assert "continue with: domino record --resume evening" in terminal.shown
    assert moves(tmp_path) == [{"seat": 0, "lay": "6-6"}]


def test_at_a_terminal_refused_lines_are_no_failure(tmp_path: Path) -> None:
    terminal = Terminal(*NEW, cwd=tmp_path)
    terminal.answers("0-0> ", "Ana nonsense\n")
    shown = terminal.until("0-0> ")
    assert "\n         ^ expected a tile such as '6-4' or 'pass', not 'nonsense'\n" in shown
    terminal.types(END)
    assert terminal.ends() == exits.FINE
    assert process(*ON, cwd=tmp_path, stdin=b"nonsense\n").code == exits.REJECTED


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"\xff\n", "line 1: the line is not UTF-8; "),
        (b"6-6 " * 5_000 + b"\n", "line 1: the line is longer than 10000 bytes; "),
        (b"\x00\n", "line 1: column 1: NUL cannot be part of a text; "),
        (b"\x1b[2J\n", "line 1: column 1: expected a player (Ana, Ben), a tile"),
    ],
)
def test_what_is_no_text_is_refused_and_the_next_line_taken(
    domino: Command, bad: bytes, why: str
) -> None:
    ran = domino(" ".join(NEW), bad + lines(DEAL, "6-6"))
    assert ran.code == exits.REJECTED
    (said,) = (line for line in ran.err.splitlines() if line.startswith("line "))
    assert said.startswith(why)
    assert said.isprintable()
    assert "Ana leads 6-6" in ran.out


def test_a_mark_at_the_beginning_is_no_text(domino: Command) -> None:
    assert domino(" ".join(NEW), b"\xef\xbb\xbf" + lines(DEAL, "6-6")).code == exits.FINE


def test_somebody_else_wrote_meanwhile(tmp_path: Path) -> None:
    with started(*NEW, cwd=tmp_path) as running:
        running.types(lines(DEAL))
        running.stdout.readline()
        running.stdout.readline()
        assert process(*ON, cwd=tmp_path, stdin=b"6-6\n").code == exits.FINE
        _, said = running.communicate(b"6-6\npass\n", timeout=PATIENCE)
        assert running.returncode == exits.CONFLICT
    *_, stands, conflict = said.decode().splitlines()
    assert stands.endswith("continue with: domino record --resume evening")
    assert conflict.startswith("domino: domino.db: somebody else has written to the book meanwhile")
    assert moves(tmp_path) == [{"seat": 0, "lay": "6-6"}]
    assert process(*ON, cwd=tmp_path, stdin=b"pass\n").code == exits.FINE


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    done = process(*NEW, cwd=tmp_path, stdin=lines(DEAL, "forfeit Ana no time", "6-6"))
    assert (done.code, done.sentences[-2:]) == (
        exits.REJECTED,
        ["1 line refused", "evening: 1 round, over"],
    )
    assert b"Ana forfeits the game: no time\n" in done.out
    assert process(*ON, cwd=tmp_path) == refusal("the game 'evening' is over")


def test_a_round_void_by_a_ruling_says_so_and_the_next_is_dealt(tmp_path: Path) -> None:
    process(*NEW, cwd=tmp_path, stdin=lines(DEAL, "6-6"))
    process("dispute", "open", "evening", "--by", "Ben", "--claim", "foul", cwd=tmp_path)
    rule = ("dispute", "rule", "evening", "1", "--by", "Eva", "--new", "--void-round", "1")
    assert process(*rule, cwd=tmp_path).code == exits.FINE
    replayed = process("replay", "evening", "--at", "-1", cwd=tmp_path).out
    assert b"not over, void by a ruling\n" in replayed
    terminal = Terminal(*ON, cwd=tmp_path)
    assert "Ben>" not in terminal.answers("> ", "show\n")
    shown = terminal.until("> ")
    assert "not over, void by a ruling" in shown
    assert "next  " not in shown
    terminal.types(END)
    assert terminal.ends() == exits.FINE
