"""An act as a move of a record."""

from typing import Any, TypeAlias

from domain.events import KINDS, Act, ActName, TileLaid, TileRuledOut, given_fields
from domain.tiles import NAMES

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


def act_of(move: Json) -> ActName:
    """The name of the act of a move."""
    if "ruling" in move:
        return "ruling"
    return next(name for name in KINDS if name in move)
