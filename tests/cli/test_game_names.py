"""Names of games: every command accepts the same forms."""

from pathlib import Path

import pytest

from .command import Command
from .samples import BLOCKED, LOT, put
from .terminal import Terminal

FIRST, SECOND, OTHER = "night-1", "night-2", "morning"


@pytest.fixture
def nights(domino: Command) -> Command:
    """The command, in a directory with a book of three games."""
    put(domino, BLOCKED | {"id": FIRST}, BLOCKED | {"id": SECOND}, LOT | {"id": OTHER})
    return domino


@pytest.mark.parametrize(
    "command",
    [
        "audit {game}",
        "replay {game} --at 0",
        "explain {game} 1",
        "sheet {game}",
        "export {game}",
        "dispute list {game}",
        "dispute open {game} --round 1 --by p0 --claim late --dry-run",
        "forfeit {game} 0 --dry-run",
        "record --resume {game}",
        "play --resume {game}",
    ],
)
def test_every_command_takes_these_names(nights: Command, command: str) -> None:
    """With an unambiguous prefix it does what it does with the whole name, and names the game."""
    whole, begun = (nights(command.format(game=game)) for game in (OTHER, "morn"))
    assert (begun.code, begun.out) == (whole.code, whole.out)
    assert begun.err == f"morn is {OTHER}\n{whole.err}"


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("replay night-1/1", "replay night-1 --round 1"),
        ("replay night-1/1.3", "replay night-1 --at 3"),
        ("replay night-1/1.3", "replay night-1 --at 1.3"),
        ("replay last/1.2 --as 0", "replay morning --at 2 --as 0"),
        ("explain night-1/1", "explain night-1 1"),
        ("explain night-1/1", "explain night-1"),
        (
            "dispute open night-2/1.4 --by s0 --claim late --dry-run",
            "dispute open night-2 --round 1 --move 4 --by s0 --claim late --dry-run",
        ),
    ],
)
def test_every_command_takes_an_address(nights: Command, typed: str, same: str) -> None:
    assert nights(typed).code == 0
    assert nights(typed).out == nights(same).out


def test_a_game_may_be_called_like_a_round(nights: Command) -> None:
    put(nights, BLOCKED | {"id": "night-1/2"})
    assert nights("explain night-1/2").out.startswith("night-1/2/1, ")
    assert nights("explain night-1/2/1").out == nights("explain night-1/2").out


def test_a_round_where_a_whole_game_is_needed(nights: Command) -> None:
    ran = nights("export night-1/1")
    assert (ran.code, ran.out) == (2, "")
    said = "there is no game 'night-1/1' in the book, and no round of night-1 can be given here"
    assert ran.err.startswith(f"domino: {said}")


def test_the_game_last_opened(nights: Command) -> None:
    assert nights("export last").out == nights(f"export {OTHER}").out


@pytest.mark.parametrize("command", ["audit", "replay", "export", "abandon --dry-run"])
def test_an_ambiguous_prefix(nights: Command, command: str) -> None:
    """One sentence that lists the candidates."""
    for name, sentence in (
        ("night", f"2 games in the book begin with 'night': {SECOND}, {FIRST}"),
        ("ight", f"no game in the book is called 'ight', but it is part of {SECOND}, {FIRST}"),
    ):
        ran = nights(f"{command} {name}")
        assert (ran.code, ran.out, ran.err) == (1, "", f"domino: {sentence}\n")


def test_at_a_terminal_one_is_chosen(nights: Command, tmp_path: Path) -> None:
    for answer, code in (("2", 0), ("", 1), ("3", 1)):
        terminal = Terminal("export", "night", cwd=tmp_path)
        asked = terminal.until("Which one? Type its number, or Enter for none: ")
        assert [line.split() for line in asked.splitlines()[1:]] == [["1", SECOND], ["2", FIRST]]
        terminal.types(f"{answer}\n")
        assert terminal.ends() == code
        assert ('"id":"night-1"' in terminal.shown.replace(": ", ":")) == (code == 0)
    assert nights("export night").code == 1
