"""Games that were left: broken off, or given up by a seat (docs/rules/score.md).

What counts of them is a matter of the rules that count; for what they wait, of those played under.
"""

from ..events import GameAbandoned, GameForfeited
from ..rules.rule_set import Score
from ..scoring.score import Standing, after_forfeit
from ..seats import Sides


def counts_for_nothing(left: GameAbandoned | GameForfeited | None, rules: Score) -> bool:
    """These rules hold a game left like this for void."""
    if isinstance(left, GameForfeited):
        return rules.forfeited == "void"
    return left is not None and rules.abandoned == "void"


def standing_when_left(
    left: GameAbandoned | GameForfeited | None, rules: Score, sides: Sides, stands: Standing
) -> Standing:
    """The standing of such a game; where a seat gave it up, others may win by that."""
    if isinstance(left, GameForfeited) and rules.forfeited == "others-win":
        return after_forfeit(stands, sides, left.seat)
    return stands


def waits_no_longer(
    left: GameAbandoned | GameForfeited | None, played_under: Score, sides: Sides
) -> bool:
    """Rounds with tiles that nobody saw count for nothing: the game was left, nothing is to come.

    Not where one round is a game, since that round has decided it, nor where more than one
    side could win by the forfeit: which of them has most points may depend on those tiles.
    """
    if left is None or played_under.target is None:
        return False
    return isinstance(left, GameAbandoned) or len(sides) == 2
