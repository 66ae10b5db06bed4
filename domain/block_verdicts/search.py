"""What both searches for a verdict share: a bound on their work, questions and answers.

Work is counted in positions and not in seconds: the same record has the same verdicts everywhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Self

from ..round.legal import advance_legal
from ..round.state import Act, Round
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


class Search(ABC):
    """Answers whether a round, with every tile known, surely ends with a seat out.

    Some seats help, all others oppose. The answer is yes if a helping seat has one act that leads
    to yes, or if all acts of an opposing seat do. With all seats helping the question is whether
    some line of play ends with a seat out; with one seat helping, whether that seat can force it.
    Caches its answers until it is closed. Raises BoundReached if the budget is exceeded.
    """

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        self.helps = helps
        """By seat."""
        self.budget = budget

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *_: object) -> None:
        """Forget all answers."""

    @abstractmethod
    def goes_out(self, round: Round) -> bool:
        """The helpers can force that a seat goes out, from a position where none is out."""

    @abstractmethod
    def keeps_open(self, round: Round) -> Act:
        """An act after which a seat is out or still surely goes out, by the answers so far."""

    def after(self, round: Round, act: Act) -> Round:
        """The position after a legal act."""
        return advance_legal(round, act)

    def line(self, round: Round) -> tuple[Act, ...]:
        """One line of play, from a position where a seat surely goes out, until it is out."""
        line: list[Act] = []
        self.goes_out(round)
        while all(round.hands):
            line.append(self.keeps_open(round))
            round = self.after(round, line[-1])
        return tuple(line)
