"""Sentences about games that keep their rules where others count by other ones."""

from ..tables.kept_games import Kept
from . import plural, text
from .counting import differences_text


def kept_text(each: Kept) -> str:
    """Which games keep their rules, and why."""
    named = ", ".join(each.records)
    if each.games > len(each.records):
        named = text("{records}, ...", records=named)
    if not each.differs:
        return plural(
            "{number} game of {rules} keeps its rules, none are named for it: {named}",
            "{number} games of {rules} keep their rules, none are named for them: {named}",
            each.games,
            rules=each.rules,
            named=named,
        )
    return plural(
        "{number} game of {rules} keeps its rules, since these differ in {what}: {named}",
        "{number} games of {rules} keep their rules, since these differ in {what}: {named}",
        each.games,
        rules=each.rules,
        what=differences_text(each.differs),
        named=named,
    )
