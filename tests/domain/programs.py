"""Payout rules for tests: functions of programs that are registered, and forgotten again."""

from collections.abc import Iterator
from contextlib import contextmanager

from domino_ledger.domain.rules.payout import ProgramPayout, Reading
from domino_ledger.domain.scoring import programs
from domino_ledger.domain.scoring.programs import Payment, PayoutFunction, SettledRound, let_decide


@contextmanager
def deciding(
    function: PayoutFunction, *, reading: Reading | None = None, sha256: str = "0" * 64
) -> Iterator[ProgramPayout]:
    """Within, this program has the function of the payout; afterwards it lacks it."""
    payout = ProgramPayout(name="night-pool", sha256=sha256, reading=reading)
    let_decide(payout, function)
    try:
        yield payout
    finally:
        del programs._FUNCTIONS[payout.name, payout.sha256]


def pool(round: SettledRound) -> Iterator[Payment]:
    """Who did not win pays the first winner 5 units, at the stake."""
    for seat in round.seats:
        if seat not in round.winners:
            yield Payment(seat, round.winners[0], 5 * round.minor_per_pip, "night-pool")
