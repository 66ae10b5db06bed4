"""What each reading of a block would do to money."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.readings import READINGS
from domain.rules.rule_set import Payout, Reading, RuleSet

from ..facts.load import Loaded
from ..facts.verdict_columns import Verdicts, at_rounds
from .rule_games import Paid, add_money, no_money, pay
from .score_columns import IntArray


class Effect(NamedTuple):
    """What one reading would do to money."""

    blockers: int
    """Rounds that count in which it names one."""
    unjudged: int
    """Blocked rounds that count of which no verdict is kept."""
    net: IntArray
    """(p, c) in minor units."""


def effects(
    loaded: Loaded,
    rules: RuleSet,
    verdicts: Mapping[Reading, Verdicts],
    counted: Sequence[Paid],
) -> dict[Reading, Effect]:
    """By reading, its effect; none where these rules ask for no blocker.

    ``counted`` are the rounds that count, under any one reading: the money of those that did not
    block is the same under all.
    """
    payout = rules.payout
    if payout is None or rules.reading is None:
        return {}
    others = no_money(loaded)
    for each in counted:
        add_money(others, each.only(~each.played.blocked))
    blocks = [each.only(each.played.blocked) for each in counted]
    return {reading: _effect(others, payout, verdicts[reading], blocks) for reading in READINGS}


def _effect(others: IntArray, payout: Payout, verdicts: Verdicts, blocks: Sequence[Paid]) -> Effect:
    blockers = unjudged = 0
    net = others.copy()
    for played, won, _ in blocks:
        blocker, assistant, known = at_rounds(verdicts, played.round_id)
        by_readings = played.decrees.of_readings(len(played.round_id))
        blockers += int(((blocker >= 0) & by_readings).sum())
        unjudged += int((by_readings & ~known).sum())
        add_money(net, pay(payout, played, won, blocker, assistant))
    return Effect(blockers, unjudged, net)
