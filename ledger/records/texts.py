"""Limits of texts that come from outside: every store can hold what passes here, and index it.

Each door checks what comes in: records and texts, files of rules, and what is typed or given to a
command or the Python API. Nothing that is in a book already is checked: it must be readable.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...domain.events import Event, GameAmended
from ...domain.house import CountingChanged, HouseEvent
from ...domain.rules.rule_set import RuleSet
from .unreadable import Place, Unreadable, shown

LONGEST_ID = 500
LONGEST_NAME = 500
LONGEST_END = 100
LONGEST_REASON = 2_000
"""Also of a claim and of an answer to it."""
LONGEST_SOURCE = 2_000
LONGEST_OF_RULES = {"id": 200, "title": 500, "source": LONGEST_SOURCE}
"""In characters. An index of PostgreSQL takes at most 2,704 bytes, four a character."""
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

NAME = re.compile(r"[^\x00]*[^\x00\s][^\x00]*")


class Text(NamedTuple):
    """A text at a place, and how many characters it may have."""

    text: str
    limit: int
    place: Place


def check_text(text: str, limit: int, *place: str | int) -> None:
    """Raise Unreadable if a store could not hold this text."""
    if error := flaw_in_text(Text(text, limit, place)):
        raise error


def flaw_in_text(said: Text) -> Unreadable | None:
    """Why a store could not hold this text."""
    text, limit, place = said
    if len(text) > limit:
        return Unreadable("text-too-long", place=place, limit=limit)
    if "\0" in text:
        return Unreadable("unexpected-value", place=place, kinds=["no-nul"], found=shown(text))
    return None if is_utf_8(text) else Unreadable("text-not-utf-8", place=place)


def is_utf_8(text: str) -> bool:
    """Whether the text can be written at all: arguments of a command may hold single bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_name(name: str, *place: str | int) -> None:
    """Raise Unreadable if the text cannot be the name of a player."""
    if len(name) <= LONGEST_NAME and not NAME.fullmatch(name):
        raise Unreadable("unexpected-value", place=place, kinds=["name"], found=shown(name))
    check_text(name, LONGEST_NAME, *place)


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
