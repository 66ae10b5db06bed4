"""What an audit says of the shuffles of a game (docs/shuffle.md)."""

from collections.abc import Collection
from typing import NamedTuple

from domain.events import Seat
from ledger.records.format import Record

SHUFFLE_FAULTS = frozenset(
    {
        "unknown-shuffle",
        "seed-missing",
        "seed-too-short",
        "seed-not-committed",
        "seed-used-twice",
        "shuffled-otherwise",
    }
)
"""The codes of all violations of a shuffle."""


class ShuffleSummary(NamedTuple):
    """The shuffles of one game, counted."""

    checked: int
    """Deals that follow from their seeds, which were committed to before."""
    faulty: int
    """Deals with a violation."""
    in_play: int
    """Deals whose seeds are not revealed yet, because the round is not over."""
    aborted: int
    """Commitments without a deal, or with a deal that was undone or whose round has no end."""
    by_program: tuple[Seat, ...]
    """The seats whose seeds the program chose for one of the deals."""
    reproducible: bool
    """The seeds of a deal follow from the seed of a simulation."""


def shuffle_summary(record: Record, faulty: Collection[int]) -> ShuffleSummary | None:
    """The shuffles of this record; ``faulty`` are its rounds with a violation of the shuffle.

    None if no deal was made, or begun, by a shuffle that can be checked.
    """
    shuffles = {
        number: round.shuffle
        for number, round in enumerate(record.rounds)
        if round.shuffle is not None
    }
    if not shuffles and not record.aborted_shuffles:
        return None
    unrevealed = {
        number
        for number, shuffle in shuffles.items()
        if shuffle.seeds is None and number not in faulty
    }
    last = len(record.rounds) - 1
    in_play = last in unrevealed and record.left_by() is None
    sound = shuffles.keys() - unrevealed - set(faulty)
    return ShuffleSummary(
        checked=len(sound),
        faulty=len(shuffles.keys() & set(faulty)),
        in_play=int(in_play),
        aborted=len(record.aborted_shuffles) + len(unrevealed) - in_play,
        by_program=tuple(
            sorted({seat for shuffle in shuffles.values() for seat in shuffle.by_program})
        ),
        reproducible=any(shuffle.reproducible for shuffle in shuffles.values()),
    )
