"""Open ends.

They are values of their own, not a left and a right: another layout may have more of them, private
ones, or one that comes before all others.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ..events import EndName, Placing
from ..rules.matching import Matching
from ..seats import Seat
from ..tiles import DOUBLES, HALVES, Pip, Tile, Tiles, bit


class End(NamedTuple):
    """An open end."""

    name: EndName
    pip: Pip
    owner: Seat | None = None
    """The only seat that may lay here, unless tiles must be laid here first; None: every seat."""
    room: int = 1
    """How many tiles it still takes."""
    first: bool = False
    """Tiles must be laid here before any other end, whatever seat is in turn."""
    bare: bool = False
    """No tile lies here yet; such places of one tile are alike, and are one end with room."""
    needs_double: bool = False
    """It takes a double alone."""
    double: bool = False
    """It is a free side of a double that lies crosswise."""
    spinner: bool = False
    """Of such a double: its short ends open when both sides are taken."""


Ends: TypeAlias = tuple[End, ...]


def fitting(matching: Matching, end: End) -> Tiles:
    """The tiles that may be laid at this end."""
    fits = matching.fits[end.pip]
    return fits & DOUBLES if end.needs_double else fits


def touching_pips(matching: Matching, ends: Iterable[End]) -> set[Pip]:
    """The pips of halves that may touch one of these ends."""
    pips = (matching.touching[end.pip] for end in ends)
    return {pip for pip in pips if pip is not None}


def open_to(ends: Ends, seat: Seat) -> Ends:
    """The ends at which this seat may lay when it is its turn."""
    first = tuple(end for end in ends if end.first)
    return first or tuple(end for end in ends if end.owner in (None, seat))


def nameless(ends: Ends) -> tuple[End, ...]:
    """The ends without their names, in order: play goes on in the same way from equal ones."""
    without = (end._replace(name="", owner=-1 if end.owner is None else end.owner) for end in ends)
    return tuple(sorted(without))


def outer_half(matching: Matching, end: End, placing: Placing) -> Pip:
    """The half of the tile that faces outward at this end."""
    tile, _, _, open = placing
    if open is not None and open in HALVES[tile]:
        return open
    return matching.outward[tile][end.pip]


def end_served(matching: Matching, ends: Ends, tile: Tile, end: EndName | None) -> EndName:
    """The open end for a tile recorded at ``end``.

    If no end has that name (a game recorded as played): the first end where the tile fits, or else
    the last end.
    """
    if any(each.name == end for each in ends):
        return end or ""
    taking = (each.name for each in ends if fitting(matching, each) & bit(tile))
    return next(taking, ends[-1].name)
