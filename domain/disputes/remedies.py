"""What an arbiter can order: a ruling is a list of remedies.

A ruling takes precedence over the rules of score and payout, even if those are exchanged later. It
therefore contains every figure in full.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ..rules.rule_set import Offence, Value
from ..seats import Seat

RoundNumber: TypeAlias = Annotated[int, Field(ge=0)]
"""The index of a round in its game, from 0, void deals included."""
Figure: TypeAlias = Annotated[int, Field(ge=-(10**9), le=10**9)]


class Uphold(Value):
    """The round counts as it was played, irregular or not."""

    kind: Literal["uphold"] = "uphold"
    round: RoundNumber


class VoidRound(Value):
    """The round counts for nothing."""

    kind: Literal["void-round"] = "void-round"
    round: RoundNumber


class ReplayRound(Value):
    """The round counts for nothing and is dealt again, even if the game was over."""

    kind: Literal["replay-round"] = "replay-round"
    round: RoundNumber


class VoidGame(Value):
    """The game counts for nothing."""

    kind: Literal["void-game"] = "void-game"


class NameBlocker(Value):
    """Who blocked the round and who assisted (the reading ``ruled``). None: nobody."""

    kind: Literal["name-blocker"] = "name-blocker"
    round: RoundNumber
    blocker: Seat | None = None
    assistant: Seat | None = None


class CountPips(Value):
    """The pips left in each hand, for a round that ended with unseen tiles."""

    kind: Literal["count-pips"] = "count-pips"
    round: RoundNumber
    pips: tuple[Annotated[int, Field(ge=0, le=10**6)], ...]


class CorrectPoints(Value):
    """The points of the round, by side in the order of its first seat."""

    kind: Literal["correct-points"] = "correct-points"
    round: RoundNumber
    points: tuple[Figure, ...]


class ImposePenalty(Value):
    """A penalty for an offence, charged to a round that counts.

    The seat's side loses ``points_off``, each other side gains ``points_to_others``, and the seat
    pays the stake of ``pips_to_others`` pips to each seat of another side.
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
