"""The readings of a block side by side."""

from collections.abc import Sequence

from ...domain.rules.payout import Reading
from ..messages import text
from ..messages.money import money_figure
from ..messages.readings import blame_text, view_text
from ..places import place
from ..results.block_verdicts import ReadingAudit, Readings
from .table import Table


def readings_table(
    readings: Readings,
    counting: Reading | None,
    ruled: ReadingAudit | None,
    *,
    round: int,
    names: Sequence[str],
    currency: str | None,
) -> Table:
    """A row a reading: who blocked, in which move, and with a ``currency`` what each player gets.

    ``counting``: the reading that counts under the rules, unless an arbiter ``ruled`` who blocked.
    """

    def row(shown: str, looks_at: str, found: ReadingAudit) -> tuple[str, ...]:
        move = "-" if found.move is None else place(round, found.move)
        cells = (shown, looks_at, blame_text(found.verdict, names), move)
        if currency is None:
            return cells
        nets = [None] * len(names) if found.net is None else found.net
        return (*cells, *("-" if net is None else money_figure(net, currency) for net in nets))

    rows = []
    for name, reading in readings.items():
        counts = text("{reading}, the one that counts", reading=name)
        shown = counts if name == counting and ruled is None else name
        rows.append(row(shown, view_text(name), reading))
    if ruled is not None:
        rows.append(row(text("ruled by an arbiter, the one that counts"), "-", ruled))
    heads = (text("Reading"), text("Looks at"), text("Verdict"), text("Move"))
    return Table(heads if currency is None else (*heads, *names), rows)
