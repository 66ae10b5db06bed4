"""`seen_event`: what a spectator may see of an event when it happens.

The counterpart of `seat_view` for a stream of events. The result never depends on later events:
readers see the same during the game and afterwards.
"""

from typing import NamedTuple, TypeAlias, assert_never

from ..disputes.events import (
    DisputeAnswered,
    DisputeOpened,
    DisputeWithdrawn,
    RulingAppealed,
    RulingMade,
)
from ..events import (
    ActUndone,
    DealUndone,
    DealVoid,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    IrregularityNoted,
    LastTileKnocked,
    MarkerRaised,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    PointsClaimed,
    RoundBlocked,
    RoundDealt,
    RoundReported,
    RoundWon,
    Seat,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    TurnEnded,
    TurnLost,
    TurnPassed,
)
from ..faults.codes import Params
from ..round.state import Round
from ..tiles import Tile, Tiles
from .seat_view import UnseenAside, UnseenDraw, lies_open, seat_view


class UnseenDeal(NamedTuple):
    """A deal of which the viewer sees only the numbers of tiles."""

    leader: Seat | None
    tiles: tuple[int, ...]
    """By seat."""
    boneyard_tiles: int
    hub: Tile | None
    """The tile with which the table begins, and which nobody lays."""


class UnseenNote(NamedTuple):
    """An irregularity without the tiles it is about."""

    code: str


class UnseenSeeds(NamedTuple):
    """Seeds that were recorded; with them the hands could be computed."""


class SignedUnseen(NamedTuple):
    """A signature without the hash it is over."""

    first: int
    version: int
    key: str


SeenEvent: TypeAlias = (
    Event | UnseenDeal | UnseenDraw | UnseenAside | UnseenNote | UnseenSeeds | SignedUnseen
)


def seen_event(event: Event, round: Round | None) -> SeenEvent:
    """The event itself, or what may be seen of it.

    ``round`` is the `hidden_round` after the event; None: all tiles are open. Hidden details may be
    shown once the round is open, and never if it is never opened. A hash and a signature never are:
    with them a hidden tile of an earlier round could be found by trying every tile.
    """
    if isinstance(event, EntrySigned):
        return SignedUnseen(event.first, event.version, event.key)
    if round is None or lies_open(round):
        return event
    match event:
        case RoundDealt():
            return _dealt(event, round)
        case SeedsRecorded():
            return UnseenSeeds()
        case TileDrawn():
            return UnseenDraw(event.seat)
        case TileSetAside():
            return UnseenAside(event.seat)
        case IrregularityNoted():
            return UnseenNote(event.code)
        case (
            TileLaid() | TurnPassed() | MarkerRaised() | TurnEnded() | TurnLost()
            | PointsClaimed() | LastTileKnocked()
        ):  # fmt: skip
            return event
        case TilesShown() | PipsNoted() | TileRuledOut() | ActUndone() | DealUndone():
            return event
        case (
            RoundReported()
            | RoundBlocked()
            | RoundWon()
            | TargetReached()
            | DealVoid()
            | PlayPaused()
            | PlayResumed()
            | ShuffleCommitted()
            | ShuffleAborted()
        ):
            return event
        case GameOpened() | GameWon() | GameAbandoned() | GameForfeited() | GameAmended():
            return event
        case (
            DisputeOpened() | DisputeAnswered() | DisputeWithdrawn()
            | RulingMade() | RulingAppealed()
        ):  # fmt: skip
            return event
        case _:
            assert_never(event)


_SEEN_BY_ALL = frozenset({"seat", "no_seat", "turn", "tile", "end", "ends", "pip", "claim", "by"})
"""Parameters that name an act as it was done: who, with which tile, at which end; what was said."""


def seen_params(params: Params) -> Params:
    """Those parameters of a fault that reveal only what everybody saw at the table."""
    return {name: value for name, value in params.items() if name in _SEEN_BY_ALL}


def left_in_hand(round: Round, *, open: bool = False) -> tuple[Tiles, ...]:
    """By seat, the tiles left in hand; empty while they are hidden, unless ``open``."""
    hands = seat_view(round, None, open=open).hands
    return tuple(hand.tiles for hand in hands if hand.tiles is not None)


def _dealt(deal: RoundDealt, round: Round) -> UnseenDeal:
    view = seat_view(round, None)
    sizes = tuple(hand.size for hand in view.hands)
    return UnseenDeal(deal.leader, sizes, view.boneyard.size, deal.hub)
