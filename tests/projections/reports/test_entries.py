"""Entries of the double entry: their postings and their day."""

from contextlib import closing
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections.reports.payouts import Entry, entries
from domino_ledger.projections.tables.rebuild import switch
from tests.ledger.games import Json
from tests.projections.tables.everywhere import everywhere

from .books import BLOCKED, EUR, OUT, asked, booked, kept

GAMES: tuple[Json, ...] = (
    BLOCKED | {"id": "one", "stake": EUR, "started_at": "2025-03-01T23:30:00+02:00"},
    OUT | {"id": "two", "started_at": "2025-05-09T09:00:00Z"},
    OUT | {"id": "three", "started_at": "2025-04-01T09:00:00Z"},
)
LATER = BLOCKED | {"id": "four", "started_at": "2025-06-01T09:00:00Z"}


def days(found: list[Entry]) -> list[tuple[str, str, date]]:
    return [(each.kind, each.record, each.date) for each in found]


def test_a_settlement_has_the_day_of_its_game(tmp_path: Path) -> None:
    with closing(booked(tmp_path, *GAMES)) as book, asked(book) as connection:
        found = list(entries(connection))
    assert days(found) == [
        ("settlement", "one", date(2025, 3, 1)),
        ("settlement", "two", date(2025, 5, 9)),
        ("settlement", "three", date(2025, 4, 1)),
    ]
    assert [(each.round, each.rules, each.currency) for each in found] == [
        (0, "forced-block@1", "EUR"),
        (0, "forced-block@1", "XXX"),
        (0, "forced-block@1", "XXX"),
    ]
    assert [posting.amount for posting in found[0].postings] == [60, 85, 35, -180]


def test_days_are_those_of_the_club(tmp_path: Path) -> None:
    """Not of UTC; a game after midnight belongs to the evening before."""
    games = [
        OUT | {"id": id, "started_at": f"2026-{time}-04:00"}
        for id, time in (("evening", "10-31T21:00:00"), ("night", "11-01T00:30:00"))
    ]
    with closing(booked(tmp_path, *games)) as book, asked(book) as connection:
        found = list(entries(connection, ZoneInfo("America/New_York")))
    assert {each.date for each in found} == {date(2026, 10, 31)}


def test_an_adjustment_has_the_latest_day_of_earlier_entries(tmp_path: Path) -> None:
    rules = PUBLISHED["forced-block@1"]
    assert rules.payout is not None
    payout = rules.payout.model_copy(update={"loss_factor": 3})
    dearer = rules.model_copy(update={"id": "dearer@1", "payout": payout})
    with closing(booked(tmp_path, *GAMES)) as book, kept(book) as keeper:
        assert switch(keeper, everywhere(keeper.book, dearer), None) > 0
        with keeper.models.reading() as connection:
            found = list(entries(connection))
    settled, adjusted = found[:3], found[3:]
    assert {each.kind for each in settled} == {"settlement"}
    assert {(each.kind, each.date) for each in adjusted} == {("adjustment", date(2025, 5, 9))}
    assert {sum(posting.amount for posting in each.postings) for each in adjusted} == {0}
    assert {each.rules for each in adjusted} == {"dearer@1"}
