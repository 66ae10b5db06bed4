"""What would be different under other score and payout rules: from kept facts, no event read.

Nothing is written. All is computed twice from the same facts, by the rules that count now and by
the others, through the same statement of the rules. Shapes as in `loading`; p players, c
currencies.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection

from domain.readings import READINGS
from domain.rules.rule_set import Reading, RuleSet

from .facts.load import Loaded, Played, load
from .facts.verdict_columns import NO_VERDICTS, Verdicts, at_rounds, verdicts_of
from .generations import Made
from .scoring.reading_effects import Effect, effects
from .scoring.rule_games import Paid, add_money, case_of, no_money, pay
from .scoring.ruling_columns import Ruled, of_games, rule_without_money
from .scoring.score_columns import BoolArray, IntArray, add_up, chosen


class Figures(NamedTuple):
    """What counts for each player."""

    games: IntArray
    """(p,) over and counted as played."""
    games_won: IntArray
    """(p,)"""
    rounds: IntArray
    """(p,)"""
    rounds_won: IntArray
    """(p,)"""
    points: IntArray
    """(p,)"""
    net: IntArray
    """(p, c) in minor units."""


class Totals(NamedTuple):
    """Over all games."""

    over: int
    """Games won, or ended with no winner."""
    unfinished: int
    """Games over on record that nobody has won by these rules."""
    rounds: int
    """That count."""
    surplus: int
    """Settled rounds after the one that won their game."""


class GameChange(NamedTuple):
    """A game that would be won otherwise, or by another round."""

    game: int
    """Number."""
    winners: tuple[tuple[str, ...], tuple[str, ...]]
    """Now and then, player ids."""
    leaders: tuple[str, ...]
    """Who would have most points, where nobody would have won though the game is over."""
    rounds: tuple[int, int]
    """That count, now and then."""


class WhatIf(NamedTuple):
    """Everything that other rules would change."""

    players: Sequence[str]
    currencies: Sequence[str]
    games: int
    rounds: int
    """Settled."""
    totals: tuple[Totals, Totals]
    """Now and then."""
    figures: tuple[Figures, Figures]
    """Now and then."""
    rounds_won_otherwise: int
    rounds_worth_otherwise: int
    """In points."""
    rounds_paid_otherwise: int
    changes: Sequence[GameChange]
    readings: Mapping[Reading, Effect]
    """Empty where the other rules ask for no blocker."""


class _Case(NamedTuple):
    """Games of one kind before one rule set, ruled on but for their money."""

    games: Played
    rules: RuleSet
    ruled: Ruled

    @property
    def asks_of(self) -> IntArray:
        """(m,) ids of the rounds whose blocker these rules may ask for."""
        return self.games.round_id[self.ruled.counts & self.games.blocked]


class _Judged(NamedTuple):
    """The same with their money, and with what the figures count."""

    games: Played
    ruled: Ruled
    paid: Paid | None
    """For the rounds that count; None without payout rules."""
    played: BoolArray
    """(g,) over on record, and counted."""
    won: BoolArray
    """(g, S)"""
    over: BoolArray
    """(g,)"""
    unfinished: BoolArray
    """(g,)"""
    rounds: IntArray
    """(g,) that count."""


def what_if(
    connection: Connection, made: Made, rules: RuleSet, *which: ColumnElement[bool]
) -> WhatIf:
    """What would change in the games for which these conditions on `game_fact` hold."""
    instead = [made.rules] if made.rules else []
    loaded = load(connection, made.tables, [rules, *instead], *which)
    before = [_case(games, made.rules or games.rules) for games in loaded.played]
    after = [_case(games, rules) for games in loaded.played]
    verdicts = _verdicts(connection, rules, [*before, *after])
    now, then = ([_judge(case, verdicts) for case in cases] for cases in (before, after))
    pairs = list(zip(now, then, strict=True))
    return WhatIf(
        players=loaded.players,
        currencies=loaded.currencies,
        games=sum(len(games.game) for games in loaded.played),
        rounds=sum(len(games.round_id) for games in loaded.played),
        totals=(_totals(now), _totals(then)),
        figures=(_figures(loaded, now), _figures(loaded, then)),
        rounds_won_otherwise=sum(_differ(a.ruled.won, b.ruled.won) for a, b in pairs),
        rounds_worth_otherwise=sum(_differ(_worth(a), _worth(b)) for a, b in pairs),
        rounds_paid_otherwise=sum(_differ(_changes_hands(a), _changes_hands(b)) for a, b in pairs),
        changes=sorted(chain.from_iterable(_changes(loaded, *pair) for pair in pairs)),
        readings=effects(loaded, rules, verdicts, [each.paid for each in then if each.paid]),
    )


def _case(games: Played, rules: RuleSet) -> _Case:
    ruled = rule_without_money(*case_of(games, rules), games.facts, games.decrees)
    return _Case(games, rules, ruled)


def _verdicts(
    connection: Connection, rules: RuleSet, cases: Iterable[_Case]
) -> Mapping[Reading, Verdicts]:
    """Those that are needed: under all readings where the other rules ask for a blocker."""
    asking = [(case.rules.reading, case.asks_of) for case in cases if case.rules.reading]
    readings = {reading for reading, _ in asking} | set(READINGS if rules.reading else ())
    rounds = np.concatenate([NO_VERDICTS.round_id, *(asked for _, asked in asking)])
    return verdicts_of(connection, readings, np.unique(rounds)) if readings else {}


def _judge(case: _Case, verdicts: Mapping[Reading, Verdicts]) -> _Judged:
    games, _, ruled = case
    regular = ~games.irregular
    return _Judged(
        games=games,
        ruled=ruled,
        paid=_paid(case, verdicts),
        played=games.closed & regular & ~ruled.void,
        won=ruled.game_won & regular[:, None],
        over=ruled.decided & regular & ~games.abandoned,
        unfinished=games.closed & regular & ~(games.abandoned | ruled.void | ruled.decided),
        rounds=np.bincount(games.facts.game[ruled.counts], minlength=len(games.game)),
    )


def _paid(case: _Case, verdicts: Mapping[Reading, Verdicts]) -> Paid | None:
    games, rules, ruled = case
    if rules.payout is None:
        return None
    counted = games.only(ruled.counts)
    kept = verdicts[rules.reading] if rules.reading else NO_VERDICTS
    blocker, assistant, _ = at_rounds(kept, counted.round_id)
    return pay(rules.payout, counted, ruled.won[ruled.counts], blocker, assistant)


def _totals(judged: Sequence[_Judged]) -> Totals:
    return Totals(
        over=sum(int(each.over.sum()) for each in judged),
        unfinished=sum(int(each.unfinished.sum()) for each in judged),
        rounds=sum(int(each.rounds.sum()) for each in judged),
        surplus=sum(int(each.ruled.surplus.sum()) for each in judged),
    )


def _figures(loaded: Loaded, judged: Iterable[_Judged]) -> Figures:
    games, games_won, rounds, rounds_won, points = (
        np.zeros(len(loaded.players), np.int64) for _ in range(5)
    )
    figures = Figures(games, games_won, rounds, rounds_won, points, no_money(loaded))
    for each in judged:
        for sums, of_seats in zip(figures[:-1], _of_seats(each), strict=True):
            add_up(sums, each.games.player, of_seats)
        if each.paid:
            add_money(figures.net, each.paid)
    return figures


def _of_seats(judged: _Judged) -> Iterator[IntArray | BoolArray]:
    """(g, S) what each seat gets out of each game: the figures but for money."""
    counts, over = judged.ruled.counts, judged.played[:, None]
    shape, game = judged.won.shape, judged.games.facts.game[counts]
    yield np.broadcast_to(over, shape)
    yield judged.won & over
    yield np.broadcast_to(judged.rounds[:, None], shape)
    yield of_games(len(judged.won), game, judged.ruled.won[counts])
    yield of_games(len(judged.won), game, _worth(judged)[counts])


def _worth(judged: _Judged) -> IntArray:
    """(n, S) points, as far as the rules know any."""
    points = judged.ruled.points
    return np.zeros(judged.ruled.won.shape, np.int64) if points is None else points


def _changes_hands(judged: _Judged) -> IntArray:
    """(n, S) in minor units, as far as the round counts and is played for money."""
    net = np.zeros(judged.ruled.won.shape, np.int64)
    if judged.paid:
        net[judged.ruled.counts] = judged.paid.net
    return net


def _differ(now: IntArray | BoolArray, then: IntArray | BoolArray) -> int:
    return int((now != then).any(axis=1).sum())


def _changes(loaded: Loaded, now: _Judged, then: _Judged) -> Iterator[GameChange]:
    others = (now.won != then.won).any(axis=1) | (now.rounds != then.rounds)
    seated = np.array(loaded.players, object)[now.games.player]
    won, rounds = (now.won, then.won, _leading(then)), (now.rounds, then.rounds)
    columns = chosen((now.games.game, seated, *won, *rounds), others)
    changed = zip(*(column.tolist() for column in columns), strict=True)
    for game, players, won_now, won_then, leading, rounds_now, rounds_then in changed:
        winners = tuple(compress(players, won_now)), tuple(compress(players, won_then))
        leaders = tuple(compress(players, leading))
        yield GameChange(game, winners, leaders, (rounds_now, rounds_then))


def _leading(judged: _Judged) -> BoolArray:
    """(g, S) who has most points in games that are over on record, and that nobody has won."""
    score = judged.ruled.score
    if score is None:  # Every round ends a game: there are none.
        return np.zeros_like(judged.won)
    most: BoolArray = score == score.max(axis=1, keepdims=True)
    return most & judged.unfinished[:, None]
