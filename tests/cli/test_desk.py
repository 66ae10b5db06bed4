"""What the person at the desk reads and types besides moves: prompts, lists, corrections."""

import json
from typing import Any

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.text.live import TableText, in_turn
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.registry.rule_sets import rules_called
from domino_ledger.projections.messages.acts import seating_of
from tests.ledger.games import new_book
from tests.ledger.typed import fixed_clock, typed

from .command import Command
from .test_record import lines

FOUR = "--players Ana,Ben,Cy,Dora --id evening"


@pytest.fixture
def book(tmp_path: Any) -> Book:
    return new_book(tmp_path)


def rounds_of(domino: Command) -> list[Any]:
    return json.loads(domino("export --open").out)["rounds"]  # type: ignore[no-any-return]


# -- a turn stepped over


@pytest.mark.parametrize(("viewer", "hint"), [(None, True), (0, False)])
def test_only_the_scribe_of_the_hands_is_told_that_a_seat_must_pass(
    book: Book, viewer: int | None, hint: bool
) -> None:
    deal = "deal Ana: 66 65 64 63 62 61 60 / Ben: 55 54 53 52 51 50 44"
    session = open_table(book, "evening", PUBLISHED["block@1"], ["Ana", "Ben"], clock=fixed_clock)
    typed(session, deal, "6-6")
    with pytest.raises(Refused) as refused:
        session.take("Ana 6-5")
    table = TableText(seating_of(session.game, session.players), viewer)
    said = table.refusal(refused.value, session.game)
    assert said.startswith("Ana acts, but it is the turn of Ben")
    assert said.endswith("type 'Ben pass' first") is hint


# -- the word for an end with the lead


@pytest.mark.parametrize("word", ["left", "right", "l", ">", "at left"])
def test_a_lead_may_have_the_word_for_an_end_at_the_desk(domino: Command, word: str) -> None:
    ran = domino(f"record --rules block@1 {FOUR}", lines("deal lead Ana", f"Ana 6-6 {word}"))
    assert (ran.code, "Ana leads 6-6" in ran.out) == (exits.FINE, True)
    (round,) = rounds_of(domino)
    assert "at" not in round["moves"][0]


# -- the sum of the ends in the prompt


@pytest.mark.parametrize(
    ("rules", "typed_lines", "prompt"),
    [
        ("all-fives@1", ["5-5"], "0-0 [5 5 = 10, 10 points] Ben"),
        ("all-fives@1", ["6-6", "6-1"], "0-0 [1 6 = 13] Ana"),
        ("all-fives@1", ["5-5", "draw"], "0-0 [5 5 = 10] Ben"),
        ("all-fives@1", ["5-5", "5-0", "5-1"], "0-0 [left:0, right:1, spinner 5-5-1:5 = 1] Ben"),
        ("all-fives@1+score.points_per=five", ["5-5"], "0-0 [5 5 = 10, 2 points] Ben"),
        ("all-fives@1+play.claims=called", ["5-5"], "0-0 [5 5 = 10, 10 to claim] Ana"),
        ("all-fives@1+play.claims=called", ["5-5", "claim 10"], "0-0 [5 5 = 10, 10 points] Ben"),
        ("block@1", ["6-6"], "0-0 [6 6] Ben"),
    ],
)
def test_the_prompt_shows_the_sum_of_the_ends_and_what_it_brings(
    book: Book, rules: str, typed_lines: list[str], prompt: str
) -> None:
    session = open_table(
        book, "evening", rules_called(dict(PUBLISHED), rules), ["Ana", "Ben"], clock=fixed_clock
    )
    typed(session, "deal lead Ana", *typed_lines)
    assert in_turn(session.game, session.players) == prompt


# -- a page of results


PAGE = ["round ana 10 out", "round ben 20 out", "ana 30 blocked", "ben 40 out", "ana 50 out"]
TWO = "record --rules block@1 --players Ana,Ben --id evening"


def test_the_corrected_results_keep_their_times(domino: Command) -> None:
    timed = [f"2026-01-31T2{at}:00:00Z {line}" for at, line in enumerate(PAGE[:3])]
    domino(TWO, lines(*timed, "edit 2", "ben 14 out", "edit 1", "2026-01-31T19:00:00Z ana 1 out"))
    happened = [
        json.loads(line).get("happenedat")
        for line in domino("tail").out.splitlines()
        if "round-reported" in line
    ]
    at = [f"2026-01-31T{hour}:00:00+00:00" for hour in (20, 21, 22, 21, 22, 19, 21, 22)]
    assert happened == at
