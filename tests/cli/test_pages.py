"""Long output on a terminal goes through a pager."""

from pathlib import Path

import pytest

from .command import Command
from .terminal import Terminal

MARKED = {"PAGER": "sed s/^/>/", "LINES": "10", "COLUMNS": "80"}


def shown(terminal: Terminal) -> list[str]:
    assert terminal.ends() == 0
    return terminal.shown.splitlines()


@pytest.mark.parametrize(
    ("command", "paged"),
    [("rules list", True), ("rules list --json", False), ("players list", False)],
)
def test_long_output_is_paged(
    command: str, *, paged: bool, domino: Command, tmp_path: Path
) -> None:
    """Short output and output for programs do not."""
    assert domino("init").code == 0
    lines = shown(Terminal(*command.split(), cwd=tmp_path, **MARKED))
    assert lines == [">" * paged + line for line in domino(command).out.splitlines()]


def test_messages_come_after_the_pager(caught_up: Path) -> None:
    *listed, summary = shown(Terminal("audit", "payout-12-00000", cwd=caught_up, **MARKED))
    assert len(listed) > 10
    assert {line[0] for line in listed} == {">"}
    assert summary == "1 clean, 0 illegal, 0 unreadable"


def test_a_pager_that_is_closed_early(caught_up: Path) -> None:
    """The command ends without an error, although output is left."""
    everything = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 99999) "
    closed = MARKED | {"PAGER": "head -2"}
    lines = shown(Terminal("sql", f"{everything} SELECT i FROM n", cwd=caught_up, **closed))
    assert [line.strip() for line in lines] == ["i", "1"]
