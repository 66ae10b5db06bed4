"""What arbiters ordered of rounds, sparse: as rows of `round_decree`, and to rule with in columns.

Shapes: d rounds of which something is ordered, n settled rounds, S seats, K sides; -1 for None.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from domain.disputes.rulings_in_force import Decreed, penalty_pips, penalty_points
from domain.seats import Sides

from ..schema import FLAG
from .score_columns import BoolArray, IntArray, chosen, ints, marks

Row: TypeAlias = tuple[Any, ...]


class RoundDecree(NamedTuple):
    """A row of `round_decree`, but for the round and its game."""

    void: str | None
    blames: str | None
    blocker: int | None
    assistant: int | None
    points: str | None
    more_points: str
    pips: str


def decree_of(decreed: Decreed, sides: Sides) -> RoundDecree:
    """What was ordered, as the table has it."""
    blocker, assistant = decreed.blame or (None, None)
    return RoundDecree(
        void=FLAG if decreed.void else None,
        blames=FLAG if decreed.blame else None,
        blocker=blocker,
        assistant=assistant,
        points=None if decreed.points is None else json.dumps(decreed.points),
        more_points=json.dumps(penalty_points(sides, decreed)),
        pips=json.dumps(penalty_pips(sides, decreed)),
    )


class DecreeColumns(NamedTuple):
    """What was ordered of settled rounds."""

    round: IntArray
    """(d,) place among the settled rounds."""
    blames: BoolArray
    """(d,) no reading says who is answerable for the block."""
    blocker: IntArray
    """(d,)"""
    assistant: IntArray
    """(d,)"""
    corrected: BoolArray
    """(d,) the points are these."""
    points: IntArray
    """(d, K)"""
    more_points: IntArray
    """(d, K) from penalties."""
    pips: IntArray
    """(d, S) whose stake each seat gets for penalties."""

    def only(self, which: BoolArray) -> "DecreeColumns":
        """Those of some of the settled rounds; ``which`` is (n,)."""
        here = which[self.round]
        place = np.cumsum(which) - 1
        return DecreeColumns(*chosen(self, here))._replace(round=place[self.round[here]])

    def of_readings(self, rounds: int) -> BoolArray:
        """(n,) of so many settled rounds, those whose block the readings judge."""
        judged = np.full(rounds, True)
        judged[self.round[self.blames]] = False
        return judged

    def blame(self, blocker: IntArray, assistant: IntArray) -> tuple[IntArray, IntArray]:
        """(n,) who is answerable, if these are where nothing was ordered."""
        blocker, assistant = blocker.copy(), assistant.copy()
        where = self.round[self.blames]
        blocker[where], assistant[where] = self.blocker[self.blames], self.assistant[self.blames]
        return blocker, assistant

    def worth(self, points: IntArray) -> IntArray:
        """(n, K) the points of each side, if these are where nothing was ordered."""
        points = points.copy()
        found = np.where(self.corrected[:, None], self.points, points[self.round])
        points[self.round] = found + self.more_points
        return points


def columns_of(
    decrees: Mapping[int, RoundDecree], settled: IntArray, sides: Sides
) -> DecreeColumns:
    """Those of the settled rounds; ``settled`` is (n,) their ids, ascending."""
    places = {id: int(np.searchsorted(settled, id)) for id in sorted(decrees)}
    here = {
        place: decrees[id]
        for id, place in places.items()
        if place < len(settled) and settled[place] == id
    }
    each = here.values()
    seats = sum(map(len, sides))
    return DecreeColumns(
        round=ints(here),
        blames=marks(one.blames is not None for one in each),
        blocker=_seats(one.blocker for one in each),
        assistant=_seats(one.assistant for one in each),
        corrected=marks(one.points is not None for one in each),
        points=_figures([one.points for one in each], len(sides)),
        more_points=_figures([one.more_points for one in each], len(sides)),
        pips=_figures([one.pips for one in each], seats),
    )


def _seats(seats: Iterable[int | None]) -> IntArray:
    return ints(-1 if seat is None else seat for seat in seats)


def _figures(lists: Sequence[str | None], width: int) -> IntArray:
    rows = [[0] * width if one is None else json.loads(one) for one in lists]
    return np.array(rows, np.int64).reshape(-1, width)
