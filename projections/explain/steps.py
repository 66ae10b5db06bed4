"""The steps of an explanation: codes and parameters, without words."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.events import Seat
from domain.scoring.settlement import Reason

RULINGS = "docs/rules/rulings.md"
REMEDIES = f"{RULINGS}#remedies"
PAYOUT = "docs/rules/payout.md"
SCORE = "docs/rules/score.md"
POINTS = f"{SCORE}#points-of-a-round"
IN_PLAY = f"{SCORE}#points-in-play"
REPORTED = f"{SCORE}#reported-rounds"

Code: TypeAlias = (
    Literal[
        # Facts.
        "round-not-over",
        "round-out",
        "round-blocked",
        "target-reached",
        "deal-void",
        "round-reported",
        "pips-noted",
        "hand",
        "irregular",
        "remarked",
        # What an arbiter ordered.
        "ruled-replay",
        "ruled-void",
        "ruled-valid",
        "pips-counted",
        "pips-left-noted",
        "points-corrected",
        "penalty-points",
        "blocker-ruled",
        # Why the round does not count, or not yet.
        "voided",
        "game-void",
        "awaits-ruling",
        "awaits-tiles",
        "tiles-unknown",
        "deal-counts-nothing",
        "nothing-owed-yet",
        "nothing-noted",
        "seats-disputed",
        "surplus",
        # Score.
        "round-won",
        "round-tied",
        "nobody-wins-a-block",
        "points-in-play",
        "not-in-yet",
        "points",
        "points-per-five",
        "block-bonus",
        "points-of-own-hand",
        "points-for-tiles",
        # Why an act was legal.
        "tiles-hidden",
        "held-nothing-that-fits",
        "held-what-fits",
        "must-have-held-what-fits",
        "may-have-held-what-fits",
        "no-deal",
        "laid-later",
        "shown-at-the-end",
        "held-by-nobody-else",
        "may-draw-when-able",
        "may-keep-the-tile-drawn",
        "may-end-the-turn",
        "draws-for-the-lead",
        "claims-the-ends",
        "claims-nothing",
        "knocks-on-the-last-tile",
        "draws-for-no-knock",
        "tile-fits",
        "any-tile-leads",
        "own-highest-leads",
        "nothing-goes-before",
        "something-may-go-before",
        "winner-noted",
        "points-noted",
        # Payout: the stake, the block, ties, and totals.
        "stake",
        "reading",
        "blocker",
        "no-blocker",
        "blocker-undetermined",
        "assistant",
        "no-assistant",
        "equally-light",
        "blocker-ties",
        "total",
        "not-settled",
    ]
    | Reason
)
"""The code of a posting is its reason."""


class Step(NamedTuple):
    """One fact or figure of a round."""

    code: Code
    params: Mapping[str, Any] = {}
    """Values as JSON knows them; people by seat, money in minor units."""
    rule: str | None = None
    """Its place in the rule text; None for a fact."""
    seat: Seat | None = None
    """The seat of a total; None for other steps."""
