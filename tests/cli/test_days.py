"""One evening has one date: that of the club, wherever a day is shown or asked for."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from domino_ledger.cli.club_file import CLUB_FILE
from tests.zone import in_zone

from .command import Command
from .samples import BLOCKED, put

BEGUN = {"evening": "2026-10-31T21:00:00-04:00", "after midnight": "2026-11-01T00:30:00-04:00"}
DAY, NEXT = "2026-10-31", "2026-11-01"


@pytest.fixture(params=[*BEGUN.values()], ids=[*BEGUN])
def club(request: pytest.FixtureRequest, domino: Command) -> Command:
    """A club in New York that played a game for money; the machine is elsewhere."""
    Path(CLUB_FILE).write_text('time_zone = "America/New_York"', "utf-8")
    stake = {"currency": "EUR", "minor_per_pip": 5}
    put(domino, BLOCKED | {"id": "g", "started_at": request.param, "stake": stake})
    return domino


def shown(command: str) -> Callable[[Command], set[str]]:
    def days(domino: Command) -> set[str]:
        ran = domino(command)
        assert ran.code == 0, ran.err
        return {found[0] for found in re.finditer(r"2026-1[01]-\d\d(?!T)", ran.out)}

    return days


COMMANDS = (
    *("games", "league", "night", "search", "players show s0"),
    *("payouts --format beancount", "payouts --format hledger", f"sheet --night {DAY}"),
)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_every_report_has_the_day_of_the_club(zone: str, club: Command) -> None:
    with in_zone(zone):
        for command in COMMANDS:
            assert shown(command)(club) == {DAY}, command


@pytest.mark.parametrize("command", ["games", "league", "search --ended blocked"])
def test_days_are_asked_for_as_they_are_shown(command: str, club: Command) -> None:
    with in_zone("UTC"):
        assert shown(f"{command} --from {DAY} --to {DAY}")(club) == {DAY}
        assert shown(f"{command} --from {NEXT}")(club) == set()
        assert shown(f"{command} --to 2026-10-30")(club) == set()


def test_what_if_counts_the_days_of_the_club(club: Command) -> None:
    with in_zone("UTC"):
        for days, games in ((f"--from {DAY} --to {DAY}", 1), (f"--from {NEXT}", 0)):
            ran = club(f"whatif --rules forced-block@1 {days} --json")
            assert (ran.code, f'"games":{games},' in ran.out.replace(" ", "")) == (0, True)
