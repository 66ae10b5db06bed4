"""What an arbiter can order: each remedy is a value, and a ruling is a list of them.

A ruling stands above the rules of score and payout, also when those are exchanged later: what was
ordered is written out in it, figures included.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ..rules.rule_set import Offence, Value
from ..seats import Seat

RoundNumber: TypeAlias = Annotated[int, Field(ge=0)]
"""The place of a round among those of its game, void deals included, from 0."""
Figure: TypeAlias = Annotated[int, Field(ge=-(10**9), le=10**9)]


class Uphold(Value):
    """What was played stands: whatever is irregular in the round, it counts as it was played."""

    kind: Literal["uphold"] = "uphold"
    round: RoundNumber


class VoidRound(Value):
    """The round counts for nothing."""

    kind: Literal["void-round"] = "void-round"
    round: RoundNumber


class ReplayRound(Value):
    """The round counts for nothing, and one more is dealt for it, also where the game was over."""

    kind: Literal["replay-round"] = "replay-round"
    round: RoundNumber


class VoidGame(Value):
    """The game counts for nothing."""

    kind: Literal["void-game"] = "void-game"


class NameBlocker(Value):
    """Who blocked the round, and who assisted: the reading ``ruled``. None: nobody did."""

    kind: Literal["name-blocker"] = "name-blocker"
    round: RoundNumber
    blocker: Seat | None = None
    assistant: Seat | None = None


class CountPips(Value):
    """The pips left in each seat's hand, where the round ended with tiles that nobody saw."""

    kind: Literal["count-pips"] = "count-pips"
    round: RoundNumber
    pips: tuple[Annotated[int, Field(ge=0, le=10**6)], ...]


class CorrectPoints(Value):
    """The points of the round, by side in the order of its first seat."""

    kind: Literal["correct-points"] = "correct-points"
    round: RoundNumber
    points: tuple[Figure, ...]


class ImposePenalty(Value):
    """A seat is penalized for an offence; it is charged to a round that counts.

    ``points_off`` are taken off its side, ``points_to_others`` given to each other side, and it
    pays each seat of another side the stake for ``pips_to_others`` pips.
    """

    kind: Literal["penalty"] = "penalty"
    round: RoundNumber
    seat: Seat
    offence: Offence
    points_off: int = Field(default=0, ge=0, le=10**9)
    points_to_others: int = Field(default=0, ge=0, le=10**9)
    pips_to_others: int = Field(default=0, ge=0, le=10**6)


RoundRemedy: TypeAlias = (
    Uphold | VoidRound | ReplayRound | NameBlocker | CountPips | CorrectPoints | ImposePenalty
)
Remedy: TypeAlias = Annotated[RoundRemedy | VoidGame, Field(discriminator="kind")]
