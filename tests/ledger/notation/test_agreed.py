"""`Set:` lines: what the players of a game agreed on."""

from collections.abc import Mapping

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on
from domino_ledger.projections.messages.errors import error_text

from .records import Json

HEAD = "Game: g\nRules: draw@1\n"
PLAYERS = "Players: Ana, Ben\n"
CLUB = PUBLISHED["draw@1"].model_copy(update={"id": "club@1"})


def only(text: str, known: Mapping[str, RuleSet] = PUBLISHED) -> Json:
    (record,) = read_text(text, known)
    return record


@pytest.mark.parametrize(
    "lines",
    [
        "Set: play.hand.2 5\nSet: score.target 50\n",
        "Set: score.target = 50  # agreed\nset: play.hand.2=5\n",
        'Set: score {"target": 50}\nSet: play.hand {"2": 5, "3": 7, "4": 5, "5": 5}\n',
    ],
)
def test_fields_of_the_rules(lines: str) -> None:
    rules = only(HEAD + lines + PLAYERS)["rules"]
    assert rules["id"] == "draw@1+play.hand.2=5+score.target=50"
    assert rules["parent"] == "draw@1"


def test_the_text_names_the_parent_and_what_was_agreed() -> None:
    text = f"{HEAD}Set: play.draw 1\nSet: score.target 50\n{PLAYERS}"
    record = only(text)
    assert text_of(record, PUBLISHED) == text
    assert only(text_of(record, PUBLISHED)) == record


def test_more_can_be_agreed_on_rules_that_are_written_out() -> None:
    fifty = rules_agreed_on(PUBLISHED, PUBLISHED["draw@1"], {"score.target": 50})
    text = f"Game: g\nRules: {fifty.model_dump_json()}\nSet: play.hand.2 5\n{PLAYERS}"
    assert only(text)["rules"]["id"] == "draw@1+play.hand.2=5+score.target=50"
    back = text.replace("play.hand.2 5", "score.target 100")
    assert only(back)["rules"] == "draw@1"


@pytest.mark.parametrize("known", [PUBLISHED, PUBLISHED | {CLUB.id: CLUB}])
def test_a_parent_that_the_book_lacks_is_not_named(known: Mapping[str, RuleSet]) -> None:
    known = PUBLISHED | {CLUB.id: CLUB}
    fifty = rules_agreed_on(known, CLUB, {"score.target": 50})
    two = rules_agreed_on(known, CLUB, {"play.hand": {"2": 7}})
    for rules in (fifty, two):
        record = only(f"{HEAD}{PLAYERS}") | {"rules": rules.model_dump(mode="json")}
        text = text_of(record, known)
        assert ("Set:" in text) == (CLUB.id in known)
        assert only(text, known) == record


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Set: score.target x", "line 3: score.target: expected a whole number, not 'x'"),
        ("Set: score.target", "line 3, column 6: expected a field of the rules and its value"),
        ("Set: score.target 5 6", "line 3, column 21: expected the end of the line, not '6'"),
        ("Set: 50", "line 3, column 6: expected a field of the rules and its value"),
        ('Set: play.hand {"2": 5', "line 3, column 23: this is not an object in JSON"),
        ("Set: score.target " + "[" * 100_000, "line 3: score.target: expected a whole number"),
        ("Set: score.target NaN", "line 3: score.target: this value is not possible: NaN"),
        ("Set: score" + ".a" * 100_000 + " 1", "line 2: there is no field 'score.a.a"),
        ("Set: title Ours", "line 3: title: only fields of play, score, payout and penalties"),
        ("Set: score.target 5\nSet: score.tarjet 5", "line 4: score: there is no field 'tarjet'"),
        ("Set: score.target 5\nSet: score.target 6", "line 4, column 20: 'Set' is given twice"),
    ],
)
def test_what_cannot_be_set(line: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        only(f"{HEAD}{line}\n{PLAYERS}")
    assert error_text(raised.value).startswith(sentence)
