"""Whether a store can hold the texts that people write into events and rules as they like."""

from collections.abc import Iterator

from ...domain.events import Event, GameAmended
from ...domain.house import CountingChanged, HouseEvent
from ...domain.rules.rule_set import RuleSet
from .texts import (
    LONGEST_END,
    LONGEST_ID,
    LONGEST_OF_RULES,
    LONGEST_REASON,
    LONGEST_SOURCE,
    Text,
    check_text,
)
from .unreadable import Place

_LIMITS = {
    "record": LONGEST_ID,
    "source": LONGEST_SOURCE,
    "after": LONGEST_ID,
    "end": LONGEST_END,
    "reason": LONGEST_REASON,
    "claim": LONGEST_REASON,
    "answer": LONGEST_REASON,
    "key": LONGEST_ID,
}
"""By field of an event that people write as they like."""


def check_texts_of_rules(rules: RuleSet, *place: str) -> None:
    """Raise Unreadable if a store could not hold a text of these rules."""
    for said in _texts_of_rules(rules, place):
        check_text(said.text, said.limit, *said.place)


def check_texts_of(event: Event | HouseEvent) -> None:
    """Raise Unreadable if a store could not hold a text of this event."""
    for said in texts_of(event):
        check_text(said.text, said.limit, *said.place)


def texts_of(event: Event | HouseEvent) -> Iterator[Text]:
    """The texts of an event that people write as they like."""
    for field, limit in _LIMITS.items():
        text = getattr(event, field, None)
        if isinstance(text, str):
            yield Text(text, limit, (field,))
    rules = getattr(event, "rules", None)
    if isinstance(rules, RuleSet):
        yield from _texts_of_rules(rules, ("rules",))
    if isinstance(event, GameAmended):
        yield from texts_of(event.opening)
    if isinstance(event, CountingChanged):
        for at, each in enumerate(event.rules):
            yield Text(each.played, LONGEST_ID, ("rules", at, "played"))
            yield from _texts_of_rules(each.rules, ("rules", at, "rules"))


def _texts_of_rules(rules: RuleSet, place: Place) -> Iterator[Text]:
    for field, limit in LONGEST_OF_RULES.items():
        yield Text(getattr(rules, field), limit, (*place, field))
