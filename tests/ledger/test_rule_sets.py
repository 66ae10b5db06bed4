"""Rule sets of a book."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.rule_sets import (
    UnknownRules,
    add,
    all_rules,
    rules_agreed_on,
    rules_called,
)
from domino_ledger.projections.messages.errors import error_text

from .games import exported, new_book, record, take, take_one

OWN = PUBLISHED["forced-block@1"].model_copy(update={"id": "our-payout@1", "title": "ours"})


@pytest.mark.parametrize(
    ("id", "meant"),
    [
        ("blok@1", "block@1"),
        ("drow", "draw@1"),
        ("draw", "draw@1"),
        ("draw@9", "draw@1"),
        ("sanjuan", "partnership-sanjuan@1"),
        ("belote@1", None),
        ("", None),
        ("@1", None),
    ],
)
def test_unknown_rules_suggest_those_that_were_meant(id: str, meant: str | None) -> None:
    with pytest.raises(UnknownRules, match="unknown-rules") as raised:
        rules_called(all_rules(None), id)
    assert raised.value.params == {"rules": id, "meant": meant}


OTHER = OWN.model_copy(update={"title": "theirs"})


def dumped(rules: RuleSet) -> dict[str, object]:
    return rules.model_dump(mode="json")


def written_out(rules: RuleSet, id: str = "g") -> dict[str, object]:
    return record("payout.jsonl") | {"id": id, "rules": dumped(rules)}


@pytest.mark.parametrize("together", [True, False])
def test_games_with_other_rules_of_one_id_are_rejected(book: Book, *, together: bool) -> None:
    games = [json.dumps(written_out(rules, rules.title)).encode() for rules in (OWN, OTHER, OWN)]
    batches = [games] if together else [[game] for game in games]
    found = [imported for batch in batches for imported in take(book, batch)]
    assert [each.outcome for each in found] == ["added", "rejected", "unchanged"]
    error = found[1].error
    assert isinstance(error, Unreadable)
    assert (error.code, error.place) == ("rules-in-use", ("rules",))
    assert error.params == {"rules": OWN.id}


# -- rules agreed at a table

TIED = "block-lot@1+score.tied=each"


def agreed(id: str, settings: dict[str, Any], known: Mapping[str, RuleSet] = PUBLISHED) -> RuleSet:
    return rules_agreed_on(known, rules_called(known, id), settings)


def test_what_players_agreed_on_is_a_rule_set_of_its_own() -> None:
    rules = agreed("draw@1", {"score.target": 50, "play.hand.2": 5})
    assert (rules.id, rules.parent) == ("draw@1+play.hand.2=5+score.target=50", "draw@1")
    assert (rules.score.target, rules.play.hand[2], rules.title) == (50, 5, "Draw dominoes")
    assert rules_called(PUBLISHED, rules.id) == rules
    assert agreed(rules.id, {"play.hand.2": 7}) == agreed("draw@1", {"score.target": 50})
    assert agreed("draw@1", {"score.target": 100}) == PUBLISHED["draw@1"]
    assert agreed("draw@1", {"play.draw": "none"}).family == "block"


def test_a_field_that_only_the_parent_has_is_null_in_the_id() -> None:
    lot = {"play.first_lead": {"kind": "lot"}, "play.later_lead": {"kind": "lot"}}
    rules = agreed("gaple@1", lot)
    assert rules.id == (
        "gaple@1+play.first_lead.kind=lot+play.first_lead.tile=null+play.later_lead.kind=null"
    )
    assert rules_called(PUBLISHED, rules.id) == rules


@pytest.mark.parametrize(
    "id",
    [
        "draw@1+score.target=100",
        "draw@1+score.target=50+play.hand.2=5",
        "draw@1+score.tarjet=5",
        "x@1+score.target=50",
    ],
)
def test_an_id_of_changes_that_nobody_made_is_unknown(id: str) -> None:
    with pytest.raises(UnknownRules):
        rules_called(PUBLISHED, id)


def game_under(rules: RuleSet, id: str = "g") -> dict[str, object]:
    return record("openspiel-block.jsonl") | {"id": id, "rules": dumped(rules)}


def test_games_hold_what_was_agreed_on(tmp_path: Path, book: Book) -> None:
    rules = agreed("block-lot@1", {"score.tied": "each"})
    assert rules.id == TIED
    assert take_one(book, game_under(rules)).outcome == "added"
    by_name = record("openspiel-block.jsonl") | {"id": "h", "rules": TIED}
    assert take_one(book, by_name).outcome == "added"
    first, second = map(json.loads, exported(book))
    assert first["rules"] == second["rules"] == dumped(rules)
    assert first["rules"]["parent"] == "block-lot@1"
    elsewhere = new_book(tmp_path, "elsewhere")
    assert {each.outcome for each in take(elsewhere, exported(book))} == {"added"}
    assert exported(elsewhere) == exported(book)


@pytest.mark.parametrize(
    ("part", "field"), [("score", "points"), (None, "title"), (None, "source")]
)
def test_rules_that_differ_otherwise_than_their_id_says(
    book: Book, part: str | None, field: str
) -> None:
    values = agreed("block-lot@1", {"score.tied": "each"}).model_dump(mode="json")
    (values if part is None else values[part])[field] = "all-hands"
    game = record("openspiel-block.jsonl") | {"rules": values}
    error = take_one(book, game).error
    assert error is not None
    assert error_text(error) == (
        f"rules: {TIED} differs from block-lot@1 in other fields than its id says"
    )


def test_changes_of_a_rule_set_that_comes_later(book: Book) -> None:
    """The game is in the book before its parent: then the parent must be as the game has it."""
    rules = rules_agreed_on({OWN.id: OWN}, OWN, {"payout.loss_factor": 2})
    assert take_one(book, record("payout.jsonl") | {"rules": dumped(rules)}).outcome == "added"
    with pytest.raises(UnknownRules):
        rules_agreed_on(all_rules(book), rules, {"payout.loss_factor": 3})
    with pytest.raises(Conflict, match="rules-in-use"):
        add(book, OTHER)
    assert add(book, OWN)
    assert rules_called(all_rules(book), rules.id) == rules
    with pytest.raises(Unreadable, match="agreed-not-published"):
        add(book, rules)
