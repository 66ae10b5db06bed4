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
    """The only seat that may lay here; None: every seat."""
    room: int = 1
    """How many tiles it still takes."""
    first: bool = False
    """It must be served before any other end, by the seat in turn."""


Ends: TypeAlias = tuple[End, ...]
