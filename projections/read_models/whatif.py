"""What would be different under other score and payout rules: from kept facts, no event read.

Nothing is written. All is computed twice from the same facts, by the rules that count now and by
the others, through the same statement of the rules. Shapes as in `loading`; p players, c
currencies.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection

from domain.readings import READINGS
from domain.rules import Payout, Reading, RuleSet
from ledger.undisturbed import undisturbed

from .columns import BoolArray, IntArray, add_up, chosen
from .effects import Effect, effects
from .generations import Made
from .judging import Paid, add_money, case_of, no_money, pay
from .loading import Loaded, Played, load
from .ruling_columns import Ruled, of_games, rule_without_money
from .verdict_columns import NO_VERDICTS, Verdicts, at_rounds, verdicts_of


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


class _Judged(NamedTuple):
    """Games of one kind under one rule set."""

    ruled: Ruled
    """But for the money."""
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


@undisturbed()
def what_if(
    connection: Connection, made: Made, rules: RuleSet, *which: ColumnElement[bool]
) -> WhatIf:
    """What would change in the games for which these conditions on `game_fact` hold."""
    loaded = load(connection, made.tables, [rules, *_instead(made)], *which)
    asked = _asked(loaded, made, rules)
    verdicts = verdicts_of(connection, asked) if asked else {}
    pairs = [
        (
            played,
            _judge(played, made.rules or played.rules, verdicts),
            _judge(played, rules, verdicts),
        )
        for played in loaded.played
    ]
    now = [(played, judged) for played, judged, _ in pairs]
    then = [(played, judged) for played, _, judged in pairs]
    return WhatIf(
        players=loaded.players,
        currencies=loaded.currencies,
        games=sum(len(played.game) for played in loaded.played),
        rounds=sum(len(played.round_id) for played in loaded.played),
        totals=(_totals(now), _totals(then)),
        figures=(_figures(loaded, now), _figures(loaded, then)),
        rounds_won_otherwise=sum(_differ(a.ruled.won, b.ruled.won) for _, a, b in pairs),
        rounds_worth_otherwise=sum(_differ(*map(_worth, (a, b))) for _, a, b in pairs),
        rounds_paid_otherwise=sum(_differ(*map(_changes_hands, (a, b))) for _, a, b in pairs),
        changes=sorted(chain.from_iterable(_changes(loaded, *pair) for pair in pairs)),
        readings=effects(
            loaded, rules, verdicts, [judged.paid for _, judged in then if judged.paid]
        ),
    )


def _instead(made: Made) -> list[RuleSet]:
    """The rules that count now for all games, if they are not those of each."""
    return [made.rules] if made.rules else []


def _asked(loaded: Loaded, made: Made, rules: RuleSet) -> set[Reading]:
    """The readings that are needed: all where the other rules ask for a blocker."""
    now = _instead(made) or [played.rules for played in loaded.played]
    asked = {each.payout.reading for each in now if each.payout and each.payout.reading}
    return asked | (set(READINGS) if rules.payout and rules.payout.reading else set())


def _judge(played: Played, rules: RuleSet, verdicts: Mapping[Reading, Verdicts]) -> _Judged:
    ruled = rule_without_money(*case_of(played, rules), played.facts, played.decrees)
    regular = ~played.irregular
    return _Judged(
        ruled=ruled,
        paid=None if rules.payout is None else _pay(rules.payout, played, ruled, verdicts),
        played=played.closed & regular & ~ruled.void,
        won=ruled.game_won & regular[:, None],
        over=ruled.decided & regular & ~played.abandoned,
        unfinished=played.closed & regular & ~(played.abandoned | ruled.void | ruled.decided),
        rounds=np.bincount(played.facts.game[ruled.counts], minlength=len(played.game)),
    )


def _pay(
    payout: Payout, played: Played, ruled: Ruled, verdicts: Mapping[Reading, Verdicts]
) -> Paid:
    kept = verdicts[payout.reading] if payout.reading else NO_VERDICTS
    counted = played.only(ruled.counts)
    blocker, assistant, _ = at_rounds(kept, counted.round_id)
    return pay(payout, counted, ruled.won[ruled.counts], blocker, assistant)


def _totals(judged: Sequence[tuple[Played, _Judged]]) -> Totals:
    return Totals(
        over=sum(int(each.over.sum()) for _, each in judged),
        unfinished=sum(int(each.unfinished.sum()) for _, each in judged),
        rounds=sum(int(each.rounds.sum()) for _, each in judged),
        surplus=sum(int(each.ruled.surplus.sum()) for _, each in judged),
    )


def _figures(loaded: Loaded, judged: Sequence[tuple[Played, _Judged]]) -> Figures:
    games, games_won, rounds, rounds_won, points = (
        np.zeros(len(loaded.players), np.int64) for _ in range(5)
    )
    figures = Figures(games, games_won, rounds, rounds_won, points, no_money(loaded))
    for played, each in judged:
        for sums, of_seats in zip(figures[:-1], _of_seats(played, each), strict=True):
            add_up(sums, played.player, of_seats)
        if each.paid:
            add_money(figures.net, each.paid)
    return figures


def _of_seats(played: Played, judged: _Judged) -> Iterator[IntArray | BoolArray]:
    """(g, S) what each seat gets out of each game: the figures but for money."""
    counts, over = judged.ruled.counts, judged.played[:, None]
    shape, game = played.player.shape, played.facts.game[counts]
    yield np.broadcast_to(over, shape)
    yield judged.won & over
    yield np.broadcast_to(judged.rounds[:, None], shape)
    yield of_games(len(played.game), game, judged.ruled.won[counts])
    yield of_games(len(played.game), game, _worth(judged)[counts])


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


def _changes(loaded: Loaded, played: Played, now: _Judged, then: _Judged) -> Iterator[GameChange]:
    others = (now.won != then.won).any(axis=1) | (now.rounds != then.rounds)
    rounds = now.rounds, then.rounds
    columns = (played.game, played.player, now.won, then.won, _leading(then), *rounds)
    changed = zip(*(column.tolist() for column in chosen(columns, others)), strict=True)
    for game, seated, won_now, won_then, leading, rounds_now, rounds_then in changed:
        players = [loaded.players[player] for player in seated]
        yield GameChange(
            game=game,
            winners=(_those(players, won_now), _those(players, won_then)),
            leaders=_those(players, leading),
            rounds=(rounds_now, rounds_then),
        )


def _leading(judged: _Judged) -> BoolArray:
    """(g, S) who has most points in games that are over on record, and that nobody has won."""
    score = judged.ruled.score
    if score is None:  # Every round ends a game: there are none.
        return np.zeros_like(judged.won)
    most: BoolArray = score == score.max(axis=1, keepdims=True)
    return most & judged.unfinished[:, None]


def _those(seated: Sequence[str], flags: Sequence[bool]) -> tuple[str, ...]:
    return tuple(compress(seated, flags))
