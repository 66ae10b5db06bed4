"""The word that was meant: one mechanism over all words of a place, in files and at the table."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.typed_lines import read_line
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.changed_rules import agreed_rules
from domino_ledger.ledger.suggestions import closest

from .typed import TIMES

HEAD = "Game: x\nRules: block@1\nPlayers: Ana, Ben\n"
ROUND = f"{HEAD}Round 1\nAna 6-6\n"


def meant_in(text: str) -> object:
    """The suggestion for the first slip of a file."""
    with pytest.raises(NotationError) as raised:
        read_text(text, PUBLISHED)
    return raised.value.params.get("meant")


def meant_at(line: str) -> object:
    """The suggestion for a line at the table."""
    with pytest.raises(NotationError) as raised:
        read_line(line, ("Ana", "Benita"), TIMES)
    return raised.value.params.get("meant")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Gmae: x\n", "game"),
        (f"{HEAD}Stakes: 5\n", "stake"),
        (f"{HEAD}Ruond 1\n", "round"),
        (f"{HEAD}Round 1\nHnad Ana: 6-6\n", "hand"),
        (f"{HEAD}Round 1\nLead: Bne\n", "Ben"),
        (f"{HEAD}Round 1: Ana 35 blokced\n", "blocked"),
        (f"{HEAD}Round 1: nobdy blocked\n", "nobody"),
        (f"{ROUND}Bne pass\n", "Ben"),
        (f"{ROUND}Ben pasz\n", "pass"),
        (f"{ROUND}Ben pasoo\n", "paso"),
        (f"{ROUND}Ben 6-5 lfet\n", "left"),
        (f"{ROUND}Ben 6-5 izquierd\n", "izquierda"),
        (f'{ROUND}"Bem" pass\n', "Ben"),
        (f"{ROUND}Endde: out\n", "ended"),
        (f"{ROUND}Ended: uot\n", "out"),
        (f"{ROUND}Ben 6-x\n", None),
        (f"{ROUND}Ben quite-another-word\n", None),
    ],
)
def test_suggestions_in_a_file(text: str, meant: str | None) -> None:
    assert meant_in(text) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("udno", "undo"),
        ("shwo", "show"),
        ("qiut", "quit"),
        ("dael", "deal"),
        ("abandno the lights", "abandon"),
        ("roudn Ana 35", "round"),
        ("deal leed Ana", "lead"),
        ("deal lead Benota", "Benita"),
        ("deal boneyrad: 6-6", "boneyard"),
        ("left Benota: 6-6", "Benita"),
        ("forfeit Anaa", "Ana"),
        ("6-4 rihgt", "right"),
        ("Ana drwa", "draw"),
        ("Ana claimm 5", "claim"),
        ("deshas", "deshaz"),
        ("Ana 6-4", None),
        ("zzz", None),
    ],
)
def test_suggestions_at_the_table(line: str, meant: str | None) -> None:
    if line == "Ana 6-4":
        assert read_line(line, ("Ana", "Benita"), TIMES)
        return
    assert meant_at(line) == meant


WORDS = ("blocked", "boneyard", "abandoned", "unfinished")


@given(st.sampled_from(WORDS), st.randoms(use_true_random=False))
def test_a_word_with_one_slip_is_the_word_that_was_meant(word: str, rng: random.Random) -> None:
    at = rng.randrange(len(word) - 1)
    before, one, two, after = word[:at], word[at], word[at + 1], word[at + 2 :]
    for slip in (
        f"{before}{two}{after}",
        f"{before}x{one}{two}{after}",
        f"{before}x{two}{after}",
        f"{before}{two}{one}{after}",
    ):
        assert closest(slip, WORDS) == (None if slip == word else word)


@pytest.mark.parametrize(
    ("word", "words", "found"),
    [
        ("PASZ", ["pass"], "pass"),
        ("paso", ["pass", "pase"], "pass"),
        ("pass", ["pasz", "pass"], None),
        ("ab", ["ac"], None),
        ("comodín", ["comodin"], None),
        ("xyz", [], None),
        ("reported", ["reparte"], None),
        ("abandonedd", ["abandoned", "abandoneddd"], "abandoned"),
        ("abnadonde", ["abandoned"], "abandoned"),
    ],
)
def test_the_closest_word(word: str, words: list[str], found: str | None) -> None:
    assert closest(word, words) == found


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("score.taregt", "target"),
        ("play.first_lead.knid", "kind"),
        ("scor.taregt", "score.target"),
        ("target", "score.target"),
        ("penalties.revoke.point_off", "points_off"),
        ("title", None),
        ("score.something_else", None),
    ],
)
def test_suggestions_of_fields_of_rules(field: str, meant: str | None) -> None:
    rules = PUBLISHED["draw@1"]
    with pytest.raises(Unreadable, match=r"unknown-field|not-agreed-on") as raised:
        agreed_rules(rules, rules, {field: 3})
    assert raised.value.params.get("meant") == meant
