"""Games typed line by line: stored at once, equal to imported games."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.domain.events import DealVoid, Event, GameOpened, RoundDealt
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.live.typed_lines import TypedLine, TypedMove, read_line
from domino_ledger.ledger.live.wall_time import WallClock
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.transcript.game import transcribe
from domino_ledger.projections.messages.errors import error_text
from tests.zone import in_zone

from .test_simulation import every_kind
from .typed import DEAL, TIMES, events, fixed_clock, happened, lines_of_game, table, typed

# -- typed and imported games


def without_leads_of_void_deals(events: Sequence[Event]) -> list[Event]:
    """A record does not say who was to lead a deal that is void."""
    return [
        replace(event, leader=None)
        if isinstance(event, RoundDealt) and isinstance(follows, DealVoid)
        else event
        for event, follows in zip_longest(events, events[1:])
    ]


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
    assert without_leads_of_void_deals(ours[1:]) == without_leads_of_void_deals(
        transcript.events[1:]
    )
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


def moments(zone: str, now: str, typed: str) -> str:
    """When each of the times was, typed one after the other in this zone: day, time and offset."""
    clock, last, found = datetime.fromisoformat(now).astimezone(ZoneInfo(zone)), None, []
    for each in typed.split():
        last = datetime.fromisoformat(WallClock(clock, last).whole(each) or "")
        found.append(f"{last:%dT%H:%M%z}"[:-2])
    return " ".join(found)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (  # From 02:00 back to 01:00.
            "2026-10-31T23:50:00-04:00 00:30 01:50 01:10 02:30",
            "31T23:50-04 01T00:30-04 01T01:50-04 01T01:10-05 01T02:30-05",
        ),
        ("2026-10-31T23:50 02:30", "31T23:50-04 01T02:30-05"),
        ("2026-10-31T23:50Z 23:51", "31T23:50+00 31T23:51-04"),
        ("2026-11-01T01:30", "01T01:30-05"),
        ("2026-11-01T01:30-04:00 2026-11-01T01:31", "01T01:30-04 01T01:31-04"),
        ("2026-11-01T01:30-04:00 2026-11-01T01:29", "01T01:30-04 01T01:29-05"),
        ("2026-11-01T01:30-04:00 2026-10-31T20:00", "01T01:30-04 31T20:00-04"),
        # From 02:00 on to 03:00.
        ("2026-03-08T01:58:00-05:00 03:02 01:10", "08T01:58-05 08T03:02-04 09T01:10-04"),
    ],
)
def test_times_are_those_of_the_clock_on_the_wall(typed: str, found: str) -> None:
    assert moments("America/New_York", "2026-11-20T20:00:00Z", typed) == found


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ("2026-11-01T01:59:00-04:00", "01T01:10-04"),
        ("2026-11-01T01:04:00-05:00", "01T01:10-04"),
        ("2026-11-01T01:06:00-05:00", "01T01:10-05"),
        ("2026-11-01T09:00:00-05:00", "01T01:10-05"),
        ("2026-10-31T20:00:00-04:00", "31T01:10-04"),
    ],
)
def test_the_first_time_is_the_latest_such_moment(now: str, found: str) -> None:
    assert moments("America/New_York", now, "01:10") == found


@pytest.mark.parametrize("last", ["2026-03-08T01:58:00-05:00", "2026-03-07T22:00:00-05:00"])
@pytest.mark.parametrize("typed", ["02:30", "2026-03-08T02:30"])
def test_a_time_that_clocks_went_forward_over_is_refused(last: str, typed: str) -> None:
    with pytest.raises(NotNow) as refused:
        moments("America/New_York", "2026-03-08T16:00:00Z", f"{last} {typed}")
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
