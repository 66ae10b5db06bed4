"""The verdict on a blocked round, also where nobody saw all of its tiles.

It stands there only if it is the same for every deal that the round can have had.
"""

from collections.abc import Iterable, Sequence

from ..hidden.inference import possibilities, some_possibility
from ..round.state import Round
from ..rules.rule_set import Reading
from . import readings
from .readings import DEFAULT_BOUND, READINGS, Evidence, Verdict

MOST_DEALS = 200
"""A round with more possible deals is not tried deal by deal."""

NOT_KNOWN = Verdict("undetermined", None, None, None, None)
"""It depends on tiles that nobody saw."""


def verdict(round: Round, reading: Reading, bound: int = DEFAULT_BOUND) -> Verdict:
    """The verdict on a regular round that blocked, by at most ``bound`` positions searched.

    Raises ValueError for a round that did not block.
    """
    if not round.start.unseen:
        return readings.verdict(round, reading, bound)
    return verdicts(round, bound, (reading,))[reading]


def verdicts(
    round: Round, bound: int = DEFAULT_BOUND, under: Sequence[Reading] = READINGS
) -> dict[Reading, Verdict]:
    """The verdict under each of these readings; each may search ``bound`` positions."""
    if not round.start.unseen:
        return readings.verdicts(round, bound)
    deals = possibilities(round, MOST_DEALS)
    if deals is None:
        seen = some_possibility(round)
        assert seen is not None
        return {
            reading: readings.verdict(seen, reading) if reading in _SEEN_BY_ALL else NOT_KNOWN
            for reading in under
        }
    share = bound // max(len(deals), 1)
    return {
        reading: _agreed(readings.verdict(deal, reading, share) for deal in deals)
        for reading in under
    }


_SEEN_BY_ALL: frozenset[Reading] = frozenset({"last-to-lay"})
"""Readings that look at nothing but the table."""


def _agreed(found: Iterable[Verdict]) -> Verdict:
    """The verdict that is the same in all deals, with the evidence that is."""
    agreed: Verdict | None = None
    for verdict in found:
        if verdict.status == "undetermined":
            return verdict
        agreed = verdict if agreed is None else _common(agreed, verdict)
        if agreed is None:
            return NOT_KNOWN
    return agreed or NOT_KNOWN


def _common(one: Verdict, other: Verdict) -> Verdict | None:
    """What two deals agree on; None where they find another blocker, assistant or lay-down."""
    mine, theirs = one.evidence, other.evidence
    if mine is None or theirs is None or (one[:3], mine.act) != (other[:3], theirs.act):
        return one if one == other else None
    instead = mine.instead if mine.instead == theirs.instead else None
    return one._replace(evidence=Evidence(mine.act, instead, None))
