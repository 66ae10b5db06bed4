"""Games typed line by line: stored at once, equal to imported games."""

import json
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.events import GameOpened
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import NotNow
from ledger.live.session import open_table
from ledger.live.simulation import Simulation
from ledger.live.typed_commands import TypedLine, TypedMove, read_line
from ledger.records.format import read_record
from ledger.transcript.game import transcribe
from projections.messages.errors import error_text
from tests.zone import in_zone

from .test_simulation import every_kind
from .typed import DEAL, TIMES, events, fixed_clock, happened, lines_of_game, table, typed

# -- typed and imported games


@every_kind
def test_typed_and_imported_games_are_equal(book: Book, rules: RuleSet, players: int) -> None:
    simulation = Simulation(rules, players, 1)
    text = simulation.line(1)
    session = open_table(
        book, "typed", rules, simulation.names, source="simulated", clock=fixed_clock
    )
    typed(session, *lines_of_game(json.loads(text)))
    ours = events(session, book)
    transcript = transcribe(read_record(text), rules, session.game.opened.players)
    assert ours[1:] == transcript.events[1:]
    opened = transcript.events[0]
    assert isinstance(opened, GameOpened)
    assert ours[0] == replace(opened, record="typed", started_at=fixed_clock())
    assert session.game.won is not None


# -- times


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (["20:31 6-6"], ["2026-01-31T20:31:00+01:00"]),
        (["6-6 @ 20:31:07.5"], ["2026-01-31T20:31:07.500000+01:00"]),
        (["20:45 6-6"], ["2026-01-31T20:45:00+01:00"]),
        (["20:46 6-6"], ["2026-01-30T20:46:00+01:00"]),
        (["23:50 6-6", "00:10 pass"], ["2026-01-30T23:50:00+01:00", "2026-01-31T00:10:00+01:00"]),
        (
            ["2026-01-30T23:59:00Z 6-6", "00:01 pass"],
            ["2026-01-30T23:59:00+00:00", "2026-01-31T00:01:00+00:00"],
        ),
    ],
)
def test_a_line_may_have_a_time(book: Book, lines: list[str], times: list[str]) -> None:
    session = typed(table(book), DEAL, *lines)
    assert happened(session, book)[2:] == times


def happened_in(book: Book, zone: str, now: str, *lines: str) -> list[str | None]:
    """When each line happened, typed at a table in this time zone."""
    clock = datetime.fromisoformat(now).astimezone(ZoneInfo(zone))
    opened = open_table(book, "evening", PUBLISHED["block@1"], ["Ana", "Ben"], clock=lambda: clock)
    session = typed(opened, DEAL, *lines)
    return happened(session, book)[2 : 2 + len(lines)]


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (  # From 02:00 back to 01:00.
            ["2026-10-31T23:50:00-04:00 6-6", "00:30 pass", "01:50 6-5", "01:10 5-5", "02:30 6-4"],
            [
                "2026-10-31T23:50:00-04:00",
                "2026-11-01T00:30:00-04:00",
                "2026-11-01T01:50:00-04:00",
                "2026-11-01T01:10:00-05:00",
                "2026-11-01T02:30:00-05:00",
            ],
        ),
        (
            ["2026-10-31T23:50 6-6", "02:30 pass"],
            ["2026-10-31T23:50:00-04:00", "2026-11-01T02:30:00-05:00"],
        ),
        (
            ["2026-10-31T23:50Z 6-6", "23:51 pass"],
            ["2026-10-31T23:50:00+00:00", "2026-10-31T23:51:00-04:00"],
        ),
        (["2026-11-01T01:30 6-6"], ["2026-11-01T01:30:00-05:00"]),
        (
            ["2026-11-01T01:30-04:00 6-6", "2026-11-01T01:31 pass"],
            ["2026-11-01T01:30:00-04:00", "2026-11-01T01:31:00-04:00"],
        ),
        (
            ["2026-11-01T01:30-04:00 6-6", "2026-11-01T01:29 pass"],
            ["2026-11-01T01:30:00-04:00", "2026-11-01T01:29:00-05:00"],
        ),
        (
            ["2026-11-01T01:30-04:00 6-6", "2026-10-31T20:00 pass"],
            ["2026-11-01T01:30:00-04:00", "2026-10-31T20:00:00-04:00"],
        ),
        (  # From 02:00 on to 03:00.
            ["2026-03-08T01:58:00-05:00 6-6", "03:02 pass", "01:10 6-5"],
            ["2026-03-08T01:58:00-05:00", "2026-03-08T03:02:00-04:00", "2026-03-09T01:10:00-04:00"],
        ),
    ],
)
def test_times_are_those_of_the_clock_on_the_wall(
    book: Book, lines: list[str], times: list[str]
) -> None:
    assert happened_in(book, "America/New_York", "2026-11-20T20:00:00Z", *lines) == times


@pytest.mark.parametrize(
    ("now", "time"),
    [
        ("2026-11-01T01:59:00-04:00", "2026-11-01T01:10:00-04:00"),
        ("2026-11-01T01:04:00-05:00", "2026-11-01T01:10:00-04:00"),
        ("2026-11-01T01:06:00-05:00", "2026-11-01T01:10:00-05:00"),
        ("2026-11-01T09:00:00-05:00", "2026-11-01T01:10:00-05:00"),
        ("2026-10-31T20:00:00-04:00", "2026-10-31T01:10:00-04:00"),
    ],
)
def test_the_first_time_is_the_latest_such_moment(book: Book, now: str, time: str) -> None:
    assert happened_in(book, "America/New_York", now, "01:10 6-6") == [time]


@pytest.mark.parametrize("last", ["2026-03-08T01:58:00-05:00", "2026-03-07T22:00:00-05:00"])
@pytest.mark.parametrize("typed_time", ["02:30", "2026-03-08T02:30"])
def test_a_time_that_clocks_went_forward_over_is_refused(
    book: Book, last: str, typed_time: str
) -> None:
    with pytest.raises(NotNow) as refused:
        happened_in(
            book, "America/New_York", "2026-03-08T16:00:00Z", f"{last} 6-6", f"{typed_time} pass"
        )
    assert error_text(refused.value) == (
        "there was no 02:30 on 2026-03-08: clocks went forward, and it was 03:30"
    )


def test_without_a_zone_the_clock_is_that_of_this_machine(book: Book) -> None:
    with in_zone("EST5EDT,M3.2.0,M11.1.0"):
        clock = datetime.fromisoformat("2026-11-20T20:00:00Z").astimezone()
        opened = open_table(
            book, "evening", PUBLISHED["block@1"], ["Ana", "Ben"], clock=lambda: clock
        )
        typed(opened, DEAL, "2026-10-31T23:50:00-04:00 6-6", "01:50 pass", "01:10 6-5")
    assert happened(opened, book)[3:] == ["2026-11-01T01:50:00-04:00", "2026-11-01T01:10:00-05:00"]


def test_a_time_before_an_end_is_read_as_a_tile(book: Book) -> None:
    session = table(book)
    line = read_line("12:10 left", session.players, TIMES)
    assert line == TypedLine(TypedMove({"lay": "12-10", "at": "left"}, False), None)
    line = read_line("12:10", session.players, TIMES)
    assert line == TypedLine(TypedMove({"lay": "12-10"}, False), None)
    line = read_line("12:10 12:10", session.players, TIMES)
    at = "2026-01-31T12:10:00+01:00"
    assert line == TypedLine(TypedMove({"lay": "12-10"}, False), at)
