"""A line of play that shows how a round could have stayed open."""

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from typing import overload

from ..round.state import Act
from .line_search import Search
from .positions import Position


class Line(Sequence[Act]):
    """What follows from a position, all seats helping, until a seat is out.

    Worked out when first looked at, which nobody does who only settles. Nothing of the search
    that found the position is kept for it: that can hold many thousands of answers.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """The acts, in order."""
        everyone = (True,) * self._position.owners.table.seats
        unbounded = repeat(0)  # That a seat goes out was found by a search at least as long.
        return Search(everyone, unbounded).line(self._position)

    @overload
    def __getitem__(self, at: int) -> Act: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Act, ...]: ...
    def __getitem__(self, at: int | slice) -> Act | tuple[Act, ...]:
        return self.acts[at]

    def __len__(self) -> int:
        return len(self.acts)

    def __eq__(self, other: object) -> bool:
        return self.acts == (other.acts if isinstance(other, Line) else other)

    def __hash__(self) -> int:
        return hash(self.acts)

    def __repr__(self) -> str:
        return repr(self.acts)

    def __reduce__(self) -> tuple[type, tuple[tuple[Act, ...]]]:
        return tuple, (self.acts,)
