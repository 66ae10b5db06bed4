"""Bots: each picks one of the legal moves of its seat and sees nothing else."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from ...domain.events import Act, TileLaid
from ...domain.rules.table import Table
from ...domain.tiles import DOUBLES, PIPS, bit

BotName: TypeAlias = Literal["random", "greedy"]
Chance: TypeAlias = Callable[[], float]
"""Returns a new number in [0, 1) at each call."""
Bot: TypeAlias = Callable[[Sequence[Act], Chance], Act]
"""Picks one of these moves."""


def random_move(moves: Sequence[Act], chance: Chance) -> Act:
    """Any move, each with the same probability."""
    return moves[int(chance() * len(moves))]


def heaviest_move(moves: Sequence[Act], _: Chance) -> Act:
    """The heaviest tile; of equally heavy tiles the double, otherwise the first."""

    def weight(move: Act) -> tuple[int, bool]:
        if not isinstance(move, TileLaid):
            return -1, False
        return PIPS[move.tile], bool(bit(move.tile) & DOUBLES)

    return max(moves, key=weight)


BOTS: dict[BotName, Bot] = {"random": random_move, "greedy": heaviest_move}


def bot_at(table: Table, name: BotName) -> Bot:
    """The bot of this name, which makes every call that is due."""
    bot = BOTS[name]
    if not table.calls:  # Asked here, since a look at every move slows simulation down.
        return bot

    def calls_first(moves: Sequence[Act], chance: Chance) -> Act:
        first = moves[0].KIND
        return moves[0] if first.step == "turn" and not first.ends_turn else bot(moves, chance)

    return calls_first
