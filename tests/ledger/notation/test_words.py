"""The words of five languages: read side by side, written in one, and never mistaken."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.typed_lines import read_line
from domino_ledger.ledger.names import simplest_form
from domino_ledger.ledger.notation.characters import usual_characters
from domino_ledger.ledger.notation.lexer import Cursor
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.vocabulary import (
    BRANCH,
    LANGUAGES,
    TILE,
    WORD,
    WORDS,
    Language,
    Lexicon,
    forms_of,
    lexicon,
    terms_of,
)
from domino_ledger.ledger.notation.writer import text_of
from tests.domain.random_games import AS_FOUND
from tests.lanes import examples

from ..typed import TIMES
from .records import Json, records

OTHERS: tuple[Language, ...] = tuple(each for each in LANGUAGES if each != "en")
FORMS = [(term, form) for term in WORDS for form in forms_of(term)]


def test_no_word_has_two_meanings_in_any_two_languages() -> None:
    """`left` alone is two things, an end and what is in hand; they never stand at one place."""
    several = {form: terms_of(form) for _, form in FORMS if len(terms_of(form)) > 1}
    assert several == {"left": {"<", "left"}}


@pytest.mark.parametrize("term", WORDS)
def test_every_term_has_a_word_in_every_language(term: str) -> None:
    assert all(WORDS[term][language] for language in LANGUAGES)


@pytest.mark.parametrize(("term", "form"), FORMS)
def test_a_word_is_read_as_its_term(term: str, form: str) -> None:
    for typed in (form, form.upper(), simplest_form(form)):
        cursor = Cursor(f"{typed} 6-4")
        assert cursor.take_word(term) == term
        assert cursor.text[cursor.at :] == " 6-4"


@pytest.mark.parametrize("form", sorted({form for _, form in FORMS} - {"<", ">"}))
def test_a_word_is_one_word_and_nothing_else(form: str) -> None:
    assert WORD.fullmatch(form)
    assert usual_characters(form) == form
    assert not TILE.match(form)
    assert not BRANCH.match(form)


@settings(AS_FOUND, max_examples=examples(30))
@given(records(), st.sampled_from(OTHERS))
def test_a_record_written_in_a_language_is_read_as_itself(record: Json, language: Language) -> None:
    text = text_of(record, PUBLISHED, lexicon(language))
    assert read_text(text, PUBLISHED) == read_text(text_of(record, PUBLISHED), PUBLISHED)


def test_a_file_may_mix_languages() -> None:
    english = (
        "Game: x\nRules: block@1\nPlayers: Ana, Ben\nRound 1\nHand Ana: 6-6 6-4 6-1 0-0 1-0 2-0 3-0"
        "\nHand Ben: 5-5 4-4 5-4 3-3 2-2 1-1 5-3\n"
        "Ana 6-6\nBen pass\nAna 6-4 right\nBen 4-4\nEnded: unfinished\n"
    )
    mixed = (
        "Partida: x\nルール: block@1\nJogadores: Ana, Ben\nदौर 1\n"
        "Mano Ana: 6-6 6-4 6-1 0-0 1-0 2-0 3-0\n"
        "MÃO Ben: doble 5 carroça 4 5-4 ダブル 3 2-2 1-1 5-3\n"
        "Ana 6-6\nBen パス\nAna 6-4 direita\nBen doble 4\nFinal: inconclusa\n"
    )
    assert read_text(mixed, PUBLISHED) == read_text(english, PUBLISHED)


LINES = (
    *(
        "{deal} {lead} Ana",
        "{deal} Ana: 6-6 ? ? / {boneyard} {none} / {begins} Ana",
        "{undo}",
        "{redeal}",
    ),
    *("{undo} 3", "{edit} {last}", "{pause}", "{resume}", "{abandon} 6", "{forfeit} Ana", "{show}"),
    *("{moves}", "{help}", "{quit}", "{blocked}", "! {blocked}", "{left} Ana: 5-3"),
    *("{round} Ana 35 {out}", "Ana {out} {left} Ben 5", "{nobody} {blocked}", "Ana {pass}"),
    *("{pass}", "{draw} 5-3", "{draw}", "{aside} 5-2", "{marker}", "{done}", "{claim} 15", "{tap}"),
    *("{timeout}", "{seat} 1 {absent}", "6-4 {<}", "6-4 {>} {bend} {<}", "6-4 {at} 4 {open} 6"),
    *("W-7 {flipped} {wild} 4", "6-4 {unfit}", "{double} 6", "20:31 {pass}", "12:10 {<}"),
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_line_at_the_table_means_the_same_in_every_language(
    line: str, language: Language
) -> None:
    between = line.startswith("Ana")
    english, other = (
        read_line(_filled(line, lexicon(each)), ("Ana", "Ben"), TIMES, between_rounds=between)
        for each in ("en", language)
    )
    assert english is not None
    assert other == english


def _filled(line: str, words: Lexicon) -> str:
    for term, word in words.items():
        line = line.replace(f"{{{term}}}", word)
    return line


def test_a_name_that_is_a_word_of_any_language_is_quoted() -> None:
    players = ["Paso", "パス", "Juan Pozo", "Ana"]
    head = json.dumps(players, ensure_ascii=False)[1:-1]
    text = (
        f"Game: x\nRules: block@1\nPlayers: {head}\nRound 1\n"
        '"Paso" 6-6\n"パス" paso\n"Juan Pozo" パス\nAna pass\n'
    )
    [record] = read_text(text, PUBLISHED)
    assert [move.get("pass") for move in record["rounds"][0]["moves"]] == [None, True, True, True]
    written = text_of(record, PUBLISHED, lexicon("hi"))
    assert '"Paso" 6-6' in written
    assert read_text(written, PUBLISHED) == [record]
