"""A house's own rules in its book."""

import json
from pathlib import Path

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import Conflict
from ledger.registry.house_rules import UnknownRules, add, all_rules, rules_called

from .games import exported, new_book, record, take, take_one

OWN = PUBLISHED["forced-block@1"].model_copy(update={"id": "our-payout@1", "title": "ours"})


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return new_book(tmp_path)


def test_published_once_and_for_all(tmp_path: Path, book: Book) -> None:
    assert all_rules(None) == all_rules(book) == PUBLISHED
    assert add(book, OWN)
    assert not add(book, OWN)
    assert all_rules(book) == PUBLISHED | {OWN.id: OWN}
    assert all_rules(new_book(tmp_path)) == all_rules(book)
    for other in (
        OWN.model_copy(update={"title": "theirs"}),
        OWN.model_copy(update={"id": "block@1"}),
    ):
        with pytest.raises(Conflict, match="rules-published"):
            add(book, other)
    assert add(book, OWN.model_copy(update={"id": "our-payout@2"}))
    assert not add(book, PUBLISHED["block@1"])


def test_unknown_rules_name_the_known() -> None:
    with pytest.raises(UnknownRules, match=r"unknown-rules .*'x@1'.*block-article@1"):
        rules_called(all_rules(None), "x@1")


def test_games_by_name_of_a_house_rule(tmp_path: Path, book: Book) -> None:
    game = record("payout.jsonl") | {"rules": OWN.id}
    assert take_one(book, game).outcome == "rejected"
    add(book, OWN)
    assert take_one(book, game).outcome == "added"
    (out,) = exported(book)
    assert RuleSet.model_validate(json.loads(out)["rules"]) == OWN
    elsewhere = new_book(tmp_path, "elsewhere")
    assert take(elsewhere, [out])[0].outcome == "added"
    assert exported(elsewhere) == [out]
