"""`seen_event`: what a spectator may see of an event when it happens.

The counterpart of `seat_view` for a stream of events. The result never depends on later events:
readers see the same during the game and afterwards.
"""

from typing import NamedTuple, TypeAlias

from ..events import (
    EntrySigned,
    Event,
    IrregularityNoted,
    OpenEvent,
    RoundDealt,
    SecretAct,
    SeedsRecorded,
)
from ..faults.codes import Params
from ..round.state import Round
from ..tiles import NAMES, Tiles
from .seat_view import lies_open, seat_view


class SeenInPart(NamedTuple):
    """What may be seen of an event, as JSON: some of its fields."""

    shown: Params


SeenEvent: TypeAlias = Event | SeenInPart


def seen_event(event: Event, round: Round | None) -> SeenEvent:
    """The event itself, or what may be seen of it.

    ``round`` is the `hidden_round` after the event; None: all tiles are open. Hidden details may be
    shown once the round is open, and never if it is never opened. A hash and a signature never are:
    with them a hidden tile of an earlier round could be found by trying every tile.
    """
    if isinstance(event, EntrySigned):
        return SeenInPart({"first": event.first, "version": event.version, "key": event.key})
    if round is None or lies_open(round):
        return event
    if isinstance(event, RoundDealt):
        return _dealt(event, round)
    if isinstance(event, SeedsRecorded):
        return SeenInPart({})
    if isinstance(event, IrregularityNoted):
        return SeenInPart({"code": event.code})
    if isinstance(event, SecretAct):
        return SeenInPart({"seat": event.seat})
    seen: OpenEvent = event  # A new kind of event must be one of these, or stand above.
    return seen


_SEEN_BY_ALL = frozenset(
    {"seat", "no_seat", "turn", "tile", "end", "ends", "pip", "claim", "by", "act"}
)
"""Parameters that name an act as it was done: who, with which tile, at which end; what was said."""


def seen_params(params: Params) -> Params:
    """Those parameters of a fault that reveal only what everybody saw at the table."""
    return {name: value for name, value in params.items() if name in _SEEN_BY_ALL}


def left_in_hand(round: Round, *, open: bool = False) -> tuple[Tiles, ...]:
    """By seat, the tiles left in hand; empty while they are hidden, unless ``open``."""
    hands = seat_view(round, None, open=open).hands
    return tuple(hand.tiles for hand in hands if hand.tiles is not None)


def _dealt(deal: RoundDealt, round: Round) -> SeenInPart:
    view = seat_view(round, None)
    hub: Params = {} if deal.hub is None else {"hub": NAMES[deal.hub]}
    sizes = tuple(hand.size for hand in view.hands)
    return SeenInPart(
        {"leader": deal.leader, "tiles": sizes, "boneyard_tiles": view.boneyard.size, **hub}
    )
