"""Bots: each picks one of the moves that its seat has, and knows nothing else."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

from domain.events import TileLaid
from domain.hidden.seat_view import SeenAct
from domain.tiles import DOUBLES, PIPS

BotName: TypeAlias = Literal["random", "greedy"]
Chance: TypeAlias = Callable[[], float]
"""A number from 0 up to, but not including, 1; another one at each call."""
Move = TypeVar("Move", bound=SeenAct)


class Bot(Protocol):
    """Picks one of these moves."""

    def __call__(self, moves: Sequence[Move], chance: Chance, /) -> Move: ...


def at_random(moves: Sequence[Move], chance: Chance) -> Move:
    """Any move, each with the same probability."""
    return moves[int(chance() * len(moves))]


def greedily(moves: Sequence[Move], _: Chance) -> Move:
    """The heaviest tile that can be laid; of equally heavy ones the double, then the first."""
    return max(moves, key=_greed)


def _greed(move: SeenAct) -> tuple[int, bool]:
    if not isinstance(move, TileLaid):
        return -1, False
    return PIPS[move.tile], move.tile in DOUBLES


BOTS: dict[BotName, Bot] = {"random": at_random, "greedy": greedily}
