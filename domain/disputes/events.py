"""What is said about a game at the arbiter's desk. It changes nothing of what was played."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias
from uuid import UUID

from .remedies import Remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeOpened:
    """Somebody disputes the game, a round of it, or a move of that round, as the record counts.

    ``dispute`` numbers the disputes of a game from 1.
    """

    TOPIC: ClassVar[str] = "dispute-opened/1"
    dispute: int
    by: UUID
    claim: str
    round: int | None = None
    move: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnswered:
    """Somebody answered the claim."""

    TOPIC: ClassVar[str] = "dispute-answered/1"
    dispute: int
    by: UUID
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade:
    """An arbiter ruled on a dispute; this replaces an earlier ruling on it."""

    TOPIC: ClassVar[str] = "ruling-made/1"
    dispute: int
    by: UUID
    remedies: tuple[Remedy, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed:
    """Somebody appealed against the last ruling on a dispute; it stands until ruled on again."""

    TOPIC: ClassVar[str] = "ruling-appealed/1"
    dispute: int
    by: UUID
    reason: str


DeskEvent: TypeAlias = DisputeOpened | DisputeAnswered | RulingMade | RulingAppealed
