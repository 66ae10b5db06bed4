"""Help that fits the terminal, and shell completion."""

import os
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from domino_ledger.cli.app import COMMANDS, domino
from domino_ledger.cli.lazy_group import first_sentence

from .process import DOMINO, environment

NAMES = [name for names in COMMANDS.values() for name in names]
WIDTH = 78
"""The width of help on a terminal of 80 columns."""


def test_every_command_is_under_one_heading() -> None:
    assert sorted(NAMES) == domino.list_commands(click.Context(domino))


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_listed_in_one_line(name: str) -> None:
    command = domino.get_command(click.Context(domino), name)
    assert command is not None
    (listed,) = (names[name] for names in COMMANDS.values() if name in names)
    assert listed == first_sentence(command)
    assert len(f"  {max(NAMES, key=len)}  {listed}") <= WIDTH


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("domino re", "record replay rebuild restore"), ("domino audit --js", "--json")],
)
def test_bash_completes_what_is_typed(typed: str, completed: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    script = f"""
        eval "$(_DOMINO_COMPLETE=bash_source domino)"
        COMP_WORDS=({typed}) COMP_CWORD=$(( $(wc -w <<< "{typed}") - 1 ))
        _domino_completion domino
        echo "${{COMPREPLY[@]}}"
    """
    own = environment() | {"PATH": f"{DOMINO.parent}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(
        [bash, "-c", script], cwd=tmp_path, env=own, capture_output=True, text=True, check=True
    )
    assert sorted(ended.stdout.split()) == sorted(completed.split())
