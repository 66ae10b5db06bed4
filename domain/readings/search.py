"""The search that fits the layout, and a line of play that it finds."""

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat
from typing import TypeAlias, overload

from ..round.state import Act
from ..rules.table import Table
from .budget import Budget
from .general_search import GeneralSearch
from .line_search import LineSearch
from .positions import Position

Search: TypeAlias = LineSearch | GeneralSearch


def search_for(table: Table, helps: tuple[bool, ...], budget: Budget) -> Search:
    """The quick search on a line of equal halves, else the general one; ``helps`` is by seat."""
    if (table.play.layout, table.play.matching) == ("line-of-play", "equal"):
        return LineSearch(helps, budget)
    return GeneralSearch(helps, budget)


class Line(Sequence[Act]):
    """A line of play from a position until a seat is out, with all seats helping.

    Computed on first use, because settlement does not need it. Does not keep the search that found
    the position, which may hold thousands of answers.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        table = self._position.owners.table
        unbounded = repeat(0)  # Terminates: an earlier search found that a seat goes out.
        with search_for(table, (True,) * table.seats, unbounded) as search:
            return search.line(self._position)

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
