"""How long each seat has thought, from the times at which a game was recorded."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from ...domain.events import Act, Seat
from ...ledger.store.codec import Entry


def seconds_used(
    entries: Sequence[Entry], seats: int, turn: Seat | None, now: datetime
) -> list[float]:
    """By seat, the seconds before each of its acts, since what was recorded last; undone ones, too.

    The seat in ``turn`` thinks until ``now``.
    """
    used = [0.0] * seats
    for before, entry in pairwise(entries):
        if isinstance(entry.event, Act):
            used[entry.event.seat] += (_time(entry) - _time(before)).total_seconds()
    if turn is not None:
        used[turn] += max(0.0, (now - _time(entries[-1])).total_seconds())
    return used


def _time(entry: Entry) -> datetime:
    return datetime.fromisoformat(entry.recorded_at)
