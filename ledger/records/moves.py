"""Acts as moves of a record, and back."""

from typing import TYPE_CHECKING, Any, TypeAlias

from ...domain.events import (
    KINDS,
    Act,
    ActName,
    TileLaid,
    TileRuledOut,
    Way,
    given_fields,
    interned,
    laid,
)
from ...domain.tiles import NAMES

if TYPE_CHECKING:
    from .format import Move

Json: TypeAlias = dict[str, Any]


def move_of(act: Act) -> Json:
    """The fields of the move, without the seat and the time."""
    if isinstance(act, TileRuledOut):
        return move_of(act.lay) | {"ruling": "does-not-fit"}
    kind = act.KIND
    said: Any = kind.value if kind.says is None else getattr(act, kind.says)
    move: Json = {kind.name: NAMES[said] if kind.says == "tile" else said}
    if isinstance(act, TileLaid):
        end = {} if act.end is None else {"at": act.end}
        flipped = {"flipped": True} if act.flipped else {}
        return move | end | flipped | given_fields(act.way)
    return move


def act_of(move: "Move") -> Act:
    """The act of the move. The end of a lay is left out where the move gives its pip."""
    name, seat = move.act, move.seat
    if move.lay is not None:
        end = move.at if isinstance(move.at, str) else None
        if move.ruling is not None:
            return TileRuledOut(seat=seat, tile=move.lay, end=end or "", bend=move.bend)
        return laid(seat, move.lay, end, move.flipped, Way(move.open, move.wild, move.bend))
    says = KINDS[name].KIND.says
    said = {} if says is None else {says: getattr(move, name)}
    return interned(KINDS[name](seat=seat, **said))


def name_in(move: Json) -> ActName:
    """The name of the act of a move."""
    return "ruling" if "ruling" in move else next(name for name in KINDS if name in move)
