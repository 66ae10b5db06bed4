"""The lays of a blocked round, and the positions before them: rounds with every tile known."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from ..events import TileDrawn, TileLaid, TileSetAside
from ..layout.ends import nameless
from ..layout.front import after_lay
from ..round.calls import calls_due
from ..round.legal import advance_legal, legal_moves
from ..round.state import Act, Round, playable, union
from ..tiles import Tiles, tile_set
from .search import is_quick


class Placement(NamedTuple):
    """A lay after the lead."""

    act: int
    """Its index among the acts of the round."""
    laid: TileLaid
    before: Round


class Placements:
    """The lays after the lead of a regular round with these acts, last first.

    Found when they are first asked for, since few verdicts need the early ones. A boneyard of
    unknown order gets the order in which its tiles were drawn.
    """

    def __init__(self, round: Round, acts: tuple[Act, ...]) -> None:
        self._found: list[Placement] = []
        self._more = _backwards(round, acts)

    def __iter__(self) -> Iterator[Placement]:
        number = 0
        while True:
            if number == len(self._found):
                self._found += islice(self._more, 1)
            if number == len(self._found):
                return
            yield self._found[number]
            number += 1


def _backwards(round: Round, acts: tuple[Act, ...]) -> Iterator[Placement]:
    start, boneyard = round.start, round.deal.boneyard
    if boneyard is None:
        drawn = [act.tile for act in acts if isinstance(act, TileDrawn)]
        boneyard = (*drawn, *round.boneyard)
        start = replace(start, deal=replace(round.deal, boneyard=boneyard))
    gone = len(boneyard) - len(round.boneyard)
    hands, place, past = list(round.hands), len(acts), round.past
    while past is not None:
        event, front, past = past
        if not isinstance(event, Act):
            continue
        place -= 1
        seat = event.seat
        if isinstance(event, TileDrawn):
            hands[seat] ^= 1 << event.tile
            gone -= 1
        elif isinstance(event, (TileLaid, TileSetAside)):
            hands[seat] |= 1 << event.tile
        if isinstance(event, TileLaid) and front.ends:
            drawn_in_turn, rest = _drawn_before(acts, place), boneyard[gone:]
            before = Round(start, tuple(hands), rest, front, seat, drawn_in_turn, past, None)
            yield Placement(place, event, before)


def _drawn_before(acts: tuple[Act, ...], place: int) -> int:
    """The number of tiles drawn in the turn of the act at this index, before it."""
    drawn, seat = 0, acts[place].seat
    while drawn < place:
        act = acts[place - drawn - 1]
        if not isinstance(act, TileDrawn) or act.seat != seat:
            break
        drawn += 1
    return drawn


def moves_in(round: Round) -> tuple[Act, ...]:
    """What the seat in turn may do; it makes every call, which changes nothing of the tiles."""
    moves = legal_moves(round)
    return moves[:1] if calls_due(round) else moves


def lays_in(round: Round) -> list[TileLaid]:
    """The lays that the seat in turn may make."""
    return [move for move in moves_in(round) if isinstance(move, TileLaid)]


def tiles_to_lay(round: Round) -> Tiles:
    """The tiles that the seat in turn can lay."""
    if is_quick(round.table):  # Nothing but the ends decides.
        return round.hands[round.seat] & playable(round, round.seat)
    return tile_set(lay.tile for lay in lays_in(round))


def alternatives(placement: Placement) -> list[TileLaid]:
    """The legal lays with a different result than the one made."""
    made, before = placement.laid, placement.before

    def ends_after(lay: TileLaid) -> tuple[Any, ...]:
        return nameless(after_lay(before.front, lay).possible)

    return [
        lay
        for lay in lays_in(before)
        if lay.tile != made.tile or (lay != made and ends_after(lay) != ends_after(made))
    ]


def is_locked(round: Round) -> bool:
    """No tile that is not on the table fits, those left in the boneyard included."""
    left = union(round.hands) | tile_set(round.boneyard)
    return not any(left & playable(round, seat) for seat in range(round.table.seats))


def blocks_at_once(round: Round) -> bool:
    """What a seat does that cannot lay ends the round blocked."""
    while round.ended is None:
        if tiles_to_lay(round):
            return False
        round = advance_legal(round, moves_in(round)[0])
    return round.ended == "blocked"
