"""Bots that sit at a table: each sees what its seat may see, and nothing else."""

from collections.abc import Callable
from typing import TypeAlias

from domain.events import TileLaid
from domain.hidden.seat_view import SeatView, SeenAct
from domain.tiles import DOUBLES, PIPS, SHOWING, bit

from .simulation import BotName

SeatBot: TypeAlias = Callable[[SeatView, float], SeenAct]
"""Which of the moves of a view to make; the number, from 0 up to 1, is all the chance there is."""


def at_random(view: SeatView, chance: float) -> SeenAct:
    """Any of them, each as likely as the others."""
    moves = view.moves or ()
    return moves[int(chance * len(moves))]


def greedily(view: SeatView, chance: float) -> SeenAct:
    """The heaviest tile, then a double, then what leaves most own tiles to lay; then any."""
    moves = view.moves or ()
    best = max(_worth(view, move) for move in moves)
    equally_good = [move for move in moves if _worth(view, move) == best]
    return equally_good[int(chance * len(equally_good))]


SEAT_BOTS: dict[BotName, SeatBot] = {"random": at_random, "greedy": greedily}


def _worth(view: SeatView, move: SeenAct) -> tuple[int, bool, int]:
    if not isinstance(move, TileLaid):
        return -1, False, 0
    return PIPS[move.tile], move.tile in DOUBLES, _left_to_lay(view, move)


def _left_to_lay(view: SeatView, move: TileLaid) -> int:
    """How many of the seat's other tiles show a pip that the end served then shows."""
    assert view.viewer is not None
    own = (view.hands[view.viewer].tiles or 0) & ~bit(move.tile)
    served = next((end.pip for end in view.ends if end.name == move.end), None)
    if served is None:
        return 0
    return (own & SHOWING[PIPS[move.tile] - served]).bit_count()
