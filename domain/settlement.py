"""Who owes whom after a round (RULES section 4). Whole minor units that sum to zero."""

from typing import NamedTuple

from .events import Seat
from .facts import RoundFacts
from .rules import Payout


class Blame(NamedTuple):
    """Who blocked the round under the reading that counts, and who helped him."""

    blocker: Seat | None = None
    assistant: Seat | None = None


NOBODY = Blame()


def settle(
    rules: Payout,
    facts: RoundFacts,
    winners: tuple[Seat, ...],
    blame: Blame = NOBODY,
    per_pip: int = 1,
) -> tuple[int, ...]:
    """What each seat gets (negative: pays), in minor units at ``per_pip`` for each pip left.

    ``winners`` are the seats that won the round. Whoever is undetermined is not blamed.
    """
    amounts = tuple(pips * per_pip for pips in facts.pips)
    blocker, assistant = blame
    if blocker is None:
        return _everyone_pays(rules, facts, winners, amounts)
    won = _blocker_has_won(rules, winners, blocker)
    factor = rules.win_factor if won else rules.loss_factor
    owed = tuple(0 if seat == blocker else amount * factor for seat, amount in enumerate(amounts))
    if assistant is not None:
        amount = sum(owed) if rules.assisted == "whole-amount" else owed[assistant]
        payer, receiver = (assistant, blocker) if won else (blocker, assistant)
        return _between(len(amounts), payer, receiver, amount)
    if won:
        return tuple(sum(owed) if seat == blocker else -due for seat, due in enumerate(owed))
    return _blocker_pays(rules, facts, winners, owed, blocker)


def _blocker_has_won(rules: Payout, winners: tuple[Seat, ...], blocker: Seat) -> bool:
    return blocker in winners and (len(winners) == 1 or rules.tied_blocker == "wins")


def _everyone_pays(
    rules: Payout, facts: RoundFacts, winners: tuple[Seat, ...], amounts: tuple[int, ...]
) -> tuple[int, ...]:
    if not winners or (len(winners) > 1 and rules.tied_winners == "nobody"):
        return (0,) * len(amounts)
    paid = tuple(0 if seat in winners else amount for seat, amount in enumerate(amounts))
    received = _shares(sum(paid), winners, facts)
    return tuple(received.get(seat, 0) - due for seat, due in enumerate(paid))


def _blocker_pays(
    rules: Payout,
    facts: RoundFacts,
    winners: tuple[Seat, ...],
    owed: tuple[int, ...],
    blocker: Seat,
) -> tuple[int, ...]:
    others = tuple(seat for seat in winners if seat != blocker)
    received = dict(enumerate(owed))
    if rules.loser_pays == "winner-everything" and others:
        received = _shares(sum(owed), others, facts)
    return tuple(
        -sum(owed) if seat == blocker else received.get(seat, 0) for seat in range(len(owed))
    )


def _shares(pool: int, winners: tuple[Seat, ...], facts: RoundFacts) -> dict[Seat, int]:
    """Whole shares; odd units go one each to winners clockwise, beginning with the leader."""
    whole, odd = divmod(pool, len(winners))
    seats = len(facts.pips)
    leader = facts.leader or 0
    clockwise = sorted(winners, key=lambda seat: (seat - leader) % seats)
    return {seat: whole + (place < odd) for place, seat in enumerate(clockwise)}


def _between(seats: int, payer: Seat, receiver: Seat, amount: int) -> tuple[int, ...]:
    return tuple(amount * ((seat == receiver) - (seat == payer)) for seat in range(seats))
