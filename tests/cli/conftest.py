"""Where commands are typed in the tests."""

from pathlib import Path

import pytest

from .command import Command, run


@pytest.fixture
def domino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, typed in an empty directory."""
    monkeypatch.chdir(tmp_path)
    return run
