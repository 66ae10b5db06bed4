"""Wide and typographic characters mean what the usual ones mean, in files and at the table."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.typed_lines import TypedMove, read_line
from domino_ledger.ledger.notation.characters import usual_characters
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from tests.domain.random_games import AS_FOUND
from tests.lanes import examples

from ..typed import TIMES
from .records import Json, records

HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\ufe63"
BLANKS = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"
HEAD = "Game: x\nRules: block@1\nPlayers: Ana, Ben\nRound 1\n"
HANDS = "Hand Ana: 6-6 6-4 5-3 4-4 2-1 1-0 0-0\nHand Ben: 6-5 5-5 4-3 3-3 2-2 1-1 2-0\n"
PLAIN = f"{HEAD}{HANDS}Ana 6-6\nBen 6-5 right\nAna 6-4<\nEnded: unfinished\n"


@given(st.text())
def test_a_line_is_as_long_as_before_and_settled(text: str) -> None:
    usual = usual_characters(text)
    assert len(usual) == len(text)
    assert usual_characters(usual) == usual


def test_every_dash_and_blank_of_unicode_below_the_wide_ones_is_known() -> None:
    """A dash of a script that is not about tiles, such as the Hebrew one, is none of ours."""
    codes = [*range(0x2010, 0x2016), 0x2212, 0xFE63, 0xFF0D]
    assert {usual_characters(chr(code)) for code in codes} == {"-"}
    spaces = [chr(code) for code in range(0x3001) if unicodedata.category(chr(code)) == "Zs"]
    assert {usual_characters(each) for each in spaces} == {" "}


def wide(text: str) -> str:
    """Every character of ASCII but the ends of lines as wide as a Japanese one."""
    return "".join(
        chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each.replace(" ", "\u3000")
        for each in text
    )


@pytest.mark.parametrize(
    "typed",
    [
        *(PLAIN.replace("-", hyphen) for hyphen in HYPHENS),
        *(PLAIN.replace(" ", blank) for blank in BLANKS),
        PLAIN.replace(":", "\uff1a").replace(", ", "\u3001"),
        PLAIN.replace("6-4", "6\u30fc4").replace("5-3", "5 \u30fc 3".replace(" ", "")),
        PLAIN.replace("6-6 6-4 5-3", "\U0001f061 \U0001f05f \U0001f089"),
        PLAIN.replace("6-4", "6\u00d74").replace("5-3", "5x3").replace("4-4", "double 4"),
        PLAIN.replace("6-4<", "6-4 \u2190").replace("6-5 right", "6-5\u2192"),
        PLAIN.replace("Ana 6-6", "\u201cAna\u201d 6-6").replace("Ben 6-5", "\u300cBen\u300d 6-5"),
        PLAIN.replace("6-4<", "6\uff0d4\u5de6"),
        PLAIN.replace("Ana 6-6", "\u200bAna 6-6\u200e"),
    ],
)
def test_a_file_in_other_characters_is_the_same_record(typed: str) -> None:
    assert read_text(typed, PUBLISHED) == read_text(PLAIN, PUBLISHED)


def test_a_file_may_be_wide_but_for_what_is_kept_as_it_is() -> None:
    """The id of the game is free text, and the names are those of people."""
    typed = wide(PLAIN).replace("\uff58", "x")
    [record], [plain] = read_text(typed, PUBLISHED), read_text(PLAIN, PUBLISHED)
    assert record == plain | {"players": [wide("Ana"), wide("Ben")]}


@settings(AS_FOUND, max_examples=examples(20))
@given(records(), st.sampled_from(HYPHENS), st.sampled_from(BLANKS))
def test_moves_of_any_record_may_be_typed_in_other_characters(
    record: Json, hyphen: str, blank: str
) -> None:
    record |= {"players": [f"P{seat}" for seat in range(len(record["players"]))]}
    text = text_of(record, PUBLISHED)
    header, round, rounds = text.partition("\nRound 1\n")
    rounds = "\n".join(
        line if "{" in line or "[" in line or "@" in line
        else line.replace("-", hyphen).replace(" ", blank)
        for line in rounds.split("\n")
    )  # fmt: skip
    assert read_text(f"{header}{round}{rounds}", PUBLISHED) == read_text(text, PUBLISHED)


NAMES = (
    "O\u2019Brien",
    "Jean\u2011Luc",
    "山田\u3000太郎",
    "ジョン・スミス",
    "ユーザー",
    "Ｚｏë",
    "\u201cAce\u201d",
)


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("O'Brien", 0),
        ("Jean-Luc", 1),
        ("jean\u2013luc", 1),
        ("山田 太郎", 2),
        ("ジョン・スミス", 3),
        ("ユーザー", 4),
        ("zoe", 5),
        (unicodedata.normalize("NFD", "Zoë"), 5),
    ],
)
def test_a_name_may_be_typed_in_other_characters(typed: str, seat: int) -> None:
    line = read_line(f"{typed} \uff16\uff0d\uff14", NAMES[:6], TIMES)
    assert line is not None
    assert line.typed == TypedMove({"seat": seat, "lay": "6-4"}, as_played=False)


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("Ana\u3000\uff16\uff0d\uff14\u3000wrong", 9, "wrong"),
        ("Ben\u3000\uff58\uff59", 5, "\uff58\uff59"),
        ("\u201cAna\u201d 6\u20114 wrong", 11, "wrong"),
    ],
)
def test_a_column_is_that_of_the_line_as_it_was_typed(line: str, column: int, found: str) -> None:
    with pytest.raises(NotationError) as in_a_file:
        read_text(f"{HEAD}{HANDS}{line}\n", PUBLISHED)
    assert (in_a_file.value.line, in_a_file.value.column) == (7, column)
    assert in_a_file.value.params["found"] == found
    with pytest.raises(NotationError) as at_the_table:
        read_line(line, ("Ana", "Ben"), TIMES)
    assert at_the_table.value.column == column
    assert at_the_table.value.params["found"] == found


def test_a_blank_after_a_name_is_no_part_of_it() -> None:
    """An accent may be a character of its own, so a name may be longer than it was registered."""
    head = "Game: x\nRules: partnership-sanjuan@1\nPlayers: Ana, Ó, Ben, Õ\n"
    [record] = read_text(f"{head}Teams: Ana, Ben / Ó , Õ\n", PUBLISHED)
    assert record["teams"] == [[0, 2], [1, 3]]
    [swapped] = read_text(f"{head}Teams: Ó, Õ / Ana, Ben\n", PUBLISHED)
    assert swapped["teams"] == [[1, 3], [0, 2]]
