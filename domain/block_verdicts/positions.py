"""Positions of a blocked round on a line: hands, open ends, seat in turn.

Lighter than a `Round`, because a search visits many thousands. The order of the boneyard is not
needed: a round blocks only when no more tiles may be drawn, so the tiles actually drawn, in order,
are all that could be drawn.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..events import EndName, Seat, TileDrawn, TileLaid, drew, laid, passed
from ..layout.ends import fitting, nameless
from ..layout.front import Front, after_lay
from ..round.state import Act, Round
from ..rules.table import Table
from ..tiles import HALVES, Tile, Tiles, bit, tiles_of

Ends = int
"""The two open ends in any order, as the number of the tile that joins them."""

JOINING: dict[tuple[int, int], Ends] = {
    pair: tile for tile, (low, high) in enumerate(HALVES) for pair in ((low, high), (high, low))
}


@lru_cache(maxsize=1 << 12)
def ends_of(front: Front) -> Ends:
    (left,), (right,) = (end.pips for end in front.ends)
    return JOINING[left, right]


class Owners:
    """The owner of each tile, constant until a tile is drawn. Compared by identity."""

    __slots__ = ("_after", "drawable", "held", "table")

    def __init__(self, table: Table, held: tuple[Tiles, ...], drawable: tuple[Tile, ...]) -> None:
        self.table = table
        self.held = held
        """By seat, the tiles it has held so far, including those laid."""
        self.drawable = drawable
        """The tiles that may still be drawn, next tile first."""
        self._after: dict[Seat, Owners] = {}

    def after_draw(self, seat: Seat) -> "Owners":
        """The owners after this seat drew the next tile. Cached."""
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
    """The seat in turn."""
    drawn: int
    """Tiles drawn in this turn."""

    @property
    def table(self) -> Table:
        return self.owners.table

    @property
    def playable(self) -> Tiles:
        """The tiles the seat in turn can lay."""
        return hand(self, self.seat) & self.front.playable[self.seat]

    @property
    def is_locked(self) -> bool:
        """No tile that is not on the table fits, those left in the boneyard included."""
        dealt = 0
        for held in self.owners.held:
            dealt |= held
        left = self.table.tiles & ~dealt | self.rest
        return not any(left & self.front.playable[seat] for seat in range(self.table.seats))

    def alternatives(self, made: TileLaid) -> list[TileLaid]:
        """The legal lays with a different result than the one made."""
        front, seat = self.front, self.seat
        held = self.owners.held[seat] & self.rest
        return [
            lay
            for fits, lays_at_end in front.lays[seat]
            for lay in lays_at_end[held & fits]
            if lay.tile != made.tile or ends_after(front, lay) != ends_after(front, made)
        ]

    def after(self, act: Act) -> "Position":
        """The position after this act."""
        owners, rest, front, seat, drawn = self
        if isinstance(act, TileLaid):
            rest ^= 1 << act.tile
            front = after_lay(front, act)
        elif isinstance(act, TileDrawn):
            return Position(owners.after_draw(seat), rest | bit(act.tile), front, seat, drawn + 1)
        return Position(owners, rest, front, owners.table.next_seat[seat], 0)

    @property
    def blocks_at_once(self) -> bool:
        """The forced draws and passes that follow end the round blocked."""
        position = self
        while not _is_blocked(position):
            if position.playable:
                return False
            position = position.after(forced(position))
        return True


def hand(position: Position, seat: Seat) -> Tiles:
    return position.owners.held[seat] & position.rest


@lru_cache(maxsize=1 << 14)
def leading_to(front: Front, tile: Tiles, ends: Ends) -> tuple[Tile, EndName]:
    """The tile of this set, and where to lay it to get these ends."""
    (number,) = tiles_of(tile)
    taking = (end.name for end in front.ends if tile & fitting(front.matching, end))
    return next(
        (number, name)
        for name in taking
        if ends_of(after_lay(front, laid(0, number, name))) == ends
    )


def ends_after(front: Front, lay: TileLaid) -> tuple[tuple[Any, ...], ...]:
    """The open ends after this lay-down, without their names."""
    return nameless(after_lay(front, lay).possible)


def forced(position: Position) -> Act:
    """The act of a seat that cannot lay: draw if allowed, otherwise pass."""
    owners, _, _, seat, drawn = position
    if owners.drawable and drawn < owners.table.draws_a_turn:
        return drew(seat, owners.drawable[0])
    return passed(seat)


def _is_blocked(position: Position) -> bool:
    """No seat can lay, and no tile may be drawn."""
    owners, rest, front, _, _ = position
    return not owners.drawable and not any(
        held & rest & front.playable[seat] for seat, held in enumerate(owners.held)
    )


def positions_backwards(
    round: Round, acts: tuple[Act, ...]
) -> Iterator[tuple[int, TileLaid, Position]]:
    """Each lay after the lead, the last first, as (index of the act, act, position before it)."""
    owners, rest, place = _owners(round, acts), sum(round.hands), len(acts)
    for event, front in round.backwards():
        if isinstance(event, TileLaid):
            place -= 1
            rest |= 1 << event.tile
            if front.ends:
                position = Position(owners[-1], rest, front, event.seat, _drawn(acts, place))
                yield place, event, position
        elif isinstance(event, TileDrawn):
            place -= 1
            rest ^= 1 << event.tile
            owners.pop()
        elif isinstance(event, Act):
            place -= 1


def _owners(round: Round, acts: tuple[Act, ...]) -> list[Owners]:
    """The owners as dealt and after each draw."""
    table = round.start.table
    draws = [act for act in acts if isinstance(act, TileDrawn)] if table.draws_a_turn else []
    owners = [Owners(table, round.start.hands, tuple([act.tile for act in draws]))]
    for act in draws:
        owners.append(owners[-1].after_draw(act.seat))
    return owners


def _drawn(acts: tuple[Act, ...], place: int) -> int:
    """The number of tiles drawn in this turn before the act at this index."""
    drawn = 0
    while drawn < place and isinstance(acts[place - drawn - 1], TileDrawn):
        drawn += 1
    return drawn
