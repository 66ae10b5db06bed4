"""The search that fits the layout, and a line of play that it finds."""

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from typing import Any, Protocol, Self, overload

from ..round.state import Act
from .budget import Budget
from .general_search import GeneralSearch, RoundPosition
from .line_search import LineSearch
from .positions import Position


class Search(Protocol):
    """Answers about positions of its own kind; see `LineSearch`."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def goes_out(self, position: Any) -> bool:
        """The helpers can force that a seat goes out."""

    def line(self, position: Any) -> tuple[Act, ...]:
        """One line of play, where a seat surely goes out, until it is out."""

    def keeps_open(self, position: Any) -> Act:
        """An act after which a seat is out or still surely goes out."""


def search_for(helps: tuple[bool, ...], budget: Budget, *, quick: bool) -> Search:
    """The quick search or the general one; ``helps`` is by seat."""
    return LineSearch(helps, budget) if quick else GeneralSearch(helps, budget)


class Line(Sequence[Act]):
    """A line of play from a position until a seat is out, with all seats helping.

    Computed on first use, because settlement does not need it. Does not keep the search that found
    the position, which may hold thousands of answers.
    """

    def __init__(self, position: Position | RoundPosition) -> None:
        self._position = position

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        position = self._position
        unbounded = repeat(0)  # Terminates: an earlier search found that a seat goes out.
        everyone = (True,) * position.table.seats
        with search_for(everyone, unbounded, quick=isinstance(position, Position)) as search:
            return search.line(position)

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
