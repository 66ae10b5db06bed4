"""How rounds may end, and the columns of such rounds."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from hypothesis import strategies as st

from domain.round.facts import RoundFacts
from projections.tables.scoring.score_columns import BoolArray, FactColumns, IntArray
from tests.domain.table_talk import facts


@st.composite
def ends(draw: st.DrawFn, seats: int) -> RoundFacts:
    """How a round may end: so few pips that ties are common."""
    few = st.lists(st.integers(0, 4), min_size=seats, max_size=seats)
    some_seat = st.none() | st.integers(0, seats - 1)
    return facts(*draw(few), out=draw(some_seat), tiles=tuple(draw(few)))._replace(
        leader=draw(some_seat)
    )


def column(figures: Iterable[int | None]) -> IntArray:
    """Read-only, so that a bulk function that wrote into what it was given would fail."""
    return frozen(np.array([-1 if each is None else each for each in figures], np.int64))


def rows(figures: Sequence[tuple[int, ...]], width: int) -> IntArray:
    return frozen(np.array(figures, np.int64).reshape(len(figures), width))


def frozen(array: IntArray) -> IntArray:
    array.setflags(write=False)
    return array


def flags(sets: Iterable[Iterable[int]], seats: int) -> BoolArray:
    """(n, S) from the seats of each round."""
    return (
        rows([tuple(seat in each for seat in range(seats)) for each in map(set, sets)], seats) > 0
    )


def columns_of(games: Sequence[Sequence[RoundFacts]], seats: int) -> FactColumns:
    ends = list(chain.from_iterable(games))
    return FactColumns(
        game=column(7 * number + 5 for number, game in enumerate(games) for _ in game),
        leader=column(end.leader for end in ends),
        out=column(end.out for end in ends),
        pips=rows([end.pips for end in ends], seats),
        tiles=rows([end.tiles for end in ends], seats),
    )
