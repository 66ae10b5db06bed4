"""What a seat says after its lay: a claim of points, or a knock (docs/rules/play.md#calls).

A call is due after a lay that asks for it, until it is made or another act follows. What is special
to a claim or to a knock stands here; so do points in play, which may have to be claimed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, assert_never

from ..events import (
    Act,
    ActName,
    Call,
    IrregularityNoted,
    LastTileKnocked,
    PointsClaimed,
    RoundEvent,
    Seat,
    TileDrawn,
    TileLaid,
)
from ..faults.codes import Code, Fault, Params
from ..layout.ends import one_of
from ..layout.front import Front
from ..layout.line import counts, multiple, possible_fives
from ..rules.table import Table
from ..tiles import Tiles

if TYPE_CHECKING:
    from .state import Round


def has_call(table: Table, call: Call) -> bool:
    """These rules have this call."""
    match call:
        case PointsClaimed():
            return table.play.claims == "called"
        case LastTileKnocked():
            return table.play.knock_on_last_tile
        case _:
            assert_never(call)


def asks_for_call(round: "Round", hand: Tiles) -> bool:
    """The last lay, which left its seat these tiles, asks for a call."""
    play = round.start.table.play
    return (play.claims == "called" and any(possible_fives(round.front.possible))) or (
        play.knock_on_last_tile and hand.bit_count() == 1
    )


def calls_due(round: "Round") -> tuple[Call, ...]:
    """The calls of the seat in turn that its last lay asks for.

    Empty once one is made or another act follows; several if it is not known how the tile lies.
    """
    table, seat = round.start.table, round.seat
    if not (table.calls and asks_for_call(round, round.hands[seat])):
        return ()
    due: tuple[Call, ...] = (LastTileKnocked(seat=seat),)
    if table.play.claims == "called":
        counted = filter(None, possible_fives(round.front.possible))
        due = tuple(PointsClaimed(seat=seat, points=points) for points in counted)
    for event, _ in round.backwards():
        if isinstance(event, TileLaid):
            return due if event.seat == seat else ()
        false = isinstance(event, PointsClaimed) and replace(event, seat=seat) not in due
        if not (false or isinstance(event, IrregularityNoted)):
            return ()
    return ()


def owes_call(round: "Round") -> bool:
    """The seat in turn must make a call, or draws a tile instead."""
    return any(call.KIND.owed for call in calls_due(round))


def may_leave_call(round: "Round") -> bool:
    """The seat in turn may leave the call that is due to others, or to nobody."""
    return any(not call.KIND.owed for call in calls_due(round))


def is_due(round: "Round", call: Act) -> bool:
    """The call is due, and this seat may make it."""
    if call.KIND.by_any and call.seat in range(round.table.seats):
        call = replace(call, seat=round.seat)
    return call in calls_due(round)


def answers_call(round: "Round", event: RoundEvent) -> bool:
    """This event ends the turn of a seat that has laid: a call, or a draw in place of one."""
    if isinstance(event, TileDrawn):
        return event.seat == round.seat and owes_call(round)
    return isinstance(event, Call) and is_due(round, event)


def may_follow_lay(round: "Round", act: Act) -> bool:
    """The act may follow a lay whose call is due."""
    answers = (act.KIND.owed or isinstance(act, TileDrawn)) and owes_call(round)
    in_turn = (act.KIND.calls or answers) and act.seat == round.seat
    return act.KIND.by_any or in_turn


def not_called(round: "Round") -> Fault:
    """The fault of a seat that has not made the call it owes."""
    return Fault(_NOT_CALLED[calls_due(round)[0].KIND.name], {"seat": round.seat})


_NOT_CALLED: Mapping[ActName, Code] = {"knock": "did-not-knock"}
"""By call that is owed."""


def call_fault(round: "Round", call: Call) -> Fault:
    """Why this call is wrong: it is not due, another sum is, or another seat has made it."""
    if isinstance(call, LastTileKnocked):
        return Fault("no-knock-due", {"seat": call.seat})
    claimed: Params = {"seat": call.seat, "claim": call.points}
    by = _claimed_by(round)
    if by is not None:
        return Fault("claimed-already", {**claimed, "by": by})
    counted = {**claimed, "count": one_of(counts(round.front.possible))}
    if not any(possible_fives(round.front.possible)):
        return Fault("nothing-to-claim", counted)
    if not calls_due(round):
        return Fault("claimed-too-late", claimed)
    return Fault("wrong-claim", counted)


def _claimed_by(round: "Round") -> Seat | None:
    """The seat that claimed the points of the last lay; None if nobody has."""
    counted = possible_fives(round.front.possible)
    for event, _ in round.backwards():
        if isinstance(event, TileLaid):
            break
        if isinstance(event, PointsClaimed) and 0 < event.points in counted:
            return event.seat
    return None


# -- Points in play


def points_in_play(round: "Round") -> list[tuple[Seat, int | None]]:
    """The points in play as (seat, points), in order; None: they depend on a misplaced tile."""
    if round.table.play.claims == "called":
        return [*_claimed(round)]
    return [(lay.seat, lay.fives) for lay in lays_in_play(round)]


class LayInPlay(NamedTuple):
    """What the open ends counted after one lay, where that is known."""

    seat: Seat
    fives: int | None
    """The count if it is a multiple of five, else 0."""
    threes: int | None
    """The count if it is a multiple of three, else 0."""


def lays_in_play(round: "Round") -> list[LayInPlay]:
    """What each lay made, in order."""
    after, lays = round.front, []
    for event, before in round.backwards():
        if isinstance(event, TileLaid):
            lays.append(LayInPlay(event.seat, *_fives_and_threes(after)))
        after = before
    return lays[::-1]


@lru_cache(maxsize=1 << 12)
def _fives_and_threes(after: Front) -> tuple[int | None, int | None]:
    """`LayInPlay.fives` and `threes` of a lay, by the front after it."""
    counted = counts(after.possible)
    return multiple(counted, 5), multiple(counted, 3)


def _claimed(round: "Round") -> Iterator[tuple[Seat, int | None]]:
    """The first right claim after each lay as (seat, points); None: perhaps it was not right."""
    after, events = round.front, []
    for event, before in round.backwards():
        events.append((event, after))
        after = before
    left: tuple[int, ...] = ()
    for event, after in reversed(events):
        match event:
            case TileLaid():
                left = possible_fives(after.possible)
            case PointsClaimed() if 0 < event.points in left:
                yield event.seat, event.points if len(left) == 1 else None
                left = ()
            case PointsClaimed() | IrregularityNoted():
                pass
            case _:
                left = ()
