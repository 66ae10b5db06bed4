"""Disputes: the events, the remedies that a ruling orders, and the state of each dispute.

None of them changes what was played. A ruling takes precedence over the rules of score and payout,
even if those are exchanged later. It therefore contains every figure in full.
"""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias, assert_never
from uuid import UUID

from pydantic import Field

from ..frozen import Frozen
from ..rules.field import Value
from ..rules.rule_set import Offence, PenaltyLead
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
    """A penalty for an offence, charged to a round that counts, or is void by it.

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
    voids_round: bool = Field(default=False, exclude_if=lambda own: not own)
    next_lead: PenaltyLead = Field(default="by-rules", exclude_if=lambda own: own == "by-rules")


RoundRemedy: TypeAlias = (
    Uphold | VoidRound | ReplayRound | NameBlocker | CountPips | CorrectPoints | ImposePenalty
)
Remedy: TypeAlias = Annotated[RoundRemedy | VoidGame, Field(discriminator="kind")]
Role: TypeAlias = Literal["arbiter", "table"]
"""As whom a person rules: as an arbiter, or for a table that has no arbiter and rules itself."""
Withdrawn: TypeAlias = Literal["claim", "appeal"]


class DisputeOpened(Frozen):
    """A dispute about the game, one of its rounds, or a move of that round.

    ``dispute`` is its number in the game, from 1. ``round`` and ``move`` count as in the record.
    """

    TOPIC: ClassVar[str] = "dispute-opened/1"
    dispute: int
    by: UUID
    claim: str
    round: int | None = None
    move: int | None = None


class DisputeAnswered(Frozen):
    """The claim or the appeal was answered."""

    TOPIC: ClassVar[str] = "dispute-answered/1"
    dispute: int
    by: UUID
    answer: str


class RulingMade(Frozen):
    """An arbiter ruled on a dispute; this replaces any earlier ruling on it."""

    TOPIC: ClassVar[str] = "ruling-made/1"
    dispute: int
    by: UUID
    remedies: tuple[Remedy, ...]
    reason: str = ""
    role: Role | None = None
    """None: not known."""


class RulingAppealed(Frozen):
    """The last ruling on a dispute was appealed; it stays in force until the next ruling."""

    TOPIC: ClassVar[str] = "ruling-appealed/1"
    dispute: int
    by: UUID
    reason: str


class DisputeWithdrawn(Frozen):
    """The claim was withdrawn, which ends the dispute; or the appeal, and the ruling stands."""

    TOPIC: ClassVar[str] = "dispute-withdrawn/1"
    dispute: int
    by: UUID
    what: Withdrawn
    reason: str = ""


DisputeEvent: TypeAlias = (
    DisputeOpened | DisputeAnswered | RulingMade | RulingAppealed | DisputeWithdrawn
)
Status: TypeAlias = Literal["open", "answered", "ruled", "appealed", "final", "withdrawn"]
"""``final``: ruled on again after an appeal. ``withdrawn``: the claim is; without its appeal a
dispute is ``ruled`` again."""

CLOSED: frozenset[Status] = frozenset({"ruled", "final", "withdrawn"})
"""These do not wait for a ruling."""


class Dispute(NamedTuple):
    """One dispute with all its events."""

    opened: DisputeOpened
    course: tuple[DisputeEvent, ...]
    """Its events in order, the opening first."""

    @property
    def number(self) -> int:
        """Its number among the disputes of its game, from 1."""
        return self.opened.dispute

    @property
    def answers(self) -> tuple[DisputeAnswered, ...]:
        return tuple(event for event in self.course if isinstance(event, DisputeAnswered))

    @property
    def rulings(self) -> tuple[RulingMade, ...]:
        """Oldest first; the last is in force."""
        return tuple(event for event in self.course if isinstance(event, RulingMade))

    @property
    def appeals(self) -> tuple[RulingAppealed, ...]:
        return tuple(event for event in self.course if isinstance(event, RulingAppealed))

    @property
    def status(self) -> Status:
        steps = (event for event in reversed(self.course) if not isinstance(event, DisputeAnswered))
        last = next(steps)
        match last:
            case DisputeOpened():
                return "answered" if self.answers else "open"
            case RulingMade():
                return "final" if self.appeals else "ruled"
            case RulingAppealed():
                return "appealed"
            case DisputeWithdrawn(what="appeal"):
                return "ruled"
            case DisputeWithdrawn():
                return "withdrawn"
            case _:
                assert_never(last)


def disputes_of(desk: Iterable[DisputeEvent]) -> tuple[Dispute, ...]:
    """The disputes of a game, ordered by number."""
    courses: dict[int, list[DisputeEvent]] = {}
    for event in desk:
        courses.setdefault(event.dispute, []).append(event)
    return tuple(
        Dispute(course[0], tuple(course))
        for course in courses.values()
        if isinstance(course[0], DisputeOpened)
    )
