"""A progress bar on a terminal, and no bar elsewhere."""

import io
import sys

import pytest

from domino_ledger.cli.terminal import progress


class Screen(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def shown(patch: pytest.MonkeyPatch, *, terminal: bool, patience: float) -> str:
    screen = Screen(terminal=terminal)
    patch.setattr(sys, "stderr", screen)
    patch.setattr(progress, "_PATIENCE", patience)
    patch.setenv("TERM", "xterm")
    patch.setenv("COLUMNS", "100")
    assert list(progress.tracked(iter("abc"), 3, "games")) == ["a", "b", "c"]
    return screen.getvalue()


def test_long_work_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    bar = shown(monkeypatch, terminal=True, patience=-1)
    assert "3/3" in bar
    assert "games" in bar
    assert "a second" in bar
    assert "remaining" in bar


def test_short_work_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shown(monkeypatch, terminal=True, patience=60)


def test_long_work_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shown(monkeypatch, terminal=False, patience=-1)
