"""Events, in the past tense. None of them holds scores or money.

The TOPIC is the stored name and version of an event; it never changes. In memory events are plain
frozen values; pydantic converts them at the edges, by their annotations. Acts are interned (`laid`,
`drew`, `passed`): all games consist of a few hundred different acts.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, get_args
from uuid import UUID

from pydantic import AwareDatetime, Field

from .disputes.events import DisputeEvent
from .faults.codes import StoredParams
from .frozen import Frozen
from .rules.payout import Stake
from .rules.rule_set import RuleSet
from .seats import Seat as Seat  # noqa: PLC0414 - re-exported
from .tiles import Pip, Tile, TileName, TileNameOrUnseen

EndName: TypeAlias = str
Bend: TypeAlias = Literal["left", "right"]
"""How a bent tile turns, seen outward from the end it is laid at."""
Placing: TypeAlias = tuple[Tile, EndName | None, bool, Pip | None, Pip | None, Bend | None]
"""A tile, the end it lies at, whether it is flipped, and its `open`, `wild` and `bend`."""


class Way(NamedTuple):
    """How a tile lies, where its end does not say it; see `TileLaid`."""

    open: Pip | None = None
    wild: Pip | None = None
    bend: Bend | None = None


def given_fields(way: Way) -> dict[str, Pip | Bend]:
    """Those of the fields that are given, by name."""
    return {name: value for name, value in way._asdict().items() if value is not None}


NO_WAY = Way()
"""Of a tile that may lie in one way only."""


Ended: TypeAlias = Literal["out", "blocked", "target", "void", "reported"]
"""``target``: with points in play, a side has won the game. ``reported``: only the result is known;
how the round was played counts for nothing."""
ActName: TypeAlias = Literal[
    "lay", "ruling", "draw", "aside", "pass", "marker", "done", "claim", "knock", "lost"
]
"""The name of an act: in a record its field, in faults and duties its name."""
ActStep: TypeAlias = Literal["lay", "draw", "aside", "pass", "turn"]
"""What an act is in a replay. ``turn``: no tile moves, and the seat does not pass."""
MoveType: TypeAlias = Literal["L", "D", "P"]
"""What an act is in the article's table of moves: a lay, a draw or a pass."""

BonusName: TypeAlias = Literal[
    "capicua", "chuchazo", "opening-pass", "round-pass", "each-pass", "out", "round", "carry"
]
"""What points beside those for hands are for, in the order in which they count."""
OF_GOING_OUT: tuple[BonusName, ...] = ("capicua", "chuchazo", "out")
"""Bonuses of a seat that went out."""


class NotedBonus(Frozen):
    """A bonus of a round of which only the result is known.

    ``seat``: who earned it; None: that is not noted, or it is the seat that went out.
    """

    name: BonusName
    seat: Annotated[Seat | None, Field(exclude_if=lambda own: own is None)] = None


class ActKind(NamedTuple):
    """What an act is, for everything that does not differ act by act (docs/decisions/0098).

    When it is legal, what it changes, why it was wrong, and its words stand elsewhere, act by act.
    """

    name: ActName
    step: ActStep
    move_type: MoveType | None = None
    """None: the article does not count it as a move."""
    says: Literal["tile", "points", "cause"] | None = None
    """The field of the event that is the value of its field in a record."""
    value: bool | str = True
    """That value, if it says nothing."""
    gives: bool = False
    """The tile leaves the hand."""
    takes: bool = False
    """The tile comes to the hand, from the boneyard."""
    secret: bool = False
    """Only the seat sees the tile, until the round is over."""
    unable: bool = False
    """The seat ends its turn without a lay, and so says that it could not lay."""
    ends_turn: bool = False
    """The turn is always over; after other acts that depends on the rules."""
    by_any: bool = False
    """Any seat may do it, also out of turn."""
    calls: bool = False
    """It may follow a lay whose call is due, and leaves it due."""
    owed: bool = False
    """A call that the seat must make when its lay asks for it, or it draws a tile."""


_LEFT_OUT = Field(exclude_if=lambda own: own is None)
"""Not in the stored bytes if None, so that events without it keep theirs."""
_LEFT_OUT_IF_EMPTY = Field(exclude_if=lambda own: not own)
"""Not in the stored bytes if there is nothing in it."""


class GameOpened(Frozen):
    """A game began under these rules, which are stored in full.

    ``record`` is the id that the author of the record chose. ``players`` are random ids in seat
    order, clockwise. ``after`` is the record id of the game whose result decides the first lead.
    """

    TOPIC: ClassVar[str] = "game-opened/1"
    record: str
    rules: RuleSet
    players: tuple[UUID, ...]
    stake: Stake = field(default_factory=Stake)
    teams: tuple[tuple[Seat, ...], ...] | None = None
    source: str | None = None
    started_at: AwareDatetime | None = None
    after: str | None = None


class ShuffleCommitted(Frozen):
    """The server and all seats committed to the seeds of the next deal (docs/shuffle.md).

    ``server`` and ``seats`` are commitments in hexadecimal, the latter by seat. ``by_program``: the
    seats whose seeds the server chose. ``reproducible``: all seeds follow from the seed of a
    simulation, so that the deal can be repeated, and is not fair.
    """

    TOPIC: ClassVar[str] = "shuffle-committed/1"
    algorithm: str
    server: str
    seats: tuple[str, ...]
    by_program: tuple[Seat, ...] = ()
    reproducible: bool = False


class ShuffleAborted(Frozen):
    """The seeds that were last committed to were given up: no deal was made with them."""

    TOPIC: ClassVar[str] = "shuffle-aborted/1"


class SeedsRecorded(Frozen):
    """The seeds of the last deal, in hexadecimal; None: not revealed.

    The program that deals records them with the deal. Until the round is over they are as hidden as
    the hands (`seen_event`).
    """

    TOPIC: ClassVar[str] = "seeds-recorded/1"
    server: str | None
    seats: tuple[str | None, ...]
    """By seat."""


class RoundDealt(Frozen):
    """Hands as dealt, by seat. The boneyard is in drawing order; None if the order is unknown.

    ``leader`` acts first: it leads, or begins to draw if nobody holds the tile to lead. None if the
    deal is void because nobody holds that tile. ``hub``: a tile with which the table begins, and
    which nobody lays: taken out before the deal, or turned up after it.
    """

    TOPIC: ClassVar[str] = "round-dealt/1"
    hands: tuple[tuple[TileNameOrUnseen, ...], ...]
    boneyard: tuple[TileName, ...] | None = None
    leader: Seat | None = None
    hub: Annotated[TileName | None, _LEFT_OUT] = None


class DealVoid(Frozen):
    """No seat held the tile that must lead; the tiles are dealt again."""

    TOPIC: ClassVar[str] = "deal-void/1"
    HOW: ClassVar[Ended] = "void"


class RoundReported(Frozen):
    """A round of which nothing but the result is known (docs/rules/score.md#reported-rounds).

    ``winners`` are all seats of the sides that won; empty: nobody. ``ended`` is None if it is not
    known how the round ended; ``out`` is the seat that went out, if known. ``points`` are by side;
    ``pips``, left in hand, by seat or by side. At most one of the two is given. ``bonuses``: those
    that were noted; ``points`` include them.
    """

    TOPIC: ClassVar[str] = "round-reported/1"
    winners: tuple[Seat, ...]
    ended: Literal["out", "blocked"] | None = None
    out: Seat | None = None
    points: tuple[int, ...] | None = None
    pips: tuple[int, ...] | None = None
    bonuses: Annotated[tuple[NotedBonus, ...], _LEFT_OUT_IF_EMPTY] = ()


class TileDrawn(Frozen):
    """A seat took a tile from the boneyard."""

    TOPIC: ClassVar[str] = "tile-drawn/1"
    KIND: ClassVar[ActKind] = ActKind("draw", "draw", "D", says="tile", takes=True, secret=True)
    seat: Seat
    tile: TileNameOrUnseen


class TileLaid(Frozen):
    """A seat laid a tile at an open end; the lead has no end.

    ``flipped``: the lead lies with its higher half to the left. The other fields say how the tile
    lies, where the end does not say it. ``open``: the half that stays open, of a tile that may lie
    either way round. ``wild``: the pip that a wild half stands for. ``bend``: how a double turns a
    bent line.
    """

    TOPIC: ClassVar[str] = "tile-laid/1"
    KIND: ClassVar[ActKind] = ActKind("lay", "lay", "L", says="tile", gives=True)
    seat: Seat
    tile: TileName
    end: EndName | None = None
    flipped: bool = False
    open: Annotated[Pip | None, _LEFT_OUT] = None
    wild: Annotated[Pip | None, _LEFT_OUT] = None
    bend: Annotated[Bend | None, _LEFT_OUT] = None
    placing: Placing = field(init=False)
    """All but the seat. Interned, since the front after every lay is looked up by it."""

    def __post_init__(self) -> None:
        fields = self.tile, self.end, self.flipped, self.open, self.wild, self.bend
        object.__setattr__(self, "placing", _placing(*fields))

    @property
    def way(self) -> Way:
        """How the tile lies, where its end does not say it."""
        return Way(self.open, self.wild, self.bend)


class TileRuledOut(Frozen):
    """A seat tried a tile, and the table ruled that it finds no room there; the seat keeps it.

    ``bend``: how a double was tried.
    """

    TOPIC: ClassVar[str] = "tile-ruled-out/1"
    KIND: ClassVar[ActKind] = ActKind("ruling", "turn", says="tile")
    seat: Seat
    tile: TileName
    end: EndName
    bend: Annotated[Bend | None, _LEFT_OUT] = None

    @property
    def lay(self) -> TileLaid:
        """The lay that was tried."""
        return laid(self.seat, self.tile, self.end, False, Way(bend=self.bend))


class TileSetAside(Frozen):
    """A seat that could not lay put a tile of its hand aside, face down."""

    TOPIC: ClassVar[str] = "tile-set-aside/1"
    KIND: ClassVar[ActKind] = ActKind(
        *("aside", "aside", "P", "tile"), gives=True, secret=True, unable=True, ends_turn=True
    )
    seat: Seat
    tile: TileNameOrUnseen


class MarkerRaised(Frozen):
    """A seat that could not lay put the marker of its train up: all seats may lay there.

    ``inferred``: the record does not mention it. A lay of the seat on its own train takes the
    marker down.
    """

    TOPIC: ClassVar[str] = "marker-raised/1"
    KIND: ClassVar[ActKind] = ActKind(
        "marker", "turn", "P", value="up", unable=True, ends_turn=True
    )
    seat: Seat
    inferred: bool = False


class TurnEnded(Frozen):
    """A seat that could lay more ended its turn; ``inferred``: the record does not mention it."""

    TOPIC: ClassVar[str] = "turn-ended/1"
    KIND: ClassVar[ActKind] = ActKind("done", "turn", ends_turn=True, calls=True)
    seat: Seat
    inferred: bool = False


class TurnPassed(Frozen):
    """A seat passed; ``inferred``: the record does not mention it."""

    TOPIC: ClassVar[str] = "turn-passed/1"
    KIND: ClassVar[ActKind] = ActKind("pass", "pass", "P", unable=True, ends_turn=True)
    seat: Seat
    inferred: bool = False


class PointsClaimed(Frozen):
    """A seat claimed ``points`` for its last lay: what the open ends count, as the seat says."""

    TOPIC: ClassVar[str] = "points-claimed/1"
    KIND: ClassVar[ActKind] = ActKind("claim", "turn", says="points", by_any=True, calls=True)
    seat: Seat
    points: int


class LastTileKnocked(Frozen):
    """A seat knocked, as it has one tile left."""

    TOPIC: ClassVar[str] = "last-tile-knocked/1"
    KIND: ClassVar[ActKind] = ActKind("knock", "turn", owed=True)
    seat: Seat


class TurnLost(Frozen):
    """A seat lost its turn: time was up, or the player absent. It says nothing of the hand."""

    TOPIC: ClassVar[str] = "turn-lost/1"
    KIND: ClassVar[ActKind] = ActKind("lost", "pass", says="cause", ends_turn=True, calls=True)
    seat: Seat
    cause: Literal["time", "absent"]


class ActUndone(Frozen):
    """The last act was undone, together with its consequences, a round or game won included."""

    TOPIC: ClassVar[str] = "act-undone/1"


class DealUndone(Frozen):
    """The last deal was undone, with everything after it in the round; or a reported round."""

    TOPIC: ClassVar[str] = "deal-undone/1"


class TilesShown(Frozen):
    """A seat showed its remaining tiles after the end of the round."""

    TOPIC: ClassVar[str] = "tiles-shown/1"
    seat: Seat
    tiles: tuple[TileName, ...]


class PipsNoted(Frozen):
    """Pips left in hand, noted as numbers after the round, by seat; None: not in this event."""

    TOPIC: ClassVar[str] = "pips-noted/1"
    pips: tuple[int | None, ...]


class RoundBlocked(Frozen):
    """No seat can play and no tile may be drawn."""

    TOPIC: ClassVar[str] = "round-blocked/1"
    HOW: ClassVar[Ended] = "blocked"


class RoundWon(Frozen):
    """A seat is out: it has no tile left, and the round is over."""

    TOPIC: ClassVar[str] = "round-won/1"
    HOW: ClassVar[Ended] = "out"
    seat: Seat


class TargetReached(Frozen):
    """With its points in play, the side of a seat has won the game, and the round is over."""

    TOPIC: ClassVar[str] = "target-reached/1"
    HOW: ClassVar[Ended] = "target"
    seat: Seat


class IrregularityNoted(Frozen):
    """The event before this one breaks the rules of play.

    ``code`` and ``params`` are those of a `Fault`. ``recorded`` keeps, as JSON, a field of the
    record that has no event of its own: how the round ended, or the tiles shown at its end.
    """

    TOPIC: ClassVar[str] = "irregularity-noted/1"
    code: str
    params: StoredParams = field(default_factory=dict)
    recorded: str | None = None


class GameWon(Frozen):
    """The game is over and these seats won it, under the rules in force."""

    TOPIC: ClassVar[str] = "game-won/1"
    seats: tuple[Seat, ...]


class GameAbandoned(Frozen):
    """The game was broken off for good."""

    TOPIC: ClassVar[str] = "game-abandoned/1"
    reason: str = ""


class GameForfeited(Frozen):
    """A seat gave up; the game is over."""

    TOPIC: ClassVar[str] = "game-forfeited/1"
    seat: Seat
    reason: str = ""


class PlayPaused(Frozen):
    """Play is paused; clocks stop."""

    TOPIC: ClassVar[str] = "play-paused/1"


class PlayResumed(Frozen):
    """Play continues."""

    TOPIC: ClassVar[str] = "play-resumed/1"


class GameAmended(Frozen):
    """A newer version of the game, by this person, begins and supersedes all earlier events."""

    TOPIC: ClassVar[str] = "game-amended/1"
    reason: str
    by: UUID | None
    opening: GameOpened


class EntrySigned(Frozen):
    """A key of the house signed the events ``first`` to ``version`` of this game, counted from 1.

    ``hash`` is that of the entry at ``version``, and so covers all before it. ``key`` is the id of
    the key, ``signature`` its signature in Base64 (docs/keys.md#what-is-signed). It changes nothing
    in the game.
    """

    TOPIC: ClassVar[str] = "entry-signed/1"
    first: int
    version: int
    hash: str
    key: str
    signature: str


Act: TypeAlias = (  # Most frequent first.
    TileLaid | TurnPassed | TileDrawn | TileRuledOut | TileSetAside | MarkerRaised | TurnEnded
    | PointsClaimed | LastTileKnocked | TurnLost
)  # fmt: skip
"""What a seat does or fails to do; the other events of a round are consequences."""
TileAct: TypeAlias = TileLaid | TileDrawn | TileSetAside
"""A tile moves: to the table, to the hand, or aside."""
SecretAct: TypeAlias = TileDrawn | TileSetAside
"""A tile moves that only the seat sees."""
Call: TypeAlias = PointsClaimed | LastTileKnocked
"""What a seat says after its lay."""
StillAct: TypeAlias = Call | TurnPassed | TurnEnded | TurnLost
"""Nothing on the table changes but whose turn it is."""
SilentAct: TypeAlias = TurnPassed | MarkerRaised | TurnEnded
"""The end of a turn that a record may leave out."""
Closing: TypeAlias = RoundWon | RoundBlocked | TargetReached
"""The round is over by play."""
Ending: TypeAlias = Closing | DealVoid
Shown: TypeAlias = TilesShown | PipsNoted
"""What players show after the end of a round."""
RoundEvent: TypeAlias = Act | Ending | Shown | IrregularityNoted | ActUndone
RoundBegun: TypeAlias = RoundDealt | RoundReported
GameLeft: TypeAlias = GameAbandoned | GameForfeited
"""The game was given up."""
ShuffleEvent: TypeAlias = ShuffleCommitted | ShuffleAborted | SeedsRecorded
"""How a deal was made; not part of its round."""
OpenEvent: TypeAlias = (
    GameOpened | GameAmended | ShuffleCommitted | ShuffleAborted | RoundReported | Act | Ending
    | Shown | ActUndone | DealUndone | GameWon | GameLeft | PlayPaused | PlayResumed | DisputeEvent
)  # fmt: skip
"""What everybody may see of it hides nothing, but for the tile of a secret act."""
Event: TypeAlias = OpenEvent | RoundDealt | SeedsRecorded | IrregularityNoted | EntrySigned

KINDS: Mapping[ActName, type[Act]] = {kind.KIND.name: kind for kind in get_args(Act)}


AnyAct = TypeVar("AnyAct", bound=Act)


def is_inferred(event: Event) -> bool:
    """The end of a turn that the record leaves out; it is not counted as a move."""
    return isinstance(event, SilentAct) and event.inferred


def as_recorded(act: Act) -> Act:
    """The act as if a record mentioned it."""
    return replace(act, inferred=False) if isinstance(act, SilentAct) else act


def with_secret(act: SecretAct, tile: Tile) -> SecretAct:
    """The act with this tile; `UNSEEN` for those who do not see it."""
    return drew(act.seat, tile) if isinstance(act, TileDrawn) else replace(act, tile=tile)


def laid(
    seat: Seat, tile: Tile, end: EndName | None, flipped: bool = False, way: Way = NO_WAY
) -> TileLaid:
    """Interned event."""
    return _laid(seat, tile, end, flipped, way)


@lru_cache(maxsize=1 << 14)
def _placing(*fields: Any) -> Placing:
    return fields


def drew(seat: Seat, tile: Tile) -> TileDrawn:
    """Interned event."""
    return _drew(seat, tile)


def passed(seat: Seat, inferred: bool = False) -> TurnPassed:
    """Interned event."""
    return _passed(seat, inferred)


def interned(act: AnyAct) -> AnyAct:
    """The one act of all that are equal to this one."""
    return _interned(act)  # type: ignore[return-value]


# `lru_cache` treats keyword, default and positional arguments as different calls, so the functions
# above pass all arguments by position.


@lru_cache(maxsize=1 << 14)
def _interned(act: Act) -> Act:
    return act


@lru_cache(maxsize=1 << 14)
def _laid(seat: Seat, tile: Tile, end: EndName | None, flipped: bool, way: Way) -> TileLaid:
    return interned(TileLaid(seat=seat, tile=tile, end=end, flipped=flipped, **way._asdict()))


@lru_cache(maxsize=1 << 14)
def _drew(seat: Seat, tile: Tile) -> TileDrawn:
    return interned(TileDrawn(seat=seat, tile=tile))


@lru_cache(maxsize=1 << 14)
def _passed(seat: Seat, inferred: bool) -> TurnPassed:
    return interned(TurnPassed(seat=seat, inferred=inferred))
