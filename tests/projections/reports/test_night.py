"""Evenings: their games, standings, money and disputes."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.domain.disputes.events import Uphold
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import open_dispute, rule_on_dispute
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.days import day_of, local_time
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.games import game_overviews
from domino_ledger.projections.reports.league import league, leagues
from domino_ledger.projections.reports.night import Night, games_of, last_evening, night, night_json
from domino_ledger.projections.tables.connection import Connection
from tests.ledger.games import Json
from tests.zone import in_zone

from .books import BLOCKED, EUR, IRREGULAR, JPY, LOT, asked, booked, unfinished

EVENING = date(2026, 11, 20)
FIRST, LAST = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"


CENTRAL_EUROPE = "CET-1CEST,M3.5.0,M10.5.0/3"
BEGAN = [
    ("UTC", "2026-11-20T06:00:00Z", "2026-11-20"),
    ("UTC", "2026-11-20T05:59:59.999999Z", "2026-11-19"),
    ("UTC", "2026-11-21T00:00:00Z", "2026-11-20"),
    ("UTC", "2026-11-20T23:30:00-08:00", "2026-11-21"),
    ("AST4", "2026-11-21T09:59:59Z", "2026-11-20"),
    ("AST4", "2026-11-21T10:00:00Z", "2026-11-21"),
    ("JST-9", "2026-11-20T20:59:59Z", "2026-11-20"),
    ("JST-9", "2026-11-20T21:00:00Z", "2026-11-21"),
    # Clocks go forward and back in the night.
    (CENTRAL_EUROPE, "2026-03-29T03:59:59Z", "2026-03-28"),
    (CENTRAL_EUROPE, "2026-03-29T04:00:00Z", "2026-03-29"),
    (CENTRAL_EUROPE, "2026-10-25T04:59:59Z", "2026-10-24"),
    (CENTRAL_EUROPE, "2026-10-25T05:00:00Z", "2026-10-25"),
    ("UTC", FIRST, "0001-01-01"),
    ("AST4", FIRST, "0001-01-01"),
    ("JST-9", LAST, "9999-12-31"),
]


@pytest.fixture(scope="module")
def of_many_evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """The tables of a book with a game for each of these moments, named by the moment."""
    moments = {moment for _, moment, _ in BEGAN}
    games = [LOT | {"id": moment, "started_at": moment} for moment in moments]
    with closing(booked(tmp_path_factory.mktemp("many"), *games)) as book, asked(book) as found:
        yield found


@pytest.mark.parametrize(("zone", "moment", "evening"), BEGAN)
def test_an_evening_ends_at_six_in_the_morning(
    zone: str, moment: str, evening: str, of_many_evenings: Connection
) -> None:
    """A game that begins at this moment belongs to that evening and to no other."""
    day = date.fromisoformat(evening)
    near = range(max(day.toordinal() - 1, 1), min(day.toordinal() + 1, date.max.toordinal()) + 1)
    with in_zone(zone):
        assert day_of(moment) == day
        evenings = [
            other
            for other in map(date.fromordinal, near)
            for game in game_overviews(of_many_evenings, games_of(other))
            if game.record == moment
        ]
    assert evenings == [day]


def test_a_club_has_a_time_zone_of_its_own() -> None:
    with in_zone("UTC"):
        assert day_of("2026-11-21T08:00:00Z") == date(2026, 11, 21)
        assert day_of("2026-11-21T08:00:00Z", ZoneInfo("America/Puerto_Rico")) == date(2026, 11, 20)
        games = games_of(date(2026, 11, 20), ZoneInfo("Asia/Tokyo"))
    assert games.since == datetime(2026, 11, 19, 21, tzinfo=UTC)


def test_the_last_evening_with_games(of_many_evenings: Connection) -> None:
    with in_zone("JST-9"):
        assert last_evening(of_many_evenings) == date(9999, 12, 31)


def test_local_time_is_as_written_beyond_the_calendar() -> None:
    with in_zone("JST-9"):
        assert f"{local_time('2026-11-20T20:59:59Z'):%d %H:%M}" == "21 05:59"
        assert f"{local_time(LAST):%d %H:%M}" == "31 23:59"


def test_no_games_no_evening(tmp_path: Path) -> None:
    with closing(booked(tmp_path)) as book, asked(book) as connection:
        assert last_evening(connection) is None


# -- one evening


def at(game: Json, id: str, time: str, **more: object) -> Json:
    return game | {"id": id, "started_at": f"2026-11-{time}:00Z"} | more


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """Games recorded in another order than played, with an evening before and one after."""
    games = [
        at(LOT, "late", "21T02:00", stake=JPY, players=["p1", "p0"]),
        at(BLOCKED, "money", "20T19:00", stake=EUR, players=["p0", "p1", "s2", "s3"]),
        at(LOT, "points", "20T20:00", stake=EUR),
        at(unfinished(), "begun", "20T21:00"),
        at(IRREGULAR, "slip", "20T22:00"),
        at(LOT, "before", "20T05:00", stake=EUR),
        at(LOT, "after", "21T06:00", stake=EUR),
    ]
    directory = tmp_path_factory.mktemp("evening")
    with in_zone("UTC"), closing(booked(directory, *games)) as book:
        for id, claim in [
            ("slip", "one"),
            ("money", "two"),
            ("points", "three"),
            ("after", "four"),
        ]:
            open_dispute(book, book.stream(game_id(id)), "p0", claim, round=0)
        arbiter = "Marta"
        points = book.stream(game_id("points"))
        rule_on_dispute(book, points, 1, arbiter, (Uphold(round=0),), reason="fine")
        yield book


@pytest.fixture(scope="module")
def found(evening: Book) -> Night:
    with in_zone("UTC"), asked(evening) as connection:
        return night(evening, connection, EVENING)


def test_games_in_the_order_in_which_they_began(found: Night) -> None:
    records = [game.overview.record for game in found.games]
    assert records == ["money", "points", "begun", "slip", "late"]
    assert [game.overview.record for game in found.not_over] == ["begun", "slip"]


def test_some_of_its_games_and_all_of_the_rest(evening: Book, found: Night) -> None:
    with in_zone("UTC"), asked(evening) as connection:
        latest = night(evening, connection, EVENING, limit=2)
        before = night(evening, connection, EVENING, limit=2, skip=2)
    assert latest == found._replace(games=found.games[3:])
    assert before == found._replace(games=found.games[1:3])


def test_standings_by_rule_set(evening: Book, found: Night) -> None:
    """The unfinished game and the irregular one do not count."""
    names = all_names(evening)
    won = {
        (of.rules, names[place.player]): (place.games, place.won, place.difference)
        for of in found.standings
        for place in of.places
    }
    assert won == {
        ("block-lot@1", "p0"): (2, 1, 0),
        ("block-lot@1", "p1"): (2, 1, 0),
        ("forced-block@1", "p0"): (1, 0, 0),
        ("forced-block@1", "p1"): (1, 0, 0),
        ("forced-block@1", "s2"): (1, 0, 0),
        ("forced-block@1", "s3"): (1, 1, 0),
    }


def test_money_of_the_evening(found: Night) -> None:
    """Two games at 5 cents a pip, 12 -36 17 7 and 31 -31 pips; one at 100 yen."""
    dues = [(due.name, due.currency, due.amount) for due in found.dues]
    assert dues == [
        ("p0", "EUR", 5 * (12 + 31)),
        ("p0", "JPY", -3100),
        ("p1", "EUR", 5 * (-36 - 31)),
        ("p1", "JPY", 3100),
        ("s2", "EUR", 5 * 17),
        ("s3", "EUR", 5 * 7),
    ]


def test_disputes_that_wait_for_a_ruling(found: Night) -> None:
    open_ones = [(each.game, each.steps[0].text) for each in found.open_disputes]
    assert open_ones == [("money", "two"), ("slip", "one")]


def test_for_programs(evening: Book, found: Night) -> None:
    report = night_json(found, all_names(evening))
    assert report["evening"] == "2026-11-20"
    assert report["not_over"] == ["begun", "slip"]
    assert [each["record"] for each in report["games"]] == [
        game.overview.record for game in found.games
    ]
    places = [(each["rules"], each["place"], each["name"]) for each in report["standings"]]
    assert places[:3] == [
        ("block-lot@1", 1, "p0"),
        ("block-lot@1", 1, "p1"),
        ("forced-block@1", 1, "s3"),
    ]
    assert set(report["payouts"][0]) == {"player", "name", "currency", "amount"}
    assert [each["game"] for each in report["disputes"]] == ["money", "slip"]


# -- leagues


def test_a_league_for_each_rule_set(evening: Book) -> None:
    with asked(evening) as connection:
        found = leagues(connection, GameFilter())
        assert [each.rules for each in found] == [
            "block-lot@1",
            "forced-block@1",
            "partnership-sanjuan@1",
        ]
        for each in found:
            assert each == league(connection, GameFilter(rules=each.rules))
        assert [each.games for each in found] == [4, 1, 0]
        assert found[2].uncounted == {"in progress": 1}
        assert league(connection, GameFilter()).games == 5
        assert leagues(connection, GameFilter(before=datetime(2001, 1, 1, tzinfo=UTC))) == []
