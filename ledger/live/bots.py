"""Bots: each picks one of the legal moves of its seat and sees nothing else.

A bot never forgets to claim its points, nor to knock.
"""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

from domain.events import LastTileKnocked, PointsClaimed, TileLaid
from domain.hidden.seat_view import SeenMove
from domain.tiles import DOUBLES, PIPS, bit

BotName: TypeAlias = Literal["random", "greedy"]
Chance: TypeAlias = Callable[[], float]
"""Returns a new number in [0, 1) at each call."""
Move = TypeVar("Move", bound=SeenMove)


class Bot(Protocol):
    """Picks one of these moves."""

    def __call__(self, moves: Sequence[Move], chance: Chance, /) -> Move: ...


_CALLS = PointsClaimed | LastTileKnocked


def random_move(moves: Sequence[Move], chance: Chance) -> Move:
    """Any move, each with the same probability."""
    if isinstance(moves[0], _CALLS):
        return moves[0]
    return moves[int(chance() * len(moves))]


def heaviest_move(moves: Sequence[Move], _: Chance) -> Move:
    """The heaviest tile; of equally heavy tiles the double, otherwise the first."""

    def weight(move: Move) -> tuple[int, bool]:
        if not isinstance(move, TileLaid):
            return -1, isinstance(move, _CALLS)
        return PIPS[move.tile], bool(bit(move.tile) & DOUBLES)

    return max(moves, key=weight)


BOTS: dict[BotName, Bot] = {"random": random_move, "greedy": heaviest_move}
