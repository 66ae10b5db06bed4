"""What a seat says after its lay: a claim of points, or a knock (docs/rules/play.md#calls)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..events import (
    Act,
    IrregularityNoted,
    LastTileKnocked,
    PointsClaimed,
    RoundEvent,
    Seat,
    TileDrawn,
    TileLaid,
)
from ..layout.line import possible_fives
from ..tiles import Tiles

if TYPE_CHECKING:
    from .state import Round


def must_call(round: "Round", hand: Tiles) -> bool:
    """The seat has to claim or knock after this lay, which left these tiles in the hand."""
    table = round.start.table
    return (table.play.claims == "called" and any(possible_fives(round.front.possible))) or (
        table.play.knock_on_last_tile and hand.bit_count() == 1
    )


def points_to_claim(round: "Round") -> tuple[int, ...]:
    """What the last lay made the ends count, until it is claimed or another act follows.

    Empty if it made nothing; all that it may have made if it is not known how the tile lies.
    """
    if round.start.table.play.claims == "automatic":
        return ()
    counted = tuple(points for points in possible_fives(round.front.possible) if points)
    return counted if counted and _awaits_call(round, counted) else ()


def must_knock(round: "Round") -> bool:
    """The seat in turn has just laid its last tile but one, and has not knocked yet."""
    one_left = (
        round.start.table.play.knock_on_last_tile and round.hands[round.seat].bit_count() == 1
    )
    return one_left and _awaits_call(round, ())


def awaits_call(round: "Round") -> bool:
    """The seat in turn has laid, and points may be claimed, or it must knock."""
    return round.start.table.calls and (bool(points_to_claim(round)) or must_knock(round))


def _awaits_call(round: "Round", points: tuple[int, ...]) -> bool:
    """No act has followed the last lay of the seat in turn, but for false claims."""
    for event, _ in round.backwards():
        match event:
            case TileLaid():
                return event.seat == round.seat
            case PointsClaimed() if event.points not in points:
                pass
            case IrregularityNoted():
                pass
            case _:
                return False
    return False


def answers_call(round: "Round", event: RoundEvent) -> bool:
    """This event ends the turn of a seat that has laid: a claim, a knock, or a draw instead."""
    match event:
        case PointsClaimed():
            return event.points in points_to_claim(round)
        case LastTileKnocked() | TileDrawn():
            return event.seat == round.seat and must_knock(round)
        case _:
            return False


def may_follow_lay(round: "Round", act: Act) -> bool:
    """The act may follow a lay with points not claimed yet, or one that asks for a knock."""
    knocks = must_knock(round) and isinstance(act, LastTileKnocked | TileDrawn)
    in_turn = (act.KIND.calls or knocks) and act.seat == round.seat
    return act.KIND.by_any or in_turn


def claims_in_play(round: "Round") -> Iterator[tuple[Seat, int | None]]:
    """Each successful claim as (seat, points); None if it is not known whether it was right.

    The first right claim after a lay takes them, until an act that is no claim.
    """
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


def claimed_by(round: "Round") -> Seat | None:
    """The seat that claimed the points of the last lay-down; None if nobody has."""
    counted = possible_fives(round.front.possible)
    for event, _ in round.backwards():
        if isinstance(event, TileLaid):
            break
        if isinstance(event, PointsClaimed) and 0 < event.points in counted:
            return event.seat
    return None
