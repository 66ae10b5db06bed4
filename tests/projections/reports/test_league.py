"""League tables equal folds, for any days and rules."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.days import span_of
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import (
    League,
    Place,
    league,
    rank_json,
    ranked,
    uncounted_games,
)

from . import folded, folded_league
from .books import BLOCKED, IRREGULAR, LOT, SERIES, abandon, asked, booked, low, ordered, unfinished

pytestmark = pytest.mark.unmeasured

# -- by days

EARLY, LATE = "2026-03-01T00:00:00+00:00", "2026-03-02T23:59:59.999999+00:00"
ALMOST, NEXT = "2026-03-01T23:30:00-01:00", "2026-03-03T00:59:59+01:00"
DAYS = {"early": EARLY, "late": LATE, "almost": ALMOST, "next": NEXT}


@pytest.fixture
def dated(tmp_path: Path) -> Iterator[Book]:
    games = [
        (LOT if at % 2 else BLOCKED) | {"id": id, "started_at": time}
        for at, (id, time) in enumerate(DAYS.items())
    ]
    with closing(booked(tmp_path, *games)) as book:
        yield book


def day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


@pytest.mark.parametrize(
    ("first", "last", "games"),
    [
        (None, None, 4),
        ("2026-03-01", "2026-03-01", 1),
        ("2026-03-02", "2026-03-02", 2),
        ("2026-03-02", None, 2),
        (None, "2026-03-01", 2),
        ("2026-03-03", None, 0),
        (None, "9999-12-31", 4),
        ("0001-01-01", "2026-02-28", 1),
        ("0001-01-01", "2026-02-27", 0),
    ],
)
def test_days_of_a_club(dated: Book, first: str | None, last: str | None, games: int) -> None:
    """Both days are included, from 06:00 to 06:00."""
    span = GameFilter(*span_of(day(first), day(last), UTC))
    with asked(dated) as connection:
        found = league(connection, span)
    assert found.games == games
    assert ordered(found) == folded_league.league(list(folded.ruled(dated)), span)


def test_from_one_moment_to_another(dated: Book) -> None:
    """The first moment is included, the last is not, in any time zone."""
    moment = datetime.fromisoformat(ALMOST)
    with asked(dated) as connection:
        assert league(connection, GameFilter(since=moment)).games == 3
        assert league(connection, GameFilter(before=moment)).games == 1
        assert league(connection, GameFilter(since=moment, before=moment)).games == 0


# -- by hand


def test_the_fewest_points_are_ahead(tmp_path: Path) -> None:
    """Beside a game that the most points win."""
    with closing(booked(tmp_path, low("low"), LOT)) as book, asked(book) as connection:
        found = league(connection, GameFilter())
        by_rules = league(connection, GameFilter(rules="house@1"))
        names = all_names(book)
    (first, second) = ranked(by_rules, names)
    assert (first.name, second.name) == ("p0", "p1")
    assert first.place[1:8] == (1, 1, 0, 1, 0, 17, 31)
    assert (first.place.difference, second.place.difference) == (14, -14)
    both = {names[place.player]: place for place in found.places}
    assert both["p0"][6:8] == (None, None)  # Points won, and points that count against p0.
    assert both["p0"].difference == 14 + 31


def test_games_left_out_and_why(tmp_path: Path) -> None:
    games = [SERIES, IRREGULAR | {"id": "irregular"}, unfinished() | {"id": "void"}, LOT]
    games += [unfinished() | {"id": "begun"}, LOT | {"id": "nothing", "rounds": []}]
    with closing(booked(tmp_path, *games)) as book:
        abandon(book, games[2])
        with asked(book) as connection:
            found = league(connection, GameFilter())
            named = uncounted_games(connection, GameFilter())
    assert found.games == 2
    assert found.uncounted == {"abandoned": 1, "waits-for-ruling": 1, "in progress": 2}
    assert named == {
        "abandoned": ["void"],
        "in progress": ["begun", "nothing"],
        "waits-for-ruling": ["irregular"],
    }


def test_equals_share_a_place() -> None:
    """Equal in games won and point difference; they are sorted by name."""

    def place(player: int, won: int, points: int) -> Place:
        return Place(UUID(int=player), 3, won, 0, 0, 0, points, 0, {}, "", points)

    places = [place(1, 1, 9), place(2, 2, 5), place(3, 2, 5), place(4, 2, 6)]
    names = {UUID(int=player): name for player, name in enumerate(["ana", "zoe", "ben", "cy"], 1)}
    ranks = ranked(League(None, places, 3, {}), names)
    assert [(rank.number, rank.name) for rank in ranks] == [
        *((1, "cy"), (2, "ben"), (2, "zoe"), (4, "ana"))
    ]
    as_json = rank_json(ranks[0], "draw@1")
    assert (as_json["place"], as_json["name"], as_json["difference"]) == (1, "cy", 6)
    assert (as_json["rules"], as_json["player"]) == ("draw@1", str(UUID(int=4)))
    assert as_json["won_percentage"] == 66.7


def test_few_games_have_no_place() -> None:
    """They leave no gap among the places."""
    places = [
        Place(UUID(int=games), games, 1, 0, 0, 0, games, 0, {}, "", games) for games in (1, 2, 3)
    ]
    names = {UUID(int=games): f"of {games}" for games in (1, 2, 3)}

    def ranks(min_games: int) -> list[tuple[int, str]]:
        found = ranked(League(None, places, 3, {}), names, min_games)
        return [(rank.number, rank.name) for rank in found]

    assert ranks(1) == [(1, "of 3"), (2, "of 2"), (3, "of 1")]
    assert ranks(2) == [(1, "of 3"), (2, "of 2")]
    assert ranks(4) == []
