"""A season: months, each two players against each other, and the games left out."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import league
from domino_ledger.projections.reports.profiles import share_won
from domino_ledger.projections.reports.season import Pair, Season, season, season_json

from . import folded
from .books import BLOCKED, IRREGULAR, LOT, OUT, abandon, asked, booked, of_every_kind, unfinished

RULED_OUT = unfinished() | {"id": "broken-off"}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Games of two months: two of four players, three of two of them, and three left out."""
    pair = {"players": ["s3", "s2"]}
    games = [
        BLOCKED | {"started_at": "2026-03-31T22:30:00Z"},
        OUT | {"started_at": "2026-04-02T20:00:00Z"},
        LOT | pair | {"id": "one", "started_at": "2026-04-02T21:00:00Z"},
        LOT | pair | {"id": "two", "started_at": "2026-04-02T22:00:00Z"},
        LOT | pair | {"id": "begun", "rounds": []},
        IRREGULAR | pair | {"id": "irregular"},
        RULED_OUT,
    ]
    with closing(booked(tmp_path, *games)) as book:
        abandon(book, RULED_OUT)
        yield book


def seasons(book: Book, rules: str | None = None, zone: str = "UTC") -> Season:
    which = GameFilter(rules=rules)
    with asked(book) as connection:
        found = league(connection, which)
        return season(connection, found, which, all_names(book), ZoneInfo(zone))


def by_name(book: Book, won: dict[UUID, int]) -> dict[str, int]:
    names = all_names(book)
    return {names[player]: games for player, games in won.items()}


def test_month_by_month(book: Book) -> None:
    """A game begins on a day of the club: in Tokyo, a month later."""
    march, april = seasons(book).months
    assert (march.month, march.games, march.rounds) == ("2026-03", 1, 1)
    assert (april.month, april.games, april.rounds) == ("2026-04", 3, 3)
    assert by_name(book, dict(march.won)) == {"s3": 1}
    assert by_name(book, dict(april.won)) == {"s2": 1, "s3": 2}
    assert by_name(book, dict(april.won_so_far)) == {"s2": 1, "s3": 3}
    (together,) = seasons(book, zone="Asia/Tokyo").months
    assert (together.month, together.games) == ("2026-04", 4)


def test_between_two_players_the_others_at_the_table_do_not_count(book: Book) -> None:
    """s0 and s1 met twice, and the others won: neither has beaten the other."""
    s0, s1, s2, s3 = (player_called(book, name) for name in ("s0", "s1", "s2", "s3"))
    assert seasons(book).pairs == [
        Pair(s3, s2, 4, 3, 1),
        Pair(s0, s1, 2, 0, 0),
        Pair(s2, s0, 2, 1, 0),
        Pair(s2, s1, 2, 1, 0),
        Pair(s3, s0, 2, 1, 0),
        Pair(s3, s1, 2, 1, 0),
    ]
    assert seasons(book, "block-lot@1").pairs == [Pair(s3, s2, 2, 2, 0)]
    assert [share_won(*each) for each in ((3, 1), (0, 2), (0, 0))] == [75.0, 0.0, None]


def test_the_games_left_out_are_named_with_the_reason(book: Book) -> None:
    assert seasons(book).uncounted == {
        "abandoned": ["broken-off"],
        "in progress": ["begun"],
        "waits-for-ruling": ["irregular"],
    }
    assert seasons(book, "forced-block@1").uncounted == {}


def test_for_programs(book: Book) -> None:
    found = season_json(seasons(book), all_names(book), min_games=3)
    assert (found["rules"], found["games"]) == (None, 4)
    assert [(each["name"], each["won"]) for each in found["places"]] == [("s3", 3), ("s2", 1)]
    assert [each["month"] for each in found["months"]] == ["2026-03", "2026-04"]
    won = [(each["name"], each["won"]) for each in found["months"][1]["won_so_far"]]
    assert won == [("s3", 3), ("s2", 1)]
    first, second, *_ = found["pairs"]
    assert (first["name"], first["opponent_name"], first["won_percentage"]) == ("s3", "s2", 75.0)
    assert (second["games"], second["won_percentage"]) == (2, None)
    assert found["uncounted"]["in progress"] == ["begun"]


@pytest.mark.unmeasured
def test_a_season_equals_the_fold_of_its_games(tmp_path: Path) -> None:
    """Of games of every kind: the pairs those of head to head, the months in total the league."""
    with closing(of_every_kind(tmp_path)) as book:
        found = seasons(book)
        games = list(folded.ruled(book, None))
    met: Counter[tuple[UUID, UUID]] = Counter()
    for player, opponents in folded.others_met(games, "opponent").items():
        for each in opponents:
            met[player, each.other] += each.won
    assert found.pairs
    for pair in found.pairs:
        assert pair.won == met[pair.player, pair.opponent] >= pair.lost
        assert pair.lost == met[pair.opponent, pair.player]
    assert sum(met.values()) == sum(pair.won + pair.lost for pair in found.pairs)
    assert sum(month.games for month in found.months) == found.league.games
    won = {place.player: place.won for place in found.league.places if place.won}
    assert found.months[-1].won_so_far == won
    assert sum((Counter(month.won) for month in found.months), Counter()) == won
