"""Amendments of a game in plain text: each in a line."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from uuid import UUID

from ledger.records.versions import Amendment
from ledger.registry.players import shown_name
from projections.messages.amendments import amendment_text


def amendment_lines(
    amendments: Iterable[Amendment], names: dict[UUID, str], zone: tzinfo | None
) -> Iterator[str]:
    """A line for each amendment: the version it began, when, by whom, and why."""
    for amendment in amendments:
        by = None if amendment.by is None else shown_name(names, amendment.by)
        yield amendment_text(amendment, by, zone)
