"""The lays of a blocked round, each with the position before it."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ..events import TileLaid
from ..round.state import Act, Round
from .general_search import RoundPosition, rounds_backwards
from .positions import Position, positions_backwards


class LayDown(NamedTuple):
    """A lay after the lead."""

    act: int
    """Its index among the acts of the round."""
    laid: TileLaid
    before: Position | RoundPosition


class LayDowns:
    """The lays of a round after the lead, last first. Computed lazily.

    ``quick``: for the search on lines.
    """

    def __init__(self, round: Round, acts: tuple[Act, ...], *, quick: bool) -> None:
        self._made: list[LayDown] = []
        rest = positions_backwards(round, acts) if quick else rounds_backwards(round)
        self._rest = (LayDown(*each) for each in rest)

    def __iter__(self) -> Iterator[LayDown]:
        number = 0
        while number < len(self._made) or self._make_another():
            yield self._made[number]
            number += 1

    def _make_another(self) -> bool:
        made = list(islice(self._rest, 1))
        self._made += made
        return bool(made)

    def last(self) -> LayDown:
        return next(iter(self))

    def at(self, act: int) -> LayDown:
        """The lay with this index among the acts."""
        return next(lay_down for lay_down in self if lay_down.act == act)

    def before(self, act: int) -> LayDown | None:
        """The last lay before this index among the acts."""
        return next((lay_down for lay_down in self if lay_down.act < act), None)
