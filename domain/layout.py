"""Open ends, and how a lay-down changes them.

Open ends are values of their own, not a left and a right. The line of play has two of them.
"""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .events import EndName, Placing, Seat, TileLaid, laid
from .tiles import HALVES, HIGHEST_PIP, NO_TILES, PIPS, Pip, Tile, Tiles, bit, members, tiles_of

LEFT: EndName = "left"
RIGHT: EndName = "right"

Fits: TypeAlias = tuple[Tiles, ...]
"""By pip, the tiles that may lie on an end that shows it: a match rule as a table."""


class End(NamedTuple):
    """An open end: name, pip, owner, and how many tiles it still takes."""

    name: EndName
    pip: Pip
    owner: Seat | None = None
    room: int = 1
    first: bool = False
    """Tiles must be laid here before any other end."""


class Front:
    """All open ends at one moment.

    Interned and compared by identity, so that everything derived from a front is computed once.
    """

    __slots__ = ("after", "ends", "fits", "lays", "playable")

    def __init__(self, fits: Fits, ends: tuple[End, ...]) -> None:
        self.fits = fits
        self.ends = ends
        self.playable: Tiles = NO_TILES
        """The tiles that fit at some end, in any hand."""
        for end in ends:
            self.playable |= fits[end.pip]
        self.lays = _LaysOf(self)
        """By seat and end: the tiles that fit, and the lay-downs there."""
        self.after = _After(self)
        """The front after a lay-down, by its placing."""


class _After(dict[Placing, Front]):
    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    def __missing__(self, placing: Placing) -> Front:
        self[placing] = front = extend(self.front, *placing)
        return front


class Lays(dict[Tiles, tuple[TileLaid, ...]]):
    """By the tiles to lay, the lay-downs of one seat at one end."""

    MOST = 1 << 16

    def __init__(self, seat: Seat, end: EndName) -> None:
        super().__init__()
        self.seat, self.end = seat, end

    def __missing__(self, tiles: Tiles) -> tuple[TileLaid, ...]:
        if len(self) >= self.MOST:
            self.clear()
        self[tiles] = lays = tuple(laid(self.seat, tile, self.end) for tile in tiles_of(tiles))
        return lays


@lru_cache(maxsize=1 << 12)
def lays_at(seat: Seat, end: EndName) -> Lays:
    """Interned."""
    return Lays(seat, end)


@lru_cache(maxsize=1 << 8)
def _every_lead(seat: Seat) -> tuple[TileLaid, ...]:
    return tuple(laid(seat, tile, None) for tile in range(len(HALVES)))


def leads_of(seat: Seat, tiles: Tiles) -> tuple[TileLaid, ...]:
    """This seat's leads with these tiles. Not cached: the same hand is rarely dealt twice."""
    every = _every_lead(seat)
    return tuple([every[tile] for tile in members(tiles)])


class _LaysOf(dict[Seat, tuple[tuple[Tiles, Lays], ...]]):
    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    def __missing__(self, seat: Seat) -> tuple[tuple[Tiles, Lays], ...]:
        front = self.front
        self[seat] = lays = tuple(
            (front.fits[end.pip], lays_at(seat, end.name)) for end in front.ends
        )
        return lays


@lru_cache(maxsize=1 << 12)
def _front(fits: Fits, ends: tuple[End, ...]) -> Front:
    return Front(fits, ends)


def front_before_lead(fits: Fits) -> Front:
    """The front before the lead."""
    return _front(fits, ())


def line(fits: Fits, left: Pip, right: Pip) -> Front:
    """The front of a line of play with these two ends."""
    return _front(fits, (End(LEFT, left), End(RIGHT, right)))


_OUTWARD: tuple[tuple[Pip, ...], ...] = tuple(
    tuple(PIPS[tile] - pip if pip in halves else halves[0] for pip in range(HIGHEST_PIP + 1))
    for tile, halves in enumerate(HALVES)
)
"""By tile and the pip it is laid on, the half that faces outward.

For a tile that does not fit (a game recorded as played) this is the lower half.
"""


def extend(front: Front, tile: Tile, end: EndName | None, flipped: bool) -> Front:
    """The front after this tile was laid at the named end.

    A lead lies with its lower half to the left, unless ``flipped``.
    """
    if not front.ends:
        low, high = HALVES[tile]
        return line(front.fits, high, low) if flipped else line(front.fits, low, high)
    left, right = front.ends
    if end_served(front, tile, end) == LEFT:
        return line(front.fits, _OUTWARD[tile][left.pip], right.pip)
    return line(front.fits, left.pip, _OUTWARD[tile][right.pip])


def end_served(front: Front, tile: Tile, end: EndName | None) -> EndName:
    """The open end for a tile recorded at ``end``.

    If no end has that name (a game recorded as played): the first end where the tile fits, or else
    the last end.
    """
    if end in {LEFT, RIGHT}:
        return end
    fitting = (end.name for end in front.ends if front.fits[end.pip] & bit(tile))
    return next(fitting, front.ends[-1].name)
