"""Disputes of a book: who said what when, and which ruling is in force."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from domain.disputes.decide import (
    AnswerDispute,
    AppealRuling,
    DeskCommand,
    OpenDispute,
    RuleOnDispute,
    decide_dispute,
)
from domain.disputes.remedies import CorrectPoints, NameBlocker, Uphold, VoidRound
from domain.game.decide import Refused
from domain.game.state import evolve_game
from ledger.book import Book
from ledger.registry.players import all_names, person
from ledger.transcript.dispute_log import desk_in, disputed_games
from projections.rulings.consequences import follows_from
from projections.rulings.disputes import course_json, courses, rulings
from tests.ledger.games import booked, new_book, record, take_one

from .ruled import read_ruled


def say(book: Book, game: UUID, by: str, command: Callable[[UUID], DeskCommand]) -> None:
    """Somebody says this."""
    stream = book.stream(game)
    who = person(book, by, stream.game.opened.players)
    book.append(stream, decide_dispute(stream.game, command(who.id)), who.new)


@pytest.fixture
def quarrel(tmp_path: Path) -> tuple[Book, UUID]:
    """A blocked game for money, disputed twice, ruled on, appealed, and ruled on again."""
    book, game = booked(tmp_path)
    say(book, game, "s2", lambda who: OpenDispute(who, "he saw it", 0, 22))
    say(book, game, "s1", lambda who: AnswerDispute(1, who, "no"))
    void, named = (VoidRound(round=0),), (NameBlocker(round=0, blocker=3),)
    say(book, game, "Marta", lambda who: RuleOnDispute(1, who, void, "hands were seen"))
    say(book, game, "s3", lambda who: OpenDispute(who, "late"))
    say(book, game, "s1", lambda who: AppealRuling(1, who, "they were not"))
    say(book, game, "Marta", lambda who: RuleOnDispute(1, who, named))
    return book, game


def test_the_course_of_a_dispute(quarrel: tuple[Book, UUID]) -> None:
    book, game = quarrel
    first, second = courses(book.stream(game), all_names(book))
    assert (first.status, first.round, first.move) == ("final", 0, 22)
    assert [(said.step, said.by, said.text, said.in_force) for said in first.said] == [
        ("opened", "s2", "he saw it", False),
        ("answered", "s1", "no", False),
        ("ruled", "Marta", "hands were seen", False),
        ("appealed", "s1", "they were not", False),
        ("ruled", "Marta", "", True),
    ]
    assert [said.at for said in first.said] == sorted(said.at for said in first.said)
    assert (second.dispute, second.status, second.round) == (2, "open", None)


def test_the_course_as_json(quarrel: tuple[Book, UUID]) -> None:
    book, game = quarrel
    first, _ = courses(book.stream(game), all_names(book))
    told = course_json(first)
    assert list(told) == ["dispute", "status", "round", "move", "said"]
    opened, *_, last = told["said"]
    assert list(opened) == ["step", "by", "at", "text"]
    assert last["remedies"] == [
        {"kind": "name-blocker", "round": 0, "blocker": 3, "assistant": None}
    ]
    assert last["in_force"] is True


def test_the_ruling_in_force(quarrel: tuple[Book, UUID]) -> None:
    book, game = quarrel
    (ruling,) = rulings(book.stream(game), all_names(book))
    assert (ruling.dispute, ruling.by, ruling.reason) == (1, "Marta", "")
    assert ruling.remedies == (NameBlocker(round=0, blocker=3),)


def test_what_follows_from_it(quarrel: tuple[Book, UUID]) -> None:
    book, game = quarrel
    follows = follows_from(book.stream(game), 1)
    assert follows.without.net == (12, -36, 17, 7)
    assert follows.with_it.net == (-24, -20, -34, 78)
    nothing = follows_from(book.stream(game), 2)
    assert nothing.without == nothing.with_it


def test_games_are_disputed_in_the_order_of_recording(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    assert disputed_games(book) == []
    take_one(book, record("payout.jsonl", 1))
    other = book.find(record("payout.jsonl", 1)["id"])
    say(book, other, "s2", lambda who: OpenDispute(who, "no"))
    assert disputed_games(book) == [other]
    say(book, game, "s2", lambda who: OpenDispute(who, "no"))
    assert disputed_games(book) == [game, other]


def test_what_was_said_is_kept_with_its_place(quarrel: tuple[Book, UUID]) -> None:
    book, game = quarrel
    desk = desk_in(entry.event for entry in book.stream(game).entries)
    assert list(desk) == [1]
    assert desk[1] == book.stream(game).game.desk


def test_points_that_nobody_can_count_cannot_be_corrected() -> None:
    unseen = record("openspiel-block.jsonl", 0)
    unseen["rounds"][0] |= {"hands": [None, None], "boneyard": None}
    game = read_ruled(unseen).game
    assert game is not None
    (opened,) = decide_dispute(game, OpenDispute(UUID(int=1), "no"))
    disputed = evolve_game(game, opened)
    with pytest.raises(Refused, match="tiles that nobody saw"):
        decide_dispute(
            disputed,
            RuleOnDispute(1, UUID(int=1), (Uphold(round=0), CorrectPoints(round=0, points=(1, 2)))),
        )


def test_an_arbiter_is_somebody_of_the_book(tmp_path: Path) -> None:
    book = new_book(tmp_path)
    new = person(book, "Marta")
    assert new.new == [(new.id.hex, "Marta")]
    book.write([], new.new)
    assert person(book, "Marta") == (new.id, [])
    assert person(book, str(new.id)) == (new.id, [])
