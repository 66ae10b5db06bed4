"""Open ends.

They are values of their own, not a left and a right: another layout may have more of them, private
ones, or one that comes before all others.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from ..events import NO_WAY, Bend, EndName, Placing, Way
from ..rules.matching import Matching
from ..seats import Seat
from ..tiles import DOUBLES, HALVES, NO_TILES, WILD, Pip, Tile, Tiles, bit

Joint: TypeAlias = tuple[int, int]
"""A point of the triangular lattice on which bent tiles lie."""


class OneOf(tuple[Pip, ...]):
    """The pips of which one lies open, in ascending order, where it is not known which."""

    __slots__ = ()

    def __str__(self) -> str:
        return "/".join(map(str, self))


def one_of(pips: Iterable[Pip]) -> Pip | OneOf:
    """The pip if there is only one; else the pips of which one is open."""
    found = sorted({*pips})
    return found[0] if len(found) == 1 else OneOf(found)


class Spot(NamedTuple):
    """An end of a bent line: its joint, the heading outward from 0 to 5, and what finds room."""

    joint: Joint
    heading: int
    joints: frozenset[Joint]
    """All joints of the line."""
    takes: Tiles
    bends: tuple[Bend, ...]
    """How a double may turn here."""


class End(NamedTuple):
    """An open end."""

    name: EndName
    pip: Pip | OneOf
    """`WILD`: any half may lie here. `OneOf`: a tile was misplaced, and nothing tells yet which of
    its halves lies outward."""
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
    takes_across: bool = False
    """A tile that may lie either way round may also lie across here, with both halves open."""
    marked: bool = False
    """The marker of this train is up: every seat may lay here."""
    served: bool = False
    """A tile was laid here in this turn, and the turn goes on."""
    again: bool = False
    """In its first turn the owner has laid here, and lays here again as long as a tile fits."""
    spot: Spot | None = None
    """Where it is, on a bent line."""

    @property
    def pips(self) -> tuple[Pip, ...]:
        """The pip, or each that it may be."""
        return self.pip if isinstance(self.pip, OneOf) else (self.pip,)

    @property
    def readings(self) -> "Ends":
        """The end with each pip that it may have."""
        return tuple(self._replace(pip=pip) for pip in self.pips)


Ends: TypeAlias = tuple[End, ...]


def replaced(ends: Ends, name: EndName | None, change: Callable[[End], Ends]) -> Ends:
    """The ends, with these in place of the one with this name."""
    return tuple([new for end in ends for new in (change(end) if end.name == name else (end,))])


def fitting(matching: Matching, end: End) -> Tiles:
    """The tiles that may be laid at this end, or may depending on its pip."""
    fits = NO_TILES
    for pip in end.pips:
        fits |= matching.fits[pip]
    if end.needs_double:
        fits &= DOUBLES
    return fits if end.spot is None else fits & end.spot.takes


def surely_fitting(matching: Matching, end: End) -> Tiles:
    """The tiles that may be laid at this end, whatever its pip is."""
    fits = fitting(matching, end)
    for pip in end.pips:
        fits &= matching.fits[pip]
    return fits


def has_room(end: End) -> bool:
    """Whether there is room for another tile at this end, whatever its pips."""
    return end.spot is None or end.spot.takes != NO_TILES


def ways(matching: Matching, end: End, tile: Tile) -> tuple[Way, ...]:
    """The ways in which this tile may lie at this end, where it fits, as far as moves state them.

    At an end whose pip is not known a move may state too little, or more than it has to.
    """
    if isinstance(end.pip, OneOf):
        taking = [each for each in end.readings if fitting(matching, each) & bit(tile)]
        found = dict.fromkeys(way for each in taking for way in ways(matching, each, tile))
        outward = {outer_half(matching, each, (tile, None, False, *NO_WAY)) for each in taking}
        found |= dict.fromkeys(Way(open=pip) for pip in sorted(outward & {*HALVES[tile]}))
        return NO_WAY, *(way for way in found if way != NO_WAY)
    low, high = HALVES[tile]
    if matching.either_way >> tile & 1:
        in_line = Way(open=low), Way(open=high)
        return (*in_line, NO_WAY) if end.takes_across else in_line
    if high == WILD:
        pips = matching.stands_for if low == end.pip else (end.pip,)
        return tuple(Way(wild=pip) for pip in pips)
    if end.spot is not None and low == high:
        return tuple(Way(bend=bend) for bend in end.spot.bends)
    return ONE_WAY


ONE_WAY = (NO_WAY,)
"""Of a tile that may lie in one way only."""


def shown_pips(ends: Iterable[End]) -> set[Pip]:
    """The pips of these ends, as far as they are known."""
    return {end.pip for end in ends if not isinstance(end.pip, OneOf)}


def touching_pips(matching: Matching, ends: Iterable[End]) -> set[Pip]:
    """The pips of halves that may touch one of these ends, whatever tile they are on."""
    pips = [matching.touching[pip] for pip in shown_pips(ends)]
    wild = {WILD} if pips and matching.wild else set()
    return wild | {pip for pip in pips if pip is not None}


def open_to(ends: Ends, seat: Seat) -> Ends:
    """The ends at which this seat may lay when it is its turn."""
    rank = max((end.first for end in ends), default=0)
    if rank:
        return tuple(end for end in ends if end.first == rank)
    return tuple(end for end in ends if end.owner in (None, seat) or end.marked)


def joined(possible: Sequence[Ends]) -> Ends:
    """The ends if they are one of these, to show: each with every pip that it may have.

    Where they differ in more, an end is open if it may be, and comes first only if it must. Play
    goes on from each of the possible ends, not from these.
    """
    if len(possible) == 1:
        return possible[0]
    by_name: dict[EndName, list[End]] = {}
    for ends in possible:
        for end in ends:
            by_name.setdefault(end.name, []).append(end)
    return tuple(_either(found, every=len(possible)) for found in by_name.values())


def _either(found: Sequence[End], *, every: int) -> End:
    """One end that may be any of these; there are ``every`` if it is surely there."""
    spots, spot = [end.spot for end in found if end.spot is not None], None
    if spots:
        takes = reduce(or_, (each.takes for each in spots))
        bends = tuple(dict.fromkeys(bend for each in spots for bend in each.bends))
        spot = spots[0]._replace(takes=takes, bends=bends)
    return found[0]._replace(
        pip=one_of(pip for end in found for pip in end.pips),
        room=max(end.room for end in found),
        first=min(end.first for end in found) if len(found) == every else 0,
        needs_double=all(end.needs_double for end in found),
        takes_across=any(end.takes_across for end in found),
        spot=spot,
    )


def nameless(possible: Sequence[Ends]) -> tuple[Any, ...]:
    """The possible ends without names, in order: play goes on in the same way from equal ones."""
    found = {
        tuple(sorted((end.pips, -1 if end.owner is None else end.owner, *end[3:]) for end in ends))
        for ends in possible
    }
    return next(iter(found)) if len(found) == 1 else (frozenset(found),)


def outer_half(matching: Matching, end: End, placing: Placing) -> Pip:
    """The pip that the end shows when the tile lies there; of several `meanings` the lowest."""
    tile, _, _, open, wild, _ = placing
    low, high = HALVES[tile]
    pip = end.pips[0]
    if high == WILD:
        stands_for = pip if wild is None else wild
        return stands_for if low in {WILD, pip} else low
    if open is not None and open in HALVES[tile]:
        return open
    return low if pip == WILD else matching.outward[tile][pip]


def ways_meant(matching: Matching, end: End, placing: Placing) -> tuple[Way, ...]:
    """The ways in which the tile may lie at this end of a known pip, as far as the lay allows."""
    tile, (low, high) = placing[0], HALVES[placing[0]]
    said = Way(*placing[3:])
    if bit(tile) & matching.fits[end.pips[0]]:
        may = ways(matching, end, tile)
        return may if said == NO_WAY and len(may) > 1 and NO_WAY not in may else (said,)
    if low != high:
        open_ways = said._replace(open=low), said._replace(open=high)
        return open_ways if said.open not in HALVES[tile] else (said,)
    if end.spot is None or said.bend is not None:
        return (said,)
    return said._replace(bend="left"), said._replace(bend="right")


def allowing(matching: Matching, end: End, placing: Placing) -> Ends:
    """The `End.readings` of this end at which the tile may lie as the lay says."""
    tile, said = placing[0], Way(*placing[3:])

    def allows(each: End) -> bool:
        if not bit(tile) & fitting(matching, each):
            return False
        follows = Way(open=outer_half(matching, each, (tile, None, False, *NO_WAY)))
        return said in {NO_WAY, follows} or said in ways(matching, each, tile)

    return tuple(each for each in end.readings if allows(each))
