"""The state of a round, and how each event changes it. Checks nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, TypeAlias, assert_never

from ..events import Act as Act  # noqa: PLC0414 - re-exported
from ..events import (
    ActUndone,
    Ended,
    Ending,
    IrregularityNoted,
    MarkerRaised,
    PipsNoted,
    RoundDealt,
    RoundEvent,
    RoundReported,
    Seat,
    StillAct,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    laid,
)
from ..layout.bent import ruled_out
from ..layout.ends import Ends
from ..layout.front import Front, after_lay, after_turn, before_lead, front_of, with_each
from ..layout.stars import without_dead_feet
from ..layout.trains import at_hub, not_again, train, with_cover_waived, with_marker
from ..rules.layouts import Bent, HubTrains
from ..rules.table import Table
from ..tiles import (
    ALL_BUT,
    DOUBLES,
    HALVES,
    NO_TILES,
    SEEN,
    SUITS,
    UNSEEN,
    Tile,
    Tiles,
    bit,
    boneyard_after_draw,
    hand_sets,
    reveal,
    seen_of,
    tile_set,
    tiles_of,
    with_unseen,
    without_unseen,
)
from .calls import answers_call, asks_for_call
from .lead import preceding


@dataclass(slots=True)
class Round:
    """A round at one moment, with its history.

    Not changed once shared. Not declared frozen: that would make construction three times slower,
    and every move constructs one.
    """

    start: "Start"
    hands: tuple[Tiles, ...]
    boneyard: tuple[Tile, ...]
    """The remaining tiles, next tile first. Unordered or all `UNSEEN` if not known."""
    front: Front
    seat: Seat
    """The seat in turn."""
    drawn: int
    """Tiles drawn in this turn."""
    past: "Past"
    ended: Ended | None

    @property
    def table(self) -> Table:
        """The rules of play for this number of seats."""
        return self.start.table

    @property
    def deal(self) -> RoundDealt:
        """The event that began the round."""
        return self.start.deal

    @property
    def report(self) -> RoundReported | None:
        """The result, if nothing else of the round is known."""
        return self.start.report

    @property
    def set_aside(self) -> tuple[Tiles, ...]:
        """By seat, the tiles it set aside."""
        aside = [NO_TILES] * len(self.hands)
        for event, _ in self.backwards():
            if isinstance(event, TileSetAside):
                seat, tile = event.seat, event.tile
                aside[seat] = (
                    with_unseen(aside[seat], 1, above=aside[seat])
                    if tile == UNSEEN
                    else aside[seat] | bit(tile)
                )
        return tuple(aside)

    @property
    def boneyard_is_ordered(self) -> bool:
        """The drawing order of the boneyard is known."""
        return self.start.deal.boneyard is not None

    @property
    def events(self) -> tuple[RoundEvent, ...]:
        """All events since the deal, in order."""
        events = []
        past = self.past
        while past is not None:
            event, _, past = past
            events.append(event)
        events.reverse()
        return tuple(events)

    def backwards(self) -> Iterator[tuple[RoundEvent, Front]]:
        """All events since the deal, last first, each with the front before it."""
        past = self.past
        while past is not None:
            event, front, past = past
            yield event, front

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts since the deal, in order."""
        return tuple([event for event in self.events if isinstance(event, Act)])

    @property
    def regular(self) -> bool:
        """Whether the round has no irregularity."""
        past = self.past
        while past is not None:
            if isinstance(past[0], IrregularityNoted):
                return False
            past = past[2]
        return True


class Goal(NamedTuple):
    """What wins the game in the middle of a round."""

    points: tuple[int, ...]
    """By side, the points that it needs."""
    came_in: tuple[bool, ...]
    """By seat, whether all its points in play count, or those from its first ten on."""
    worth: tuple[int, int] = (1, 0)
    """The points for a multiple of five and of three: for 1 the pips, else pips divided; 0: none.

    (1, 0) and (5, 0) are fives by pips and by fives; (5, 3) are fives and threes.
    """
    out: int | None = None
    """The points for going out, where points must come to the target exactly; None: need not."""

    def of(self, fives: int, threes: int) -> int:
        """The points for these multiples of five and of three."""
        by_five, by_three = self.worth
        return fives // by_five + (threes // by_three if by_three else 0)


@dataclass(frozen=True, slots=True)
class Start:
    """The constant part of a round."""

    table: Table
    deal: RoundDealt
    hands: tuple[Tiles, ...]
    """As dealt."""
    tiles: Tiles
    """The set without a hub, or a tile turned up."""
    lead: Tiles
    """The tiles that may be led; with unseen tiles in hand, every candidate (`lead`)."""
    unseen: bool
    """Some dealt or drawn tile is unseen."""
    report: RoundReported | None = None
    """The result, if nothing else of the round is known."""
    goal: Goal | None = None
    """None: the game is not won before the end of the round."""


Past: TypeAlias = tuple[RoundEvent, Front, "Past"] | None
"""The last event, the front before it, and the earlier past.

A linked list: each round shares its history with the round before it.
"""


def new_round(table: Table, deal: RoundDealt, lead: Tiles, goal: Goal | None = None) -> Round:
    """The round as dealt, before the lead."""
    hands = tuple(tile_set(hand) for hand in deal.hands)
    unseen = any(hand > SEEN for hand in hands)
    hands = hand_sets(deal.hands) if unseen else hands
    tiles = table.tiles if deal.hub is None else table.tiles & ALL_BUT[deal.hub]
    return Round(
        start=Start(table, deal, hands, tiles, lead, unseen, goal=goal),
        hands=hands,
        boneyard=_boneyard(tiles, deal, hands),
        front=_first_front(table, deal),
        seat=deal.leader or 0,
        drawn=0,
        past=None,
        ended=None,
    )


def as_dealt(round: Round) -> Round:
    """The round before its first event."""
    start = round.start
    return new_round(start.table, start.deal, start.lead, start.goal)


def _first_front(table: Table, deal: RoundDealt) -> Front:
    """What lies open before the first act: nothing, the trains at a hub, or a tile turned up."""
    front = before_lead(table)
    if deal.hub is None:
        return front
    if isinstance(table.layout, HubTrains):
        return front_of(
            front.layout, front.matching, (at_hub(table.layout, table.seats, HALVES[deal.hub][1]),)
        )
    return after_lay(front, laid(0, deal.hub, None))


def reported_round(table: Table, report: RoundReported) -> Round:
    """A round of which only the result is known: over, with no leader, no hands and no acts."""
    deal = RoundDealt(hands=((),) * table.seats, boneyard=())
    hands = (NO_TILES,) * table.seats
    return Round(
        start=Start(table, deal, hands, table.tiles, NO_TILES, unseen=False, report=report),
        hands=hands,
        boneyard=(),
        front=before_lead(table),
        seat=0,
        drawn=0,
        past=None,
        ended="reported",
    )


def union(hands: Iterable[Tiles]) -> Tiles:
    """The tiles in any of these hands."""
    tiles = NO_TILES
    for hand in hands:
        tiles |= hand
    return tiles


def _boneyard(tiles: Tiles, deal: RoundDealt, hands: tuple[Tiles, ...]) -> tuple[Tile, ...]:
    if deal.boneyard is not None:
        return deal.boneyard
    dealt = union(hands)
    if dealt > SEEN:
        return (UNSEEN,) * (tiles.bit_count() - dealt.bit_count())
    return tiles_of(tiles & ~dealt)


_NEW = object.__new__


def evolve(round: Round, event: RoundEvent) -> Round:
    """The round after this event, which is not checked."""
    after = _NEW(Round)  # Faster than `Round(...)`; every move copies once.
    after.start = round.start
    after.hands = round.hands
    after.boneyard = round.boneyard
    after.front = round.front
    after.seat = round.seat
    after.drawn = round.drawn
    after.past = round.past
    after.ended = round.ended
    evolve_in_place(after, event)
    return after


def evolve_again(before: Round, past: tuple[RoundEvent, Front, Past]) -> Round:
    """The round after the newest event of this past, which it shares, given the round before."""
    after = evolve(before, past[0])
    after.past = past
    return after


class Playback:
    """Plays a round again. Its positions share the past with it, as long as the order is kept."""

    def __init__(self, round: Round) -> None:
        self._next: dict[int, tuple[RoundEvent, Front, Past]] = {}
        """By identity of a past, the one with one event more."""
        past = round.past
        while past is not None:
            self._next[id(past[2])] = past
            past = past[2]

    def after(self, before: Round, event: RoundEvent) -> Round:
        past = self._next.get(id(before.past))
        if past is None or past[0] is not event:
            return evolve(before, event)
        return evolve_again(before, past)


def evolve_in_place(round: Round, event: RoundEvent) -> None:
    """Mutates its argument; the caller owns the only reference."""
    past = event, round.front, round.past
    if isinstance(event, TileLaid):  # The most frequent event; `match` is slower.
        _lay(round, event)
        round.past = past
        return
    called = round.start.table.calls and answers_call(round, event)
    match event:
        case MarkerRaised(seat=seat):
            round.front = with_each(round.front, lambda ends: with_marker(ends, seat))
        case TileDrawn():
            _draw(round, event)
        case TileRuledOut():
            _rule_out(round, event)
        case TileSetAside():
            _set_aside(round, event)
        case TilesShown(seat=seat, tiles=tiles):
            hands = list(round.hands)
            hands[seat] = reveal(hands[seat], tile_set(tiles))
            round.hands = tuple(hands)
        case ActUndone():
            _undo(round)
            return
        case _ if isinstance(event, Ending):
            round.ended = event.HOW
        case _ if isinstance(event, StillAct | IrregularityNoted | PipsNoted):
            pass
        case _:
            assert_never(event)
    if called:
        _end_turn(round, round.seat)
    elif isinstance(event, Act) and event.KIND.ends_turn:
        _end_turn(round, event.seat)
    round.past = past


def _lay(round: Round, event: TileLaid) -> None:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    held = hands[seat]
    hands[seat] = kept = held & ALL_BUT[tile]
    if kept == held:
        _take_unseen(round, seat, tile)
    else:
        round.hands = tuple(hands)
    table = round.start.table
    after = round.front.after
    # As `after_lay`, which every move would call.
    round.front = after_lay(round.front, event) if after is None else after[event.placing]
    if table.lay_ends_turn:  # The common case.
        seat = table.next_seat[seat]
    elif not (table.after_lay and _goes_on(round, event)):
        seat = _with_tiles(round, seat) if table.until_side_out else table.next_seat[seat]
    round.seat = seat
    round.drawn = 0


def _take_unseen(round: Round, seat: Seat, tile: Tile) -> None:
    """Remove a tile that was not seen in the hand of its seat, or was not there."""
    hands = list(round.hands)
    held = hands[seat]
    if held <= SEEN or not bit(tile) & unlocated(round):
        # Its seat did not hold it: nobody has it any more.
        round.hands = tuple(hand & ALL_BUT[tile] for hand in round.hands)
        round.boneyard = tuple(other for other in round.boneyard if other != tile)
        return
    hands[seat] = without_unseen(held)
    round.hands = tuple(hands)


def _goes_on(round: Round, event: TileLaid) -> bool:
    """Whether the turn goes on after this lay; updates the front."""
    seat, hand = event.seat, round.hands[event.seat]
    match round.start.table.turn:
        case "one-tile":
            if round.start.table.waives_feet:
                left = unlaid(round) & ALL_BUT[event.tile]
                matching = round.front.matching
                round.front = with_each(
                    round.front, lambda ends: without_dead_feet(matching, ends, left)
                )
            return asks_for_call(round, hand)
        case "cover-doubles":
            return _may_cover(round, event) and bool(hand)
        case "guest-tiles" | "while-able":
            began = event.end == train(seat)
            if hand and not began and _could_hold(round, event) & round.front.playable[seat]:
                return True
            round.front = after_turn(round.front)
            return False
        case turn:
            assert_never(turn)


def _may_cover(round: Round, event: TileLaid) -> bool:
    """Whether the seat stays in turn, since its tile is a double to cover; updates the front."""
    layout = round.start.table.layout
    assert isinstance(layout, HubTrains)
    uncovered = {
        pip for ends in round.front.possible for end in ends if end.first for pip in end.pips
    }
    if uncovered and layout.cover != "every-double":
        left = unlaid(round) & ALL_BUT[event.tile]
        dead = uncovered & {pip for pip, suit in enumerate(SUITS) if not suit & left}
        round.front = with_each(round.front, lambda ends: with_cover_waived(ends, dead))
    covers = any(_has_to_cover(layout, ends) for ends in round.front.possible)
    if not lays_again(round):
        return covers
    if not covers and _is_laid_on_again(round, event):
        return True
    round.front = with_each(round.front, not_again)
    return covers


def _has_to_cover(layout: HubTrains, ends: Ends) -> bool:
    """Whether a seat that has just laid must cover a double. ``ends``: those after the lay."""
    one_a_turn = not layout.doubles_chain and layout.cover != "anywhere"
    return any(end.first if one_a_turn else end.served for end in ends)


def turn_may_be_over(round: Round) -> bool:
    """The seat in turn has laid, and not wherever its tile may lie does its turn go on."""
    layout = round.start.table.layout
    if round.start.table.turn != "cover-doubles" or len(round.front.possible) == 1:
        return False
    assert isinstance(layout, HubTrains)
    last = next((event for event, _ in round.backwards() if isinstance(event, Act)), None)
    return (
        isinstance(last, TileLaid)
        and last.seat == round.seat
        and not all(
            _has_to_cover(layout, ends) or any(end.again for end in ends)
            for ends in round.front.possible
        )
    )


def _is_laid_on_again(round: Round, event: TileLaid) -> bool:
    """Whether the seat, which laid on its own train, goes on with it in its first turn."""
    seat = event.seat
    if not _in_first_turn(round, seat):
        return False
    fits = round.front.playable[seat]
    if round.start.table.bars_tiles:
        fits &= ~barred(round, seat)
    return bool(_could_hold(round, event) & fits)


def _in_first_turn(round: Round, seat: Seat) -> bool:
    """This seat has ended no turn since the lead. A draw for the lead is none."""
    others = False
    for event, front in round.backwards():
        if isinstance(event, Act) and front.ends:
            if event.seat == seat and others:
                return False
            others = others or event.seat != seat
    return True


def _could_hold(round: Round, event: TileLaid) -> Tiles:
    """What the seat that laid this tile may hold now."""
    hand = round.hands[event.seat]
    could = seen_of(hand) | unlocated(round) if hand > SEEN else hand
    return could & ALL_BUT[event.tile]


def _rule_out(round: Round, event: TileRuledOut) -> None:
    """The tile was seen in the hand, and stays there."""
    hands = list(round.hands)
    held, tile = hands[event.seat], bit(event.tile)
    if held > SEEN and not held & tile and tile & unlocated(round):
        hands[event.seat] = reveal(held, tile)
        round.hands = tuple(hands)
    if isinstance(round.front.layout, Bent):
        round.front = with_each(
            round.front, lambda ends: ruled_out(ends, event.tile, event.end, event.bend)
        )


def _set_aside(round: Round, event: TileSetAside) -> None:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    held = hands[seat]
    if tile == UNSEEN:
        hands[seat] = without_unseen(held) if held > SEEN else held
        round.hands = tuple(hands)
    elif held & bit(tile):
        hands[seat] = held & ALL_BUT[tile]
        round.hands = tuple(hands)
    else:
        _take_unseen(round, seat, tile)


def _end_turn(round: Round, seat: Seat) -> None:
    table = round.start.table
    if table.turn != "one-tile":
        round.front = after_turn(round.front)
    round.seat = _with_tiles(round, seat) if table.until_side_out else table.next_seat[seat]
    round.drawn = 0


def _with_tiles(round: Round, seat: Seat) -> Seat:
    """The next seat that holds a tile; the next one if none does."""
    next_seat = round.start.table.next_seat
    turns = [next_seat[seat]]
    for _ in next_seat[1:]:
        turns.append(next_seat[turns[-1]])
    return next((each for each in turns if round.hands[each]), turns[0])


def playable(round: Round, seat: Seat) -> Tiles:
    """The tiles that this seat could lay, now or at its next turn, unless its hand bars them."""
    table = round.start.table
    if table.turn == "one-tile":
        return round.front.playable[seat]
    return _not_barred(round, seat, _front_for(round, seat).playable[seat])


def surely_playable(round: Round, seat: Seat) -> Tiles:
    """The tiles that are `playable` however misplaced tiles lie of which this is not known."""
    return _not_barred(round, seat, _front_for(round, seat).surely_playable[seat])


def _front_for(round: Round, seat: Seat) -> Front:
    """The front at the next turn of this seat."""
    between = round.start.table.turn != "one-tile" and seat != round.seat
    return after_turn(round.front) if between else round.front


def _not_barred(round: Round, seat: Seat, tiles: Tiles) -> Tiles:
    return tiles & ~barred(round, seat) if round.start.table.bars_tiles else tiles


def barred(round: Round, seat: Seat) -> Tiles:
    """The tiles that this seat may not lay wherever they fit, given the rest of its hand."""
    hand = round.hands[seat]
    if isinstance(round.start.table.layout, HubTrains):
        return DOUBLES if hand.bit_count() == 1 else NO_TILES
    if not begins_train(round, seat):
        return NO_TILES
    highest = max(tiles_of(hand & DOUBLES), default=None)
    return NO_TILES if highest is None else DOUBLES & ~preceding(highest) & ALL_BUT[highest]


def begins_train(round: Round, seat: Seat) -> bool:
    """The seat has yet to lay the double with which it begins its train."""
    return round.start.table.begins_trains and all(end.owner != seat for end in round.front.ends)


def lays_again(round: Round) -> bool:
    """The seat in turn, in its first turn, goes on with its own train if it can."""
    return any(end.again for ends in round.front.possible for end in ends)


def drawn_for_lead(round: Round) -> TileDrawn | None:
    """The last draw for the tile to lead; None if nobody drew, or after the lead."""
    if round.front.ends or not round.start.table.draws_for_lead:
        return None
    return next((event for event, _ in round.backwards() if isinstance(event, TileDrawn)), None)


def leads_unseen(round: Round) -> Seat | None:
    """The seat, if any, that may lead the tile it has just drawn unseen, though another is next."""
    drawn = drawn_for_lead(round)
    return None if drawn is None or drawn.tile != UNSEEN else drawn.seat


def unlocated(round: Round) -> Tiles:
    """The tiles not known to be on the table, set aside, in a hand or in the boneyard."""
    return unlaid(round) & ~(union(round.hands) | tile_set(round.boneyard))


def unlaid(round: Round) -> Tiles:
    """The tiles that are neither on the table nor set aside."""
    gone, past = NO_TILES, round.past
    while past is not None:  # Asked at every lay of some layouts: a generator is slower.
        event, _, past = past
        if isinstance(event, (TileLaid, TileSetAside)):
            gone |= 1 << event.tile
    return round.start.tiles & ~gone


def _draw(round: Round, event: TileDrawn) -> None:
    seat, tile = event.seat, event.tile
    hands = list(round.hands)
    if tile == UNSEEN or round.start.unseen:
        hands[seat] = _draw_unseen(round, hands[seat], tile)
    else:
        hands[seat] |= 1 << tile
        round.boneyard = tuple([other for other in round.boneyard if other != tile])
    round.hands = tuple(hands)
    if not round.front.ends and round.start.table.draws_for_lead:
        leads = tile != UNSEEN and bool(bit(tile) & round.start.lead)
        round.seat = seat if leads else round.start.table.next_seat[seat]
        return
    round.drawn = round.drawn + 1 if seat == round.seat else 1
    round.seat = seat


def _draw_unseen(round: Round, hand: Tiles, tile: Tile) -> Tiles:
    """The hand after a draw in a round with unseen tiles. Updates the boneyard."""
    if not round.start.unseen:
        round.start = replace(round.start, unseen=True)
        if not round.boneyard_is_ordered:
            round.boneyard = (UNSEEN,) * len(round.boneyard)
    round.boneyard = boneyard_after_draw(round.boneyard, tile)
    if tile != UNSEEN:
        return hand | bit(tile)
    return with_unseen(hand, 1, union(round.hands))


def _undo(round: Round) -> None:
    """Replay the round without its last act. The stream keeps the undone act."""
    past = round.past
    while past is not None and not isinstance(past[0], Act):
        past = past[2]
    if past is None:
        raise ValueError("no act to undo")
    events = replace(round, past=past[2]).events
    replayed = as_dealt(round)
    for event in events:
        evolve_in_place(replayed, event)
    for field in fields(Round):
        setattr(round, field.name, getattr(replayed, field.name))
