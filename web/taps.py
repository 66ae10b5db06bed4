"""What can be tapped: the moves of a seat, as buttons of a page."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import NamedTuple

from pydantic import TypeAdapter

from ..domain.events import Act, TileLaid
from ..domain.tiles import NAMES, UNSEEN
from ..projections.drawing.shapes import upright_tile
from ..projections.messages.acts import move_text
from ..projections.messages.ends import end_text
from ..table import Move, as_move

_MOVES = TypeAdapter(Move)


class Choice(NamedTuple):
    """An act to be tapped."""

    label: str
    value: str
    """The move, as JSON."""


class TileChoice(NamedTuple):
    """A tile that may be laid, and where."""

    name: str
    picture: str
    places: tuple[Choice, ...]


def by_tile(lays: Iterable[TileLaid], names: Sequence[str]) -> list[TileChoice]:
    """The tiles that may be laid, the heaviest first."""
    by_tile: dict[int, list[TileLaid]] = {}
    for lay in lays:
        by_tile.setdefault(lay.tile, []).append(lay)
    return [
        TileChoice(
            NAMES[tile],
            upright_tile(tile),
            tuple(Choice(_place(lay, names), _value(lay)) for lay in of_tile),
        )
        for tile, of_tile in sorted(by_tile.items(), reverse=True)
    ]


def choice_of(act: Act, names: Sequence[str]) -> Choice:
    """An act that lays no tile."""
    return Choice(_label(act, names), _value(act))


def move_tapped(value: str) -> Move:
    """The move of a button. Raises ValueError."""
    return _MOVES.validate_json(value)


def _place(lay: TileLaid, names: Sequence[str]) -> str:
    plain = lay.open is None and lay.wild is None and lay.bend is None
    if plain and lay.end is not None:
        return end_text(lay.end, names)
    return move_text(lay, names)


def _label(act: Act, names: Sequence[str]) -> str:
    return move_text(act, names).removesuffix(f" {NAMES[UNSEEN]}")


def _value(act: Act) -> str:
    fields = asdict(as_move(act))
    return json.dumps({name: of for name, of in fields.items() if of is not None})
