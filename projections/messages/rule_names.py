"""Names of rule sets; titles and sources of the published ones."""

from domain.rules.catalogue import ROWS
from domain.rules.rule_set import AGREED

from . import text

PUBLISHED_WORDS = frozenset(row[words] for row in ROWS.values() for words in ("title", "source"))
"""Titles and sources of published rule sets: templates, as they stand in the catalogue."""


def rules_text(id: str) -> str:
    """The rule set with this id: `draw@1`, or `draw@1 with score.target 50`."""
    parent, *changes = id.split(AGREED)
    if not changes:
        return id
    agreed = ", ".join(change.replace("=", " ") for change in changes)
    return text("{rules} with {changes}", rules=parent, changes=agreed)


def published_text(words: str) -> str:
    """The title or source of a rule set; those of the book's own are not translated."""
    return text(words) if words in PUBLISHED_WORDS else words
