"""Rounds found by tiles, results and positions, against a search in folded games."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import pytest

from domino_ledger.domain.events import Seat, TileDrawn, TileLaid
from domino_ledger.domain.layout.on_table import OnTable, with_tile
from domino_ledger.domain.tiles import Tile, tile_named
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.search import Search, find_rounds, found_json
from domino_ledger.projections.results.game_result import RoundResult
from domino_ledger.projections.tables.connection import Connection

from . import folded
from .books import LOT, SERIES, asked, booked, of_every_kind

SIX, FIVE, SIX_FIVE, SIX_ONE = map(tile_named, ("6-6", "5-5", "6-5", "6-1"))


class Book(NamedTuple):
    """Tables to search, folded games, and ids of players by name."""

    connection: Connection
    games: folded.Games
    players: dict[str, UUID]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with (
        closing(of_every_kind(tmp_path_factory.mktemp("book"))) as book,
        asked(book) as connection,
    ):
        players = {name: player for player, name in all_names(book).items()}
        yield Book(connection, list(folded.ruled(book)), players)


def lays(round: RoundResult) -> list[TileLaid]:
    return [act for act in round.round.acts if isinstance(act, TileLaid)]


def laid(round: RoundResult, seat: Seat, tile: Tile) -> bool:
    return any(act.seat == seat and act.tile == tile for act in lays(round))


def held(round: RoundResult, seat: Seat, tile: Tile) -> bool:
    drawn = TileDrawn(seat=seat, tile=tile) in round.round.acts
    return tile in round.round.deal.hands[seat] or drawn


def won(round: RoundResult, seat: Seat) -> bool:
    return round.score is not None and seat in round.score.winners


def lost(round: RoundResult, seat: Seat) -> bool:
    return bool(round.score and round.score.winners) and not won(round, seat)


def led(round: RoundResult, seat: Seat, tile: Tile) -> bool:
    first = lays(round)[:1]
    return round.facts.leader == seat and laid(round, seat, tile) and first[0].tile == tile


def touching(round: RoundResult) -> set[frozenset[Tile]]:
    """The pairs of tiles that lie beside each other."""
    on_table: OnTable = ()
    past = [(act, front) for act, front in round.round.backwards() if isinstance(act, TileLaid)]
    for number, (act, front) in enumerate(reversed(past)):
        on_table = with_tile(on_table, front, act, number)
    tiles = {each.act: each.tile for each in on_table}
    return {frozenset({each.tile, tiles[each.on]}) for each in on_table if each.on is not None}


def beside(round: RoundResult, *tiles: Tile) -> bool:
    pairs = {frozenset(pair) for pair in pairwise(tiles)}
    # Few rounds have all the tiles, and where tiles lie is found slowly.
    return set(tiles) <= set(opening(round)) and pairs <= touching(round)


def ends(round: RoundResult) -> list[int]:
    return sorted(pip for end in round.round.front.ends for pip in end.pips)


def opening(round: RoundResult) -> list[Tile]:
    return [act.tile for act in lays(round)]


Condition = Callable[[RoundResult, Seat], bool]
WANTED: dict[str, tuple[Search, Condition]] = {
    "led and lost": (Search(led=SIX, result="lost"), lambda r, s: led(r, s, SIX) and lost(r, s)),
    "laid and won": (
        Search(laid=(SIX, SIX_FIVE), result="won"),
        lambda r, s: laid(r, s, SIX) and laid(r, s, SIX_FIVE) and won(r, s),
    ),
    "held": (
        Search(held=(FIVE, SIX)),
        lambda r, s: held(r, s, FIVE) and held(r, s, SIX),
    ),
    "out": (
        Search(went_out=True, laid=(FIVE,)),
        lambda r, s: r.facts.out == s and laid(r, s, FIVE),
    ),
    "ended": (
        Search(ended="out", opening=(SIX,)),
        lambda r, _: r.facts.ended == "out" and opening(r)[:1] == [SIX],
    ),
    "blocked at": (
        Search(blocked_at=(2, 5)),
        lambda r, _: r.facts.ended == "blocked" and ends(r) == [2, 5],
    ),
    "side by side": (Search(line=(SIX, SIX_FIVE)), lambda r, _: beside(r, SIX, SIX_FIVE)),
    "three side by side": (
        Search(line=(SIX_ONE, SIX, SIX_FIVE)),
        lambda r, _: beside(r, SIX_ONE, SIX, SIX_FIVE),
    ),
    "on the table": (Search(line=(SIX,)), lambda r, _: SIX in opening(r)),
    "opening": (
        Search(opening=(SIX, SIX_FIVE)),
        lambda r, _: opening(r)[:2] == [SIX, SIX_FIVE],
    ),
    "under some rules": (
        Search(GameFilter(rules="draw@1"), led=SIX),
        lambda r, s: led(r, s, SIX),
    ),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", WANTED)
def test_a_search_finds_the_rounds_found_in_folded_games(name: str, book: Book) -> None:
    wanted, satisfies = WANTED[name]
    expected = {
        (each.stream.game.opened.record, round.number): {
            player for seat, player in enumerate(each.players) if satisfies(round, seat)
        }
        for each in book.games
        if wanted.games.rules in {None, each.played_under}
        for round in each.result.rounds
        if round.facts.ended is not None
    }
    expected = {place: players for place, players in expected.items() if players}
    found = list(find_rounds(book.connection, wanted))
    about_seats = wanted.is_about_a_seat
    assert {(each.record, each.round): {*each.players} for each in found} == {
        place: players if about_seats else set() for place, players in expected.items()
    }
    assert found


def test_some_of_the_rounds(book: Book) -> None:
    """The newest games first; with a player, only rounds in which this player meets them."""
    every = list(find_rounds(book.connection, Search(led=SIX)))
    assert [each.started_at for each in every] == sorted(
        (each.started_at for each in every), reverse=True
    )
    assert list(find_rounds(book.connection, Search(led=SIX), 3)) == every[:3]
    player = book.players["p0"]
    assert list(find_rounds(book.connection, Search(led=SIX, player=player))) == [
        each for each in every if player in each.players
    ]


def test_a_round_that_is_found(tmp_path: Path) -> None:
    with closing(booked(tmp_path, LOT, SERIES)) as book, asked(book) as connection:
        (found,) = find_rounds(connection, Search(player=player_called(book, "p1")))
        names = all_names(book)
        shown = found_json(found, names)
    winners, players = ([one["name"] for one in shown[key]] for key in ("winners", "players"))
    assert (shown["record"], shown["rules"], shown["round"]) == (LOT["id"], LOT["rules"], 0)
    assert (shown["ended"], len(shown["ends"])) == (LOT["rounds"][0]["ended"], 2)
    assert (winners, players) == (["p0"], ["p1"])
