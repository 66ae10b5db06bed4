"""`domino replay`, and its drawing on a terminal (transcripts: tests/golden)."""

import re
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

import pytest

from .command import Command, run
from .process import on_terminal, plain

TESTS = Path(__file__).parents[1]


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


# -- on a terminal


def drawn_at(book: Path, line: str, keys: Sequence[str] = (), **more: str) -> str:
    return on_terminal("replay", *line.split(), cwd=book, keys=keys, columns=80, **more)


def test_tiles_are_drawn_with_pips(book: Path) -> None:
    drawn = plain(drawn_at(book, "draw --at 2"))
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
    assert coloured.search(drawn_at(book, "draw --at 2"))
    assert not coloured.search(drawn_at(book, "draw --at 2", NO_COLOR="1"))


def test_step_by_step_and_back(book: Path) -> None:
    drawn = plain(drawn_at(book, "draw --step", ["\r", "\r", "b", "q"]))
    assert re.findall(r"^ *(?:(1\.\d+) |deal)", drawn, re.MULTILINE) == ["", "1.1", "1.2", "1.1"]


def test_tiles_are_small_on_a_small_terminal(book: Path) -> None:
    drawn = plain(drawn_at(book, "draw --step --at -1", ["q"]))
    assert "●" not in drawn
    assert "●" in plain(drawn_at(book, "draw --step --at -1", ["q"], LINES="200"))


def test_a_star_is_drawn_as_it_lies(tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert run(f"import {TESTS / 'data' / 'star.jsonl'}").code == 0
    drawn = plain(drawn_at(tmp_path, "star --at 7", LINES="200"))
    assert re.search(r"arm-2 │.*[│┃] arm-1", drawn)
    assert "arm-1 5, arm-2 2, arm-3 5, arm-4 4" in drawn


def test_a_seat_sees_its_own_hand_upright(book: Path) -> None:
    drawn = plain(drawn_at(book, "draw --at 0 --as ben"))
    assert drawn.count("├───────┤") == 7
    assert "▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ 7" in drawn


def test_a_terminal_without_these_characters_gets_text(book: Path) -> None:
    shown = plain(drawn_at(book, "draw --at 2", PYTHONIOENCODING="ascii"))
    with chdir(book):
        assert shown == run("replay draw --at 2").out
    stepped = plain(drawn_at(book, "draw --step", ["\r", "q"], PYTHONIOENCODING="ascii"))
    assert "ben leads 6-6" in stepped


def test_a_picture_shows_what_a_seat_could_know(domino: Command) -> None:
    open_, seen = (domino(f"replay draw --at 3 {more} --svg -").out for more in ("", "--as ben"))
    assert 'class="back"' not in open_
    assert seen.count('class="back"') == open_.count('class="tile"') - seen.count('class="tile"')
    hidden = "round 2 is not over: its hidden tiles are shown with --open\n"
    assert domino("replay unfinished --round 2 --svg -").err == hidden
    assert 'class="back"' in domino("replay unfinished --round 2 --svg -").out
    assert 'class="back"' not in domino("replay unfinished --round 2 --open --svg -").out
