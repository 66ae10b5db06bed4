"""Many games ruled on at once: what their rounds are worth, and how they stand.

What `projections.rulings` says of one game, in columns: n rounds, g games, S seats, -1 for None.
"""

from typing import NamedTuple

import numpy as np

from domain.rules import RuleSet
from domain.seats import Sides

from .columns import BoolArray, FactColumns, IntArray, score_columns, standing_columns
from .settlement_columns import settle_columns


class Kind(NamedTuple):
    """What games must have in common to be ruled on together."""

    rules: RuleSet
    """Whose score and payout count."""
    sides: Sides
    seats: int


class Games(NamedTuple):
    """Games of one kind, in the order of opening."""

    per_pip: IntArray
    """(g,) the stake, in minor units."""
    abandoned: BoolArray
    """(g,) broken off."""
    disputed: BoolArray
    """(g,) no round counts: something was irregular before the first."""


class Rounds(NamedTuple):
    """The settled rounds of these games, in order of game, then of round."""

    facts: FactColumns
    """Its ``game`` is the place of the round's game among the games."""
    blocker: IntArray
    """(n,)"""
    assistant: IntArray
    """(n,)"""


class Ruled(NamedTuple):
    """The ruling on them."""

    won: BoolArray
    """(n, S)"""
    points: IntArray | None
    """(n, S) of the seat's side; None in games without points."""
    total: IntArray | None
    """(n,) points of all sides together; None in games without points."""
    net: IntArray | None
    """(n, S) in minor units; None without payout rules."""
    counts: BoolArray
    """(n,) the round counts in its game."""
    surplus: BoolArray
    """(n,) it came after the one that won its game."""
    score: IntArray | None
    """(g, S) of the seat's side; None in games without points."""
    game_net: IntArray | None
    """(g, S) from the rounds that count; None without payout rules."""
    game_won: BoolArray
    """(g, S) all False while nobody has won."""
    decided: BoolArray
    """(g,) the game is over by these rules, be it with no winner."""
    void: BoolArray
    """(g,) nothing of it counts: broken off, and these rules do not take it as it stands."""


def rule_columns(kind: Kind, games: Games, rounds: Rounds) -> Ruled:
    """Rule on games of one kind."""
    rules, sides, seats = kind
    facts = rounds.facts
    scored = score_columns(rules.score, sides, facts)
    stands = standing_columns(rules.score, sides, facts, scored)
    played = facts.game[stands.first]
    void = games.abandoned & (rules.score.abandoned == "void")
    score = np.zeros((len(void), len(sides)), np.int64)
    game_won, decided = np.zeros((len(void), seats), np.bool_), np.zeros(len(void), np.bool_)
    if stands.scores is not None:
        score[played] = stands.scores
    game_won[played], decided[played] = stands.winners, stands.decided
    for nothing_of in (score, game_won, decided):
        nothing_of[void] = 0
    in_play = ~(void | games.disputed)[facts.game]
    sides_of_seats = side_of(kind)
    ruled = Ruled(
        won=scored.winners,
        points=None if scored.points is None else scored.points[:, sides_of_seats],
        total=None if scored.points is None else scored.points.sum(axis=1),
        net=None,
        counts=in_play & stands.counted,
        surplus=in_play & ~stands.counted,
        score=None if scored.points is None else score[:, sides_of_seats],
        game_net=None,
        game_won=game_won,
        decided=decided,
        void=void,
    )
    return paid(kind, games, rounds, ruled)


def paid(kind: Kind, games: Games, rounds: Rounds, ruled: Ruled) -> Ruled:
    """The same ruling with the money that changes hands if these are to blame."""
    payout, facts, counts = kind.rules.payout, rounds.facts, ruled.counts
    if payout is None:
        return ruled
    per_pip = games.per_pip[facts.game]
    net = settle_columns(payout, facts, ruled.won, rounds.blocker, rounds.assistant, per_pip)
    game_net = np.zeros(ruled.game_won.shape, np.int64)
    np.add.at(game_net, facts.game[counts], net[counts])
    return ruled._replace(net=net, game_net=game_net)


def side_of(kind: Kind) -> list[int]:
    """By seat, the side it belongs to."""
    return [
        next(number for number, side in enumerate(kind.sides) if seat in side)
        for seat in range(kind.seats)
    ]
