"""What offences cost. For the sources of the figures see docs/rules/rulings.md."""

from collections.abc import Mapping
from typing import Final

from .rule_set import Offence, Penalty, RuleSet

PENALTIES: Mapping[Offence, Penalty] = {
    "revoke": Penalty.model_construct(points_to_others=30, pips_to_others=30),
    "wrong-tile": Penalty.model_construct(points_off=10, pips_to_others=10),
    "exposed-tile": Penalty.model_construct(points_off=10, pips_to_others=10),
    "time": Penalty.model_construct(),
    "absent": Penalty.model_construct(),
}
"""Defaults; never changed. All figures 0: a recorded warning. Built without a schema, which takes
longer to make than most commands run."""


MOST_PENALTY_PIPS: Final = 10**9
"""What all penalties in force in a game may cost, counted in pips paid (docs/money.md)."""


def penalty_of(rules: RuleSet, offence: Offence) -> Penalty:
    """What an offence costs: no points in games without points, no pips in those without money."""
    penalty = (rules.penalties or {}).get(offence, PENALTIES[offence])
    if rules.score.points == "none":
        penalty = penalty.model_copy(update={"points_off": 0, "points_to_others": 0})
    return penalty if rules.payout else penalty.model_copy(update={"pips_to_others": 0})
