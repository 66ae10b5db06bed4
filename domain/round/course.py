"""How a round was played: who led, who laid last and who was out; and what bonuses ask of it."""

from typing import Literal, NamedTuple, TypeAlias

from ..events import NO_WAY, Act, Seat, TileLaid, TileSetAside, TurnPassed, is_inferred
from ..layout.ends import outer_half, surely_fitting
from ..layout.front import Front
from ..tiles import HALVES, Tile, bit
from .state import Round

Fits: TypeAlias = Literal[0, 1, 2]
"""How the last tile of a hand fitted: at one end; at either of two; at two, with each half at its
own. A double that fits at two ends fits with each half."""


class Move(NamedTuple):
    """An act of a round."""

    seat: Seat
    at: int | None
    """Among the moves of its record, from 0; None: the record leaves it out."""


class Course(NamedTuple):
    """Leads, passes and last tiles of one round, as bonuses ask (docs/rules/score.md#bonuses)."""

    lead: Tile | None = None
    """The tile that was led."""
    led: Move | None = None
    """The lay of this tile."""
    out_tile: Tile | None = None
    """The last tile of the first seat that was out."""
    fits: Fits = 0
    """How it fitted; 0 for a lead."""
    out: Move | None = None
    """The lay with which that seat was out."""
    last: Move | None = None
    """The last lay of the round."""
    passed_lead: int = 0
    """How many seats passed one after the other before a second tile was laid."""
    passes: tuple[Move, ...] = ()
    """The forced passes: those after the last lay only show that the round is blocked."""
    given: tuple[Seat, ...] = ()
    """By forced pass, the seat that laid last before it."""
    round_passes: tuple[Move, ...] = ()
    """The lays after which all other seats passed, and the same seat laid again."""


NO_COURSE = Course()
"""Of a round that is not over, or of which only the result is known."""


def course_of(round: Round, out: Seat | None) -> Course:
    """The course of a round that is over; ``out``: the first seat without a tile."""
    seats, at, lays, passed_lead = round.table.seats, 0, 0, 0
    lead: Tile | None = None
    led: Move | None = None
    last: Move | None = None
    out_lay: tuple[Move, TileLaid, Front] | None = None
    waiting: list[Move] = []
    passes: list[Move] = []
    given: list[Seat] = []
    round_passes: list[Move] = []
    for event, front in reversed([*round.backwards()]):
        if isinstance(event, TileLaid):
            lay = Move(event.seat, at)
            if lays == 0 and not front.ends:
                lead, led = event.tile, lay
            if last is not None:
                if lays == 1 and led is not None:
                    passed_lead = len(waiting)
                given += [last.seat] * len(waiting)
                passes += waiting
                passed = {each.seat for each in waiting} - {event.seat}
                if event.seat == last.seat and len(passed) == seats - 1 > 1:
                    round_passes.append(last)
            waiting, last, lays = [], lay, lays + 1
            if event.seat == out:
                out_lay = lay, event, front
            at += 1
        elif isinstance(event, TurnPassed):
            waiting.append(Move(event.seat, None if event.inferred else at))
            at += not event.inferred
        elif isinstance(event, Act):
            at += not is_inferred(event)
    return Course(
        lead=lead,
        led=led,
        out_tile=None if out_lay is None else out_lay[1].tile,
        fits=0 if out_lay is None else _fits(*out_lay[1:]),
        out=None if out_lay is None else out_lay[0],
        last=last,
        passed_lead=passed_lead,
        passes=tuple(passes),
        given=tuple(given),
        round_passes=tuple(round_passes),
    )


def _fits(lay: TileLaid, before: Front) -> Fits:
    """How this tile fitted; at an end of which the pip is not known it may not have fitted."""
    matching, tile = before.matching, lay.tile
    outward = [
        outer_half(matching, end, (tile, None, False, *NO_WAY))
        for end in before.open_to[lay.seat]
        if surely_fitting(matching, end) & bit(tile)
    ]
    if len(outward) < 2:
        return 0
    low, high = HALVES[tile]
    return 2 if low == high or len({*outward}) > 1 else 1


def leader_of(round: Round) -> Seat | None:
    """The seat that led; if the seats drew for the tile to lead, the one that laid it."""
    if not round.table.draws_for_lead:
        return round.deal.leader
    first = next((act for act in round.acts if isinstance(act, TileLaid)), None)
    return round.deal.leader if first is None else first.seat


def last_to_lay(round: Round) -> Seat | None:
    """The seat that laid the last tile, the lead included; None before the lead."""
    return next((act.seat for act, _ in round.backwards() if isinstance(act, TileLaid)), None)


def all_laid(round: Round) -> Seat | None:
    """The first seat that had laid all its tiles; None if every seat has kept some."""
    out = first_out(round)
    aside = round.table.cannot_play == "set-aside" and out is not None and round.set_aside[out]
    return None if aside else out


def first_out(round: Round) -> Seat | None:
    """The first seat that had no tile left in hand; None if every seat has some.

    Where a round lasts until a side is out, the seat with which a side was out.
    """
    if round.table.until_side_out:
        return _completed_side(round)
    empty = [seat for seat, hand in enumerate(round.hands) if not hand]
    if len(empty) < 2:
        return empty[0] if empty else None
    gone = TileLaid | TileSetAside
    last_lay = {act.seat: at for at, act in enumerate(round.acts) if isinstance(act, gone)}
    return min(empty, key=lambda seat: last_lay.get(seat, 0))


def _completed_side(round: Round) -> Seat | None:
    """The seat that was the last of its side to lay all tiles; None: each side has some left."""
    out = [side for side in round.table.sides if not any(round.hands[seat] for seat in side)]
    lays = (act.seat for act, _ in round.backwards() if isinstance(act, TileLaid))
    return next((seat for seat in lays if any(seat in side for side in out)), None)
