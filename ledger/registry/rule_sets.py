"""Rule sets: the published ones, those added to the book, and those of its games.

In one book an id means one rule set. A rule set agreed at a table is not added to the book: its
games hold it, and it follows from its id and its parent.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ...domain.events import GameAmended, GameOpened
from ...domain.house import RulesAdded
from ...domain.rules.agreed import agreed_id
from ...domain.rules.catalogue import PUBLISHED
from ...domain.rules.ids import AGREED
from ...domain.rules.rule_set import RuleSet
from ..book import Book
from ..errors import Conflict, LedgerError
from ..records.event_texts import check_texts_of_rules
from ..records.unreadable import Unreadable
from ..store.event_reader import opening_in
from ..store.house import House, cannot_follow
from ..store.ids import HOUSE
from ..suggestions import closest

if TYPE_CHECKING:
    from .changed_rules import Settings


class UnknownRules(LedgerError):
    """No rule set with this id is published or in the book."""


def all_rules(book: Book | None) -> Mapping[str, RuleSet]:
    """All rule sets by id, the published ones first.

    Raises Tampered if one was added under an id that had a meaning already.
    """
    return PUBLISHED if book is None else PUBLISHED | _added(book.house())


def _added(house: House) -> Mapping[str, RuleSet]:
    """The rule sets that the house has added, in the order of their ids."""
    found: dict[str, RuleSet] = {}
    for entry in house.entries:
        if isinstance(entry.event, RulesAdded):
            rules = entry.event.rules
            if rules.id in PUBLISHED or rules.id in found or rules.parent is not None:
                raise cannot_follow(HOUSE, entry)
            found[rules.id] = rules
    return dict(sorted(found.items()))


def rules_called(known: Mapping[str, RuleSet], id: str) -> RuleSet:
    """The rule set with this id, or the one agreed at a table that has it; raises UnknownRules."""
    rules = known.get(id) or _agreed(known, id)
    if rules is None:
        raise unknown_rules(known, id)
    return rules


def unknown_rules(known: Mapping[str, RuleSet], id: str) -> UnknownRules:
    """The error of an id that no rule set has, with the one that was perhaps meant."""
    return UnknownRules("unknown-rules", rules=id, meant=_meant(known, id))


def _meant(known: Iterable[str], id: str) -> str | None:
    """The id closest to this one; else that of the name closest to its name, or with it."""
    ids = {each.partition("@")[0]: each for each in known}
    name = id.partition("@")[0]
    whole = closest(id, ids.values())
    if whole is not None or name in ids:
        return whole or ids[name]
    like = closest(name, ids) or next((each for each in ids if name and name in each), None)
    return None if like is None else ids[like]


def _agreed(known: Mapping[str, RuleSet], id: str) -> RuleSet | None:
    """The rule set agreed at a table that has this id."""
    name, *changes = id.split(AGREED)
    parent = known.get(name)
    if parent is None or not changes:
        return None
    from .changed_rules import agreed_rules, setting_in  # noqa: PLC0415 - few games have some

    pairs = (change.partition("=") for change in changes)
    try:
        rules = agreed_rules(parent, parent, {field: setting_in(text) for field, _, text in pairs})
    except Unreadable:
        return None
    return rules if rules.id == id else None


def rules_agreed_on(known: Mapping[str, RuleSet], rules: RuleSet, settings: "Settings") -> RuleSet:
    """These rules as `agreed_rules` changes them; they may have been changed before.

    Raises Unreadable, and UnknownRules if their parent is unknown.
    """
    from .changed_rules import agreed_rules  # noqa: PLC0415 - few games have some

    parent = rules if rules.parent is None else rules_called(known, rules.parent)
    return agreed_rules(parent, rules, settings)


def check_agreed(known: Mapping[str, RuleSet], rules: RuleSet) -> None:
    """Raise Unreadable if agreed rules differ from their parent in more than their id names."""
    parent = None if rules.parent is None else known.get(rules.parent)
    if parent is None:
        return
    words = (rules.title, rules.source) == (parent.title, parent.source)
    if not words or rules.id != agreed_id(parent, rules):
        raise Unreadable("not-as-agreed", place=("rules",), rules=rules.id, parent=rules.parent)


def check_written_out(rules: RuleSet, known: Mapping[str, RuleSet]) -> None:
    """Raise Unreadable if they have the id of other rules, or name other changes of their parent.

    ``known``: the published rules and those of the house, by id.
    """
    published = known.get(rules.id)
    if published is not None and published != rules:
        raise Unreadable("rules-differ", place=("rules",), rules=rules.id)
    check_agreed(known, rules)


def add(book: Book, rules: RuleSet) -> bool:
    """Add a rule set to the book; False if the same one is there already.

    Raises Conflict if other rules have this id: published rules never change, nor do those that
    games were played under, as they are or with changes agreed at the table. Raises Unreadable for
    a text that a store could not hold, and for rules agreed at a table, which only games hold.
    """
    check_texts_of_rules(rules)
    if rules.parent is not None:
        raise Unreadable("agreed-not-published", rules=rules.id)
    house = book.house()
    known = (PUBLISHED | _added(house)).get(rules.id)
    if known == rules:
        return False
    if known is not None:
        raise Conflict("rules-published", rules=rules.id)
    for used in rules_of_games(book):
        if used.id == rules.id and used != rules:
            raise Conflict("rules-in-use", rules=rules.id)
        try:
            check_agreed({rules.id: rules}, used)
        except Unreadable:
            raise Conflict("rules-in-use", rules=rules.id) from None
    try:
        book.append_to_house(house, [RulesAdded(rules=rules)])
    except Conflict:
        if book.house().version == house.version:
            raise
        return add(book, rules)  # The house has decided something else meanwhile.
    return True


def rules_of_games(book: Book) -> Iterator[RuleSet]:
    """The rule sets of all games and their versions, each once. Reads the opening of every game."""
    found = set[bytes]()
    statement = "SELECT topic, state FROM stored_events WHERE topic IN (?, ?)"
    with book.recorder.scan(statement, [GameOpened.TOPIC, GameAmended.TOPIC]) as openings:
        found.update(opening_in(topic, state).rules for topic, state in openings)
    return map(RuleSet.model_validate_json, sorted(found))
