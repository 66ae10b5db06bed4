"""Deals that the program makes by a shuffle that can be checked (docs/shuffle.md)."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from secrets import token_hex
from typing import NamedTuple

from ...domain.events import Event, Seat, SeedsRecorded, ShuffleCommitted
from ...domain.faults.codes import Refusal
from ...domain.game.decide import DealRound, Refused, check_next_round, decide
from ...domain.game.shuffles import shuffled_deal
from ...domain.game.state import Game
from ...domain.seats import UNDECIDED
from ...domain.shuffle import ALGORITHM, LONGEST_SEED, SHORTEST_SEED, Hex, Seeds, commitment_of
from ..errors import LedgerError, NotNow

_COMMITMENT = re.compile("[0-9a-f]{64}")
_SEED = re.compile(f"([0-9a-f]{{2}}){{{SHORTEST_SEED},{LONGEST_SEED}}}")
_BLANKS = re.compile(r"\s+")


class SeedRefused(LedgerError):
    """A typed text is not a commitment, not a seed, or not the seed committed to."""


class Committed(NamedTuple):
    """A shuffle that is committed to, with the seeds that the program chose."""

    event: ShuffleCommitted
    server: Hex
    chosen: Mapping[Seat, Hex]
    """By seat, of those that did not commit themselves."""

    def seeds(self, revealed: Mapping[Seat, Hex]) -> Seeds:
        """All seeds; ``revealed`` are those of the seats that committed themselves."""
        by_seat = {**self.chosen, **revealed}
        return Seeds(self.server, tuple(by_seat[seat] for seat in range(len(self.event.seats))))


def check_may_deal(game: Game) -> None:
    """Raise NotNow or Refused if the next round cannot be dealt now."""
    if game.paused:
        raise NotNow("play-paused")
    if game.over:
        raise Refused(Refusal("game-is-over"))
    check_next_round(game)


def random_seed() -> Hex:
    """A seed that nobody can guess."""
    return token_hex(SHORTEST_SEED)


def commit(
    seats: int,
    commitments: Mapping[Seat, Hex],
    new_seed: Callable[[], Hex] = random_seed,
    *,
    server: Hex | None = None,
    reproducible: bool = False,
) -> Committed:
    """Commit to the next deal; the program chooses a seed for each seat without a commitment.

    ``server``: the seed of the program, if it was chosen already. ``reproducible``: ``new_seed``
    follows from the seed of a simulation.
    """
    server = new_seed() if server is None else server
    chosen = {seat: new_seed() for seat in range(seats) if seat not in commitments}
    by_seat = {seat: commitment_of(seed) for seat, seed in chosen.items()} | dict(commitments)
    event = ShuffleCommitted(
        algorithm=ALGORITHM,
        server=commitment_of(server),
        seats=tuple(by_seat[seat] for seat in range(seats)),
        by_program=tuple(chosen),
        reproducible=reproducible,
    )
    return Committed(event, server, chosen)


def recorded(seeds: Seeds) -> SeedsRecorded:
    """The event that records these seeds."""
    return SeedsRecorded(server=seeds.server, seats=seeds.seats)


def dealt_by(
    game: Game, seeds: Seeds, first_leaders: frozenset[Seat] = UNDECIDED
) -> tuple[Event, ...]:
    """The deal that these seeds give, with the seeds; and that it is void, if nobody may lead.

    ``first_leaders`` lead by the result of the game before. Raises Refused if the next round cannot
    begin now.
    """
    given = shuffled_deal(game, seeds, first_leaders)
    order = DealRound(given.hands, given.boneyard, given.leader, first_leaders, shuffled=True)
    dealt, *void = decide(game, order)
    return (dealt, recorded(seeds), *void)


def used_commitments(events: Iterable[Event]) -> set[Hex]:
    """The commitments to all seeds that were ever to be used in a game with these events."""
    committed = (event for event in events if isinstance(event, ShuffleCommitted))
    return {each for event in committed for each in (event.server, *event.seats)}


def read_commitment(typed: str, used: Collection[Hex]) -> Hex:
    """The commitment in a typed line; blanks and capitals do not matter.

    Raises SeedRefused, also if it is one of those ``used``.
    """
    commitment = _BLANKS.sub("", typed).lower()
    if not _COMMITMENT.fullmatch(commitment):
        raise SeedRefused("not-a-commitment")
    if commitment in used:
        raise SeedRefused("used-before")
    return commitment


def read_seed(typed: str, commitment: Hex) -> Hex:
    """The seed in a typed line, which this was the commitment to. Raises SeedRefused."""
    seed = _BLANKS.sub("", typed).lower()
    if not _SEED.fullmatch(seed):
        raise SeedRefused("not-a-seed", fewest=2 * SHORTEST_SEED, most=2 * LONGEST_SEED)
    if commitment_of(seed) != commitment:
        raise SeedRefused("another-seed", commitment=commitment)
    return seed
