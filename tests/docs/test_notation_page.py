"""The page on the notation describes every line, word and symbol that the parser reads."""

import re

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.keyword_grammar import OF_A_ROUND, OF_THE_GAME, STAKE_WORDS
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.vocabulary import (
    BLANK_CELL,
    BRANCH,
    COMMENT,
    IN_A_CELL,
    LANGUAGES,
    NUMBER_SIGN,
    UNSEEN,
    WORDS,
)

from .pages import ROOT, blocks, code, section, table

PAGE = ROOT / "docs" / "notation.md"
EXAMPLES = [block.text for block in blocks(PAGE) if block.language == "domino"]
GRAMMAR = next(block.text for block in blocks(PAGE) if block.language == "ebnf")
WORDS_PAGE = ROOT / "docs" / "words.md"
AT_THE_TABLE = (
    *("deal", "redeal", "undo", "edit", "last", "pause", "resume", "abandon", "forfeit", "show"),
    *("rounds", "moves", "help", "quit"),
)
MARKS = {":", ",", ";", "/", "|", "@", ")", "="}


def described_lines(heading: str) -> dict[str, str]:
    """By the word that begins a line, the field named on the page."""
    described = {}
    for lines, (fields, _) in table(section(PAGE, heading), "line").items():
        for line, field in zip(code(lines), code(fields) * 2, strict=False):
            described[re.split("[: ]", line)[0].lower()] = field
    return described


def test_every_line_is_explained() -> None:
    assert described_lines("The game") == {word: line.field for word, line in OF_THE_GAME.items()}
    assert described_lines("A round") == {word: line.field for word, line in OF_A_ROUND.items()}


def test_the_grammar_has_the_words_of_the_reader() -> None:
    quoted = {word.lower() for word in re.findall(r'"([^"]+)"', GRAMMAR)}
    words = {
        word for term, forms in WORDS.items() if term not in AT_THE_TABLE for word in forms["en"]
    }
    others = {"at", "flipped", UNSEEN, BLANK_CELL, COMMENT, NUMBER_SIGN, *STAKE_WORDS, *IN_A_CELL}
    whole = {word for word in quoted if BRANCH.fullmatch(word)}
    assert whole == {*(f"arm-{number}" for number in range(1, 9))}
    parts = {"spinner-", "fork-", "toe-", "w-w", "train-", "-left", "-right"}
    assert quoted == words | others | whole | parts | MARKS | {"moves"}


def test_the_page_of_words_has_every_word_of_every_language() -> None:
    rows = table(WORDS_PAGE.read_text("utf-8"), "English")
    told = [[code(cell) for cell in (first, *others)] for first, others in rows.items()]
    assert told == [[list(forms[each]) for each in LANGUAGES] for forms in WORDS.values()]


def test_every_symbol_of_the_grammar_is_explained() -> None:
    names = set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", GRAMMAR)))
    defined = set(re.findall(r"^(\w+) +=", GRAMMAR, re.MULTILINE))
    assert names - defined == {
        "text",
        "field",
        "value",
        "name",
        "object",
        "list",
        "string",
        "time",
        "number",
        "currency",
        "tile",
        "letter",
        "figure",
    }


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_read(example: str) -> None:
    (record,) = read_text(example, PUBLISHED)
    assert record["rounds"][0].get("moves") or "reported" in record["rounds"][0]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_with_an_unknown_word_is_refused(example: str) -> None:
    with pytest.raises(NotationError):
        read_text(example.replace("Round", "Runde"), PUBLISHED)


def test_the_first_example_equals_the_file() -> None:
    file = (ROOT / "docs" / "examples" / "club-night.domino").read_text("utf-8")
    assert read_text(file.replace("Stake: EUR 5 minor units a pip\n", ""), PUBLISHED) == read_text(
        EXAMPLES[0], PUBLISHED
    )


def test_the_table_of_four_players_equals_the_file() -> None:
    file = (ROOT / "docs" / "examples" / "four-players.domino").read_text("utf-8")
    assert file in EXAMPLES
