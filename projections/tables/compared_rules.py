"""What would change under other score and payout rules, computed from stored facts.

Nothing is written and no event is read. Everything is computed twice from the same facts: by the
rules that count now and by the others. Shapes: g games, n settled rounds, S seats, p players, c
currencies, F figures.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from domain.block_verdicts import READINGS
from domain.rules.counting import Counting, counted_rules
from domain.rules.rule_set import Reading, RuleSet
from domain.scoring.settlement import NOBODY, Blame

from .column_values import LARGEST, ROUNDS_A_GAME
from .connection import EVERYTHING, Condition, Connection
from .fact_columns import BoolArray, Group, IntArray, by_seat, ints, marks
from .results import (
    SUMS,
    Blamed,
    Paid,
    Scored,
    pay_games,
    pay_rounds,
    score_games,
    sum_rounds,
    sums_by_game,
)
from .stored_facts import load_facts
from .verdicts import Kept, kept_verdicts

GAMES_AT_ONCE = 4_000
"""Games whose facts are in memory at the same time."""


class Figures(NamedTuple):
    """The figures of each player."""

    games: IntArray
    """(p,) that count as played."""
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
    """Games won, or ended without a winner."""
    unfinished: int
    """Games over on record that nobody has won by these rules."""
    rounds: int
    """Rounds that count."""
    surplus: int
    """Settled rounds after the one that won their game."""


class GameChange(NamedTuple):
    """A game with other winners, or with another last round."""

    game: int
    """Its number."""
    winners: tuple[tuple[str, ...], tuple[str, ...]]
    """Player ids, now and then."""
    leaders: tuple[str, ...]
    """Player ids of those ahead, if nobody would have won though the game is over."""
    rounds: tuple[int, int]
    """Rounds that count, now and then."""


class RoundFigures(NamedTuple):
    """One round under some rules, by seat."""

    counts: bool
    """It counts in its game."""
    winners: tuple[str, ...]
    """Player ids."""
    points: tuple[int, ...]
    net: tuple[int, ...]
    """In minor units; zeros if the round does not count."""


class RoundChange(NamedTuple):
    """A round that counts, is won, is worth or pays otherwise."""

    game: int
    """Its number."""
    round: int
    """Its place in the game, from 0."""
    now: RoundFigures
    then: RoundFigures


class Effect(NamedTuple):
    """The effect of one reading on money."""

    blockers: int
    """Rounds that count in which it names a blocker."""
    assisted: int
    """Of these, rounds in which it names an assistant."""
    unjudged: int
    """Blocked rounds that count without a stored verdict."""
    net: IntArray
    """(p, c) in minor units."""
    net_without_assistance: IntArray
    """(p, c) in minor units, if no assistant were liable."""


class WhatIf(NamedTuple):
    """The answer: everything that other rules would change."""

    players: Sequence[str]
    currencies: Sequence[str]
    games: int
    rounds: int
    """Settled rounds."""
    reported: int
    """Of these, rounds of which only the result is known."""
    totals: tuple[Totals, Totals]
    """Now and then."""
    figures: tuple[Figures, Figures]
    """Now and then."""
    rounds_won_otherwise: int
    rounds_worth_otherwise: int
    """In points."""
    rounds_paid_otherwise: int
    changes: Sequence[GameChange]
    round_changes: Sequence[RoundChange]
    """Empty unless asked for."""
    readings: Mapping[Reading, Effect]
    """Empty if the other rules need no blocker."""


class _Case(NamedTuple):
    """Games of one kind under one rule set."""

    scored: Scored
    paid: Paid
    sums: IntArray
    """(g, S, F)"""

    @property
    def unfinished(self) -> BoolArray:
        """(g,) over on record, but not won by these rules."""
        scored = self.scored
        abandoned = marks(game.abandoned for game in scored.group.games)
        return scored.closed & ~(scored.irregular | abandoned | scored.void | scored.decided)

    def sum_of(self, name: str) -> IntArray:
        """(g, S) one of the `SUMS`."""
        of_games: IntArray = self.sums[:, :, SUMS.index(name)]
        return of_games

    @property
    def rounds(self) -> IntArray:
        """(g,) that count."""
        return self.sum_of("rounds")[:, 0] + self.sum_of("reported")[:, 0]

    def of_all(self, figures: IntArray | BoolArray) -> IntArray:
        """(N, S) figures of the n settled rounds among those of all rounds, which are 0."""
        settled = self.scored.settled
        spread = np.zeros((len(settled), figures.shape[1]), np.int64)
        spread[settled] = figures
        return spread

    def counting(self) -> BoolArray:
        """(n, 1) the round counts."""
        counts: BoolArray = self.scored.counts[:, None]
        return counts

    def worth(self) -> IntArray:
        """(n, S) points; zeros in games without points."""
        points = self.scored.seat_points
        return np.zeros(self.scored.won.shape, np.int64) if points is None else points

    def counted_net(self) -> IntArray:
        """(n, S) in minor units; zeros for rounds that do not count."""
        nothing = np.zeros(self.scored.won.shape, np.int64)
        net = nothing if self.paid.net is None else self.paid.net
        return np.where(self.scored.counts[:, None], net, 0)


class _Players:
    """Players and currencies, numbered."""

    def __init__(self, groups: Sequence[Group]) -> None:
        games = [game for group in groups for game in group.games]
        games.sort(key=attrgetter("number"))
        seated = (player for game in games for player in game.opening.players)
        self.ids = list(dict.fromkeys(seated))
        self.currencies = sorted({game.opening.currency for game in games})
        numbers = {id: number for number, id in enumerate(self.ids)}
        self._places = {
            (group.rules_id, group.seats): by_seat(
                ([numbers[id] for id in game.opening.players] for game in group.games), group.seats
            )
            for group in groups
        }
        self._currency = {currency: number for number, currency in enumerate(self.currencies)}

    def places(self, group: Group) -> IntArray:
        """(g, S) the player numbers of these games."""
        return self._places[group.rules_id, group.seats]

    def sum_up(self, parts: Iterable[tuple[Group, IntArray]]) -> IntArray:
        """(p,) the (g, S) figures of games, added up by player."""
        each = [(self.places(group).ravel(), figures.ravel()) for group, figures in parts]
        return _added_up((len(self.ids),), each)

    def sum_money(self, parts: Iterable[tuple[Group, IntArray]]) -> IntArray:
        """(p, c) the (g, S) amounts of games, added up by player and currency."""
        each = []
        for group, amounts in parts:
            currency = ints(self._currency[game.opening.currency] for game in group.games)
            of_seats = np.repeat(currency, group.seats)
            each.append(((self.places(group).ravel(), of_seats), amounts.ravel()))
        return _added_up((len(self.ids), len(self.currencies)), each)


def _added_up(shape: tuple[int, ...], parts: Sequence[tuple[Any, IntArray]]) -> IntArray:
    """The sums of these figures by index; Python integers if 64 bits might overflow."""
    most = sum(np.abs(figures.astype(np.float64)).sum() for _, figures in parts)
    sums = np.zeros(shape, np.int64 if most < LARGEST else object)
    for places, figures in parts:
        np.add.at(sums, places, figures)
    return sums


def what_if(
    connection: Connection,
    counting_now: Counting,
    others: Sequence[Counting],
    which: Condition = EVERYTHING,
    *,
    each_round: bool = False,
) -> list[WhatIf]:
    """What each of these would change in games that satisfy this condition on ``game``.

    The facts are loaded once, in batches of games, so memory does not grow with their number.
    ``each_round``: list the rounds that would change, too.
    """
    last = connection.value("SELECT coalesce(max(id), 0) FROM game_fact")
    parts: list[list[WhatIf]] = []
    for first in range(0, last + 1, GAMES_AT_ONCE):
        some = range(first, first + GAMES_AT_ONCE)
        groups = load_facts(connection, which, numbers=some)
        players = _Players(groups)
        before = [score_games(group, _counted(counting_now, group)) for group in groups]
        found = [_what_if(connection, players, before, counting, each_round) for counting in others]
        parts.append(found)
    return [_together(of_rules) for of_rules in zip(*parts, strict=True)]


def _counted(counting: Counting, group: Group) -> RuleSet:
    return counted_rules(counting, group.rules, group.seats)


def _together(parts: Sequence[WhatIf]) -> WhatIf:
    """The answer for all these games together."""
    players = list(dict.fromkeys(chain.from_iterable(part.players for part in parts)))
    currencies = sorted({currency for part in parts for currency in part.currencies})
    places = {id: place for place, id in enumerate(players)}
    columns = {currency: column for column, currency in enumerate(currencies)}
    own = [ints(places[id] for id in part.players) for part in parts]
    of_money = [ints(columns[currency] for currency in part.currencies) for part in parts]

    def by_player(figures: Iterable[IntArray]) -> IntArray:
        return _added_up((len(players),), list(zip(own, figures, strict=True)))

    def by_currency(nets: Iterable[IntArray]) -> IntArray:
        each = [
            ((np.repeat(rows, len(money)), np.tile(money, len(rows))), net.ravel())
            for rows, money, net in zip(own, of_money, nets, strict=True)
        ]
        return _added_up((len(players), len(currencies)), each)

    def figures(at: int) -> Figures:
        each = [part.figures[at] for part in parts]
        return Figures(
            games=by_player(one.games for one in each),
            games_won=by_player(one.games_won for one in each),
            rounds=by_player(one.rounds for one in each),
            rounds_won=by_player(one.rounds_won for one in each),
            points=by_player(one.points for one in each),
            net=by_currency(one.net for one in each),
        )

    def totals(at: int) -> Totals:
        return Totals(*map(sum, zip(*(part.totals[at] for part in parts), strict=True)))

    def effect(reading: Reading) -> Effect:
        each = [part.readings[reading] for part in parts]
        return Effect(
            blockers=sum(one.blockers for one in each),
            assisted=sum(one.assisted for one in each),
            unjudged=sum(one.unjudged for one in each),
            net=by_currency(one.net for one in each),
            net_without_assistance=by_currency(one.net_without_assistance for one in each),
        )

    return WhatIf(
        players=players,
        currencies=currencies,
        games=sum(part.games for part in parts),
        rounds=sum(part.rounds for part in parts),
        reported=sum(part.reported for part in parts),
        totals=(totals(0), totals(1)),
        figures=(figures(0), figures(1)),
        rounds_won_otherwise=sum(part.rounds_won_otherwise for part in parts),
        rounds_worth_otherwise=sum(part.rounds_worth_otherwise for part in parts),
        rounds_paid_otherwise=sum(part.rounds_paid_otherwise for part in parts),
        changes=list(chain.from_iterable(part.changes for part in parts)),
        round_changes=list(chain.from_iterable(part.round_changes for part in parts)),
        readings={reading: effect(reading) for reading in parts[0].readings},
    )


def _what_if(
    connection: Connection,
    players: _Players,
    before: Sequence[Scored],
    counting: Counting,
    each_round: bool,
) -> WhatIf:
    groups = [scored.group for scored in before]
    after = [score_games(group, _counted(counting, group)) for group in groups]
    asks = any(each.rules.reading for each in counting)
    verdicts = _verdicts(connection, [*before, *after], every=asks)
    now, then = ([_case(scored, verdicts) for scored in each] for each in (before, after))
    pairs = list(zip(now, then, strict=True))
    return WhatIf(
        players=players.ids,
        currencies=players.currencies,
        games=sum(len(group.games) for group in groups),
        rounds=sum(len(scored.rounds.game) for scored in before),
        totals=(_totals(now), _totals(then)),
        figures=(_figures(players, now), _figures(players, then)),
        reported=sum(int(scored.rounds.reported.sum()) for scored in before),
        rounds_won_otherwise=_differ(pairs, lambda case: case.scored.won),
        rounds_worth_otherwise=_differ(pairs, _Case.worth),
        rounds_paid_otherwise=_differ(pairs, _Case.counted_net),
        changes=sorted(chain.from_iterable(_changes(*pair) for pair in pairs)),
        round_changes=sorted(
            chain.from_iterable(_round_changes(*pair) for pair in pairs if each_round)
        ),
        readings=_effects(players, verdicts, then) if asks else {},
    )


def _verdicts(connection: Connection, cases: Iterable[Scored], *, every: bool) -> Kept:
    """The verdicts needed; ``every``: under all readings."""
    judged = [case for case in cases if case.rules.reading]
    readings = {case.rules.reading for case in judged if case.rules.reading}
    readings |= set(READINGS if every else ())
    blocked = [case.round_ids[case.counts & case.rounds.blocked].tolist() for case in judged]
    rounds = set(chain.from_iterable(blocked))
    return kept_verdicts(connection, readings, rounds) if readings else {}


def _case(scored: Scored, verdicts: Kept) -> _Case:
    reading = scored.rules.reading
    paid = pay_games(scored, verdicts[reading] if reading else {}, scored.counts)
    return _Case(scored, paid, sum_rounds(scored, paid))


def _totals(cases: Sequence[_Case]) -> Totals:
    each = [case.scored for case in cases]
    over = (
        one.decided & ~one.irregular & ~marks(game.abandoned for game in one.group.games)
        for one in each
    )
    return Totals(
        over=sum(int(games.sum()) for games in over),
        unfinished=sum(int(case.unfinished.sum()) for case in cases),
        rounds=sum(int(one.counts.sum()) for one in each),
        surplus=sum(int(one.surplus.sum()) for one in each),
    )


def _figures(players: _Players, cases: Sequence[_Case]) -> Figures:
    def by_player(figure: Callable[[_Case], IntArray | BoolArray]) -> IntArray:
        return players.sum_up((case.scored.group, figure(case) * 1) for case in cases)

    nets = ((case.scored.group, case.sum_of("received") - case.sum_of("paid")) for case in cases)
    return Figures(
        games=by_player(
            lambda case: np.broadcast_to(case.scored.played[:, None], case.scored.leading.shape)
        ),
        games_won=by_player(lambda case: case.scored.game_won & case.scored.played[:, None]),
        rounds=by_player(lambda case: case.sum_of("rounds")),
        rounds_won=by_player(lambda case: case.sum_of("rounds_won")),
        points=by_player(lambda case: case.sum_of("points")),
        net=players.sum_money(nets),
    )


def _differ(
    pairs: Iterable[tuple[_Case, _Case]], figures: Callable[[_Case], IntArray | BoolArray]
) -> int:
    """The number of rounds with other figures; a round that is not settled has none."""
    return sum(int(_differing(now, then, figures).sum()) for now, then in pairs)


def _differing(
    now: _Case, then: _Case, figures: Callable[[_Case], IntArray | BoolArray]
) -> BoolArray:
    """(N,) marks the rounds with other figures."""
    differing: BoolArray = (now.of_all(figures(now)) != then.of_all(figures(then))).any(axis=1)
    return differing


def _changes(now: _Case, then: _Case) -> Iterator[GameChange]:
    won = now.scored.game_won, then.scored.game_won
    rounds = now.rounds, then.rounds
    leading = _leading(then)
    changed = (won[0] != won[1]).any(axis=1) | (rounds[0] != rounds[1])
    for place in np.flatnonzero(changed).tolist():
        game = now.scored.group.games[place]
        winners_now, winners_then, leaders = (
            tuple(compress(game.opening.players, each[place])) for each in (*won, leading)
        )
        counted = int(rounds[0][place]), int(rounds[1][place])
        yield GameChange(game.number, (winners_now, winners_then), leaders, counted)


def _round_changes(now: _Case, then: _Case) -> Iterator[RoundChange]:
    group = now.scored.group
    figures = _Case.counting, lambda case: case.scored.won, _Case.worth, _Case.counted_net
    changed = np.logical_or.reduce([_differing(now, then, each) for each in figures])
    spread = [[case.of_all(each(case)) for each in figures] for case in (now, then)]
    for place in np.flatnonzero(changed).tolist():
        game = group.games[group.rounds.game[place]]
        one, other = (
            RoundFigures(
                bool(counts[place, 0]),
                tuple(compress(game.opening.players, won[place])),
                tuple(points[place].tolist()),
                tuple(net[place].tolist()),
            )
            for counts, won, points, net in spread
        )
        number = int(group.round_ids[place]) % ROUNDS_A_GAME
        yield RoundChange(game.number, number, one, other)


def _leading(case: _Case) -> BoolArray:
    """(g, S) is ahead in points, in games that are over on record but not won."""
    score, rules = case.scored.score, case.scored.rules.score
    if score is None:  # Without points, each round ends a game.
        return np.zeros_like(case.scored.leading)
    best = (np.min if rules.lowest_wins else np.max)(score, axis=1, keepdims=True)
    ahead: BoolArray = score == best
    return ahead & case.unfinished[:, None]


def _effects(players: _Players, verdicts: Kept, cases: Sequence[_Case]) -> dict[Reading, Effect]:
    """By reading, its effect in the games whose rules need a blocker."""
    return {reading: _effect(players, verdicts[reading], verdicts, cases) for reading in READINGS}


def _effect(players: _Players, verdicts: Blamed, kept: Kept, cases: Sequence[_Case]) -> Effect:
    """Settle again the rounds that count in which this reading blames others."""
    blockers = assisted = unjudged = 0
    nets: list[tuple[Group, IntArray]] = []
    nets_alone: list[tuple[Group, IntArray]] = []
    for case in cases:
        scored, net = case.scored, case.counted_net()
        payout = scored.rules.payout
        if payout is None or payout.reading is None:
            nets.append(_by_game(scored, net))
            nets_alone.append(_by_game(scored, net))
            continue
        settled = kept[payout.reading]
        places = np.flatnonzero(scored.counts & scored.by_readings)
        ids = scored.round_ids[places].tolist()
        found = [verdicts.get(id) for id in ids]
        blames = [blame or NOBODY for blame in found]
        blockers += sum(blame.blocker is not None for blame in blames)
        unjudged += sum(blame is None for blame in found)
        own = (settled.get(id) or NOBODY for id in ids)
        other = [blame != of_case for blame, of_case in zip(blames, own, strict=True)]
        net[places[other]] = pay_rounds(scored, payout, places[other], compress(blames, other))
        nets.append(_by_game(scored, net))
        # Where nobody assisted, the blocker alone owes the same.
        helped = [blame.assistant is not None for blame in blames]
        alone = [Blame(blame.blocker) for blame in compress(blames, helped)]
        assisted += len(alone)
        net[places[helped]] = pay_rounds(scored, payout, places[helped], alone)
        nets_alone.append(_by_game(scored, net))
    return Effect(
        blockers, assisted, unjudged, players.sum_money(nets), players.sum_money(nets_alone)
    )


def _by_game(scored: Scored, net: IntArray) -> tuple[Group, IntArray]:
    """(g, S) the sums of each game."""
    return scored.group, sums_by_game(scored.rounds.game, net, len(scored.group.games))
