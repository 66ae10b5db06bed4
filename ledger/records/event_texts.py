"""Whether a store can hold the texts that people write into events and rules as they like."""

from collections.abc import Iterator

from ...domain.events import Event, GameAmended
from ...domain.house import CountingChanged, HouseEvent
from ...domain.rules.rule_set import RuleSet
from .. import texts
from .unreadable import Place

_LIMITS = {
    "record": texts.LONGEST_ID,
    "source": texts.LONGEST_SOURCE,
    "after": texts.LONGEST_ID,
    "end": texts.LONGEST_END,
    "reason": texts.LONGEST_REASON,
    "claim": texts.LONGEST_REASON,
    "answer": texts.LONGEST_REASON,
    "key": texts.LONGEST_ID,
}
"""By field of an event that people write as they like."""


def check_texts_of_rules(rules: RuleSet, *place: str) -> None:
    """Raise Unreadable if a store could not hold a text of these rules."""
    for said in _texts_of_rules(rules, place):
        texts.check_text(said.text, said.limit, *said.place)


def check_texts_of(event: Event | HouseEvent) -> None:
    """Raise Unreadable if a store could not hold a text of this event."""
    for said in texts_of(event):
        texts.check_text(said.text, said.limit, *said.place)


def texts_of(event: Event | HouseEvent) -> Iterator[texts.Text]:
    """The texts of an event that people write as they like."""
    for field, limit in _LIMITS.items():
        text = getattr(event, field, None)
        if isinstance(text, str):
            yield texts.Text(text, limit, (field,))
    rules = getattr(event, "rules", None)
    if isinstance(rules, RuleSet):
        yield from _texts_of_rules(rules, ("rules",))
    if isinstance(event, GameAmended):
        yield from texts_of(event.opening)
    if isinstance(event, CountingChanged):
        for at, each in enumerate(event.rules):
            yield texts.Text(each.played, texts.LONGEST_ID, ("rules", at, "played"))
            yield from _texts_of_rules(each.rules, ("rules", at, "rules"))


def _texts_of_rules(rules: RuleSet, place: Place) -> Iterator[texts.Text]:
    for field, limit in texts.LONGEST_OF_RULES.items():
        yield texts.Text(getattr(rules, field), limit, (*place, field))
