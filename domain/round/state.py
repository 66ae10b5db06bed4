"""A round: the state, and how each event changes it. Judges nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeAlias, assert_never

from ..events import (
    ActUndone,
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
    TilesShown,
    TurnLost,
    TurnPassed,
)
from ..layout import Front, nothing_laid
from ..rules.table import Table
from ..tiles import (
    NO_TILES,
    OTHERS,
    SEEN,
    UNSEEN,
    Tile,
    Tiles,
    bit,
    drawn_from,
    showing,
    tile_set,
    tiles_of,
    told_apart,
    with_unseen,
    without_unseen,
)

Act: TypeAlias = TileDrawn | TileLaid | TurnPassed | TurnLost
"""What a seat does, or fails to do; the other events of a round state what came of it."""
_ACTS = (TileLaid, TurnPassed, TileDrawn, TurnLost)  # Looked through: the most frequent first.


@dataclass(slots=True)
class Round:
    """A round at one moment, with everything that led to it.

    Never changed once a second one has it. (Not declared frozen: that would make it three times as
    slow to make, and one is made at every move.)
    """

    start: "Start"
    hands: tuple[Tiles, ...]
    boneyard: tuple[Tile, ...]
    """What is left of it, next tile first; in no order, or all `UNSEEN`, where that is unknown."""
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
        past = self.past
        while past is not None:
            if isinstance(past[0], IrregularityNoted):
                return False
            past = past[2]
        return True


@dataclass(frozen=True, slots=True)
class Start:
    """What stays the same in a round from the deal on."""

    table: Table
    deal: RoundDealt
    hands: tuple[Tiles, ...]
    """As dealt."""
    lead: Tiles
    """The tiles that may be led; with unseen tiles in hand, all that it could be."""
    unseen: bool
    """Some tile that was dealt or drawn nobody saw."""


Past: TypeAlias = tuple[RoundEvent, Front, "Past"] | None
"""The last event, what lay open before it, and the past before that.

So a round shares its history with the one before, and can be gone back through.
"""


def new_round(table: Table, deal: RoundDealt, lead: Tiles) -> Round:
    """The round as dealt, before the lead."""
    hands = tuple(tile_set(hand) for hand in deal.hands)
    unseen = any(hand > SEEN for hand in hands)
    hands = told_apart(deal.hands) if unseen else hands
    return Round(
        start=Start(table, deal, hands, lead, unseen),
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
    dealt = union(hands)
    if dealt > SEEN:
        return (UNSEEN,) * (table.tiles.bit_count() - dealt.bit_count())
    return tiles_of(table.tiles & ~dealt)


def evolve(round: Round, event: RoundEvent) -> Round:
    """The round after this event, which is trusted."""
    after = _copy(round)
    happen(after, event)
    return after


_NEW = object.__new__


def _copy(round: Round) -> Round:
    copy = _NEW(Round)  # `Round(...)` would take longer, and one is made at every move.
    copy.start = round.start
    copy.hands = round.hands
    copy.boneyard = round.boneyard
    copy.front = round.front
    copy.seat = round.seat
    copy.drawn = round.drawn
    copy.past = round.past
    copy.ended = round.ended
    return copy


def happen(round: Round, event: RoundEvent) -> None:
    """Make of a round what it is after this event: only while no other code holds it."""
    past = event, round.front, round.past
    if isinstance(event, TileLaid):  # Most events by far, and `match` takes its time.
        _lay(round, event)
        round.past = past
        return
    round.past = past
    match event:
        case TurnPassed() | TurnLost():
            round.seat = round.start.table.next_seat[event.seat]
            round.drawn = 0
        case TileDrawn():
            _draw(round, event)
        case RoundBlocked():
            round.ended = "blocked"
        case RoundWon():
            round.ended = "out"
        case DealVoid():
            round.ended = "void"
        case TilesShown():
            _show(round, event)
        case ActUndone():
            _undo(round)
        case IrregularityNoted():
            pass
        case _:
            assert_never(event)


def _lay(round: Round, event: TileLaid) -> None:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    held = hands[seat]
    hands[seat] = kept = held & OTHERS[tile]
    if kept == held:
        if held <= SEEN or not bit(tile) & unlocated(round):
            _take_from_elsewhere(round, tile)
        else:
            hands[seat] = without_unseen(held)
            round.hands = tuple(hands)
    else:
        round.hands = tuple(hands)
    round.front = round.front.after[tile, event.end, event.flipped]
    round.seat = round.start.table.next_seat[seat]
    round.drawn = 0


def _take_from_elsewhere(round: Round, tile: Tile) -> None:
    """A tile that lies on the table though its seat did not hold it lies nowhere else."""
    round.hands = tuple(hand & OTHERS[tile] for hand in round.hands)
    round.boneyard = tuple(other for other in round.boneyard if other != tile)


def unlocated(round: Round) -> Tiles:
    """The tiles of the set that were seen nowhere: not on the table, nor in a hand or boneyard."""
    located = union(round.hands) | tile_set(round.boneyard)
    located |= tile_set(event.tile for event, _ in round.backwards() if isinstance(event, TileLaid))
    return round.table.tiles & ~located


def _draw(round: Round, event: TileDrawn) -> None:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    if tile == UNSEEN or round.start.unseen:
        hands[seat] = _draw_unseen(round, hands[seat], tile)
    else:
        hands[seat] |= 1 << tile
        round.boneyard = tuple(other for other in round.boneyard if other != tile)
    round.hands = tuple(hands)
    round.drawn = round.drawn + 1 if seat == round.seat else 1
    round.seat = seat


def _draw_unseen(round: Round, hand: Tiles, tile: Tile) -> Tiles:
    """The hand after this draw, where it or what lies in the boneyard was not seen."""
    if not round.start.unseen:
        round.start = replace(round.start, unseen=True)
        if not round.boneyard_is_ordered:
            round.boneyard = (UNSEEN,) * len(round.boneyard)
    round.boneyard = drawn_from(round.boneyard, tile)
    if tile != UNSEEN:
        return hand | bit(tile)
    return with_unseen(hand, 1, union(round.hands))


def _show(round: Round, event: TilesShown) -> None:
    hands = list(round.hands)
    hands[event.seat] = showing(hands[event.seat], tile_set(event.tiles))
    round.hands = tuple(hands)


def _undo(round: Round) -> None:
    """Take the last act back: what was undone is in the stream, and no longer in the round."""
    assert round.past is not None
    past = round.past[2]
    while past is not None and not isinstance(past[0], _ACTS):
        past = past[2]
    if past is None:
        raise ValueError("nothing was done that could be undone")
    events = replace(round, past=past[2]).events
    again = new_round(round.table, round.deal, round.start.lead)
    for event in events:
        happen(again, event)
    for field in fields(Round):
        setattr(round, field.name, getattr(again, field.name))
