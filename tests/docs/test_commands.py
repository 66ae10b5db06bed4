"""Every command of the documentation, run in order by a shell in an empty directory.

`domino` is forked from this process, because starting Python takes longer.

In a `console` block the lines after `$ ` are commands, those after `> ` continue one, and the rest
is what it prints, both streams together; `...` stands for anything. A command ends well unless its
line says `# exit N`. A `sh` block is run as a whole. What is not run says why.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.cli.process import PATIENCE, domino_for_shells

from .pages import PAGES, README, ROOT, Block, blocks, name_of

SHELL = {"sh", "bash", "shell", "zsh"}


@pytest.fixture(scope="module")
def commands() -> Iterator[Path]:
    """A folder with `domino` in it."""
    with TemporaryDirectory() as directory, domino_for_shells(Path(directory)) as commands:
        yield commands


class Step(NamedTuple):
    command: str
    expected: str | None
    """None: the page shows no output."""
    exit: int


def steps(block: Block) -> Iterator[Step]:
    if block.language in SHELL:
        yield Step(block.text, None, 0)
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        more = [line for line in rest if re.match(r"> ?", line)]
        command = "\n".join([first, *(line.removeprefix("> ").removeprefix(">") for line in more)])
        shown = "\n".join(rest[len(more) :])
        said = re.search(r"# exit (\d+)$", first)
        yield Step(command, shown, int(said[1]) if said else 0)


def run(step: Step, directory: Path, commands: Path) -> str:
    """The output of the command, which must end as the page says."""
    path = os.pathsep.join(map(str, (commands, Path(sys.executable).parent, os.environ["PATH"])))
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DOMINO", "COV", "PYTEST"))
    }
    done = subprocess.run(
        ["sh", "-eu", "-c", step.command],
        check=False,
        cwd=directory,
        env=kept | {"PATH": path, "NO_COLOR": "1", "HOME": str(directory), "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == step.exit, f"{step.command}\n{done.stdout}"
    return done.stdout


def agrees(expected: str, printed: str) -> bool:
    """Whether the output is that of the page, where `...` stands for anything."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n"
        for line in expected.splitlines()
    )
    return re.fullmatch(pattern, re.sub(r" +$", "", printed, flags=re.MULTILINE)) is not None


WITH_COMMANDS = [
    page
    for page in [README, *PAGES]
    if any(block.language in SHELL | {"console"} for block in blocks(page))
]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_every_command_behaves_as_the_page_says(page: Path, tmp_path: Path, commands: Path) -> None:
    prepare(page, tmp_path, commands)
    for block in blocks(page):
        if block.language not in SHELL | {"console"} or _is_not_run(block):
            continue
        for step in steps(block):
            printed = run(step, tmp_path, commands)
            if step.expected is not None:
                assert agrees(step.expected, printed), f"$ {step.command}\n{printed}"


def prepare(page: Path, directory: Path, commands: Path) -> None:
    """The files of a reader: the examples, and for the README the demo book and some records."""
    shutil.copytree(ROOT / "docs" / "examples", directory / "docs" / "examples")
    if page == README:
        run(Step("domino demo", None, 0), directory, commands)
        shutil.copy(ROOT / "tests" / "data" / "payout.jsonl", directory / "games.jsonl")


def _is_not_run(block: Block) -> bool:
    """The block is marked as not run, with a reason."""
    if block.aside is None or not block.aside.startswith("not run"):
        return False
    assert re.fullmatch(r"not run: \w.{10,}", block.aside), f"no reason: {block.aside}"
    return True


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("one\n...\nfour", "one\ntwo\nthree\nfour\n", True),
        ("one\n...\nfour", "one\nfour\n", True),
        ("one\n...\nfour", "one\ntwo\n", False),
        ("id ... is gone", "id 1234 is gone\n", True),
        ("id ... is gone", "id 1234 is here\n", False),
        ("one", "one\ntwo\n", False),
        ("a.b", "aXb\n", False),
        ("", "something\n", False),
    ],
)
def test_agrees(expected: str, printed: str, same: bool) -> None:
    assert agrees(expected, printed) is same
