"""What would change under other score and payout rules, computed from stored facts.

Nothing is written and no event is read. Everything is computed twice from the same facts: by the
rules that count now and by the others. Shapes: g games, n settled rounds, N rounds, S seats, p
players, c currencies, F figures.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np

from ...domain.block_verdicts import READINGS
from ...domain.rules.counting import Counting, counted_rules
from ...domain.rules.payout import Reading
from ...domain.scoring.settlement import NOBODY, Blame
from ...ledger.registry.payout_rules import require_functions
from .connection import EVERYTHING, LARGEST, ROUNDS_A_GAME, Condition, Connection
from .facts import BoolArray, Group, IntArray, ints, marks
from .results import CountedGroup, Scored, count_scored, pay_rounds, score_games, sums_by_game
from .stored_facts import load_facts
from .verdicts import Kept, kept_verdicts

GAMES_AT_ONCE = 4_000
"""Games whose facts are in memory at the same time."""


class Figures(NamedTuple):
    """The figures of each player: (p,), money (p, c) in minor units."""

    games: IntArray
    """That count as played."""
    games_won: IntArray
    rounds: IntArray
    rounds_won: IntArray
    points: IntArray
    net: IntArray


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
    changes: list[GameChange]
    round_changes: list[RoundChange]
    """Empty unless asked for."""
    readings: dict[Reading, Effect]
    """Empty if the other rules need no blocker."""
    players: Sequence[str] = ()
    currencies: Sequence[str] = ()


class _Players:
    """The players and currencies of all games that are compared, and those of some groups."""

    def __init__(
        self, players: Sequence[str], currencies: Sequence[str], groups: Sequence[Group]
    ) -> None:
        player = {id: number for number, id in enumerate(players)}
        currency = {code: number for number, code in enumerate(currencies)}
        self._shape = len(players), len(currencies)
        self._places = {
            (group.rules_id, group.seats): (
                ints(player[id] for game in group.games for id in game.opening.players),
                ints(currency[each.opening.currency] for each in group.games).repeat(group.seats),
            )
            for group in groups
        }
        """By kind, (g * S,) the numbers of the players and currencies."""

    def sum_up(self, parts: Iterable[tuple[Group, IntArray]]) -> IntArray:
        """(p, c) the (g, S) figures of games, added up by player and currency.

        Python integers if 64 bits might overflow.
        """
        figures = [(self._places[group.rules_id, group.seats], of.ravel()) for group, of in parts]
        most = sum(np.abs(each.astype(np.float64)).sum() for _, each in figures)
        sums = np.zeros(self._shape, np.int64 if most < LARGEST else object)
        for places, each in figures:
            np.add.at(sums, places, each)
        return sums


def what_if(
    connection: Connection,
    counting_now: Counting,
    others: Sequence[Counting],
    which: Condition = EVERYTHING,
    *,
    each_round: bool = False,
    readings: Collection[Reading] = READINGS,
) -> list[WhatIf]:
    """What each of these would change in games that satisfy this condition on ``game``.

    The facts are loaded once, in batches of games, so memory does not grow with their number.
    Raises UnknownPayout.
    ``each_round``: list the rounds that would change, too. ``readings``: whose effect is found.
    """
    seated = connection.rows(
        "SELECT seat.player_id, game.currency FROM game_seat AS seat "
        f"JOIN game_fact AS game ON game.id = seat.game_id WHERE {which.text} "
        "GROUP BY seat.player_id, game.currency ORDER BY min(100 * game.id + seat.seat)",
        **which.values,
    )
    pairs = list(seated)
    players = list(dict.fromkeys(player for player, _ in pairs))
    currencies = sorted({currency for _, currency in pairs})
    last = connection.value("SELECT coalesce(max(id), 0) FROM game_fact")
    parts: list[list[WhatIf]] = []
    for first in range(0, last + 1, GAMES_AT_ONCE):
        groups = load_facts(connection, which, numbers=range(first, first + GAMES_AT_ONCE))
        of_groups = _Players(players, currencies, groups)
        now = _scored(groups, counting_now)
        asked = partial(_what_if, connection, of_groups, now)
        parts.append([asked(each, each_round=each_round, readings=readings) for each in others])
    return [
        reduce(_sum, of_rules)._replace(players=players, currencies=currencies)
        for of_rules in zip(*parts, strict=True)
    ]


def _scored(groups: Iterable[Group], counting: Counting) -> list[Scored]:
    """Raises UnknownPayout."""
    each = [(group, counted_rules(counting, group.rules, group.seats)) for group in groups]
    require_functions(rules for _, rules in each)
    return [score_games(group, rules) for group, rules in each]


def _sum(one: Any, other: Any) -> Any:
    """The sum of two answers, figure by figure; lists follow one another."""
    match one:
        case dict():
            return {name: _sum(each, other[name]) for name, each in one.items()}
        case tuple():
            sums = map(_sum, one, other)
            return one._make(sums) if hasattr(one, "_make") else tuple(sums)
        case np.ndarray():
            return np.add(one, other, dtype=object)  # 64 bits might overflow.
        case _:
            return one + other


def _what_if(
    connection: Connection,
    players: _Players,
    before: Sequence[Scored],
    counting: Counting,
    *,
    each_round: bool,
    readings: Collection[Reading],
) -> WhatIf:
    """The answer for the games of one batch, without the names of players and currencies."""
    after = _scored((scored.group for scored in before), counting)
    if not any(each.rules.reading for each in counting):
        readings = ()
    verdicts = _verdicts(connection, [*before, *after], readings)

    def counted(scored: Scored, otherwise: CountedGroup | None = None) -> CountedGroup:
        reading = scored.rules.reading
        blamed = verdicts[reading] if reading else {}
        return count_scored(scored, blamed, scored.counts, otherwise)

    now = [counted(scored) for scored in before]
    then = [counted(scored, own) for scored, own in zip(after, now, strict=True)]
    pairs = list(zip(now, then, strict=True))
    spread = [(_of_rounds(one), _of_rounds(other)) for one, other in pairs]
    differ = [[(a != b).any(axis=1) for a, b in zip(*both, strict=True)] for both in spread]
    won, worth, paid = (sum(int(marked[at].sum()) for marked in differ) for at in (1, 2, 3))
    round_changes = [
        change
        for scored, both, marked in zip(before, spread, differ, strict=True)
        if each_round
        for change in _round_changes(scored.group, both, np.logical_or.reduce(marked))
    ]
    return WhatIf(
        games=sum(len(scored.group.games) for scored in before),
        rounds=sum(len(scored.rounds.game) for scored in before),
        reported=sum(int(scored.rounds.reported.sum()) for scored in before),
        totals=(_totals(now), _totals(then)),
        figures=(_figures(players, now), _figures(players, then)),
        rounds_won_otherwise=won,
        rounds_worth_otherwise=worth,
        rounds_paid_otherwise=paid,
        changes=sorted(chain.from_iterable(_changes(*pair) for pair in pairs)),
        round_changes=sorted(round_changes),
        readings={each: _effect(players, each, verdicts, then) for each in readings},
    )


def _verdicts(connection: Connection, cases: Iterable[Scored], asked: Collection[Reading]) -> Kept:
    """The verdicts needed: under the readings of the rules, and those asked for."""
    readings, rounds = set(asked), set[int]()
    for case in cases:
        if case.rules.reading:
            readings.add(case.rules.reading)
            rounds.update(case.rounds.id[case.counts & case.rounds.blocked].tolist())
    return kept_verdicts(connection, readings, rounds) if readings else {}


def _abandoned(scored: Scored) -> BoolArray:
    """(g,) it was broken off."""
    return marks(game.abandoned for game in scored.group.games)


def _unfinished(scored: Scored) -> BoolArray:
    """(g,) over on record, but not won by these rules."""
    settled = scored.group.irregular | _abandoned(scored) | scored.void | scored.decided
    return scored.group.closed & ~settled


def _totals(cases: Sequence[CountedGroup]) -> Totals:
    each = [case.scored for case in cases]
    over = (one.decided & ~one.group.irregular & ~_abandoned(one) for one in each)
    return Totals(
        over=sum(int(games.sum()) for games in over),
        unfinished=sum(int(_unfinished(one).sum()) for one in each),
        rounds=sum(int(one.counts.sum()) for one in each),
        surplus=sum(int(one.surplus.sum()) for one in each),
    )


def _figures(players: _Players, cases: Sequence[CountedGroup]) -> Figures:
    def by_player(figure: Callable[[CountedGroup], IntArray | BoolArray]) -> IntArray:
        figures = players.sum_up((case.scored.group, figure(case) * 1) for case in cases)
        by_player: IntArray = figures.sum(axis=1)
        return by_player

    nets = ((case.scored.group, case.sum_of("received") - case.sum_of("paid")) for case in cases)
    return Figures(
        by_player(lambda case: case.scored.games[:, None] | np.zeros_like(case.scored.leading)),
        by_player(lambda case: case.scored.game_won * case.scored.games[:, None]),
        by_player(lambda case: case.sum_of("rounds")),
        by_player(lambda case: case.sum_of("rounds_won")),
        by_player(lambda case: case.sum_of("points")),
        players.sum_up(nets),
    )


def _changes(now: CountedGroup, then: CountedGroup) -> Iterator[GameChange]:
    won = now.scored.game_won, then.scored.game_won
    rounds = [one.sum_of("rounds")[:, 0] + one.sum_of("reported")[:, 0] for one in (now, then)]
    leading = _leading(then.scored)
    changed = (won[0] != won[1]).any(axis=1) | (rounds[0] != rounds[1])
    for place in np.flatnonzero(changed).tolist():
        game = now.scored.group.games[place]
        winners_now, winners_then, leaders = (
            tuple(compress(game.opening.players, each[place])) for each in (*won, leading)
        )
        counted = int(rounds[0][place]), int(rounds[1][place])
        yield GameChange(game.number, (winners_now, winners_then), leaders, counted)


def _leading(scored: Scored) -> BoolArray:
    """(g, S) is ahead in points, in games that are over on record but not won."""
    if scored.score is None:  # Without points, each round ends a game.
        return np.zeros_like(scored.leading)
    best = np.min if scored.rules.score.lowest_wins else np.max
    ahead: BoolArray = scored.score == best(scored.score, axis=1, keepdims=True)
    return ahead & _unfinished(scored)[:, None]


def _net(case: CountedGroup) -> IntArray:
    """(n, S) in minor units; zeros for rounds that do not count."""
    nothing = np.zeros(case.scored.won.shape, np.int64)
    net = nothing if case.paid.net is None else case.paid.net
    return np.where(case.scored.counts[:, None], net, 0)


def _of_rounds(case: CountedGroup) -> list[IntArray]:
    """Whether a round counts, (N, 1), and (N, S) who won it, points and money; 0 if not settled."""
    scored, points = case.scored, case.scored.seat_points
    worth = np.zeros(scored.won.shape, np.int64) if points is None else points
    spread = []
    for figures in (scored.counts[:, None], scored.won, worth, _net(case)):
        spread.append(np.zeros((len(scored.settled), figures.shape[1]), np.int64))
        spread[-1][scored.settled] = figures
    return spread


def _round_changes(
    group: Group, spread: Iterable[Sequence[IntArray]], changed: BoolArray
) -> Iterator[RoundChange]:
    """``spread``: the figures of `_of_rounds`, now and then."""
    for place in np.flatnonzero(changed).tolist():
        game = group.games[group.rounds.game[place]]
        now, then = (
            RoundFigures(
                bool(counts[place, 0]),
                tuple(compress(game.opening.players, won[place])),
                tuple(points[place].tolist()),
                tuple(net[place].tolist()),
            )
            for counts, won, points, net in spread
        )
        yield RoundChange(game.number, int(group.rounds.id[place]) % ROUNDS_A_GAME, now, then)


def _effect(
    players: _Players, reading: Reading, kept: Kept, cases: Sequence[CountedGroup]
) -> Effect:
    """Settle again the rounds that count in which this reading blames others."""
    blockers = assisted = unjudged = 0
    nets: list[tuple[Group, IntArray]] = []
    nets_alone: list[tuple[Group, IntArray]] = []
    for case in cases:
        scored, net = case.scored, _net(case)
        payout = scored.rules.payout
        if payout is None or payout.reading is None:
            nets.append(_by_game(scored, net))
            nets_alone.append(nets[-1])
            continue
        places = np.flatnonzero(scored.counts & scored.by_readings)
        ids = scored.rounds.id[places].tolist()
        found = [kept[reading].get(id) for id in ids]
        blames = [blame or NOBODY for blame in found]
        blockers += sum(blame.blocker is not None for blame in blames)
        unjudged += sum(blame is None for blame in found)
        own = (kept[payout.reading].get(id) or NOBODY for id in ids)
        other = [blame != of_case for blame, of_case in zip(blames, own, strict=True)]
        net[places[other]] = pay_rounds(scored, payout, places[other], compress(blames, other))
        nets.append(_by_game(scored, net))
        # Where nobody assisted, the blocker alone owes the same.
        helped = [blame.assistant is not None for blame in blames]
        alone = [Blame(blame.blocker) for blame in compress(blames, helped)]
        assisted += len(alone)
        net[places[helped]] = pay_rounds(scored, payout, places[helped], alone)
        nets_alone.append(_by_game(scored, net))
    return Effect(blockers, assisted, unjudged, players.sum_up(nets), players.sum_up(nets_alone))


def _by_game(scored: Scored, net: IntArray) -> tuple[Group, IntArray]:
    """(g, S) the sums of each game."""
    return scored.group, sums_by_game(scored.rounds.game, net, len(scored.group.games))
