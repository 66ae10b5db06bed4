"""`seen_event`: what a reader at no seat may see of an event when it happens.

It does for a stream of events what `seat_view` does for a position. What is shown of an event never
depends on what came after it: readers see the same while the game goes on and afterwards.
"""

from typing import NamedTuple, TypeAlias, assert_never

from ..disputes.events import DisputeAnswered, DisputeOpened, RulingAppealed, RulingMade
from ..events import (
    ActUndone,
    DealUndone,
    DealVoid,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    Seat,
    TileDrawn,
    TileLaid,
    TilesShown,
    TurnLost,
    TurnPassed,
)
from ..round.state import Round
from ..tiles import Tiles
from .seat_view import UnseenDraw, lies_open, seat_view


class UnseenDeal(NamedTuple):
    """A round is dealt, and the viewer sees how many tiles went where."""

    leader: Seat | None
    tiles: tuple[int, ...]
    """By seat."""
    boneyard_tiles: int


class UnseenNote(NamedTuple):
    """Something was irregular, and the viewer does not see the tiles it is about."""

    code: str


SeenEvent: TypeAlias = Event | UnseenDeal | UnseenDraw | UnseenNote


def seen_event(event: Event, round: Round | None) -> SeenEvent:
    """The event itself, or what may be seen of it.

    ``round`` is the hidden one, as it is after the event (`hidden_round`); None: all lies open.
    What is not seen may be shown when the round lies open, and never of a round that never does.
    """
    if round is None or lies_open(round):
        return event
    match event:
        case RoundDealt():
            return _dealt(event, round)
        case TileDrawn():
            return UnseenDraw(event.seat)
        case IrregularityNoted():
            return UnseenNote(event.code)
        case TileLaid() | TurnPassed() | TurnLost() | TilesShown() | ActUndone() | DealUndone():
            return event
        case RoundBlocked() | RoundWon() | DealVoid() | PlayPaused() | PlayResumed():
            return event
        case GameOpened() | GameWon() | GameAbandoned() | GameForfeited() | GameAmended():
            return event
        case DisputeOpened() | DisputeAnswered() | RulingMade() | RulingAppealed():
            return event
        case _:
            assert_never(event)


def left_in_hand(round: Round, *, open: bool = False) -> tuple[Tiles, ...]:
    """By seat, the tiles it still holds; nothing while they are hidden, unless all lies open."""
    hands = seat_view(round, None, open=open).hands
    return tuple(hand.tiles for hand in hands if hand.tiles is not None)


def _dealt(deal: RoundDealt, round: Round) -> UnseenDeal:
    view = seat_view(round, None)
    return UnseenDeal(deal.leader, tuple(hand.size for hand in view.hands), view.boneyard.size)
