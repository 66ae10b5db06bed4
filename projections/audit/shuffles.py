"""What an audit says of the shuffles of a game (docs/shuffle.md)."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ...domain.events import Seat
from ...domain.shuffle import Hex, short_form
from ...ledger.transcript.given import GivenGame

SHUFFLE_FAULTS = frozenset(
    (
        *("unknown-shuffle", "seed-missing", "seed-too-short"),
        *("seed-not-committed", "seed-used-twice", "shuffled-otherwise"),
    )
)
"""The codes of all violations of a shuffle."""

NOTHING_FIXED: Mapping[Hex, int] = {}


class ShuffledDeal(NamedTuple):
    """A deal by seeds."""

    round: int
    """Its index among the given rounds."""
    shuffle: str
    """The short form of its commitments."""
    fixed: int | None
    """The size of a checkpoint of the log that holds the commitments and none of the seeds."""


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
    deals: tuple[ShuffledDeal, ...]


def shuffle_summary(
    given: GivenGame, faulty: Collection[int | None], fixed: Mapping[Hex, int] = NOTHING_FIXED
) -> ShuffleSummary | None:
    """The shuffles of this game; ``faulty`` are its rounds with a violation of the shuffle.

    ``fixed``: by the commitment of the server, `ShuffledDeal.fixed`. None if no deal was made, or
    begun, by a shuffle that can be checked.
    """
    shuffles = {
        number: round.shuffle
        for number, round in enumerate(given.rounds)
        if round.shuffle is not None
    }
    if not shuffles and not given.aborted:
        return None
    sealed = {number for number, each in shuffles.items() if each.seeds is None} - set(faulty)
    in_play = len(given.rounds) - 1 in sealed and given.abandoned is None
    committed = [each.committed for each in shuffles.values()]
    return ShuffleSummary(
        checked=len(shuffles.keys() - sealed - set(faulty)),
        faulty=len(shuffles.keys() & set(faulty)),
        in_play=int(in_play),
        aborted=len(given.aborted) + len(sealed) - in_play,
        by_program=tuple(sorted({seat for each in committed for seat in each.by_program})),
        reproducible=any(each.reproducible for each in committed),
        deals=tuple(
            ShuffledDeal(number, short_form(each.server, each.seats), fixed.get(each.server))
            for number, (each, _) in shuffles.items()
        ),
    )
