"""Open ends.

They are values of their own, not a left and a right: another layout may have more of them, private
ones, or one that comes before all others.
"""

from typing import NamedTuple, TypeAlias

from ..events import EndName
from ..seats import Seat
from ..tiles import Pip, Tiles

Fits: TypeAlias = tuple[Tiles, ...]
"""By pip, the tiles that may lie on an end that shows it: a match rule as a table."""


class End(NamedTuple):
    """An open end."""

    name: EndName
    pip: Pip
    owner: Seat | None = None
    """The only seat that may lay here, unless tiles must be laid here first; None: every seat."""
    room: int = 1
    """How many tiles it still takes."""
    first: bool = False
    """Tiles must be laid here before any other end, whatever seat is in turn."""


Ends: TypeAlias = tuple[End, ...]


def open_to(ends: Ends, seat: Seat) -> Ends:
    """The ends at which this seat may lay when it is its turn."""
    first = tuple(end for end in ends if end.first)
    return first or tuple(end for end in ends if end.owner in (None, seat))
