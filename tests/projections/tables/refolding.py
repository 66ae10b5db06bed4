"""An oracle of what-if: every game is folded, and ruled on twice."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from domain.block_verdicts import READINGS
from domain.events import GameAbandoned
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from projections.results.game_result import GameResult, RoundResult, count_game, net_of_game
from projections.tables.compared_rules import RoundChange, RoundFigures, WhatIf

Answer: TypeAlias = dict[str, Any]
Pair: TypeAlias = tuple[GameResult, GameResult]
"""Now and then."""


class Refold(NamedTuple):
    """Games with the rulings that count now."""

    ruled: Sequence[GameResult]

    @classmethod
    def of(cls, book: Book, rules: RuleSet | None = None) -> "Refold":
        return cls([count_game(book.stream(game).game, rules) for game in book.games()])

    def under(self, rules: RuleSet, which: Callable[[GameResult], bool] = lambda _: True) -> Answer:
        """Everything that `what_if` returns for these games."""
        numbered = [(at, now) for at, now in enumerate(self.ruled, 1) if which(now)]
        pairs = [(number, now, count_game(now.game, rules)) for number, now in numbered]
        both = [(now, then) for _, now, then in pairs]
        rounds = [rounds for pair in both for rounds in _rounds(*pair)]
        return {
            "games": len(pairs),
            "rounds": sum(a.score is not None for a, *_ in rounds),
            "reported": sum(a.facts.ended == "reported" for a, *_ in rounds if a.score),
            "totals": tuple(totals([pair[at] for pair in both]) for at in (0, 1)),
            "figures": tuple(figures([pair[at] for pair in both]) for at in (0, 1)),
            "won": sum(winners(a) != winners(b) for a, b, *_ in rounds),
            "worth": sum(worth(a) != worth(b) for a, b, *_ in rounds),
            "paid": sum(paid(a, x) != paid(b, y) for a, b, x, y in rounds),
            "changes": [change(*found) for found in pairs if is_other(*found[1:])],
            "readings": dict(readings([then for _, then in both], rules)),
        }

    def round_changes(self, rules: RuleSet) -> list[RoundChange]:
        """The rounds that other rules count, or that they count otherwise."""
        return [
            RoundChange(number, a.number, one, other)
            for number, now in enumerate(self.ruled, 1)
            for then in [count_game(now.game, rules)]
            for a, b, a_counts, b_counts in _rounds(now, then)
            for one, other in [(_figures_of(now, a, a_counts), _figures_of(then, b, b_counts))]
            if one != other
        ]


def _figures_of(game: GameResult, found: RoundResult, counts: bool) -> RoundFigures:
    opened, sides = game.game.opened, game.game.table.sides
    points = worth(found) or (0,) * len(sides)
    return RoundFigures(
        counts,
        tuple(str(opened.players[seat]) for seat in sorted(winners(found))),
        tuple(points[game.game.table.side_of(seat)] for seat in range(len(opened.players))),
        paid(found, counts),
    )


def _rounds(now: GameResult, then: GameResult) -> Iterator[Any]:
    """The rounds settled by one of the two, each with both rulings and whether it counts."""
    for a, b in zip(now.rounds, then.rounds, strict=True):
        if a.score is not None or b.score is not None:
            yield a, b, a in now.counted, b in then.counted


def winners(round: RoundResult) -> tuple[int, ...]:
    return round.score.winners if round.score else ()


def worth(round: RoundResult) -> tuple[int, ...]:
    """Points by side; empty if there are none."""
    points = round.score.points if round.score else None
    return points if points is not None and any(points) else ()


def paid(round: RoundResult, counts: bool) -> tuple[int, ...]:
    return (round.net if counts else None) or (0,) * len(round.round.hands)


def totals(ruled: Sequence[GameResult]) -> tuple[int, int, int, int]:
    """Games over, games unfinished, rounds that count, surplus rounds."""
    taken_as_played = [
        each
        for each in ruled
        if not isinstance(each.game.abandoned, GameAbandoned) and not each.void
    ]
    return (
        sum(each.winners is not None for each in taken_as_played),
        sum(each.game.over and each.complete and each.winners is None for each in taken_as_played),
        sum(len(each.counted) for each in ruled),
        sum(0 if each.game.noted else len(each.surplus) for each in ruled),
    )


def figures(ruled: Sequence[GameResult]) -> dict[str, dict[str, Any]]:
    """By player: games, games won, rounds, rounds won, points, and money by currency."""
    by_player: dict[str, Any] = {}
    for each in ruled:
        currency = each.game.opened.stake.currency
        net = net_of_game(each) or (0,) * each.game.table.seats
        for seat, player in enumerate(each.game.opened.players):
            sums = by_player.setdefault(str(player), {"figures": [0] * 5, "net": Counter()})
            sums["figures"] = [
                a + b for a, b in zip(sums["figures"], of_seat(each, seat), strict=True)
            ]
            sums["net"][currency] += net[seat]
    return {player: _without_nothing(sums) for player, sums in by_player.items()}


def _without_nothing(sums: dict[str, Any]) -> dict[str, Any]:
    return {**sums, "net": {currency: net for currency, net in sums["net"].items() if net}}


def of_seat(result: GameResult, seat: int) -> tuple[int, ...]:
    side = result.game.table.side_of(seat)
    won = seat in (result.winners or ())
    scores = [round.score for round in result.counted if round.score]
    played = [
        round.score for round in result.counted if round.score and round.facts.ended != "reported"
    ]
    return (
        *(int(result.played), int(result.played and won), len(played)),
        sum(seat in score.winners for score in played),
        sum(score.points[side] for score in scores if score.points is not None),
    )


def is_other(now: GameResult, then: GameResult) -> bool:
    return (now.winners or ()) != (then.winners or ()) or len(now.counted) != len(then.counted)


def change(number: int, now: GameResult, then: GameResult) -> tuple[Any, ...]:
    players = now.game.opened.players
    winners = [[str(players[seat]) for seat in each.winners or ()] for each in (now, then)]
    leaders: list[str] = []
    scores = then.standing.scores
    if totals([then])[1] and scores is not None:
        best = (min if then.rules.score.winners == "lowest" else max)(scores)
        leading = [scores[then.game.table.side_of(seat)] == best for seat in range(len(players))]
        leaders = [str(player) for player, leads in zip(players, leading, strict=True) if leads]
    return number, winners, leaders, (len(now.counted), len(then.counted))


def readings(ruled: Sequence[GameResult], rules: RuleSet) -> Iterator[tuple[str, Any]]:
    """By reading: rounds that count in which it names a blocker, and money by player.

    ``ruled``: the games under these rules. Those without a block are the same by every reading.
    """
    if rules.payout is None or rules.payout.reading is None:
        return
    for reading in READINGS:
        payout = rules.payout.model_copy(update={"reading": reading})
        reread = rules.model_copy(update={"payout": payout})
        again = [
            count_game(each.game, reread)
            if any(found.facts.blocked for found in each.rounds)
            else each
            for each in ruled
        ]
        blockers = sum(
            round.verdict is not None and round.verdict.blocker is not None
            for each in again
            for round in each.counted
        )
        yield reading, (blockers, {who: sums["net"] for who, sums in figures(again).items()})


def answer_of(found: WhatIf) -> Answer:
    """An answer of `what_if` in the form of `Refold.under`."""
    money = [
        {
            player: _of_player(found, net)
            for player, net in zip(found.players, of.net.tolist(), strict=True)
        }
        for of in found.figures
    ]
    return {
        "games": found.games,
        "rounds": found.rounds,
        "reported": found.reported,
        "totals": found.totals,
        "figures": tuple(
            {
                player: {"figures": [int(column[at]) for column in of[:5]], "net": net[player]}
                for at, player in enumerate(found.players)
            }
            for of, net in zip(found.figures, money, strict=True)
        ),
        "won": found.rounds_won_otherwise,
        "worth": found.rounds_worth_otherwise,
        "paid": found.rounds_paid_otherwise,
        "changes": [
            (each.game, [list(who) for who in each.winners], list(each.leaders), each.rounds)
            for each in found.changes
        ],
        "readings": {
            reading: (
                effect.blockers,
                {
                    player: _of_player(found, net)
                    for player, net in zip(found.players, effect.net.tolist(), strict=True)
                },
            )
            for reading, effect in found.readings.items()
        },
    }


def _of_player(found: WhatIf, net: Sequence[int]) -> dict[str, int]:
    return {
        currency: amount for currency, amount in zip(found.currencies, net, strict=True) if amount
    }
