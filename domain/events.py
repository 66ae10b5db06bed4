"""Events, in the past tense. None of them holds scores or money.

The TOPIC is the stored name and version of an event; it never changes. In memory events are plain
frozen values; pydantic converts them at the edges, by their annotations. Acts are interned (`laid`,
`drew`, `passed`): all games consist of a few hundred different acts.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, TypeAlias
from uuid import UUID

from pydantic import AwareDatetime, Field

from .disputes.events import DeskEvent
from .faults.codes import StoredParams
from .rules.rule_set import RuleSet, Stake
from .seats import Seat as Seat  # noqa: PLC0414 - re-exported
from .tiles import Pip, Tile, TileName, TileNameOrUnseen

EndName: TypeAlias = str
Placing: TypeAlias = tuple[Tile, EndName | None, bool, Pip | None]
"""A tile, the end it lies at, whether it is flipped, and the half said to stay open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game began under these rules, which are stored in full.

    ``record`` is the id that the author of the record chose. ``players`` are random ids in seat
    order, clockwise. ``after`` is the record id of the game whose result decides the first lead.
    """

    TOPIC: ClassVar[str] = "game-opened/1"
    record: str
    rules: RuleSet
    players: tuple[UUID, ...]
    stake: Stake = Stake()  # noqa: RUF009 - a frozen value
    teams: tuple[tuple[Seat, ...], ...] | None = None
    source: str | None = None
    started_at: AwareDatetime | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDealt:
    """Hands as dealt, by seat. The boneyard is in drawing order; None if the order is unknown.

    ``leader`` is None if the deal is void because nobody holds the tile that must lead.
    """

    TOPIC: ClassVar[str] = "round-dealt/1"
    hands: tuple[tuple[TileNameOrUnseen, ...], ...]
    boneyard: tuple[TileName, ...] | None = None
    leader: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoid:
    """No seat held the tile that must lead; the tiles are dealt again."""

    TOPIC: ClassVar[str] = "deal-void/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReported:
    """A round of which nothing but the result is known (docs/rules/score.md#reported-rounds).

    ``winners`` are all seats of the sides that won; empty: nobody. ``ended`` is None if it was not
    noted how the round ended; ``out`` is the seat that went out, if noted. ``points`` are by side;
    ``pips``, left in hand, by seat or by side. At most one of the two is noted.
    """

    TOPIC: ClassVar[str] = "round-reported/1"
    winners: tuple[Seat, ...]
    ended: Literal["out", "blocked"] | None = None
    out: Seat | None = None
    points: tuple[int, ...] | None = None
    pips: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDrawn:
    """A seat took a tile from the boneyard."""

    TOPIC: ClassVar[str] = "tile-drawn/1"
    seat: Seat
    tile: TileNameOrUnseen


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLaid:
    """A seat laid a tile at an open end; the lead has no end.

    ``flipped``: the lead lies with its higher half to the left. ``open``: the half that stays open,
    of a tile that may lie either way round; it makes a new version (`topic_of`).
    """

    TOPIC: ClassVar[str] = "tile-laid/1"
    WITH_OPEN: ClassVar[str] = "tile-laid/2"
    seat: Seat
    tile: TileName
    end: EndName | None = None
    flipped: bool = False
    open: Annotated[Pip | None, Field(exclude_if=lambda own: own is None)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed:
    """A seat passed; ``inferred``: the record does not mention it."""

    TOPIC: ClassVar[str] = "turn-passed/1"
    seat: Seat
    inferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost:
    """A seat lost its turn because its time was up or the player was absent.

    Unlike a pass this implies nothing about the hand.
    """

    TOPIC: ClassVar[str] = "turn-lost/1"
    seat: Seat
    cause: Literal["time", "absent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActUndone:
    """The last act was undone, together with its consequences, a round or game won included."""

    TOPIC: ClassVar[str] = "act-undone/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealUndone:
    """The last deal was undone, with everything after it in the round; or a reported round."""

    TOPIC: ClassVar[str] = "deal-undone/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesShown:
    """A seat showed its remaining tiles after the end of the round."""

    TOPIC: ClassVar[str] = "tiles-shown/1"
    seat: Seat
    tiles: tuple[TileName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBlocked:
    """No seat can play and no tile may be drawn."""

    TOPIC: ClassVar[str] = "round-blocked/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon:
    """A seat is out: it has no tile left, and the round is over."""

    TOPIC: ClassVar[str] = "round-won/1"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityNoted:
    """The event before this one breaks the rules of play.

    ``code`` and ``params`` are those of a `Fault`. ``recorded`` keeps, as JSON, a field of the
    record that has no event of its own: how the round ended, or the tiles shown at its end.
    """

    TOPIC: ClassVar[str] = "irregularity-noted/2"
    code: str
    params: StoredParams = field(default_factory=dict)
    recorded: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon:
    """The game is over and these seats won it, under the rules in force."""

    TOPIC: ClassVar[str] = "game-won/1"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAbandoned:
    """The game was broken off for good."""

    TOPIC: ClassVar[str] = "game-abandoned/1"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForfeited:
    """A seat gave up; the game is over."""

    TOPIC: ClassVar[str] = "game-forfeited/1"
    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPaused:
    """Play is paused; clocks stop."""

    TOPIC: ClassVar[str] = "play-paused/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed:
    """Play continues."""

    TOPIC: ClassVar[str] = "play-resumed/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAmended:
    """A newer version of the game begins with this opening and supersedes all earlier events.

    ``by`` is the id of the person who amended it.
    """

    TOPIC: ClassVar[str] = "game-amended/1"
    reason: str
    by: UUID | None
    opening: GameOpened


RoundEvent: TypeAlias = (
    TileLaid
    | TurnPassed
    | TileDrawn
    | TurnLost
    | ActUndone
    | TilesShown
    | RoundBlocked
    | RoundWon
    | DealVoid
    | IrregularityNoted
)
Event: TypeAlias = (
    GameOpened
    | RoundDealt
    | RoundReported
    | DealUndone
    | RoundEvent
    | GameWon
    | GameAbandoned
    | GameForfeited
    | PlayPaused
    | PlayResumed
    | GameAmended
    | DeskEvent
)


def topic_of(event: Event) -> str:
    """The name and version under which the event is stored.

    A lay-down without an open half keeps its first version, and its bytes.
    """
    if isinstance(event, TileLaid) and event.open is not None:
        return event.WITH_OPEN
    return event.TOPIC


Ended: TypeAlias = Literal["out", "blocked", "void", "reported"]
"""``reported``: only the result is known; how the round was played counts for nothing."""


def is_inferred(event: Event) -> bool:
    """A pass that the record leaves out; it is not counted as a move."""
    return isinstance(event, TurnPassed) and event.inferred


def laid(
    seat: Seat, tile: Tile, end: EndName | None, flipped: bool = False, open: Pip | None = None
) -> TileLaid:
    """Interned event."""
    return _laid(seat, tile, end, flipped, open)


def drew(seat: Seat, tile: Tile) -> TileDrawn:
    """Interned event."""
    return _drew(seat, tile)


def passed(seat: Seat, inferred: bool = False) -> TurnPassed:
    """Interned event."""
    return _passed(seat, inferred)


# `lru_cache` treats keyword, default and positional arguments as different calls, so the functions
# above pass all arguments by position.


@lru_cache(maxsize=1 << 14)
def _laid(seat: Seat, tile: Tile, end: EndName | None, flipped: bool, open: Pip | None) -> TileLaid:
    return TileLaid(seat=seat, tile=tile, end=end, flipped=flipped, open=open)


@lru_cache(maxsize=1 << 14)
def _drew(seat: Seat, tile: Tile) -> TileDrawn:
    return TileDrawn(seat=seat, tile=tile)


@lru_cache(maxsize=1 << 14)
def _passed(seat: Seat, inferred: bool) -> TurnPassed:
    return TurnPassed(seat=seat, inferred=inferred)
