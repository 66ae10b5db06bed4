"""Rule sets: the published ones, those added to the book, and those of its games.

In one book an id means one rule set.
"""

from collections.abc import Iterator

from domain.events import GameAmended, GameOpened
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet

from ..book import Book
from ..errors import Conflict, LedgerError
from ..records.texts import check_texts_of_rules
from ..store.event_reader import opening_in


class UnknownRules(LedgerError):
    """No rule set with this id is published or in the book."""


def all_rules(book: Book | None) -> dict[str, RuleSet]:
    """All rule sets by id, the published ones first."""
    rows = [] if book is None else book.query("SELECT id, body FROM rule_set ORDER BY id")
    return PUBLISHED | {id: RuleSet.model_validate_json(body) for id, body in rows}


def rules_called(known: dict[str, RuleSet], id: str) -> RuleSet:
    """The rule set with this id; raises UnknownRules."""
    rules = known.get(id)
    if rules is None:
        raise UnknownRules("unknown-rules", rules=id, known=sorted(known))
    return rules


def add(book: Book, rules: RuleSet) -> bool:
    """Add a house rule set to the book; False if the same one is there already.

    Raises Conflict if other rules have this id: published rules never change, nor do those that
    games were played under. Raises Unreadable for a text that a store could not hold.
    """
    check_texts_of_rules(rules)
    known = all_rules(book).get(rules.id)
    if known == rules:
        return False
    if known is not None:
        raise Conflict("rules-published", rules=rules.id)
    if any(used.id == rules.id and used != rules for used in rules_of_games(book)):
        raise Conflict("rules-in-use", rules=rules.id)
    try:
        book.change("INSERT INTO rule_set VALUES (?, ?)", [rules.id, rules.model_dump_json()])
    except Conflict:
        if all_rules(book).get(rules.id) != rules:
            raise
        return False
    return True


def rules_of_games(book: Book) -> Iterator[RuleSet]:
    """The rule sets of all games and their versions, each once. Reads the opening of every game."""
    found = set[bytes]()
    statement = "SELECT topic, state FROM stored_events WHERE topic IN (?, ?)"
    with book.recorder.scan(statement, [GameOpened.TOPIC, GameAmended.TOPIC]) as openings:
        found.update(opening_in(topic, state).rules for topic, state in openings)
    return map(RuleSet.model_validate_json, sorted(found))
