"""Games out of the tables, laid before the rules.

Shapes as in `loading`; p players, c currencies.
"""

from typing import NamedTuple, Self

import numpy as np

from domain.rules.rule_set import Payout, RuleSet
from domain.rules.table import table_for

from ..facts.load import Loaded, Played
from .ruling_columns import Games, Kind, Rounds, of_games, paid
from .score_columns import BoolArray, IntArray, add_up


class Paid(NamedTuple):
    """Games with some of their rounds, and the money of these."""

    played: Played
    won: BoolArray
    """(n, S)"""
    net: IntArray
    """(n, S) in minor units."""

    def only(self, which: BoolArray) -> Self:
        """The same games with fewer rounds; ``which`` is (n,)."""
        return type(self)(self.played.only(which), self.won[which], self.net[which])


def case_of(played: Played, rules: RuleSet) -> tuple[Kind, Games]:
    """The games, as these rules are to rule on them."""
    sides = table_for(played.rules.play, played.seats).sides
    kind = Kind(played.rules.counted_by(rules), sides, played.seats)
    left = played.abandoned, played.disputed, played.void, played.forfeiter
    return kind, Games(played.per_pip, *left)


def pay(
    payout: Payout, played: Played, won: BoolArray, blocker: IntArray, assistant: IntArray
) -> Paid:
    """These rounds, which were (n, S) won, with (n,) those whom a reading names."""
    rounds = Rounds(played.facts, blocker, assistant, played.decrees)
    return Paid(played, won, paid(payout, played.per_pip, rounds, won))


def add_money(net: IntArray, rounds: Paid) -> None:
    """Add what the players get to (p, c) amounts."""
    played, currencies = rounds.played, net.shape[1]
    of_seats = of_games(len(played.game), played.facts.game, rounds.net)
    add_up(net.reshape(-1), played.player * currencies + played.currency[:, None], of_seats)


def no_money(loaded: Loaded) -> IntArray:
    """(p, c) amounts of 0 of every player in every currency."""
    return np.zeros((len(loaded.players), len(loaded.currencies)), np.int64)
