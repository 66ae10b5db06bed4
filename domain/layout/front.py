"""All open ends at one moment, and what may be laid there."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import assert_never

from ..events import NO_WAY, EndName, Placing, TileLaid, Way, laid
from ..rules.matching import Matching
from ..rules.rule_set import (
    Arms,
    Bent,
    Crosswise,
    Feet,
    Forks,
    Layout,
    Trains,
    leads_hub,
)
from ..rules.table import Table
from ..seats import Seat
from ..tiles import DOUBLE_WILD, HALVES, NO_TILES, Pip, Tile, Tiles, bit, members, tiles_of
from . import arms, bent, crosswise, feet, forks, line, trains
from .ends import (
    ONE_WAY,
    End,
    Ends,
    OneOf,
    allowing,
    end_served,
    fitting,
    joined,
    open_to,
    surely_fitting,
    ways,
    ways_meant,
)


class _Open:
    """The open ends at one moment, and what decides where they go on. Equal by value."""

    __slots__ = "_hash", "ends", "layout", "matching", "seats"

    def __init__(self, layout: Layout, matching: Matching, ends: Ends, seats: int) -> None:
        self.layout = layout
        self.matching = matching
        self.ends = ends
        self.seats = seats
        """How many trains grow from the lead, if it is a hub; else 0."""
        self._hash = hash((layout, ends))

    def __eq__(self, other: object) -> bool:
        # Interned fronts are compared by identity, unless the cache has dropped one.
        if self is other or not isinstance(other, _Open):
            return self is other
        same_rules = (self.layout, self.matching) == (other.layout, other.matching)
        return same_rules and (self.ends, self.seats) == (other.ends, other.seats)

    def __hash__(self) -> int:
        return self._hash


class Front(_Open):
    """All open ends at one moment.

    Interned, so that what is derived from a front is computed once; equal by value. Only a front of
    a line, which is kept for good, is part of a cycle: any other is freed when nobody uses it.
    """

    __slots__ = "after", "lays", "open_to", "playable", "surely_playable", "unsure"

    def __init__(self, layout: Layout, matching: Matching, ends: Ends, seats: int = 0) -> None:
        super().__init__(layout, matching, ends, seats)
        self.unsure = any(
            isinstance(end.pip, OneOf) or (end.spot is not None and not end.spot.known)
            for end in ends
        )
        """A tile was misplaced, and nothing tells yet how it lies."""
        self.open_to = _OpenTo(layout, ends)
        """By seat, the ends at which it may lay."""
        self.playable = _PlayableBy(matching, self.open_to, fitting)
        """By seat, the tiles that fit at one of these ends, in any hand."""
        self.surely_playable = (
            _PlayableBy(matching, self.open_to, surely_fitting) if self.unsure else self.playable
        )
        """By seat, those that fit whatever the pips are that are not known."""
        self.lays = _LaysOf(matching, self.open_to)
        """By seat and end: the tiles that fit, and the lay-downs there."""
        self.after: Mapping[Placing, Front] = (
            _After(self)
            if layout == "line-of-play"
            else _AfterMany(_Open(layout, matching, ends, seats))
        )
        """The front after a lay-down, by its placing."""


class _After(dict[Placing, Front]):
    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    def __missing__(self, placing: Placing) -> Front:
        self[placing] = front = extend(self.front, placing)
        return front


class _AfterMany(dict[Placing, Front]):
    """The fronts on other layouts, which are too many to be kept for good."""

    def __init__(self, before: _Open) -> None:
        super().__init__()
        self.before = before

    def __missing__(self, placing: Placing) -> Front:
        return _extended(self.before, placing)


@lru_cache(maxsize=1 << 12)
def _extended(before: _Open, placing: Placing) -> Front:
    return extend(before, placing)


class Lays(dict[Tiles, tuple[TileLaid, ...]]):
    """The lays of one seat at one end, by the tiles that it may lay there."""

    MOST = 1 << 16

    def __init__(self, seat: Seat, end: EndName, ways: Callable[[Tile], tuple[Way, ...]]) -> None:
        super().__init__()
        self.seat, self.end, self.ways = seat, end, ways

    def __missing__(self, tiles: Tiles) -> tuple[TileLaid, ...]:
        if len(self) >= self.MOST:
            self.clear()
        self[tiles] = lays = tuple(
            laid(self.seat, tile, self.end, False, way)
            for tile in tiles_of(tiles)
            for way in self.ways(tile)
        )
        return lays


def lays_at(seat: Seat, end: End, matching: Matching) -> Lays:
    """The lays of this seat at this end; interned, except of a bent line."""
    if end.spot is not None:
        return Lays(seat, end.name, partial(ways, matching, end))
    return _plain_lays(seat, end.name) if matching.fixes_way else _lays(seat, end, matching)


@lru_cache(maxsize=1 << 10)
def _lays(seat: Seat, end: End, matching: Matching) -> Lays:
    return Lays(seat, end.name, partial(ways, matching, end))


@lru_cache(maxsize=1 << 12)
def _plain_lays(seat: Seat, end: EndName) -> Lays:
    return Lays(seat, end, lambda _: ONE_WAY)


@lru_cache(maxsize=1 << 8)
def _every_lead(seat: Seat, end: EndName | None, wild: Pip) -> tuple[TileLaid, ...]:
    return tuple(
        laid(seat, tile, end, False, Way(wild=wild) if tile == DOUBLE_WILD else NO_WAY)
        for tile in range(len(HALVES))
    )


def leads_of(table: Table, seat: Seat, tiles: Tiles, lead: Tiles) -> tuple[TileLaid, ...]:
    """This seat's leads with these tiles. Not cached: the same hand is rarely dealt twice.

    A double wild stands for the pip of the double of the round, which is in ``lead``; for 0 if any
    tile may be led.
    """
    end = end_of_lead(table, seat)
    wild = 0
    if tiles >> DOUBLE_WILD & 1 and lead > NO_TILES:
        wild = max(HALVES[tile][0] for tile in tiles_of(lead & ~bit(DOUBLE_WILD)))
    every = _every_lead(seat, end, wild)
    return tuple([every[tile] for tile in members(tiles)])


def end_of_lead(table: Table, seat: Seat) -> EndName | None:
    """The end of a lead: of a double with which a seat begins its train, else none."""
    return trains.train(seat) if table.leads_train else None


def is_hub(before: Front) -> bool:
    """Whether the next tile is the hub of all trains."""
    return leads_hub(before.layout) and not before.ends


class _OpenTo(dict[Seat, Ends]):
    def __init__(self, layout: Layout, ends: Ends) -> None:
        super().__init__()
        self.layout, self.ends = layout, ends

    def __missing__(self, seat: Seat) -> Ends:
        layout, ends = self.layout, self.ends
        if isinstance(layout, Trains) and ends:
            found = trains.open_to(layout, ends, seat)
        else:
            found = open_to(ends, seat)
        self[seat] = found
        return found


class _PlayableBy(dict[Seat, Tiles]):
    def __init__(
        self, matching: Matching, open_to: _OpenTo, fitting: Callable[[Matching, End], Tiles]
    ) -> None:
        super().__init__()
        self.matching, self.open_to, self.fitting = matching, open_to, fitting

    def __missing__(self, seat: Seat) -> Tiles:
        tiles = NO_TILES
        for end in self.open_to[seat]:
            tiles |= self.fitting(self.matching, end)
        self[seat] = tiles
        return tiles


class _LaysOf(dict[Seat, tuple[tuple[Tiles, Lays], ...]]):
    def __init__(self, matching: Matching, open_to: _OpenTo) -> None:
        super().__init__()
        self.matching, self.open_to = matching, open_to

    def __missing__(self, seat: Seat) -> tuple[tuple[Tiles, Lays], ...]:
        matching = self.matching
        self[seat] = lays = tuple(
            (fitting(matching, end), lays_at(seat, end, matching)) for end in self.open_to[seat]
        )
        return lays


@lru_cache(maxsize=1 << 12)
def front_of(layout: Layout, matching: Matching, ends: Ends, seats: int = 0) -> Front:
    """The front with these open ends. Interned.

    Before the lead there are none; then ``seats`` is the number of trains that grow from it.
    """
    return Front(layout, matching, ends, seats)


def before_lead(table: Table) -> Front:
    """The front before the lead."""
    return front_of(table.layout, table.matching, (), table.seats if table.leads_hub else 0)


def extend(front: _Open, placing: Placing) -> Front:
    """The front after this tile was laid; it need not fit.

    Where the lay-down does not say which half of a misplaced tile lies outward, or at which end it
    was laid, each end may be as in any of the `meanings`.
    """
    if _lies_one_way(front, placing):  # The common case, and only faster.
        return front_of(front.layout, front.matching, _ends_after(front, front.ends, placing))
    found = dict.fromkeys(_ends_after(front, *meaning) for meaning in meanings(front, placing))
    return front_of(front.layout, front.matching, joined(tuple(found)))


def _lies_one_way(front: _Open, placing: Placing) -> bool:
    """The tile touches an end of a known pip that it fits, under rules that fix how it lies."""
    tile, name, *_ = placing
    fits, fixed = front.matching.fits, front.matching.fixes_way
    for end in front.ends if fixed else ():
        if end.name == name:
            pip = end.pip
            return not isinstance(pip, OneOf) and end.spot is None and fits[pip] >> tile & 1 > 0
    return False


def meanings(front: _Open, placing: Placing) -> Iterator[tuple[Ends, Placing]]:
    """What this lay-down may mean: the ends before it with known pips, and how its tile lay.

    A lay-down that fits is trusted: it tells what lay open.
    """
    tile, name, flipped, *_ = placing
    matching, ends = front.matching, front.ends
    if not ends or _begins_train(front, name):
        yield ends, placing
        return
    served = [end for end in ends if end.name == name]
    if not served:
        taking = [end for end in ends if fitting(matching, end) & bit(tile)]
        served = taking or list(ends)
    for end in served:
        for each in allowing(matching, end, placing) or end.readings:
            before = tuple(each if other is end else other for other in ends)
            for way in ways_meant(matching, each, placing):
                yield before, laid(0, tile, end.name, flipped, way).placing


def _begins_train(front: _Open, name: EndName | None) -> bool:
    layout = front.layout
    return isinstance(layout, Trains) and trains.beginner(layout, front.ends, name) is not None


def _ends_after(front: _Open, ends: Ends, placing: Placing) -> Ends:
    match front.layout:
        case "line-of-play":
            return line.extended(front.matching, ends, placing)
        case Arms():
            return arms.extended(front.layout, front.matching, ends, placing)
        case Crosswise():
            return crosswise.extended(front.layout, front.matching, ends, placing)
        case Forks():
            return forks.extended(front.matching, ends, placing)
        case Feet():
            return feet.extended(front.layout, front.matching, ends, placing)
        case Trains():
            return trains.extended(front.layout, front.matching, ends, placing, seats=front.seats)
        case Bent():
            return bent.extended(front.layout, front.matching, ends, placing)
        case _:
            assert_never(front.layout)


def laid_at(front: Front, lay: TileLaid) -> EndName | None:
    """The end that this tile was laid at, which need not fit; None if it was led without one."""
    layout, ends = front.layout, front.ends
    owner = trains.beginner(layout, ends, lay.end) if isinstance(layout, Trains) else None
    if owner is not None:
        return trains.train(owner)
    return end_served(front.matching, ends, lay.tile, lay.end) if ends else None


def with_ends(front: Front, ends: Ends) -> Front:
    """The front with other ends, or with the same ones."""
    if ends == front.ends:
        return front
    return front_of(front.layout, front.matching, ends)


def after_turn(front: Front) -> Front:
    """The front when a turn is over."""
    if not any(end.served or end.again for end in front.ends):
        return front
    return with_ends(front, trains.after_turn(front.ends))
