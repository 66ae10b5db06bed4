"""A blocked round as positions: who holds what, what lies open, whose turn it is.

Lighter than a `Round`, because a search visits many thousands. Nobody asks here for the order of
the boneyard: a round blocks only when nothing is left that may be drawn, so the tiles that were
drawn, in order, are all that could ever be.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, assert_never

from ..events import Seat, TileDrawn, TileLaid, TurnPassed, drew, passed
from ..layout import Front, nothing_laid
from ..round import Act, Round
from ..table import Table
from ..tiles import HALVES, Tile, Tiles, bit, tile_set

Ends = int
"""Open ends whichever way round, as the number of the tile that would join them."""

_JOINING: dict[tuple[int, int], Ends] = {
    pair: tile for tile, (low, high) in enumerate(HALVES) for pair in ((low, high), (high, low))
}


@lru_cache(maxsize=1 << 12)
def ends_of(front: Front) -> Ends:
    """The two ends of a line of play."""
    left, right = front.ends
    return _JOINING[left.pip, right.pip]


class Owners:
    """Whose each tile is. The same until a tile is drawn; compared by identity."""

    __slots__ = ("_after", "drawable", "held", "table")

    def __init__(self, table: Table, held: tuple[Tiles, ...], drawable: tuple[Tile, ...]) -> None:
        self.table = table
        self.held = held
        """By seat, the tiles it has held so far, those laid included."""
        self.drawable = drawable
        """What may still be drawn, next tile first."""
        self._after: dict[Seat, Owners] = {}

    def after_draw(self, seat: Seat) -> "Owners":
        """The owners after this seat drew the next tile."""
        known = self._after.get(seat)
        if known is None:
            held = list(self.held)
            held[seat] |= bit(self.drawable[0])
            known = self._after[seat] = Owners(self.table, tuple(held), self.drawable[1:])
        return known


class Position(NamedTuple):
    """A round at one moment after the lead."""

    owners: Owners
    rest: Tiles
    """The tiles in all hands together."""
    front: Front
    seat: Seat
    """Whose turn it is."""
    drawn: int
    """Tiles drawn in this turn."""


def hand(position: Position, seat: Seat) -> Tiles:
    """The tiles this seat holds."""
    return position.owners.held[seat] & position.rest


def playable(position: Position) -> Tiles:
    """The tiles the seat in turn could lay."""
    return hand(position, position.seat) & position.front.playable


def unlaid(position: Position) -> Tiles:
    """The tiles that do not lie on the table, those asleep in the boneyard included."""
    dealt = 0
    for held in position.owners.held:
        dealt |= held
    return position.owners.table.tiles & ~dealt | position.rest


def lays(position: Position) -> Iterator[TileLaid]:
    """The lay-downs open to the seat in turn, as in `legal_moves`."""
    held = hand(position, position.seat)
    for fits, lays_at_end in position.front.lays[position.seat]:
        yield from lays_at_end[held & fits]


def alternatives(position: Position, made: TileLaid) -> Iterator[TileLaid]:
    """The lay-downs that would have led elsewhere than the one made."""
    after = _ends_after(position.front, made)
    for lay in lays(position):
        if lay.tile != made.tile or _ends_after(position.front, lay) != after:
            yield lay


def lay_leaving(position: Position, tile: Tiles, ends: Ends) -> TileLaid:
    """The lay-down of the tile in this set that leaves these ends."""
    return next(
        lay
        for lay in lays(position)
        if bit(lay.tile) == tile and _ends_after(position.front, lay) == ends
    )


def _ends_after(front: Front, lay: TileLaid) -> Ends:
    return ends_of(front.after[lay.tile, lay.end, lay.flipped])


def forced(position: Position) -> Act:
    """What a seat that cannot lay has to do: draw while it may, else pass."""
    owners, _, _, seat, drawn = position
    if owners.drawable and drawn < owners.table.draws_a_turn:
        return drew(seat, owners.drawable[0])
    return passed(seat)


def is_blocked(position: Position) -> bool:
    """No seat can lay, and nothing may be drawn."""
    return not position.owners.drawable and not position.rest & position.front.playable


def blocks_at_once(position: Position) -> bool:
    """The forced draws and passes that follow end the round blocked."""
    while not is_blocked(position):
        if playable(position):
            return False
        position = after(position, forced(position))
    return True


def after(position: Position, act: Act) -> Position:
    """The position that an act leads to."""
    owners, rest, front, seat, drawn = position
    match act:
        case TileLaid():
            front = front.after[act.tile, act.end, act.flipped]
            return Position(owners, rest & ~(1 << act.tile), front, owners.table.next_seat[seat], 0)
        case TurnPassed():
            return Position(owners, rest, front, owners.table.next_seat[seat], 0)
        case TileDrawn():
            return Position(owners.after_draw(seat), rest | bit(act.tile), front, seat, drawn + 1)
        case _:
            assert_never(act)


class LayDown(NamedTuple):
    """A lay-down of the record after the lead."""

    act: int
    """Its place among the acts of the round."""
    laid: TileLaid
    before: Position


def lay_downs(round: Round, acts: tuple[Act, ...]) -> tuple[LayDown, ...]:
    """Every lay-down after the lead, in order, of a regular blocked round with these acts."""
    position = _dealt(round, acts)
    found = []
    for place, act in enumerate(acts):
        if place and isinstance(act, TileLaid):
            found.append(LayDown(place, act, position))
        position = after(position, act)
    return tuple(found)


def _dealt(round: Round, acts: tuple[Act, ...]) -> Position:
    table, deal = round.table, round.deal
    held = tuple(map(tile_set, deal.hands))
    drawable = tuple(act.tile for act in acts if isinstance(act, TileDrawn))
    rest = 0
    for tiles in held:
        rest |= tiles
    return Position(Owners(table, held, drawable), rest, nothing_laid(table.fits), acts[0].seat, 0)
