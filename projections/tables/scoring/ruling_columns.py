"""Many games ruled on at once: what their rounds are worth, and how they stand.

What `projections.rulings` says of one game, in columns: n rounds, g games, S seats, -1 for None.
"""

from typing import NamedTuple

import numpy as np

from domain.rules.rule_set import Payout, RuleSet
from domain.scoring.score import Standing, after_forfeit
from domain.seats import Sides

from .remedy_columns import DecreeColumns
from .score_columns import (
    BoolArray,
    FactColumns,
    IntArray,
    ScoreColumns,
    add_up,
    score_columns,
    standing_columns,
)
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
    void: BoolArray
    """(g,) an arbiter ordered that it counts for nothing."""
    forfeiter: IntArray
    """(g,) the seat that gave it up."""


class Rounds(NamedTuple):
    """The settled rounds of these games, in order of game, then of round."""

    facts: FactColumns
    """Its ``game`` is the place of the round's game among the games."""
    blocker: IntArray
    """(n,) as the reading has it."""
    assistant: IntArray
    """(n,) as the reading has it."""
    decrees: DecreeColumns
    """What an arbiter ordered, which goes before all else."""

    @property
    def blame(self) -> tuple[IntArray, IntArray]:
        """(n,) blocker and assistant that count."""
        return self.decrees.blame(self.blocker, self.assistant)


class Ruled(NamedTuple):
    """The ruling on them."""

    won: BoolArray
    """(n, S)"""
    points: IntArray | None
    """(n, S) of the seat's side; None in games without points."""
    total: IntArray | None
    """(n,) points of all sides together; None in games without points."""
    net: IntArray | None
    """(n, S) in minor units; None without payout rules, or if money was not asked for."""
    counts: BoolArray
    """(n,) the round counts in its game."""
    surplus: BoolArray
    """(n,) it came after the one that won its game."""
    score: IntArray | None
    """(g, S) of the seat's side; None in games without points."""
    game_net: IntArray | None
    """(g, S) from the rounds that count; None as above."""
    game_won: BoolArray
    """(g, S) all False while nobody has won."""
    decided: BoolArray
    """(g,) the game is over by these rules, be it with no winner."""
    void: BoolArray
    """(g,) nothing of it counts: by a ruling, or it was left, and these rules say so."""


def rule_columns(kind: Kind, games: Games, rounds: Rounds) -> Ruled:
    """Rule on games of one kind."""
    ruled = rule_without_money(kind, games, rounds.facts, rounds.decrees)
    if kind.rules.payout is None:
        return ruled
    net = paid(kind.rules.payout, games.per_pip, rounds, ruled.won)
    game = rounds.facts.game[ruled.counts]
    return ruled._replace(net=net, game_net=of_games(len(games.void), game, net[ruled.counts]))


def rule_without_money(
    kind: Kind, games: Games, facts: FactColumns, decrees: DecreeColumns
) -> Ruled:
    """Rule on games of one kind as if they had no payout rules; nobody is asked for a blocker."""
    rules, sides, seats = kind
    scored = _decreed(score_columns(rules.score, sides, facts), decrees)
    stands = standing_columns(rules.score, sides, facts, scored)
    played = facts.game[stands.first]
    void = _void(rules, games)
    score = np.zeros((len(void), len(sides)), np.int64)
    game_won, decided = np.zeros((len(void), seats), np.bool_), np.zeros(len(void), np.bool_)
    if stands.scores is not None:
        score[played] = stands.scores
    game_won[played], decided[played] = stands.winners, stands.decided
    _forfeit(kind, games, score, game_won, decided)
    for nothing_of in (score, game_won, decided):
        nothing_of[void] = 0
    in_play = ~(void | games.disputed)[facts.game]
    sides_of_seats = side_of(kind)
    return Ruled(
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


def _decreed(scored: ScoreColumns, decrees: DecreeColumns) -> ScoreColumns:
    if scored.points is None or not len(decrees.round):
        return scored
    return scored._replace(points=decrees.worth(scored.points))


def _void(rules: RuleSet, games: Games) -> BoolArray:
    void = games.void | (games.abandoned & (rules.score.abandoned == "void"))
    return void | ((games.forfeiter >= 0) & (rules.score.forfeited == "void"))


def _forfeit(
    kind: Kind, games: Games, score: IntArray, game_won: BoolArray, decided: BoolArray
) -> None:
    """Let others win the few games that a seat gave up before anybody had won."""
    for place in np.flatnonzero((games.forfeiter >= 0) & ~decided).tolist():
        stands = Standing(tuple(score[place].tolist()), None, 0)
        stands = after_forfeit(stands, kind.sides, int(games.forfeiter[place]))
        game_won[place, list(stands.winners or ())] = decided[place] = True


def paid(payout: Payout, stakes: IntArray, rounds: Rounds, won: BoolArray) -> IntArray:
    """(n, S) what each seat gets in these rounds of games with (g,) such stakes, in minor units.

    ``won`` is (n, S).
    """
    facts, decrees = rounds.facts, rounds.decrees
    per_pip = stakes[facts.game]
    net = settle_columns(payout, facts, won, *rounds.blame, per_pip)
    net[decrees.round] += decrees.pips * per_pip[decrees.round, None]
    return net


def of_games(games: int, game: IntArray, figures: IntArray | BoolArray) -> IntArray:
    """(g, S) the (n, S) figures of rounds added up for each of so many games."""
    seats = figures.shape[1]
    added = np.zeros(games * seats, np.int64)
    add_up(added, game[:, None] * seats + np.arange(seats), figures)
    return added.reshape(games, seats)


def side_of(kind: Kind) -> list[int]:
    """By seat, the side it belongs to."""
    return [
        next(number for number, side in enumerate(kind.sides) if seat in side)
        for seat in range(kind.seats)
    ]
