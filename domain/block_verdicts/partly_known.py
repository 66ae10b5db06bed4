"""The verdict on a blocked round, possibly with unseen tiles.

With unseen tiles it is found only if it is the same for every possible deal.
"""

from collections.abc import Iterable, Sequence

from ..hidden.inference import possibilities, some_possibility
from ..round.state import Round
from ..rules.payout import Reading
from .readings import READINGS, Evidence, Verdict, judged
from .search import search_bound

MOST_DEALS = 200
"""The most possible deals that are tried one by one."""

LEAST_SHARE = 100
"""The fewest positions for each of them; with more deals the verdict is not looked for."""

NOT_KNOWN = Verdict("undetermined", None, None, None, None)
"""The verdict depends on unseen tiles."""


def verdict(round: Round, reading: Reading, bound: int | None = None) -> Verdict:
    """The verdict on a regular blocked round, searching at most ``bound`` positions.

    By default as many as in the first round of a game (`search_bound`). Raises ValueError if the
    round is not blocked.
    """
    return verdicts(round, bound, (reading,))[reading]


def verdicts(
    round: Round, bound: int | None = None, under: Sequence[Reading] = READINGS
) -> dict[Reading, Verdict]:
    """By reading, the verdict; each may search ``bound`` positions."""
    bound = search_bound(round.table) if bound is None else bound
    if not round.start.unseen:
        return judged(round, under, bound)
    deals = possibilities(round, deals_tried(bound))
    if deals is None:
        known = some_possibility(round)
        assert known is not None
        by_table = tuple(reading for reading in under if reading in _NEEDS_NO_HANDS)
        return dict.fromkeys(under, NOT_KNOWN) | judged(known, by_table, bound)
    found = [judged(deal, under, bound // len(deals)) for deal in deals]
    return {reading: _agreed(each[reading] for each in found) for reading in under}


def deals_tried(bound: int) -> int:
    """The most deals to try under this bound, so that each gets a share worth the trial."""
    return min(MOST_DEALS, bound // LEAST_SHARE)


_NEEDS_NO_HANDS: frozenset[Reading] = frozenset({"last-to-lay"})
"""Readings that depend only on the table."""


def _agreed(found: Iterable[Verdict]) -> Verdict:
    """The verdict if it is the same in all deals, with the common evidence."""
    agreed: Verdict | None = None
    for verdict in found:
        if verdict.status == "undetermined":
            return verdict
        agreed = verdict if agreed is None else _common(agreed, verdict)
        if agreed is None:
            return NOT_KNOWN
    return agreed or NOT_KNOWN


def _common(one: Verdict, other: Verdict) -> Verdict | None:
    """What two verdicts have in common; None if blocker, assistant or lay differ."""
    mine, theirs = one.evidence, other.evidence
    if mine is None or theirs is None or (one[:3], mine.act) != (other[:3], theirs.act):
        return one if one == other else None
    instead = mine.instead if mine.instead == theirs.instead else None
    return one._replace(evidence=Evidence(mine.act, instead, None))
