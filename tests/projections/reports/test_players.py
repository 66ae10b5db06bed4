"""The player that a report is about, and what is said of players by name."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from domain.rules.catalogue import PUBLISHED
from ledger.book import Book
from ledger.errors import UnknownPlayer
from ledger.registry.players import all_names, erase, player_called, shown_name
from projections.reports.players import find_player
from projections.reports.profiles import profile_json, profile_of, ranking_json
from projections.reports.statistics import player_statistics
from projections.reports.whatif import find_whatif
from projections.tables.player_names import names_copied_from
from tests.messages.saying import saying

from .books import BLOCKED, EUR, LOT, OUT, asked, booked, kept


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Two games of four for money, and one of two for euros."""
    with closing(booked(tmp_path, BLOCKED, OUT, LOT | {"stake": EUR})) as book:
        yield book


def test_a_player_by_name_or_id(book: Book) -> None:
    player = player_called(book, "s1")
    with asked(book) as connection:
        for said in ("s1", str(player), player.hex):
            assert find_player(book, connection, said) == player
        with saying(UnknownPlayer, "zoe"):
            find_player(book, connection, "zoe")


def test_a_player_whose_name_was_erased(book: Book) -> None:
    player = player_called(book, "s1")
    with names_copied_from(book):
        erase(book, "s1")
    with asked(book) as connection:
        for said in (str(player), player.hex, shown_name({}, player)):
            assert find_player(book, connection, said) == player
        with saying(UnknownPlayer, "s1"):
            find_player(book, connection, "s1")


@pytest.mark.parametrize("rules", [None, "forced-block@1"])
def test_the_ranking_as_json(rules: str | None, book: Book) -> None:
    names = all_names(book)
    with asked(book) as connection:
        everybody = player_statistics(connection, rules)
        found = list(ranking_json(connection, everybody, names, rules))
    assert [each["name"] for each in found] == [names[each.player] for each in everybody]
    assert {each["rules"] for each in found} == {rules}
    s1 = next(each for each in found if each["name"] == "s1")
    assert (s1["games"], s1["blocker"], s1["net"]) == (2, 1, {"XXX": -59})
    if rules is not None:
        assert not s1.keys() & {"by_rules", "article"}
        return
    assert (s1["article"]["num_draw_game_played"], s1["article"]["highest_draw_score"]) == (2, -23)
    (own,) = s1["by_rules"]
    assert own == {name: s1[name] for name in own} | {"rules": "forced-block@1"}


def test_a_profile_as_json(book: Book) -> None:
    names, player = all_names(book), player_called(book, "p0")
    with asked(book) as connection:
        (one,) = (each for each in player_statistics(connection) if each.player == player)
        profile = profile_of(connection, one, names)
        (ranked,) = ranking_json(connection, [one], names, None)
    found = profile_json(profile, names, None)
    (against,), (last,) = found.pop("against"), found.pop("last_games")
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(ranked))
    assert (against["name"], against["opponent"]) == ("p1", str(player_called(book, "p1")))
    assert (last["record"], last["net"]) == (LOT["id"], 155)


@pytest.mark.parametrize(
    ("first", "last", "player", "games"),
    [
        (None, None, None, 3),
        (None, None, "s1", 2),
        (None, None, "p0", 1),
        (date(2999, 1, 1), None, None, 0),
        (None, date(2000, 1, 1), None, 0),
    ],
)
def test_other_rules_for_some_games(
    first: date | None, last: date | None, player: str | None, games: int, book: Book
) -> None:
    with kept(book) as keeper:
        other = PUBLISHED["block-lot@1"]
        report = find_whatif(keeper, other, first=first, last=last, player=player)
    assert report.found.games == games
    assert (report.unjudged, report.now) == (0, None)


def test_a_player_that_other_rules_are_asked_for_must_be_known(book: Book) -> None:
    with kept(book) as keeper, saying(UnknownPlayer, "zoe"):
        find_whatif(keeper, PUBLISHED["block-lot@1"], player="zoe")
