"""`domino replay`, and its drawing on a terminal (transcripts: tests/golden)."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

import pytest

from .command import Command, run
from .process import PATIENCE

TESTS = Path(__file__).parents[1]
COMMAND = [sys.executable, "-c", "from cli.main import main; main()"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a book."""
    directory = tmp_path_factory.mktemp("book")
    games = TESTS / "data" / "replay.jsonl"
    with chdir(directory):
        assert run(f"import --as-played {games}").code == 0
    return directory


@pytest.fixture
def domino(book: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, in the directory of the book."""
    monkeypatch.chdir(book)
    return run


def test_hidden_tiles_are_mentioned_on_standard_error(domino: Command) -> None:
    hidden = "round 2 is not over: its hidden tiles are shown with --open\n"
    assert domino("replay unfinished").err == hidden
    assert domino("replay unfinished --open").err == ""
    assert domino("replay unfinished --as ana").err == ""
    assert domino("replay draw").err == ""


def test_names_contain_no_control_characters(domino: Command) -> None:
    assert domino("players rename cyd 'c\x1b[2Jyd'").code == 0
    assert "c?[2Jyd" in domino("replay big --at 1").out


# -- on a terminal


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DOMINO_")}
    kept.pop("NO_COLOR", None)
    return kept | {"COLUMNS": "80", "LINES": "40", "TERM": "xterm-256color"}


def _takes_keys(terminal: int) -> bool:
    """The terminal reads single keys, and has discarded what was typed before."""
    local_modes = termios.tcgetattr(terminal)[3]
    return not local_modes & termios.ICANON


def on_a_terminal(book: Path, line: str, keys: Sequence[str] = (), **more: str) -> str:
    """The output on a terminal of 80 columns and 40 rows; one key each time the command waits."""
    far, near = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "replay", *line.split()],
        env=_environment() | {"PYTHONPATH": str(TESTS.parent)} | more,
        cwd=book,
        stdin=near,
        stdout=near,
        stderr=near,
        close_fds=True,
    )
    os.close(near)
    sent, typed = b"", 0
    while True:
        if select.select([far], [], [], 0.02)[0]:
            try:
                sent += os.read(far, 1 << 16)
            except OSError:
                break  # The other end is closed.
        elif typed < min(len(keys), sent.count(b"q: quit")) and _takes_keys(far):
            os.write(far, keys[typed].encode())
            typed += 1
    os.close(far)
    assert process.wait(PATIENCE) == 0
    assert typed == len(keys)
    return sent.decode()


def plain(text: str) -> str:
    """The text without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


def test_tiles_are_drawn_with_pips(book: Path) -> None:
    drawn = plain(on_a_terminal(book, "draw --at 2"))
    assert [line.rstrip() for line in drawn.splitlines()[5:14]] == [
        "  ╭───────╮",
        "  │ ●   ● │",
        "  │ ●   ● │┏━━━━━━━┳━━━━━━━┓",
        "  │ ●   ● │┃ ● ● ● ┃     ● ┃",
        "  ├───────┤┃       ┃   ●   ┃",
        "  │ ●   ● │┃ ● ● ● ┃ ●     ┃",
        "  │ ●   ● │┗━━━━━━━┻━━━━━━━┛",
        "  │ ●   ● │",
        "  ╰───────╯",
    ]


def test_colours_can_be_switched_off(book: Path) -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7])m")
    assert coloured.search(on_a_terminal(book, "draw --at 2"))
    assert not coloured.search(on_a_terminal(book, "draw --at 2", NO_COLOR="1"))


def test_step_by_step_and_back(book: Path) -> None:
    drawn = plain(on_a_terminal(book, "draw --step", ["\r", "\r", "b", "q"]))
    assert re.findall(r"^ *(?:(1\.\d+) |deal)", drawn, re.MULTILINE) == ["", "1.1", "1.2", "1.1"]


def test_tiles_are_small_on_a_small_terminal(book: Path) -> None:
    drawn = plain(on_a_terminal(book, "draw --step --at -1", ["q"]))
    assert "●" not in drawn
    assert "●" in plain(on_a_terminal(book, "draw --step --at -1", ["q"], LINES="200"))


def test_a_star_is_drawn_as_it_lies(tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert run(f"import {TESTS / 'data' / 'star.jsonl'}").code == 0
    drawn = plain(on_a_terminal(tmp_path, "star --at 7", LINES="200"))
    assert re.search(r"arm-2 │.*[│┃] arm-1", drawn)
    assert "arm-1 5, arm-2 2, arm-3 5, arm-4 4" in drawn


def test_a_seat_sees_its_own_hand_upright(book: Path) -> None:
    drawn = plain(on_a_terminal(book, "draw --at 0 --as ben"))
    assert drawn.count("├───────┤") == 7
    assert "▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ 7" in drawn


def test_a_terminal_without_these_characters_gets_text(book: Path) -> None:
    shown = plain(on_a_terminal(book, "draw --at 2", PYTHONIOENCODING="ascii"))
    with chdir(book):
        assert shown == run("replay draw --at 2").out
    stepped = plain(on_a_terminal(book, "draw --step", ["\r", "q"], PYTHONIOENCODING="ascii"))
    assert "ben leads 6-6" in stepped


def test_a_picture_shows_what_a_seat_could_know(domino: Command) -> None:
    open_, seen = (domino(f"replay draw --at 3 {more} --svg -").out for more in ("", "--as ben"))
    assert 'class="back"' not in open_
    assert seen.count('class="back"') == open_.count('class="tile"') - seen.count('class="tile"')
    hidden = "round 2 is not over: its hidden tiles are shown with --open\n"
    assert domino("replay unfinished --round 2 --svg -").err == hidden
    assert 'class="back"' in domino("replay unfinished --round 2 --svg -").out
    assert 'class="back"' not in domino("replay unfinished --round 2 --open --svg -").out
