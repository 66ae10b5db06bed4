"""Streaks and ratings: figures that depend on the order of results."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.disputes.events import Uphold
from domino_ledger.domain.events import Event
from domino_ledger.domain.game.state import fold
from domino_ledger.ledger.book import Book
from domino_ledger.projections.tables import ratings
from domino_ledger.projections.tables.ratings import Result, _model, _rate
from tests.ledger.games import lines, new_book, take

from ..ruled import disputed_and_ruled
from .articles import ANA, add, played
from .busy import ODD
from .figures import caught_up, kept, tables_in, tables_of

pytestmark = pytest.mark.unmeasured

LOT = "block-lot@1"


def won_by(seat: int, rules: str = LOT) -> Iterator[list[Event]]:
    """Games won by ana (seat 0) or ben (seat 1)."""
    for seed in range(10_000):
        events = [event for command in played(f"{seat} {seed}", seed, rules) for event in command]
        won = fold(events).won
        if won is not None and won.seats == (seat,):
            yield events


def test_a_reopened_game_joins_the_streaks_around_it(tmp_path: Path) -> None:
    ana, ben = won_by(0), won_by(1)
    with closing(new_book(tmp_path)) as book:
        add(book, next(ana))
        lost = add(book, next(ben))
        add(book, next(ana))
        with kept(book) as keeper:
            before = {row[0]: row[-2:] for row in tables_in(keeper.models)["streak"]}
            book.append(book.stream(lost), [ODD])
            caught_up(keeper)
            after = tables_in(keeper.models)
        assert before[str(ANA)] == (1, 1)
        assert {row[0]: row[-2:] for row in after["streak"]}[str(ANA)] == (2, 2)
        assert after["rating"] == tables_of(book)["rating"]


def test_an_upheld_game_is_rated_among_those_that_ended_after_it(tmp_path: Path) -> None:
    """Though another of the earlier games ends at the same time."""
    ana, ben = won_by(0), won_by(1)
    with closing(new_book(tmp_path)) as book:
        lost = add(book, next(ben))
        add(book, next(ana))
        *begun, end = next(ana)
        won = add(book, begun)
        book.append(book.stream(lost), [ODD])
        with kept(book) as keeper:
            book.append(book.stream(lost), disputed_and_ruled(Uphold(round=0)))
            book.append(book.stream(won), [end])
            caught_up(keeper)
            after = tables_in(keeper.models)
        assert after["rating"] == tables_of(book)["rating"]
        assert {row[-1] for row in after["rating"]} == {3}


def result(finished: int) -> Result:
    return Result(finished, LOT, ("a", "b"), (0, 1), (True, False))


# -- ratings


def rated(book: Book) -> dict[str, tuple[float, float, int]]:
    return {row[0]: row[2:] for row in tables_of(book)["rating"]}


def test_ratings_do_not_depend_on_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, lines("sanjuan.jsonl")[:10])
        at_once = rated(book)
        monkeypatch.setattr(ratings, "GAMES", 3)
        assert rated(book) == at_once
    assert {games for *_, games in at_once.values()} == {10}


def test_a_game_without_a_winner_does_not_change_new_ratings() -> None:
    found: dict[tuple[str, str], tuple[float, float, int]] = {}
    _rate(found, result(1)._replace(won=(False, False)))
    assert {mu for mu, _, _ in found.values()} == {_model().mu} == {ratings.FIRST}
