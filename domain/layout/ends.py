"""Open ends.

They are values of their own, not a left and a right: another layout may have more of them, private
ones, or one that comes before all others.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ..events import NO_WAY, Bend, EndName, Placing, Way
from ..rules.matching import Matching
from ..seats import Seat
from ..tiles import DOUBLES, HALVES, NO_TILES, WILD, Pip, Tile, Tiles, bit

Joint: TypeAlias = tuple[int, int]
"""A point of the triangular lattice on which bent tiles lie."""


class Spot(NamedTuple):
    """An end of a bent line: its joint, the heading outward from 0 to 5, and what finds room."""

    joint: Joint
    heading: int
    joints: frozenset[Joint]
    """All joints of the line."""
    takes: Tiles
    """The tiles that find room here."""
    bends: tuple[Bend, ...]
    """How a double may turn here."""


class End(NamedTuple):
    """An open end."""

    name: EndName
    pip: Pip
    """`WILD`: any half may lie here."""
    owner: Seat | None = None
    """The seat whose train it is; None: it belongs to all."""
    room: int = 1
    """How many tiles it still takes."""
    first: int = 0
    """Ends of the highest rank must be served before any others, whatever seat is in turn."""
    bare: bool = False
    """No tile lies here yet; such places of one tile are alike, and are one end with room."""
    needs_double: bool = False
    """It takes a double alone."""
    double: bool = False
    """It is a free side of a double that lies crosswise."""
    spinner: bool = False
    """Of such a double: its short ends open when both sides are taken."""
    forks: bool = False
    """A matador may lie crosswise here."""
    marked: bool = False
    """The marker of this train is up: every seat may lay here."""
    served: bool = False
    """A tile was laid here in this turn, and the turn goes on."""
    again: bool = False
    """In its first turn the owner has laid here, and lays here again as long as a tile fits."""
    spot: Spot | None = None
    """Where it is, on a bent line."""


Ends: TypeAlias = tuple[End, ...]


def fitting(matching: Matching, end: End) -> Tiles:
    """The tiles that may be laid at this end."""
    fits = matching.fits[end.pip]
    if end.needs_double:
        fits &= DOUBLES
    return fits if end.spot is None else fits & end.spot.takes


def has_room(end: End) -> bool:
    """Some tile finds room at this end, whatever its pips are."""
    return end.spot is None or end.spot.takes != NO_TILES


def ways(matching: Matching, end: End, tile: Tile) -> tuple[Way, ...]:
    """How this tile may lie at this end, where it fits, as far as the lay-down says it."""
    low, high = HALVES[tile]
    if matching.either_way >> tile & 1:
        in_line = Way(open=low), Way(open=high)
        return (*in_line, NO_WAY) if end.forks else in_line
    if high == WILD:
        pips = matching.stands_for if low == end.pip else (end.pip,)
        return tuple(Way(wild=pip) for pip in pips)
    if end.spot is not None and low == high:
        return tuple(Way(bend=bend) for bend in end.spot.bends)
    return ONE_WAY


ONE_WAY = (NO_WAY,)
"""Of a tile that may lie in one way only."""


def touching_pips(matching: Matching, ends: Iterable[End]) -> set[Pip]:
    """The pips of halves that may touch one of these ends, whatever tile they are on."""
    pips = [matching.touching[end.pip] for end in ends]
    wild = {WILD} if pips and matching.wild else set()
    return wild | {pip for pip in pips if pip is not None}


def open_to(ends: Ends, seat: Seat) -> Ends:
    """The ends at which this seat may lay when it is its turn."""
    rank = max((end.first for end in ends), default=0)
    if rank:
        return tuple(end for end in ends if end.first == rank)
    return tuple(end for end in ends if end.owner in (None, seat) or end.marked)


def nameless(ends: Ends) -> tuple[tuple[Any, ...], ...]:
    """The ends without their names, in order: play goes on in the same way from equal ones."""
    plain = [(pip, -1 if owner is None else owner, *rest) for _, pip, owner, *rest in ends]
    return tuple(sorted(plain))


def outer_half(matching: Matching, end: End, placing: Placing) -> Pip:
    """The pip that the end shows when the tile lies there."""
    tile, _, _, open, wild, _ = placing
    low, high = HALVES[tile]
    if high == WILD:
        stands_for = end.pip if wild is None else wild
        return stands_for if low in {WILD, end.pip} else low
    if open is not None and open in HALVES[tile]:
        return open
    return low if end.pip == WILD else matching.outward[tile][end.pip]


def end_served(matching: Matching, ends: Ends, tile: Tile, end: EndName | None) -> EndName:
    """The open end for a tile recorded at ``end``.

    If no end has that name (a game recorded as played): the first end where the tile fits, or else
    the last end.
    """
    if any(each.name == end for each in ends):
        return end or ""
    taking = (each.name for each in ends if fitting(matching, each) & bit(tile))
    return next(taking, ends[-1].name)
