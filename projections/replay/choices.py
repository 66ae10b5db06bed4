"""What can be noted next at a table, as far as those who watch it know."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...domain.events import Act, Seat, TileLaid
from ...domain.game.next_lead import next_lead
from ...domain.game.state import Game
from ...domain.hidden.doubts import moves_in
from ...domain.hidden.seat_view import possible_moves
from ...domain.tiles import HALVES, UNSEEN, hand_sets
from .news import current_view


class Choices(NamedTuple):
    """What the seat in turn may do."""

    seat: Seat
    moves: tuple[Act, ...]
    """Of a hand that nobody saw, all that some hands allow."""
    breaches: tuple[TileLaid, ...]
    """Those of `moves` that show an earlier act of the seat to have been against the rules."""


def choices(game: Game) -> Choices | None:
    """The choices of the seat in turn, for those who write the game down.

    None if no seat is in turn, or the program dealt, and only the seat may know.
    """
    round, view = game.running, current_view(game, None)
    if round is None or view is None or view.turn is None:
        return None
    moves = view.moves
    if moves is None:
        if not view.open:
            return None
        moves = possible_moves(round)
    missing = view.hands[view.turn].missing
    breaches = tuple(
        move
        for move in moves
        if isinstance(move, TileLaid) and not missing.isdisjoint(HALVES[move.tile])
    )
    return Choices(view.turn, moves, breaches)


def moves_since_breach(game: Game, params: Mapping[str, Any]) -> int:
    """How many moves to take back to undo the first of those that cannot all have been legal.

    ``params``: of a fault that names them as ``acts``. 0 if it names none that was recorded.
    """
    round = game.current
    if round is None:
        return 0
    acts: Any = params.get("acts", ())
    moves = moves_in(round)
    first = (act["move"] for act in acts if act["move"] is not None)
    return max(0, moves - min(first, default=moves))


def may_lead(game: Game, first_leader: Seat | None = None) -> frozenset[Seat]:
    """The seats that may lead the next round, if nobody sees the hands that are dealt.

    ``first_leader`` leads the first deal by the result of the game before.
    """
    table = game.table
    hands = hand_sets([(UNSEEN,) * table.hand] * table.seats)
    return next_lead(game, hands, first_leader).seats
