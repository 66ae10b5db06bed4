"""What very many rounds are worth and who wins their games (docs/rules/score.md), all at once.

The twin of `domain.score` in columns: row by row the same answers, which the tests prove over every
field of the rules. Shapes: n rounds, S seats, K sides, g games; -1 where the domain says None.
Whole numbers are int64, which is enough for pips below 2**15 and 2**40 rounds.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from domain.rules.rule_set import Score
from domain.seats import Sides

IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]
Figure = TypeVar("Figure", np.int64, np.bool_)


class FactColumns(NamedTuple):
    """Settled rounds of one number of seats, in order of game, then of round."""

    game: IntArray
    """(n,) the round's game; its rounds stand together."""
    leader: IntArray
    """(n,)"""
    out: IntArray
    """(n,) the first seat that had no tile left."""
    pips: IntArray
    """(n, S) left in hand."""
    tiles: IntArray
    """(n, S) left in hand; (n, 0) where no rules at hand ask for them."""


class ScoreColumns(NamedTuple):
    """Who won each round, and the points of each side."""

    winners: BoolArray
    """(n, S)"""
    points: IntArray | None
    """(n, K); None in a game without points."""


class StandingColumns(NamedTuple):
    """Where each game stands after its last round that counts; one row a game, as they come."""

    counted: BoolArray
    """(n,) the round counts: it is not after the one that ended its game."""
    first: IntArray
    """(g,) the row of each game's first round."""
    scores: IntArray | None
    """(g, K); None in a game without points."""
    winners: BoolArray
    """(g, S) all False where nobody has won."""
    decided: BoolArray
    """(g,) the game is over by these rules, be it with no winner."""


def ints(figures: Iterable[int]) -> IntArray:
    """A column of whole numbers."""
    return np.fromiter(figures, np.int64)


def marks(flags: Iterable[bool]) -> BoolArray:
    """A column of yes and no."""
    return np.fromiter(flags, np.bool_)


def chosen(columns: Iterable[NDArray[Any]], which: BoolArray | IntArray) -> Iterator[Any]:
    """Some rows of all these columns."""
    return (column[which] for column in columns)


def score_columns(rules: Score, sides: Sides, facts: FactColumns) -> ScoreColumns:
    """The ruling on each round."""
    winning = _winning_sides(rules, sides, facts)
    winners = winning[_side_of(sides)]
    if rules.points == "none":
        return ScoreColumns(winners.T, None)
    worth = _worth(rules, by_side(sides, seatwise(facts.pips)), winning)
    return ScoreColumns(winners.T, np.where(winning, worth, 0).T)


def counts_tiles(rules: Score) -> bool:
    """They ask how many tiles were left in hand, and not for pips alone."""
    return rules.blocked_winner == "fewest-tiles"


def seatwise(figures: NDArray[Figure]) -> NDArray[Figure]:
    """(S, n) from (n, S): each seat's figures in one piece, which add up ten times as fast."""
    return np.ascontiguousarray(figures.T)


def at_seat(seat: IntArray, seats: int) -> BoolArray:
    """(n, S) true at the seat named."""
    at: BoolArray = np.arange(seats)[:, None] == seat
    return at.T


def total(figures: IntArray | BoolArray) -> IntArray:
    """(n, 1) what each row adds up to."""
    sums: IntArray = figures.sum(axis=1, keepdims=True, dtype=np.int64)
    return sums


def add_up(sums: IntArray, at: IntArray, figures: IntArray | BoolArray) -> None:
    """Add each figure to the sum it belongs to; ``at`` and ``figures`` have the same shape."""
    # In one piece and of one type, numpy is several times as fast.
    np.add.at(sums, at.ravel(), figures.astype(np.int64).ravel())


def by_side(sides: Sides, per_seat: IntArray) -> IntArray:
    """(K, n) a figure of each seat, added up for each side."""
    return np.stack([per_seat[list(side)].sum(axis=0) for side in sides])


def _side_of(sides: Sides) -> IntArray:
    """(S,) the side of each seat."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return np.array([side_of[seat] for seat in range(len(side_of))])


def _winning_sides(rules: Score, sides: Sides, facts: FactColumns) -> BoolArray:
    """(K, n) which sides won."""
    is_out = facts.out >= 0
    left = by_side(sides, seatwise(facts.pips))
    if counts_tiles(rules):
        left = np.where(is_out, left, by_side(sides, seatwise(facts.tiles)))
    winning: BoolArray = left == left.min(axis=0)
    if rules.tied == "nobody":
        winning &= winning.sum(axis=0) == 1
    if rules.out_winner == "that-seat":
        theirs = np.arange(len(sides))[:, None] == _side_of(sides)[facts.out]
        winning = np.where(is_out, theirs, winning)
    return winning


def _worth(rules: Score, hands: IntArray, winning: BoolArray) -> IntArray:
    """(K, n) the points of each side if it is among the winning."""
    counted = ~winning | (rules.points == "all-hands")
    points: IntArray = np.where(counted, hands, 0).sum(axis=0)
    if rules.difference != "none":
        points = points - hands * (1 if rules.difference == "to-all-hands" else counted.sum(axis=0))
    return np.maximum(points, 0) if rules.negative_points == "zero" else points


def standing_columns(
    rules: Score, sides: Sides, facts: FactColumns, scored: ScoreColumns
) -> StandingColumns:
    """The standing of each game; rounds after it was won are not looked at."""
    begins = np.diff(facts.game, prepend=facts.game[:1] - 1) != 0
    first, of_game = np.flatnonzero(begins), np.cumsum(begins) - 1
    scores = _added_up(sides, scored, first, of_game)
    ends = np.full(len(begins), True) if rules.target is None else scores.max(0) >= rules.target
    ended_before = np.cumsum(ends) - ends
    counted = ended_before == ended_before[first][of_game]
    last = first + np.bincount(of_game[counted]) - 1
    final = scores[:, last]
    winners = _game_winners(rules, sides, final, scored.winners[last].T)
    return StandingColumns(
        counted=counted,
        first=first,
        scores=None if scored.points is None else final.T,
        winners=(winners & ends[last]).T,
        decided=ends[last],
    )


def _added_up(sides: Sides, scored: ScoreColumns, first: IntArray, of_game: IntArray) -> IntArray:
    """(K, n) the score of the game after each round, as if every round counted."""
    if scored.points is None:
        return np.zeros((len(sides), len(of_game)), np.int64)
    points = seatwise(scored.points)
    up_to = np.cumsum(points, axis=1)
    return up_to - (up_to - points)[:, first[of_game]]


def _game_winners(rules: Score, sides: Sides, scores: IntArray, last_round: BoolArray) -> BoolArray:
    """(S, g) who wins if the game is over; ``last_round`` is who won its last round."""
    if rules.target is None:
        return last_round
    needed = scores.max(axis=0) if rules.winners == "highest" else rules.target
    winning: BoolArray = scores >= needed
    return winning[_side_of(sides)]
