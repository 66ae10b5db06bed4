"""A round: the state, and how each event changes it. Judges nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from .events import (
    DealVoid,
    Ended,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    RoundEvent,
    RoundWon,
    Seat,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from .layout import Front, nothing_laid
from .table import Table
from .tiles import NO_TILES, OTHERS, Tile, Tiles, tile_set, tiles_of

Act: TypeAlias = TileDrawn | TileLaid | TurnPassed
"""What a seat does; the other events of a round state what came of it."""
_ACTS = (TileLaid, TurnPassed, TileDrawn)  # The most frequent first: it is looked through.


@dataclass(slots=True)
class Round:
    """A round at one moment, with everything that led to it. Never changed once made.

    (Not declared frozen: that would make it three times as slow to make, and one is made a move.)
    """

    start: "Start"
    hands: tuple[Tiles, ...]
    boneyard: tuple[Tile, ...]
    """What is left of it, next tile first; in no order where the deal does not tell one."""
    front: Front
    seat: Seat
    """Whose turn it is."""
    drawn: int
    """Tiles drawn in this turn."""
    past: "Past"
    ended: Ended | None

    @property
    def table(self) -> Table:
        """The rules of play, for as many seats as there are."""
        return self.start.table

    @property
    def deal(self) -> RoundDealt:
        """The event that began the round."""
        return self.start.deal

    @property
    def boneyard_is_ordered(self) -> bool:
        """The deal tells in which order the boneyard lies."""
        return self.start.deal.boneyard is not None

    @property
    def events(self) -> tuple[RoundEvent, ...]:
        """Everything since the deal, in order."""
        events = []
        past = self.past
        while past is not None:
            event, _, past = past
            events.append(event)
        events.reverse()
        return tuple(events)

    def backwards(self) -> Iterator[tuple[RoundEvent, Front]]:
        """Everything since the deal, the last event first, and what lay open before each."""
        past = self.past
        while past is not None:
            event, front, past = past
            yield event, front

    @property
    def acts(self) -> tuple[Act, ...]:
        """What the seats did, in order."""
        return tuple([event for event in self.events if isinstance(event, _ACTS)])

    @property
    def regular(self) -> bool:
        """Nothing irregular was noted."""
        return all(type(event) is not IrregularityNoted for event, _ in self.backwards())


@dataclass(frozen=True, slots=True)
class Start:
    """What stays the same in a round from the deal on."""

    table: Table
    deal: RoundDealt
    hands: tuple[Tiles, ...]
    """As dealt."""
    lead: Tiles
    """The tiles that may be led."""


Past: TypeAlias = tuple[RoundEvent, Front, "Past"] | None
"""The last event, what lay open before it, and the past before that.

So a round shares its history with the one before, and can be gone back through.
"""


def new_round(table: Table, deal: RoundDealt, lead: Tiles) -> Round:
    """The round as dealt, before the lead."""
    hands = tuple(tile_set(hand) for hand in deal.hands)
    return Round(
        start=Start(table, deal, hands, lead),
        hands=hands,
        boneyard=_boneyard(table, deal, hands),
        front=nothing_laid(table.fits),
        seat=deal.leader or 0,
        drawn=0,
        past=None,
        ended=None,
    )


def union(hands: Iterable[Tiles]) -> Tiles:
    """The tiles in any of these hands."""
    together = NO_TILES
    for hand in hands:
        together |= hand
    return together


def _boneyard(table: Table, deal: RoundDealt, hands: tuple[Tiles, ...]) -> tuple[Tile, ...]:
    if deal.boneyard is not None:
        return deal.boneyard
    return tiles_of(table.tiles & ~union(hands))


def evolve(round: Round, event: RoundEvent) -> Round:
    """The round after this event, which is trusted."""
    if isinstance(event, TileLaid):  # Most events by far, and `match` takes its time.
        return _after_lay(round, event)
    match event:
        case TurnPassed():
            return _after_pass(round, event)
        case TileDrawn():
            return _after_draw(round, event)
        case RoundBlocked():
            return _after_ending(round, event, "blocked")
        case RoundWon():
            return _after_ending(round, event, "out")
        case DealVoid():
            return _after_ending(round, event, "void")
        case IrregularityNoted():
            return replace(round, past=(event, round.front, round.past))
        case _:
            assert_never(event)


# The two below are the hot path of everything. `Round(...)` would take twice as long there.

_NEW = object.__new__


def _after_lay(round: Round, event: TileLaid) -> Round:
    start, front, seat, tile = round.start, round.front, event.seat, event.tile
    hands = list(round.hands)
    held = hands[seat]
    hands[seat] = kept = held & OTHERS[tile]
    after = _NEW(Round)
    after.start = start
    after.hands = tuple(hands)
    after.boneyard = round.boneyard
    after.front = front.after[tile, event.end, event.flipped]
    after.seat = start.table.next_seat[seat]
    after.drawn = 0
    after.past = event, front, round.past
    after.ended = round.ended
    return _found_elsewhere(after, tile) if kept == held else after


def _found_elsewhere(round: Round, tile: Tile) -> Round:
    """The round without a tile that lies on the table though its seat did not hold it."""
    return replace(
        round,
        hands=tuple(hand & OTHERS[tile] for hand in round.hands),
        boneyard=tuple(other for other in round.boneyard if other != tile),
    )


def _after_pass(round: Round, event: TurnPassed) -> Round:
    start, front = round.start, round.front
    after = _NEW(Round)
    after.start = start
    after.hands = round.hands
    after.boneyard = round.boneyard
    after.front = front
    after.seat = start.table.next_seat[event.seat]
    after.drawn = 0
    after.past = event, front, round.past
    after.ended = round.ended
    return after


def _after_draw(round: Round, event: TileDrawn) -> Round:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    hands[seat] |= 1 << tile
    return Round(
        round.start,
        tuple(hands),
        tuple(other for other in round.boneyard if other != tile),
        round.front,
        seat,
        round.drawn + 1 if seat == round.seat else 1,
        (event, round.front, round.past),
        round.ended,
    )


def _after_ending(round: Round, event: RoundEvent, ended: Ended) -> Round:
    return Round(
        round.start,
        round.hands,
        round.boneyard,
        round.front,
        round.seat,
        round.drawn,
        (event, round.front, round.past),
        ended,
    )
