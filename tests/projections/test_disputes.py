"""Disputes of a book: their steps, and the ruling in force."""

from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.disputes import decide
from domino_ledger.domain.disputes.events import CorrectPoints, NameBlocker, Uphold, VoidRound
from domino_ledger.domain.game.decide import Refused
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import (
    answer_dispute,
    appeal_ruling,
    disputed_games,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from domino_ledger.ledger.registry.players import person
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.transcript.given import given_in_book
from domino_ledger.projections.results.consequences import consequences_of
from domino_ledger.projections.results.disputes import disputes_in, histories, history_of, rulings
from tests.domain.dispute_builders import ARBITER, disputed
from tests.ledger.games import booked, new_book, record, take_one

from .ruled import ruled_game


@pytest.fixture
def disputed_game(tmp_path: Path) -> tuple[Book, UUID]:
    """A blocked game for money with two disputes, a ruling, an appeal, and a final ruling."""
    book, game = booked(tmp_path)
    open_dispute(book, game, "s2", "he saw it", round=0, move=22)
    answer_dispute(book, game, 1, "s1", "no")
    rule_on_dispute(book, game, 1, "Marta", [VoidRound(round=0)], reason="hands were seen")
    open_dispute(book, game, "s3", "late")
    appeal_ruling(book, game, 1, "s1", "they were not")
    rule_on_dispute(book, game, 1, "Marta", [NameBlocker(round=0, blocker=3)])
    return book, game


def test_withdrawn_steps(disputed_game: tuple[Book, UUID]) -> None:
    book, game = disputed_game
    withdraw_dispute(book, game, 2, "s3", "too late")
    number = open_dispute(book, game, "s1", "x").after.game.disputes
    rule_on_dispute(book, game, number, "Marta", [VoidRound(round=0)])
    appeal_ruling(book, game, 3, "s0", "no")
    withdraw_dispute(book, game, 3, "s0")
    _, second, third = histories(book.stream(game), all_names(book))
    assert (second.status, second.closed) == ("withdrawn", True)
    assert (second.steps[-1].step, second.steps[-1].text) == ("withdrew-claim", "too late")
    assert (third.status, third.steps[-1].step) == ("ruled", "withdrew-appeal")
    assert [ruling.dispute for ruling in rulings(book.stream(game), all_names(book))] == [1, 3]


def test_effects_of_a_ruling(disputed_game: tuple[Book, UUID]) -> None:
    book, game = disputed_game
    follows = consequences_of(book.stream(game), 1)
    assert follows.without.net == (12, -36, 17, 7)
    assert follows.with_it.net == (-24, -20, -34, 78)
    nothing = consequences_of(book.stream(game), 2)
    assert nothing.without == nothing.with_it


def test_the_disputes_of_a_book(disputed_game: tuple[Book, UUID]) -> None:
    book, game = disputed_game
    stream, names = book.stream(game), all_names(book)
    first, second = disputes_in(book)
    assert (first, second) == histories(stream, names)
    assert list(disputes_in(book, game)) == [first, second]
    assert (first.closed, second.closed) == (True, False)
    assert history_of(stream, names, 2) == second
    with pytest.raises(Refused):
        history_of(stream, names, 3)


def test_games_are_disputed_in_the_order_of_recording(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    assert disputed_games(book) == []
    take_one(book, record("payout.jsonl", 1))
    other = book.find(record("payout.jsonl", 1)["id"])
    open_dispute(book, other, "s2", "no")
    assert disputed_games(book) == [other]
    open_dispute(book, game, "s2", "no")
    assert disputed_games(book) == [game, other]


def test_each_step_has_its_position(disputed_game: tuple[Book, UUID]) -> None:
    book, game = disputed_game
    desk = given_in_book(book.stream(game), {}).desk
    assert list(desk) == [1]
    assert desk[1] == book.stream(game).game.desk


def test_points_that_nobody_can_count_cannot_be_corrected() -> None:
    unseen = record("openspiel-block.jsonl", 0)
    unseen["rounds"][0] |= {"hands": [None, None], "boneyard": None}
    remedies = Uphold(round=0), CorrectPoints(round=0, points=(1, 2))
    with pytest.raises(Refused) as caught:
        decide.rule_on_dispute(disputed(ruled_game(unseen)), 1, ARBITER, remedies)
    assert caught.value.fault == ("round-with-unseen-tiles", {"round": 0})


def test_an_arbiter_must_be_in_the_book(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    new = person(book, "Marta")
    assert new.new == ((new.id.hex, "Marta"),)
    book.write([], new.new)
    assert person(book, "Marta") == (new.id, ())
    assert person(book, str(new.id)) == (new.id, ())
