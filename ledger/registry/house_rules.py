"""Rule sets: the published ones and those added to the book."""

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet

from ..book import Book
from ..errors import Conflict, LedgerError


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

    Raises Conflict if other rules have this id: published rules never change.
    """
    known = all_rules(book).get(rules.id)
    if known == rules:
        return False
    if known is not None:
        raise Conflict("rules-published", rules=rules.id)
    try:
        book.change("INSERT INTO rule_set VALUES (?, ?)", [rules.id, rules.model_dump_json()])
    except Conflict:
        if all_rules(book).get(rules.id) != rules:
            raise
        return False
    return True
