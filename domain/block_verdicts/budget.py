"""How far a search for a verdict may go.

Counted in positions and not in seconds: the same record has the same verdicts everywhere.
"""

from collections.abc import Iterator

from ..rules.table import Table

LINE_BOUND = 50_000
"""The most positions searched for one verdict on a line of equal halves."""

GENERAL_BOUND = 2_000
"""The same on other layouts, where each costs some forty times as much."""

FULL_ROUNDS = 10
"""The rounds of a game that may be searched so far. Later ones share what these had together."""


class BoundReached(Exception):
    """The search exceeded its budget of positions."""


Budget = Iterator[int]
"""Yields once for each position that one verdict may search, across all its searches."""


def budget(bound: int) -> Budget:
    return iter(range(bound))


def is_quick(table: Table) -> bool:
    """The quick search knows these rules: a line of equal halves, one tile a turn."""
    play = table.play
    if play.calls:
        return False
    one_by_one = (play.turn, play.cannot_play, play.drawn_tile) == ("one-tile", "pass", "must-lay")
    return one_by_one and (play.layout, play.matching) == ("line-of-play", "equal")


def search_bound(table: Table, number: int = 0) -> int:
    """The most positions that each verdict on this round of a game may search.

    ``number`` is the index of the round. From the eleventh round on the bound falls with the square
    of the number, so that all rounds of a game together never search more than twice what the first
    ten do, however many there are. It depends on nothing else, so no verdict on a round changes
    with the rounds after it.
    """
    bound = LINE_BOUND if is_quick(table) else GENERAL_BOUND
    return bound * FULL_ROUNDS**2 // max(number + 1, FULL_ROUNDS) ** 2
