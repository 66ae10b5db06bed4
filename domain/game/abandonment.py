"""Abandoned and forfeited games (docs/rules/score.md).

The rules of score in use decide what counts. The rules of score the game was played under decide
whether it still waits for unseen tiles.
"""

from ..events import GameAbandoned, GameForfeited, GameLeft
from ..rules.rule_set import Score
from ..scoring.score import Standing, after_forfeit
from ..seats import Sides


def counts_for_nothing(abandoned: GameLeft | None, rules: Score) -> bool:
    """The game is void under these rules."""
    if isinstance(abandoned, GameForfeited):
        return rules.forfeited == "void"
    return abandoned is not None and rules.abandoned == "void"


def standing_when_abandoned(
    abandoned: GameLeft | None, rules: Score, sides: Sides, stands: Standing
) -> Standing:
    """The standing with the effect of a forfeit: the other sides may win by it."""
    if isinstance(abandoned, GameForfeited) and rules.forfeited == "others-win":
        return after_forfeit(rules, stands, sides, abandoned.seat)
    return stands


def waits_no_longer(abandoned: GameLeft | None, played_under: Score, sides: Sides) -> bool:
    """The game is over, so its rounds with unseen tiles count for nothing.

    False if one round is a game, because that round has decided it. False if several sides could
    win by a forfeit, because the unseen tiles may decide which of them has most points.
    """
    if abandoned is None or played_under.one_round:
        return False
    return isinstance(abandoned, GameAbandoned) or len(sides) == 2
