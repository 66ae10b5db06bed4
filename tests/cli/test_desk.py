"""What the person at the desk reads and types besides moves: prompts, lists, corrections."""

import json
from typing import Any

import pytest

from cli import exit_codes as exits
from cli.text.live import TableText
from cli.text.prompt import in_turn
from domain.game.decide import Refused
from domain.rules.catalogue import PUBLISHED
from ledger.book import Book
from ledger.live.session import open_table
from ledger.registry.house_rules import rules_called
from projections.messages.acts import seating_of
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


@pytest.mark.parametrize(
    ("rules", "before", "line", "first"),
    [
        ("block@1", ["deal lead Ana", "6-6"], "Cy 6-5", "'Ben -'"),
        ("block@1", ["deal lead Ana", "6-6"], "Dora 6-5", "'Ben -' and 'Cy -'"),
        (
            "mexican-train@1",
            ["deal begins Ana", "12-1 public"],
            "Cy 12-5",
            "'Ben draw' and 'Ben marker'",
        ),
        ("mexican-train@1", ["deal begins Ana", "12-1 public", "draw"], "Cy 12-5", "'Ben marker'"),
    ],
)
def test_who_is_stepped_over_is_named_with_the_line_to_type(
    domino: Command, rules: str, before: list[str], line: str, first: str
) -> None:
    ran = domino(f"record --rules {rules} {FOUR}", lines(*before, line))
    assert f"but it is the turn of Ben: type {first} first" in ran.err
    typed_first = [each.strip("'") for each in first.split(" and ")]
    again = domino("record --resume evening", lines(*typed_first, line))
    assert "acts, but it is the turn of" not in again.err


@pytest.mark.parametrize(
    ("rules", "before", "line"),
    [
        ("draw@1", ["deal lead Ana", "6-6"], "Cy 6-5"),  # Ben may draw several tiles.
        ("block@1", ["deal lead Ana"], "Cy 6-5"),
        ("block@1", ["deal lead Ana", "6-6"], "Cy 5-4"),  # Fits nowhere, whoever passes.
        (
            "block@1",
            ["deal Ben: 6-5 6-4 6-3 6-2 6-1 / lead Ana", "6-6"],
            "Cy 6-0",
        ),
    ],
)
def test_no_line_is_proposed_that_would_not_help(
    domino: Command, rules: str, before: list[str], line: str
) -> None:
    ran = domino(f"record --rules {rules} {FOUR}", lines(*before, line))
    assert "but it is the turn of" in ran.err
    assert "first" not in ran.err


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
    assert said.endswith("type 'Ben -' first") is hint


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


# -- the rounds so far


# -- pips left as numbers

SEEN_OUT = ["deal lead Ana", "6-6", "-", "-", "-", "6-5"]
"""Ana goes out; nobody saw the two tiles of each of the others."""
SMALL = f"record --rules block@1 --set play.hand.4=2 {FOUR}"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("left ben 50", "Ben has between 1 and 20 pips left by the tiles, not 50"),
        ("left ana 3", "Ana has 0 pips left by the tiles, not 3"),
        ("left ben 5, ben 6", "the hand of Ben is given twice"),
        ("left ben 5, cy", "expected the number of pips left, not the end of the line"),
        ("left ben x", "expected a tile such as '6-4', or the number of pips left, not 'x'"),
        ("left ben 5, eva 6", "expected a player (Ana, Ben, Cy, Dora), not 'eva'"),
    ],
)
def test_pips_that_cannot_be_left_are_refused(domino: Command, line: str, why: str) -> None:
    ran = domino(SMALL, lines(*SEEN_OUT, line))
    assert why in ran.err
    assert "pips" not in rounds_of(domino)[0]


@pytest.mark.parametrize(
    ("typed_line", "left", "pips"),
    [
        ("left ben 10", None, None),
        ("left ben 10 pips", None, 10),
        ("left ben 1-0", ["1-0"], None),
        ("left ben 31", ["3-1"], None),
        ("left ben 4", None, 4),
        ("left ben 00", ["0-0"], None),
    ],
)
def test_two_digits_of_a_last_tile_may_be_that_tile(
    domino: Command, typed_line: str, left: list[str] | None, pips: int | None
) -> None:
    """Ben has one tile left: only 5-5 or 6-4 would have ten pips."""
    play = ["deal lead Ana", "2-2", "2-1", "-", "-", "2-6"]
    ran = domino(SMALL, lines(*play, typed_line))
    if left is None and pips is None:
        assert "10 is a tile, or pips? Type 1-0, or 10 pips" in ran.err
    (round,) = rounds_of(domino)
    assert (round.get("left") or [None] * 2)[1] == left
    assert (round.get("pips") or [None] * 2)[1] == pips


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


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        (PAGE, ["edit 6"], "there is no round 6 to correct: the game has 5"),
        (PAGE, ["edit 4", "6-6"], "round 4 is corrected by a result, such as 'Ana 35 out'"),
        (PAGE, ["edit 4", "undo"], "round 4 is corrected by a result, such as 'Ana 35 out'"),
        (PAGE, ["edit 4", "ben 999 out"], "with this result the game is won in round 4"),
        ([*PAGE, "deal lead Ana", "6-6"], ["edit 4"], "round 6 was played, not noted as a result"),
        (PAGE, ["edit 0"], "column 6: expected the end of the line, not '0'"),
    ],
)
def test_a_correction_that_is_not_possible_changes_nothing(
    domino: Command, before: list[str], edit: list[str], why: str
) -> None:
    assert domino(TWO, lines(*before)).code == exits.FINE
    stored = domino("tail").out
    ran = domino("record --resume evening", lines(*edit))
    assert why in ran.err
    assert domino("tail").out == stored
