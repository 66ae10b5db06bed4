"""House rules in a book."""

import json
from pathlib import Path

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import Conflict
from ledger.records.validation import Unreadable
from ledger.registry.house_rules import UnknownRules, add, all_rules, rules_called

from .amendments import amend
from .games import exported, new_book, record, take, take_one

OWN = PUBLISHED["forced-block@1"].model_copy(update={"id": "our-payout@1", "title": "ours"})


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return new_book(tmp_path)


def test_added_rules_cannot_be_changed(tmp_path: Path, book: Book) -> None:
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


def test_unknown_rules_list_the_known_ones() -> None:
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


OTHER = OWN.model_copy(update={"title": "theirs"})


def dumped(rules: RuleSet) -> dict[str, object]:
    return rules.model_dump(mode="json")


def written_out(rules: RuleSet, id: str = "g") -> dict[str, object]:
    return record("payout.jsonl") | {"id": id, "rules": dumped(rules)}


def test_an_id_that_games_use_is_not_given_to_other_rules(book: Book) -> None:
    assert take_one(book, written_out(OWN)).outcome == "added"
    with pytest.raises(Conflict, match="rules-in-use"):
        add(book, OTHER)
    assert add(book, OWN)


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


def test_rules_of_an_amended_game_are_in_use_too(book: Book) -> None:
    assert take_one(book, record("payout.jsonl")).outcome == "added"
    amend(book, record("payout.jsonl") | {"rules": dumped(OWN)})
    with pytest.raises(Conflict, match="rules-in-use"):
        add(book, OTHER)


def test_a_book_and_its_export_agree_on_rules(tmp_path: Path, book: Book) -> None:
    """Whichever came first: the game or the rules."""
    take(book, [json.dumps(written_out(OWN)).encode()])
    add(book, OWN)
    elsewhere = new_book(tmp_path, "elsewhere")
    add(elsewhere, OWN)
    assert {each.outcome for each in take(elsewhere, exported(book))} == {"added"}
    assert exported(elsewhere) == exported(book)
