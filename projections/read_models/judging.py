"""Games out of the tables, laid before the rules."""

import numpy as np

from domain.rules import RuleSet
from domain.table import table_for

from .columns import IntArray, add_up
from .loading import Loaded, Played
from .ruling_columns import Games, Kind, Rounds


def case_of(played: Played, rules: RuleSet) -> tuple[Kind, Games]:
    """The games, as these rules are to rule on them."""
    sides = table_for(played.rules.play, played.seats).sides
    kind = Kind(played.rules.counted_by(rules), sides, played.seats)
    left = played.abandoned, played.disputed, played.void, played.forfeiter
    return kind, Games(played.per_pip, *left)


def rounds_under(played: Played, blocker: IntArray, assistant: IntArray) -> Rounds:
    """Their rounds, with whom a reading names; (n,) both."""
    return Rounds(played.facts, blocker, assistant, played.decrees)


def add_money(net: IntArray, played: Played, game_net: IntArray) -> None:
    """Add what the (g, S) seats of these games get to (p, c) amounts."""
    currencies = net.shape[1]
    add_up(net.reshape(-1), played.player * currencies + played.currency[:, None], game_net)


def no_money(loaded: Loaded) -> IntArray:
    """(p, c) amounts of 0 of every player in every currency."""
    return np.zeros((len(loaded.players), len(loaded.currencies)), np.int64)
