"""Amendments of a game in plain text: each in a line, and what one of them changed."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from itertools import groupby
from uuid import UUID

from ledger.records.versions import Amendment
from ledger.registry.players import shown_name
from projections.amendments.version_diff import Changes, ShownWith
from projections.messages import text
from projections.messages.amendments import amendment_text, change_text


def amendment_lines(
    amendments: Iterable[Amendment], names: dict[UUID, str], zone: tzinfo | None
) -> Iterator[str]:
    """A line for each amendment: the version it began, when, by whom, and why."""
    for amendment in amendments:
        by = None if amendment.by is None else shown_name(names, amendment.by)
        yield amendment_text(amendment, by, zone)


def change_lines(changes: Changes, shown: tuple[ShownWith, ShownWith]) -> Iterator[str]:
    """The game first, then round by round: changes of the record, then of figures.

    ``shown``: with what the older version is shown, and the newer.
    """
    lines = [
        *((change.round, change_text(change, shown)) for change in changes.record),
        *(
            (change.round, text("therefore {change}", change=change_text(change, shown)))
            for change in changes.figures
        ),
    ]
    lines.sort(key=lambda line: -1 if line[0] is None else line[0])
    for round, lines_of_round in groupby(lines, lambda line: line[0]):
        yield text("game") if round is None else text("round {round}", round=round)
        for _, line in lines_of_round:
            yield f"  {line}"
