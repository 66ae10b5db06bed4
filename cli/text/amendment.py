"""What a newer version of a game changes, for people."""

from collections.abc import Iterator
from itertools import groupby

from projections.amendments.version_diff import Changes
from projections.messages import text
from projections.messages.amendments import change_text

from ..output import plain


def changes_text(changes: Changes) -> Iterator[str]:
    """The game first, then round by round: changes of the record, then of figures."""
    lines = [
        *((change.round, change_text(change)) for change in changes.recorded),
        *(
            (change.round, text("so {change}", change=change_text(change)))
            for change in changes.follows
        ),
    ]
    lines.sort(key=lambda line: -1 if line[0] is None else line[0])
    for number, of_round in groupby(lines, lambda line: line[0]):
        yield text("game") if number is None else text("round {round}", round=number)
        for _, line in of_round:
            yield f"  {plain(line)}"
