"""Replays and audits of the same acts are equal, typed live, as text or as JSON."""

import pytest

from .command import Command

TYPED = """\
deal lead Ana
Ana 6-6
Ben 6-1
Ana 1-1
Ben pass
Ana 6-0
Ben 0-0
Ana pass
Ben pass
left Ana: 5-4 5-3 4-3 2-2
left Ben: 5-2 4-2 3-2 4-4 5-5
deal lead Ana
Ana 5-5
Ben 5-4
Ana 4-4
"""
"""On hands that nobody saw; the passes before the block show it."""


@pytest.fixture
def live(domino: Command) -> Command:
    """The command, typed where that evening was recorded."""
    assert domino("record --rules block@1 --players Ana,Ben --id live", TYPED.encode()).code == 0
    return domino


@pytest.mark.parametrize("form", ["json", "text"])
def test_the_same_acts_are_told_the_same(live: Command, form: str) -> None:
    written = live(f"export live --open --format {form}").out
    assert live("import - --ledger other.db", written.encode()).code == 0
    for command in ("replay live --open", "replay live --open --json", "audit live --open --json"):
        assert live(f"{command} --ledger other.db").out == live(command).out
    assert "1.7  Ana passes: nothing fits 0 or 1, and" in live("replay live --ledger other.db").out


def test_an_amended_round_says_nothing_about_others(live: Command) -> None:
    written = live("export live --open").out
    newer = written.replace('"lay":"4-4","at":"left"', '"lay":"4-1","at":"left"')
    assert newer != written
    amended = live("amend live - --reason slip", newer.encode())
    assert amended.code == 0
    changed, move = amended.out.splitlines()
    assert changed == "round 2"
    assert move.startswith("  move 3: Ana lays 4-4 at left")
