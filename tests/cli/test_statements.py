"""How often a command asks its databases."""

import sqlite3
from collections.abc import Callable

import pytest

from .command import Command

MOST = 12


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What SQLite executes from now on, without pragmas and the ends of transactions."""
    executed: list[str] = []
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def noted(statement: str) -> None:
        if not statement.startswith(("--", "PRAGMA", "BEGIN", "COMMIT", "ROLLBACK")):
            executed.append(statement)

    def traced(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named)
        connection.set_trace_callback(noted)
        return connection

    monkeypatch.setattr(sqlite3, "connect", traced)
    return executed


def test_statistics_with_nothing_new(domino: Command, statements: list[str]) -> None:
    assert domino("demo").code == 0
    assert domino("stats").code == 0
    statements.clear()
    assert domino("stats").code == 0
    assert 0 < len(statements) <= MOST, "\n".join(statements)
