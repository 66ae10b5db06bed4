"""Fixtures that run commands."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from .bad_input import DISPUTED, a_book
from .command import Command, run
from .process import domino as process


@pytest.fixture
def domino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, run in an empty directory."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A directory with a book of the payout games."""
    (tmp_path / "domino.db").write_bytes(a_book())
    return tmp_path


@pytest.fixture
def desk(book: Path, domino: Command) -> Command:
    """The command, in a directory with a book that has a dispute about a game's only round."""
    assert (book / "domino.db").exists()
    assert domino(f'dispute open {DISPUTED} --round 1 --by s2 --claim "he saw it"').code == 0
    return domino


@cache
def with_tables() -> dict[str, bytes]:
    """By name, the files of that book and its tables: money is booked in both."""
    with TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "domino.db").write_bytes(a_book())
        assert process("catch-up", cwd=directory).code == 0
        return {file.name: file.read_bytes() for file in directory.glob("domino.db*")}


@pytest.fixture
def caught_up(tmp_path: Path) -> Path:
    """A directory with a book whose tables are caught up."""
    for name, content in with_tables().items():
        (tmp_path / name).write_bytes(content)
    return tmp_path
