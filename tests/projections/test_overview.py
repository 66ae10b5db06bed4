"""Games, players and payouts of a book, by hand."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.catalogue import PUBLISHED
from domain.decide import Abandon, decide
from ledger.book import Book
from ledger.players import all_names, player_called
from ledger.stream import game_id
from projections.overview import (
    GameOverview,
    PlayerStatistics,
    overview,
    payouts,
    rulings,
    statistics,
)
from tests.ledger.games import Json, new_book, record, take_one

BLOCKED = record("payout.jsonl")
"""Four seats; net 12 -36 17 7, seat 1 the blocker."""
OUT = record("payout.jsonl", 1)
"""Four seats; net -10 -23 33 0, seat 2 out; seat 3 is left with 0-0."""
LOT = record("openspiel-block.jsonl")
"""Two seats; net 31 -31, points 31 0."""
SERIES = record("sanjuan.jsonl")


def booked(directory: Path, *games: Json) -> Book:
    book = new_book(directory)
    for game in games:
        assert take_one(book, game, as_played=True).outcome == "added"
    return book


def row(book: Book, name: str) -> PlayerStatistics:
    player = player_called(book, name)
    (found,) = (each for each in statistics(book) if each.player == player)
    return found


def only(book: Book) -> GameOverview:
    (game,) = overview(book)
    return game


def owed(book: Book) -> list[tuple[str, str, str, int]]:
    names = all_names(book)
    return [(p.record, names[p.player], p.currency, p.amount) for p in payouts(book)]


def abandoned(directory: Path, game: Json) -> Book:
    book = booked(directory, game)
    stream = book.stream(game_id(game["id"]))
    book.append(stream, decide(stream.game, Abandon()))
    return book


def unfinished(rounds: int = 6, **score: Any) -> Json:
    """The first rounds of the series: 73-106 after six, and nobody at 200."""
    rules = PUBLISHED["partnership-sanjuan@1"]
    rules = rules.model_copy(update={"score": rules.score.model_copy(update=score)})
    own = {"rules": rules.model_dump(mode="json") | {"id": "house@1"}} if score else {}
    begun = [round | {"claims": None} for round in SERIES["rounds"][:rounds]]
    return SERIES | {"rounds": begun, "claims": None} | own


def test_one_round_for_money(tmp_path: Path) -> None:
    book = booked(tmp_path, BLOCKED)
    game = only(book)
    assert (game.record, game.rules, game.state) == (BLOCKED["id"], "forced-block@1", "over")
    assert (game.rounds, game.scores, game.net) == (1, None, (12, -36, 17, 7))
    assert game.winners == (game.players[3],)
    assert row(book, "s1") == PlayerStatistics(
        player=game.players[1],
        games=1,
        rounds=1,
        pips_left=10,
        blocker=1,
        net=row(book, "s1").net,
    )
    assert row(book, "s1").net == {"XXX": -36}
    assert row(book, "s3").games_won == row(book, "s3").rounds_won == 1


def test_who_goes_out(tmp_path: Path) -> None:
    book = booked(tmp_path, OUT)
    assert [row(book, f"s{seat}").out for seat in range(4)] == [0, 0, 1, 0]


def test_an_assistant_is_counted(tmp_path: Path) -> None:
    book = booked(tmp_path, record("payout.jsonl", 53))
    assert (row(book, "s0").assistant, row(book, "s1").blocker) == (1, 1)
    assert owed(book) == [
        ("payout-12-00053", "s0", "XXX", -20),
        ("payout-12-00053", "s1", "XXX", 20),
    ]


def test_partners_share_points_and_games(tmp_path: Path) -> None:
    book = booked(tmp_path, SERIES)
    game = only(book)
    assert (game.rounds, game.scores, game.net) == (12, [242, 194], None)
    points = {name: row(book, name).points for name in SERIES["players"]}
    assert points == {"north": 242, "south": 242, "east": 194, "west": 194}
    assert [row(book, name).games_won for name in SERIES["players"]] == [1, 0, 1, 0]
    assert owed(book) == []


def test_scores_stand_in_the_order_of_the_records_teams(tmp_path: Path) -> None:
    turned = unfinished() | {"teams": [[1, 3], [0, 2]]}
    assert only(booked(tmp_path, turned)).scores == [106, 73]


def test_the_best_come_first_and_the_longest_known_of_equals(tmp_path: Path) -> None:
    names = all_names(book := booked(tmp_path, SERIES))
    order = [names[each.player] for each in statistics(book)]
    assert order == ["north", "south", "east", "west"]


def test_a_game_that_is_not_over(tmp_path: Path) -> None:
    book = booked(tmp_path, unfinished())
    game = only(book)
    assert (game.state, game.rounds, game.scores, game.winners) == (
        "in progress",
        6,
        [73, 106],
        (),
    )
    east = row(book, "east")
    assert (east.games, east.rounds, east.rounds_won, east.points) == (0, 6, 4, 106)


def test_a_round_that_is_not_over_counts_for_nothing(tmp_path: Path) -> None:
    game = BLOCKED | {
        "rounds": [BLOCKED["rounds"][0] | {"moves": [], "ended": None, "claims": None}]
    }
    book = booked(tmp_path, game)
    assert (only(book).state, only(book).net, only(book).rounds) == ("in progress", None, 0)
    assert row(book, "s1") == PlayerStatistics(only(book).players[1])
    assert owed(book) == []


def test_an_irregular_round_is_not_settled(tmp_path: Path) -> None:
    irregular = LOT | {"rounds": [LOT["rounds"][0] | {"leader": 1}]}
    book = booked(tmp_path, irregular)
    assert (only(book).state, only(book).winners, only(book).scores) == ("disputable", (), [0, 0])
    assert row(book, "p0") == PlayerStatistics(only(book).players[0])
    assert owed(book) == []


def test_nothing_counts_where_the_seats_are_in_dispute(tmp_path: Path) -> None:
    book = booked(tmp_path, SERIES | {"teams": [[0, 1], [2, 3]]}, LOT | {"players": ["ana", "ana"]})
    assert [(game.state, game.rounds) for game in overview(book)] == [("disputable", 0)] * 2
    assert {each.rounds for each in statistics(book)} == {0}
    assert owed(book) == []


def test_a_game_broken_off_is_void(tmp_path: Path) -> None:
    book = abandoned(tmp_path, unfinished())
    game = only(book)
    assert (game.state, game.rounds, game.scores, game.winners) == ("abandoned", 0, [0, 0], ())
    assert {(each.games, each.rounds, each.points) for each in statistics(book)} == {(0, 0, 0)}


def test_or_it_counts_as_it_stands_and_is_won_by_nobody(tmp_path: Path) -> None:
    book = abandoned(tmp_path, unfinished(abandoned="as-it-stands"))
    game = only(book)
    assert (game.state, game.rounds, game.scores, game.winners) == ("abandoned", 6, [73, 106], ())
    east = row(book, "east")
    assert (east.games, east.games_won, east.rounds, east.points) == (1, 0, 6, 106)


@pytest.mark.parametrize(("abandoned_", "net"), [("void", []), ("as-it-stands", [31, -31])])
def test_money_of_a_game_broken_off(tmp_path: Path, abandoned_: str, net: list[int]) -> None:
    rules: Json = PUBLISHED["block-lot@1"].model_dump(mode="json") | {"id": "house@1"}
    rules["score"] |= {"abandoned": abandoned_, "target": 200}
    book = abandoned(tmp_path, LOT | {"rules": rules})
    assert [amount for *_, amount in owed(book)] == net


def test_a_game_that_nobody_won_is_over(tmp_path: Path) -> None:
    tie = next(
        game
        for number in range(500)
        if (game := record("openspiel-block.jsonl", number))["rounds"][0]["claims"]["net"] == [0, 0]
    )
    book = booked(tmp_path, tie)
    assert (only(book).state, only(book).winners, only(book).net) == ("over", (), (0, 0))
    assert row(book, "p0").games == 1


def test_money_of_several_currencies_is_kept_apart(tmp_path: Path) -> None:
    book = booked(
        tmp_path,
        LOT | {"id": "one", "stake": {"currency": "EUR", "minor_per_pip": 5}},
        LOT | {"id": "two", "stake": {"currency": "JPY", "minor_per_pip": 100}},
        LOT | {"id": "three", "stake": {"currency": "EUR", "minor_per_pip": 1}},
    )
    assert row(book, "p0").net == {"EUR": 31 * 6, "JPY": 3100}
    assert [game.currency for game in overview(book)] == ["EUR", "JPY", "EUR"]
    assert owed(book)[:4] == [
        ("one", "p0", "EUR", 155),
        ("one", "p1", "EUR", -155),
        ("two", "p0", "JPY", 3100),
        ("two", "p1", "JPY", -3100),
    ]


def test_games_that_are_asked_for(tmp_path: Path) -> None:
    book = booked(tmp_path, BLOCKED, OUT)
    wanted: list[UUID] = [game_id(OUT["id"])]
    assert [stream.game.opened.record for stream, _ in rulings(book, wanted)] == [OUT["id"]]
