"""Who owes whom after very many rounds (docs/rules/payout.md), all at once.

The twin of `domain.settlement`, as `columns` is that of the score: n rounds, S seats, -1 where the
domain says None.
"""

from typing import NamedTuple, Self

import numpy as np

from domain.rules.rule_set import Payout

from .score_columns import BoolArray, FactColumns, IntArray, at_seat, seatwise, total

LARGEST = 2**63 - 1
"""The largest amount that fits into 64 bits."""


def settle_columns(  # noqa: PLR0917 - the parts of a settlement, in the domain's order
    rules: Payout,
    facts: FactColumns,
    winners: BoolArray,
    blocker: IntArray,
    assistant: IntArray,
    per_pip: IntArray,
) -> IntArray:
    """(n, S) what each seat gets all in all, in minor units; each row sums to zero.

    ``winners`` is (n, S), the others (n,). Raises OverflowError where the most pips of a round at
    the highest price and the higher factor come to more than `LARGEST`.
    """
    _check_that_it_fits(rules, facts, per_pip)
    ends = _Ends(seatwise(facts.pips) * per_pip, seatwise(winners), facts.leader)
    net = _everyone_pays(rules, ends)
    blamed = np.flatnonzero(blocker >= 0)
    net[:, blamed] = _blocker_settles(rules, ends.only(blamed), blocker[blamed], assistant[blamed])
    return net.T


class _Ends(NamedTuple):
    """How rounds ended, as far as money goes."""

    amounts: IntArray
    """(S, n) what the pips left are worth."""
    winners: BoolArray
    """(S, n) who won."""
    leader: IntArray
    """(n,) who led."""

    def only(self, rows: IntArray) -> Self:
        return self._replace(
            amounts=self.amounts[:, rows], winners=self.winners[:, rows], leader=self.leader[rows]
        )


def _check_that_it_fits(rules: Payout, facts: FactColumns, per_pip: IntArray) -> None:
    most = int(total(facts.pips).max(initial=1))
    dearest = int(per_pip.max(initial=1))
    factor = max(rules.win_factor, rules.loss_factor, 1)
    if most * dearest * factor > LARGEST:
        raise OverflowError(f"{most} pips at {dearest}, {factor} times, do not fit into 64 bits")


def _everyone_pays(rules: Payout, ends: _Ends) -> IntArray:
    paid = np.where(ends.winners, 0, ends.amounts)
    net = _shares(paid.sum(axis=0), ends.winners, ends.leader) - paid
    winners = ends.winners.sum(axis=0)
    keep_it = (winners == 0) | ((winners > 1) & (rules.tied_winners == "nobody"))
    net[:, keep_it] = 0
    return net


def _blocker_settles(
    rules: Payout, ends: _Ends, blocker: IntArray, assistant: IntArray
) -> IntArray:
    """What others receive from a blocker who has not won, and pay to one who has."""
    seats = len(ends.winners)
    blamed, helped = at_seat(blocker, seats).T, at_seat(assistant, seats).T
    won = _blocker_has_won(rules, ends.winners, blamed)
    factor = np.where(won, rules.win_factor, rules.loss_factor)
    owed = np.where(blamed, 0, ends.amounts) * factor
    everything = owed.sum(axis=0)
    between = np.where(helped, everything if rules.assisted == "whole-amount" else owed, 0)
    if rules.loser_pays == "winner-everything":
        others = ends.winners & ~blamed
        to_winners = _shares(everything, others, ends.leader)
        owed = np.where(~won & others.any(axis=0), to_winners, owed)
    owed = np.where(assistant >= 0, between, owed)
    received = np.where(blamed, -owed.sum(axis=0), owed)
    return np.where(won, -received, received)


def _blocker_has_won(rules: Payout, winners: BoolArray, blamed: BoolArray) -> BoolArray:
    alone = winners.sum(axis=0) == 1
    won: BoolArray = (winners & blamed).any(axis=0) & (alone | (rules.tied_blocker == "wins"))
    return won


def _shares(pool: IntArray, winners: BoolArray, leader: IntArray) -> IntArray:
    """Whole shares; odd units go one each to winners clockwise, beginning with the leader."""
    sharing = np.maximum(winners.sum(axis=0), 1)
    whole, odd = np.divmod(pool, sharing)
    shares = np.where(winners, whole, 0)
    uneven = np.flatnonzero(odd)
    place = _places(winners[:, uneven], leader[uneven])
    shares[:, uneven] += winners[:, uneven] & (place < odd[uneven])
    return shares


def _places(winners: BoolArray, leader: IntArray) -> IntArray:
    """(S, n) how many winners sit before each, counted clockwise from the leader on."""
    before: IntArray = np.cumsum(winners, axis=0) - winners
    before_leader = before[np.maximum(leader, 0), np.arange(len(leader))]
    places: IntArray = (before - before_leader) % winners.sum(axis=0)
    return places
