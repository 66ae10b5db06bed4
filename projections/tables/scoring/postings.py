"""What rounds owe to whom, of games ruled on together."""

from collections.abc import Iterator

import numpy as np

from domain.disputes.rulings_in_force import NOTHING_DECREED, penalty_postings
from domain.scoring.settlement import Blame, postings

from ..bookkeeping import Account, Owed
from ..facts.tallies import facts_of, seats_or_none
from ..figures.rows import RuledGroup
from ..schema import ROUNDS_A_GAME


def owed_by(found: RuledGroup) -> Iterator[Owed]:
    """What each round that counts owes, under rules that know a payout."""
    payout, group = found.group.kind.rules.payout, found.group
    if payout is None:
        return
    counts = found.ruled.counts
    which = found.settled[counts]
    for round_id, game, facts, won, blocker, assistant in zip(
        group.round_ids[which].tolist(),
        group.rounds.game[which].tolist(),
        facts_of(group.rounds.only(which)),
        found.ruled.won[counts],
        seats_or_none(found.rounds.blocker[counts]),
        seats_or_none(found.rounds.assistant[counts]),
        strict=True,
    ):
        tally = group.tallies[game]
        currency, per_pip = tally.opening.currency, tally.opening.minor_per_pip
        winners = tuple(np.flatnonzero(won).tolist())
        decreed = tally.decreed.get(round_id % ROUNDS_A_GAME, NOTHING_DECREED)
        due = (
            *postings(payout, facts, winners, Blame(blocker, assistant), per_pip),
            *penalty_postings(group.kind.sides, decreed, per_pip),
        )
        accounts = [Account(player, currency) for player in tally.opening.players]
        lines = [(accounts[seat], amount, reason) for seat, amount, reason in due]
        yield Owed(round_id, tally.number, lines)
