"""What offences cost (docs/rules/rulings.md says where each figure comes from)."""

from collections.abc import Mapping

from .rule_set import Offence, Penalty, RuleSet

PENALTIES: Mapping[Offence, Penalty] = {
    "revoke": Penalty(points_to_others=30, pips_to_others=30),
    "wrong-tile": Penalty(points_off=10, pips_to_others=10),
    "exposed-tile": Penalty(points_off=10, pips_to_others=10),
    "time": Penalty(),
    "absent": Penalty(),
}
"""Where a rule set says nothing else. No figure: a warning that is on record. It never changes."""


def penalty_of(rules: RuleSet, offence: Offence) -> Penalty:
    """What an offence costs under these rules.

    No points where none are counted, and no pips where no money is played for.
    """
    penalty = (rules.penalties or {}).get(offence, PENALTIES[offence])
    if rules.score.points == "none":
        penalty = penalty.model_copy(update={"points_off": 0, "points_to_others": 0})
    return penalty if rules.payout else penalty.model_copy(update={"pips_to_others": 0})
