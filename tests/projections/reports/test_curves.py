"""What plots show ends where the statistics are."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.curves import (
    money_curves,
    points_of_rounds,
    rating_curves,
    rules_played,
    wins_curves,
)
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import league
from domino_ledger.projections.reports.statistics import PlayerStatistics, player_statistics
from domino_ledger.projections.tables.connection import Connection
from tests.ledger.games import record

from .books import BLOCKED, EUR, LOT, OUT, SERIES, asked, booked, low

GAMES = (
    *(record("payout.jsonl", number) for number in range(5)),
    BLOCKED | {"id": "for euros", "stake": EUR},
    LOT | {"players": ["s0", "s1"]},
    SERIES,
)


@pytest.fixture(scope="module")
def found(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Connection, dict[str, PlayerStatistics]]]:
    """The tables, and the statistics of each player by name."""
    directory = tmp_path_factory.mktemp("curves")
    with closing(booked(directory, *GAMES)) as book, asked(book) as connection:
        names = all_names(book)
        yield connection, {names[one.player]: one for one in player_statistics(connection)}


Found = tuple[Connection, dict[str, PlayerStatistics]]


def test_ratings(found: Found) -> None:
    connection, every = found
    players = [one.player for one in every.values()]
    curves = rating_curves(connection, players, "forced-block@1")
    assert len(curves) == 4
    for curve in curves:
        (one,) = (each for each in every.values() if each.player == curve.player)
        rating = one.by_rules["forced-block@1"].rating
        assert rating is not None
        assert (curve.values[0], len(curve.values)) == (25, rating.games + 1)
        assert curve.values[-1] == pytest.approx(rating.mu)


def test_money(found: Found) -> None:
    connection, every = found
    s1 = every["s1"]
    curves = money_curves(connection, [s1.player])
    assert {curve.currency: curve.values[-1] for curve in curves} == {
        currency: turnover.net for currency, turnover in s1.together.money.items()
    }
    (lot,) = money_curves(connection, [s1.player], "block-lot@1")
    assert (lot.currency, lot.values) == ("XXX", (0, -31))


def test_games_won_end_where_the_league_does(found: Found) -> None:
    connection, _ = found
    for which in (GameFilter(), GameFilter(rules="forced-block@1")):
        places = league(connection, which).places
        curves = wins_curves(connection, [each.player for each in places], which)
        assert [curve.values[-1] for curve in curves] == [each.won for each in places]
        assert all(curve.values[0] == 0 for curve in curves)
        assert all(0 <= b - a <= 2 for curve in curves for a, b in pairwise(curve.values))
    assert {len(curve.values) for curve in curves} == {1 + 6}


def test_points(found: Found) -> None:
    connection, every = found
    north = every["north"].player
    of_north = points_of_rounds(connection, north)
    assert (len(of_north), sum(of_north)) == (6, 242)
    assert points_of_rounds(connection, rules="block-lot@1") == [31]
    assert sum(points_of_rounds(connection)) == 242 + 194 + 31


def test_rules(found: Found) -> None:
    connection, every = found
    assert rules_played(connection, every["north"].player) == ["partnership-sanjuan@1"]
    assert len(rules_played(connection)) == 3


def test_nothing(tmp_path: Path) -> None:
    with closing(booked(tmp_path, OUT | {"rounds": []})) as book, asked(book) as connection:
        assert rules_played(connection) == []
        assert points_of_rounds(connection) == []


def test_points_written_down(tmp_path: Path) -> None:
    """By each side; nobody wins points by them."""
    with closing(booked(tmp_path, low("low"), SERIES)) as book, asked(book) as connection:
        p0, p1 = (player_called(book, name) for name in ("p0", "p1"))
        assert points_of_rounds(connection, lowest_wins=True) == [17, 31]
        assert points_of_rounds(connection, p0, lowest_wins=True) == [17]
        assert points_of_rounds(connection, p1, "house@1", lowest_wins=True) == [31]
        assert points_of_rounds(connection, rules="partnership-sanjuan@1", lowest_wins=True) == []
        assert points_of_rounds(connection, rules="house@1") == []
        ranks = [one.player for one in player_statistics(connection, "house@1")]
        assert ranks == [p0, p1]
