"""Limits of texts that come from outside: every store can hold what passes here, and index it.

Each door checks what comes in: records and texts, files of rules, and what is typed or given to a
command or the Python API. Nothing that is in a book already is checked: it must be readable.
"""

import re
from typing import NamedTuple

from .records.unreadable import Place, Unreadable, shown

LONGEST_ID = 500
LONGEST_NAME = 500
LONGEST_END = 100
LONGEST_REASON = 2_000
"""Also of a claim and of an answer to it."""
LONGEST_SOURCE = 2_000
LONGEST_OF_RULES = {"id": 200, "title": 500, "source": LONGEST_SOURCE}
"""In characters. An index of PostgreSQL takes at most 2,704 bytes, four a character."""

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
