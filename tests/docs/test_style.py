"""The style of text files, and that they name no machine or registry."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import PAGES, README, ROOT

WIDEST = 100
FOREIGN = {
    "a package registry": r"https?://[\w.]*(?:pypi|pythonhosted|npmjs)\.|https?://[\w.-]+/simple",
    "a path of some machine": r"(?<![\w./:])/(?:home|root|Users|work|tmp|mnt)/\w",
}
WRITTEN = {".md", ".py", ".toml", ".css", ".html", ".js"}
"""Suffixes of files written by hand; golden files are exempt."""


_SET_UP = re.compile(r"/(\.(venv|\w+_cache|hypothesis)|__pycache__|\w+\.egg-info)")
"""Files that setup and runs leave in the tree."""


def tracked() -> list[Path]:
    """Every text file under version control; without a repository, every text file."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        files = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        files = [file for file in ROOT.rglob("*") if not _SET_UP.search(file.as_posix())]
    return [file for file in files if file.is_file() and b"\0" not in file.read_bytes()]


FILES = tracked()


def at(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize("what", FOREIGN)
def test_the_tree_names_no(what: str) -> None:
    pattern = re.compile(FOREIGN[what])
    found = [
        at(file, number)
        for file in FILES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_no_line_ends_with_blanks() -> None:
    found = [
        at(file, number)
        for file in FILES
        if file.suffix in WRITTEN
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1)
        if line != line.rstrip()
    ]
    assert found == []


def test_prose_is_no_wider_than_the_code() -> None:
    found = [
        at(file, number)
        for file in [README, *PAGES]
        for number, line in enumerate(_outside_blocks(file), start=1)
        if len(line) > WIDEST and not line.startswith("|")
    ]
    assert found == []


def _outside_blocks(file: Path) -> Iterator[str]:
    fenced = False
    for line in file.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        yield "" if fenced else line


def test_every_text_ends_with_one_newline() -> None:
    texts = (file for file in FILES if file.suffix in WRITTEN)
    ends = {file: re.search(r"(\A|[^\n]\n)\Z", file.read_text("utf-8")) for file in texts}
    assert [file for file, end in ends.items() if end is None] == []
