"""Events of disputes. They do not change what was played."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias
from uuid import UUID

from .remedies import Remedy

Role: TypeAlias = Literal["arbiter", "table"]
"""As whom a person rules: as an arbiter, or for a table that has no arbiter and rules itself."""
Withdrawn: TypeAlias = Literal["claim", "appeal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeOpened:
    """A dispute about the game, one of its rounds, or a move of that round.

    ``dispute`` is its number in the game, from 1. ``round`` and ``move`` count as in the record.
    """

    TOPIC: ClassVar[str] = "dispute-opened/1"
    dispute: int
    by: UUID
    claim: str
    round: int | None = None
    move: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnswered:
    """The claim or the appeal was answered."""

    TOPIC: ClassVar[str] = "dispute-answered/1"
    dispute: int
    by: UUID
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade:
    """An arbiter ruled on a dispute; this replaces any earlier ruling on it."""

    TOPIC: ClassVar[str] = "ruling-made/1"
    dispute: int
    by: UUID
    remedies: tuple[Remedy, ...]
    reason: str = ""
    role: Role | None = None
    """None: unknown, as in rulings of version 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed:
    """The last ruling on a dispute was appealed; it stays in force until the next ruling."""

    TOPIC: ClassVar[str] = "ruling-appealed/1"
    dispute: int
    by: UUID
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWithdrawn:
    """The claim was withdrawn, which ends the dispute; or the appeal, and the ruling stands."""

    TOPIC: ClassVar[str] = "dispute-withdrawn/1"
    dispute: int
    by: UUID
    what: Withdrawn
    reason: str = ""


DisputeEvent: TypeAlias = (
    DisputeOpened | DisputeAnswered | RulingMade | RulingAppealed | DisputeWithdrawn
)
