"""Values in columns.

A flag is 'Y' or null. The id of a game is its number in the order of opening, from 1. The id of a
round is the game's times `ROUNDS_A_GAME` plus the number of the round in the record, from 0. The id
of a hand or move is the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from typing import Final
from uuid import UUID

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

LARGEST: Final = 9.2 * 10**18
"""Amounts up to here, and sums in floating point up to here, fit into a column."""


class DamagedValue(ValueError):
    """A value in the tables that this program cannot have written."""


def id_in(value: str) -> UUID:
    """The id in a column. Raises DamagedValue if it is none."""
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError) as error:
        raise DamagedValue(value) from error


def id_like(other: str, id: UUID) -> str:
    """An id as the store of the book writes ids; ``other`` is one of them."""
    return str(id) if "-" in other else id.hex
