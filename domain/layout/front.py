"""All open ends at one moment, and what may be laid there."""

from functools import lru_cache
from typing import assert_never

from ..events import EndName, Placing, TileLaid, laid
from ..rules.matching import Matching
from ..rules.rule_set import Arms, Crosswise, Layout
from ..seats import Seat
from ..tiles import HALVES, NO_TILES, Tiles, members, tiles_of
from . import arms, crosswise, line
from .ends import Ends, fitting, open_to


class Front:
    """All open ends at one moment.

    Interned, so that what is derived from a front is computed once; equal by value.
    """

    __slots__ = ("_hash", "after", "ends", "layout", "lays", "matching", "open_to", "playable")

    def __init__(self, layout: Layout, matching: Matching, ends: Ends) -> None:
        self.layout = layout
        self.matching = matching
        self.ends = ends
        self.open_to = _OpenTo(self)
        """By seat, the ends at which it may lay."""
        self.playable = _PlayableBy(self)
        """By seat, the tiles that fit at one of these ends, in any hand."""
        self.lays = _LaysOf(self)
        """By seat and end: the tiles that fit, and the lay-downs there."""
        self.after = _After(self)
        """The front after a lay-down, by its placing."""
        self._hash = hash((layout, ends))

    def __eq__(self, other: object) -> bool:
        # Interned fronts are told apart by identity, unless the cache has dropped one.
        if self is other or not isinstance(other, Front):
            return self is other
        same_rules = (self.layout, self.matching) == (other.layout, other.matching)
        return same_rules and self.ends == other.ends

    def __hash__(self) -> int:
        return self._hash


class _After(dict[Placing, Front]):
    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    def __missing__(self, placing: Placing) -> Front:
        self[placing] = front = extend(self.front, placing)
        return front


ONE_WAY = (None,)
"""The open halves to say of a tile that may lie in one way only."""


class Lays(dict[Tiles, tuple[TileLaid, ...]]):
    """By the tiles to lay, the lay-downs of one seat at one end."""

    MOST = 1 << 16

    def __init__(self, seat: Seat, end: EndName, either_way: Tiles = NO_TILES) -> None:
        super().__init__()
        self.seat, self.end, self.either_way = seat, end, either_way

    def __missing__(self, tiles: Tiles) -> tuple[TileLaid, ...]:
        if len(self) >= self.MOST:
            self.clear()
        self[tiles] = lays = tuple(
            laid(self.seat, tile, self.end, False, open)
            for tile in tiles_of(tiles)
            for open in (HALVES[tile] if self.either_way >> tile & 1 else ONE_WAY)
        )
        return lays


@lru_cache(maxsize=1 << 12)
def lays_at(seat: Seat, end: EndName, either_way: Tiles) -> Lays:
    """Interned."""
    return Lays(seat, end, either_way)


@lru_cache(maxsize=1 << 8)
def _every_lead(seat: Seat) -> tuple[TileLaid, ...]:
    return tuple(laid(seat, tile, None) for tile in range(len(HALVES)))


def leads_of(seat: Seat, tiles: Tiles) -> tuple[TileLaid, ...]:
    """This seat's leads with these tiles. Not cached: the same hand is rarely dealt twice."""
    every = _every_lead(seat)
    return tuple([every[tile] for tile in members(tiles)])


class _OpenTo(dict[Seat, Ends]):
    def __init__(self, front: "Front") -> None:
        super().__init__()
        self.ends = front.ends

    def __missing__(self, seat: Seat) -> Ends:
        self[seat] = ends = open_to(self.ends, seat)
        return ends


class _PlayableBy(dict[Seat, Tiles]):
    def __init__(self, front: "Front") -> None:
        super().__init__()
        self.front = front

    def __missing__(self, seat: Seat) -> Tiles:
        front, tiles = self.front, NO_TILES
        for end in front.open_to[seat]:
            tiles |= fitting(front.matching, end)
        self[seat] = tiles
        return tiles


class _LaysOf(dict[Seat, tuple[tuple[Tiles, Lays], ...]]):
    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    def __missing__(self, seat: Seat) -> tuple[tuple[Tiles, Lays], ...]:
        front, matching = self.front, self.front.matching
        self[seat] = lays = tuple(
            (fitting(matching, end), lays_at(seat, end.name, matching.either_way))
            for end in front.open_to[seat]
        )
        return lays


@lru_cache(maxsize=1 << 12)
def front_of(layout: Layout, matching: Matching, ends: Ends) -> Front:
    """The front with these open ends; before the lead there are none. Interned."""
    return Front(layout, matching, ends)


def extend(front: Front, placing: Placing) -> Front:
    """The front after this tile was laid; it need not fit."""
    match front.layout:
        case "line-of-play":
            ends = line.extended(front.matching, front.ends, placing)
        case Arms():
            ends = arms.extended(front.layout, front.matching, front.ends, placing)
        case Crosswise():
            ends = crosswise.extended(front.layout, front.matching, front.ends, placing)
        case _:
            assert_never(front.layout)
    return front_of(front.layout, front.matching, ends)
