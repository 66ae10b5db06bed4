"""Places in a game as people name them.

People count rounds and moves from 1. Events, records, JSON and SQL count them from 0.
"""

import re
from typing import NamedTuple

_ADDRESS = re.compile(r"(?P<game>.+)/(?P<round>[0-9]{1,9})(?:\.(?P<move>[0-9]{1,9}))?", re.DOTALL)


def number_of(index: int) -> int:
    """The number that people give to the round or move at this index."""
    return index + 1


def index_of(number: int) -> int:
    """The index of the round or move that people give this number."""
    return number - 1


class Address(NamedTuple):
    """A round of a game, or a move of that round: ``noche-2/2.12``."""

    game: str
    """The record's id, or another name of the game."""
    round: int | None = None
    """Its index in the game; None: the whole game."""
    move: int | None = None
    """Its index among the moves of the record; None: the whole round."""

    def __str__(self) -> str:
        if self.round is None:
            return self.game
        return f"{self.game}/{place(self.round, self.move)}"


def place(round: int, move: int | None = None) -> str:
    """The place in its game: ``2``, ``2.12``."""
    return f"{number_of(round)}" if move is None else f"{number_of(round)}.{number_of(move)}"


def address_in(typed: str) -> Address | None:
    """The address that was typed; None if it names no round. The round may not exist."""
    read = _ADDRESS.fullmatch(typed)
    if read is None:
        return None
    move = None if read["move"] is None else index_of(int(read["move"]))
    return Address(read["game"], index_of(int(read["round"])), move)
