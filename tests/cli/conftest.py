"""Where commands are typed in the tests."""

from pathlib import Path

import pytest

from .bad_input import a_book
from .command import Command, run


@pytest.fixture
def domino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, typed in an empty directory."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A directory with a book of the payout games."""
    (tmp_path / "domino.db").write_bytes(a_book())
    return tmp_path
