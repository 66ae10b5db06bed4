"""What an amendment changed, in plain text."""

from collections.abc import Iterator
from itertools import groupby

from projections.amendments.version_diff import Changes, ShownWith
from projections.messages import text
from projections.messages.changes import change_text


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
