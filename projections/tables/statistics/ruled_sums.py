"""What games just ruled on add to statistics, and how they ended, straight from the ruling.

The tables tell the same of games that were ruled on before (`statistics`, `streaks`); the tests
hold both against each other.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from ..figures.rows import RuledGroup
from ..scoring.score_columns import IntArray, ints
from .streaks import Result
from .sums import ROUND_FIGURES, Added, put


def added_in(ruled: Iterable[RuledGroup]) -> Added:
    """What all these games add."""
    added = Added({}, {}, {})
    for found in ruled:
        keys: dict[tuple[str, str], int] = {}
        at = ints(keys.setdefault(key, len(keys)) for key in _keys(found))
        at = at.reshape(-1, found.group.kind.seats)
        rule_set, wanted = found.group.rule_set, list(keys)
        for key, figures in _summed(at[found.played], _of_games(found)):
            put(added.games, (wanted[key][0], rule_set), figures)
        of_counted = at[found.rounds.facts.game[found.ruled.counts]]
        for key, figures in _summed(of_counted, _of_rounds(found)):
            player, currency = wanted[key]
            put(added.rounds, (player, rule_set), figures[:ROUND_FIGURES])
            put(added.money, (player, rule_set, currency), figures[ROUND_FIGURES:])
    return added


def results_in(ruled: Iterable[RuledGroup]) -> dict[int, Result]:
    """By number, the results of those that count as played."""
    return {number: result for found in ruled for number, result in _results(found)}


def _results(found: RuledGroup) -> Iterator[tuple[int, Result]]:
    sides, won = tuple(found.group.sides), found.won.tolist()
    for place in np.flatnonzero(found.played).tolist():
        tally = found.group.tallies[place]
        assert tally.closed is not None, "what counts as played is closed"
        players = tally.opening.players
        rule_set = found.group.rule_set
        yield tally.number, Result(tally.closed, rule_set, players, sides, tuple(won[place]))


def _keys(found: RuledGroup) -> Iterator[tuple[str, str]]:
    """By game and seat: player and currency."""
    for tally in found.group.tallies:
        for player in tally.opening.players:
            yield player, tally.opening.currency


def _of_games(found: RuledGroup) -> IntArray:
    """(3, g, S) of the games that count as played."""
    won, lost = found.won[found.played], found.lost[found.played]
    return np.stack([np.ones(won.shape, np.int64), won, lost])


def _of_rounds(found: RuledGroup) -> IntArray:
    """(12, n, S) of the rounds that count: ten figures, and two of money."""
    counts, ruled = found.ruled.counts, found.ruled
    facts, won = found.rounds.facts, ruled.won[counts]
    nothing = np.zeros(won.shape, np.int64)
    seat = np.arange(won.shape[1])

    def of_seats(figures: IntArray | None) -> IntArray:
        return nothing if figures is None else figures[counts]

    def is_seat(seats: IntArray) -> IntArray:
        is_theirs: IntArray = nothing + (seats[counts][:, None] == seat)
        return is_theirs

    points, net = of_seats(ruled.points), of_seats(ruled.net)
    blocked = found.group.rounds.blocked[found.settled[counts]]
    total = nothing if ruled.total is None else ruled.total[counts][:, None]
    return np.stack(
        [
            *(nothing + 1, won, ~won & won.any(axis=1, keepdims=True)),
            *(points, total - points, facts.pips[counts]),
            is_seat(facts.out),
            nothing + blocked[:, None],
            *(is_seat(found.rounds.blocker), is_seat(found.rounds.assistant)),
            *(np.maximum(net, 0), np.maximum(-net, 0)),
        ]
    )


def _summed(at: IntArray, figures: IntArray) -> Iterator[tuple[int, list[int]]]:
    """Of f figures, (f, n, S), the sums by key; ``at`` is (n, S) the key of each."""
    order = np.argsort(at, axis=None, kind="stable")
    keys, first = np.unique(at.ravel()[order], return_index=True)
    if len(keys):
        in_order = figures.reshape(len(figures), -1)[:, order]
        sums = np.add.reduceat(in_order, first, axis=1)
        yield from zip(keys.tolist(), sums.T.tolist(), strict=True)
