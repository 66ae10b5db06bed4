"""The deals of a game that were shuffled so that they can be checked (docs/shuffle.md)."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..events import (
    DealUndone,
    Event,
    RoundDealt,
    RoundReported,
    Seat,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
)
from ..seats import UNDECIDED
from ..shuffle import Seeds, chance_of, number_below, shuffled
from ..tiles import Tile, Tiles, bit, tile_set
from .next_lead import next_lead
from .state import Game, hub_of


class Shuffle(NamedTuple):
    """How one deal was shuffled."""

    committed: ShuffleCommitted
    seeds: SeedsRecorded | None = None
    """None: not revealed."""


class Shuffles(NamedTuple):
    """All shuffles of a game."""

    by_round: tuple[Shuffle | None, ...]
    """None: the round was dealt otherwise, or only its result is known."""
    aborted: tuple[tuple[int, ShuffleCommitted], ...]
    """Those that no deal in force was made with (one may be undone), each with the number of rounds
    before it."""


def shuffles_in(events: Iterable[Event]) -> Shuffles:
    """The shuffles in the events of one version of a game."""
    committed: ShuffleCommitted | None = None
    rounds: list[Shuffle | None] = []
    aborted: list[tuple[int, ShuffleCommitted]] = []

    def give_up(given_up: ShuffleCommitted | None) -> None:
        if given_up is not None:
            aborted.append((len(rounds), given_up))

    for event in events:
        match event:
            case ShuffleCommitted():
                give_up(committed)
                committed = event
            case ShuffleAborted() | RoundReported():
                give_up(committed)
                committed = None
                if isinstance(event, RoundReported):
                    rounds.append(None)
            case RoundDealt():
                rounds.append(None if committed is None else Shuffle(committed))
                committed = None
            case SeedsRecorded() if rounds and (last := rounds[-1]) is not None:
                rounds[-1] = last._replace(seeds=event)
            case DealUndone():
                undone = rounds.pop()
                give_up(None if undone is None else undone.committed)
            case _:
                pass
    give_up(committed)
    return Shuffles(tuple(rounds), tuple(aborted))


def stock_of(game: Game) -> Tiles:
    """The tiles of the next deal: the set without a hub."""
    hub = hub_of(game)
    return game.table.tiles if hub is None else game.table.tiles & ~bit(hub)


def deal_in_order(
    game: Game,
    order: Sequence[Tile],
    lot: Callable[[int], int],
    first_leaders: frozenset[Seat] = UNDECIDED,
) -> RoundDealt:
    """The next deal of these tiles, void or not: first the hand of seat 0, then that of seat 1.

    A tile turned up is the first after the hands, and the others are the boneyard.
    ``lot``: returns a random number below its argument, to choose among the seats that may lead.
    ``first_leaders`` lead by the result of the game before.
    """
    size, hub = game.table.hand, hub_of(game)
    in_all = game.table.seats * size
    hands = tuple(tuple(order[at : at + size]) for at in range(0, in_all, size))
    boneyard = list(order[in_all:])
    if game.table.play.turned_up:
        hub = boneyard.pop(0)
    may_lead = sorted(next_lead(game, tuple(map(tile_set, hands)), first_leaders).seats)
    leader = may_lead[lot(len(may_lead))] if may_lead else None
    return RoundDealt(hands=hands, boneyard=tuple(boneyard), leader=leader, hub=hub)


def shuffled_deal(
    game: Game, seeds: Seeds, first_leaders: frozenset[Seat] = UNDECIDED
) -> RoundDealt:
    """The next deal as these seeds give it; ``first_leaders`` as for `deal_in_order`."""
    chance = chance_of(seeds)
    order = shuffled(stock_of(game), chance)
    return deal_in_order(game, order, lambda bound: number_below(bound, chance), first_leaders)
