"""What offences cost. For the sources of the figures see docs/rules/rulings.md."""

from collections.abc import Mapping
from typing import Final

from .rule_set import Offence, Penalty, RuleSet

PENALTIES: Mapping[Offence, Penalty] = {
    "revoke": Penalty.model_construct(points_to_others=30, pips_to_others=30),
    "wrong-tile": Penalty.model_construct(points_off=10, pips_to_others=10),
    "exposed-tile": Penalty.model_construct(points_off=10, pips_to_others=10),
    "out-of-turn": Penalty.model_construct(points_to_others=50, pips_to_others=50),
    "overdraw": Penalty.model_construct(points_to_others=50, pips_to_others=50),
    "wrong-count": Penalty.model_construct(points_to_others=100, pips_to_others=100),
    "signalling": Penalty.model_construct(points_to_others=25, pips_to_others=25),
    "time": Penalty.model_construct(),
    "absent": Penalty.model_construct(),
}
"""Defaults; never changed. All figures 0: a recorded warning. Built without a schema, which takes
longer to make than most commands run."""


MOST_PENALTY_PIPS: Final = 10**9
"""What all penalties in force in a game may cost, counted in pips paid (docs/money.md)."""


def penalty_of(rules: RuleSet, offence: Offence) -> Penalty:
    """What an offence costs in figures, with the part of the target worked out.

    It costs no points in games without points; and no pips in those without money, or if it voids
    the round.
    """
    penalty = (rules.penalties or {}).get(offence, PENALTIES[offence])
    off, to_others, target = penalty.points_off, penalty.points_to_others, rules.score.target
    least = (target or 0) * penalty.of_target_percent // 100
    if off and least:
        off = max(off, least)
    if to_others or not off:
        to_others = max(to_others, least)
    if rules.score.points == "none":
        off = to_others = 0
    figures = {"points_off": off, "points_to_others": to_others, "of_target_percent": 0}
    paid = rules.payout is not None and not penalty.voids_round
    return penalty.model_copy(update=figures if paid else {**figures, "pips_to_others": 0})
