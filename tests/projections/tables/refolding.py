"""An oracle of what-if: every game is folded, and ruled on twice."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from domino_ledger.domain.block_verdicts import READINGS
from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.projections.results.game_result import (
    GameResult,
    RoundResult,
    count_game,
    net_of_game,
)
from domino_ledger.projections.tables.compared_rules import (
    Figures,
    GameChange,
    RoundChange,
    RoundFigures,
    Totals,
    WhatIf,
)

from .figures_by_fold import rulings

Answer: TypeAlias = dict[str, Any]


class Refold(NamedTuple):
    """Games with the rulings that count now."""

    ruled: Sequence[GameResult]

    @classmethod
    def of(cls, book: Book, rules: RuleSet | None = None) -> "Refold":
        return cls(rulings(book, rules))

    def under(self, rules: RuleSet, which: Callable[[GameResult], bool] = lambda _: True) -> Answer:
        """Everything that `what_if` returns for these games."""
        numbered = [(at, now) for at, now in enumerate(self.ruled, 1) if which(now)]
        pairs = [(number, now, count_game(now.game, rules)) for number, now in numbered]
        both = [now for _, now, _ in pairs], [then for _, _, then in pairs]
        rounds = [rounds for _, *pair in pairs for rounds in _rounds(*pair)]
        return {
            "games": len(pairs),
            "rounds": sum(a.score is not None for a, *_ in rounds),
            "reported": sum(a.facts.ended == "reported" for a, *_ in rounds if a.score),
            "totals": tuple(map(totals, both)),
            "figures": tuple(map(figures, both)),
            "won": sum(winners(a) != winners(b) for a, b, *_ in rounds),
            "worth": sum(worth(a) != worth(b) for a, b, *_ in rounds),
            "paid": sum(paid(a, x) != paid(b, y) for a, b, x, y in rounds),
            "changes": [change(*found) for found in pairs if is_other(*found[1:])],
            "readings": dict(readings(both[1], rules)),
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


def totals(ruled: Sequence[GameResult]) -> Totals:
    taken_as_played = [
        each
        for each in ruled
        if not isinstance(each.game.abandoned, GameAbandoned) and not each.void
    ]
    return Totals(
        sum(each.winners is not None for each in taken_as_played),
        sum(each.game.over and each.complete and each.winners is None for each in taken_as_played),
        sum(len(each.counted) for each in ruled),
        sum(0 if each.game.noted else len(each.surplus) for each in ruled),
    )


def figures(ruled: Sequence[GameResult]) -> dict[str, dict[str, int]]:
    """By player, the figures that are not zero; money by currency."""
    by_player: dict[str, Counter[str]] = {}
    for each in ruled:
        net = net_of_game(each) or (0,) * each.game.table.seats
        for seat, player in enumerate(each.game.opened.players):
            sums = by_player.setdefault(str(player), Counter())
            sums.update(of_seat(each, seat))
            sums[each.game.opened.stake.currency] += net[seat]
    return {player: without_zeros(sums) for player, sums in by_player.items()}


def without_zeros(sums: Mapping[str, int]) -> dict[str, int]:
    return {name: figure for name, figure in sums.items() if figure}


def of_seat(result: GameResult, seat: int) -> dict[str, int]:
    side = result.game.table.side_of(seat)
    won = seat in (result.winners or ())
    scores = [round.score for round in result.counted if round.score]
    played = [
        round.score for round in result.counted if round.score and round.facts.ended != "reported"
    ]
    return {
        "games": result.played * result.counts_as,
        "games_won": (result.played and won) * result.counts_as,
        "rounds": len(played),
        "rounds_won": sum(seat in score.winners for score in played),
        "points": sum(score.points[side] for score in scores if score.points is not None),
    }


def is_other(now: GameResult, then: GameResult) -> bool:
    return (now.winners or ()) != (then.winners or ()) or len(now.counted) != len(then.counted)


def change(number: int, now: GameResult, then: GameResult) -> GameChange:
    players = list(map(str, now.game.opened.players))
    won, others = (tuple(players[seat] for seat in each.winners or ()) for each in (now, then))
    leaders: list[str] = []
    scores = then.standing.scores
    if totals([then]).unfinished and scores is not None:
        best = (min if then.rules.score.winners == "lowest" else max)(scores)
        side_of = then.game.table.side_of
        leaders = [who for seat, who in enumerate(players) if scores[side_of(seat)] == best]
    counted = len(now.counted), len(then.counted)
    return GameChange(number, (won, others), tuple(leaders), counted)


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
        money = {
            who: {name: sum for name, sum in sums.items() if name not in Figures._fields}
            for who, sums in figures(again).items()
        }
        yield reading, (blockers, money)


def answer_of(found: WhatIf) -> Answer:
    """An answer of `what_if` in the form of `Refold.under`."""
    money_of = [_by_player(found, found.currencies, of.net.T) for of in found.figures]
    figures_of = [_by_player(found, Figures._fields[:5], of[:5]) for of in found.figures]
    return {
        "games": found.games,
        "rounds": found.rounds,
        "reported": found.reported,
        "totals": found.totals,
        "figures": tuple(
            {player: of[player] | money[player] for player in found.players}
            for of, money in zip(figures_of, money_of, strict=True)
        ),
        "won": found.rounds_won_otherwise,
        "worth": found.rounds_worth_otherwise,
        "paid": found.rounds_paid_otherwise,
        "changes": found.changes,
        "readings": {
            reading: (effect.blockers, _by_player(found, found.currencies, effect.net.T))
            for reading, effect in found.readings.items()
        },
    }


def _by_player(
    found: WhatIf, names: Sequence[str], columns: Iterable[Any]
) -> dict[str, dict[str, int]]:
    return {
        player: without_zeros({name: int(of[at]) for name, of in zip(names, columns, strict=True)})
        for at, player in enumerate(found.players)
    }
