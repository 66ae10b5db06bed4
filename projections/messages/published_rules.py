"""Titles and sources of the published rule sets."""

from ...domain.rules.catalogue import ROWS
from . import text

PUBLISHED_WORDS = frozenset(row[words] for row in ROWS.values() for words in ("title", "source"))
"""Titles and sources of published rule sets: templates, as they stand in the catalogue."""


def published_text(words: str) -> str:
    """The title or source of a rule set; those of the book's own are not translated."""
    return text(words) if words in PUBLISHED_WORDS else words
