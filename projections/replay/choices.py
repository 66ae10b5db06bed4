"""What can be noted next at a table, as far as those who watch it know."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...domain.events import Act, Seat, TileLaid
from ...domain.game.next_lead import next_lead
from ...domain.game.state import Game
from ...domain.hidden.doubts import moves_in, proven_breach
from ...domain.hidden.seat_view import possible_moves, seat_view
from ...domain.round.legal import advance_legal
from ...domain.seats import UNDECIDED
from ...domain.tiles import HALVES, SEEN, UNSEEN, hand_sets, seen_of


class Choices(NamedTuple):
    """What the seat in turn may do."""

    seat: Seat
    moves: tuple[Act, ...]
    """Of a hand that nobody saw, all that some hands allow."""
    breaches: tuple[TileLaid, ...]
    """Those of `moves` that show an earlier act of the seat to have been against the rules."""


def choices(game: Game) -> Choices | None:
    """The choices of the seat in turn, at a table where nobody saw any hand.

    None if no seat is in turn, or if tiles of the deal are known: those say more than all may know.
    """
    round = game.running
    if round is None or any(hand <= SEEN or seen_of(hand) for hand in round.start.hands):
        return None
    view = seat_view(round, None)
    if view.turn is None or round.boneyard_is_ordered:
        return None
    moves, missing = possible_moves(round), view.hands[view.turn].missing
    lays = [move for move in moves if isinstance(move, TileLaid)]
    # A pass says the same at once, also where an irregularity keeps a breach from being proven.
    ruled_out = {
        tile
        for tile, lay in {move.tile: move for move in lays}.items()
        if not missing.isdisjoint(HALVES[tile]) or proven_breach(advance_legal(round, lay))
    }
    return Choices(view.turn, moves, tuple(move for move in lays if move.tile in ruled_out))


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


def may_lead(game: Game, first_leaders: frozenset[Seat] = UNDECIDED) -> frozenset[Seat]:
    """The seats that may lead the next round, if nobody sees the hands that are dealt.

    ``first_leaders`` lead the first deal by the result of the game before.
    """
    table = game.table
    hands = hand_sets([(UNSEEN,) * table.hand] * table.seats)
    return next_lead(game, hands, first_leaders).seats
