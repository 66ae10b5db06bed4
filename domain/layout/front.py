"""All open ends at one moment, and what may be laid there."""

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import chain
from operator import and_, or_
from typing import NamedTuple, TypeAlias, assert_never

from ..events import NO_WAY, EndName, Placing, TileLaid, Way, laid
from ..lazily import Lazily
from ..rules.layouts import (
    Arms,
    Bent,
    Crosswise,
    EngineTrains,
    Feet,
    Forks,
    HubTrains,
    Layout,
    Trains,
    leads_hub,
)
from ..rules.matching import Matching
from ..rules.table import Table
from ..seats import Seat
from ..tiles import DOUBLE_WILD, HALVES, NO_TILES, Pip, Tiles, bit, members, tiles_of
from . import bent, line, stars, trains
from .ends import (
    ONE_WAY,
    End,
    Ends,
    OneOf,
    allowing,
    fitting,
    joined,
    open_to,
    surely_fitting,
    ways,
    ways_meant,
)

BRANCHES = f"{stars.BRANCHES}|{line.BRANCHES}"
"""A pattern of the names of branches, but for trains."""
Possible: TypeAlias = tuple[Ends, ...]
"""The open ends in each way in which the tiles on the table may lie."""
Lays: TypeAlias = Lazily[Tiles, tuple[TileLaid, ...]]
"""The lays of one seat at one end, by the tiles that it may lay there."""


class _Open:
    """The open ends at one moment, and what decides how they grow. Compared by value."""

    __slots__ = "_hash", "layout", "matching", "possible", "seats"

    def __init__(self, layout: Layout, matching: Matching, possible: Possible, seats: int) -> None:
        self.layout = layout
        self.matching = matching
        self.possible = possible
        """The open ends; each that they may be, where a tile was misplaced and nothing tells yet
        how, or at which end, it lies."""
        self.seats = seats
        """How many trains grow from the lead, if it is a hub; else 0."""
        self._hash = hash((layout, possible))

    def __eq__(self, other: object) -> bool:
        # Interned fronts are compared by identity, unless the cache has dropped one.
        if self is other or not isinstance(other, _Open):
            return self is other
        same_rules = (self.layout, self.matching) == (other.layout, other.matching)
        return same_rules and (self.possible, self.seats) == (other.possible, other.seats)

    def __hash__(self) -> int:
        return self._hash


class Front(_Open):
    """All open ends at one moment.

    Interned, so that what is derived from a front is computed once; equal by value. Only a front of
    a line, which is kept for good, is part of a cycle: any other is freed when nobody uses it.
    """

    __slots__ = (
        *("after", "ends", "lays", "open_to", "plain", "playable"),
        *("surely_playable", "unsure"),
    )

    def __init__(self, layout: Layout, matching: Matching, possible: Possible, seats: int) -> None:
        super().__init__(layout, matching, possible, seats)
        self.ends = joined(possible)
        """To show: the open ends, each with the pips that it may have."""
        self.unsure = len(possible) > 1 or any(isinstance(end.pip, OneOf) for end in self.ends)
        """A tile was misplaced, and nothing tells yet how it lies."""
        of = layout, matching, possible
        # A subscript such as `Lazily[Seat, Tiles](...)` would take longer than the rest.
        self.open_to: Lazily[Seat, Ends] = Lazily(_ends_open_to, of)
        """By seat, the ends at which it may lay."""
        self.playable: Lazily[Seat, Tiles] = Lazily(_playable, of)
        """By seat, the tiles that fit at one of these ends, in any hand."""
        self.surely_playable = Lazily(_surely_playable, of) if self.unsure else self.playable
        """By seat, those that fit however misplaced tiles lie."""
        self.lays: Lazily[Seat, tuple[tuple[Tiles, Lays], ...]] = Lazily(_lays_of, of)
        """By seat and end: the tiles that fit, and the lays there."""
        line = layout == "line-of-play"
        self.after: Lazily[Placing, Front] | None = Lazily(extend, (self,)) if line else None
        """On a line: the front after a lay, by its placing. There all seats are alike."""
        self.plain = self if line else _Open(layout, matching, possible, seats)
        """What decides where the ends go on."""

    def opened(self, seat: Seat) -> Possible:
        """The ends that each of the possible ends opens to this seat."""
        return _opened(self.layout, self.possible, seat)


def after_lay(front: Front, lay: TileLaid) -> Front:
    """The front after this lay, which may not fit."""
    if front.after is not None:
        return front.after[lay.placing]
    return _extended(front.plain, lay.placing, lay.seat)


@lru_cache(maxsize=1 << 12)
def _extended(before: _Open, placing: Placing, seat: Seat) -> Front:
    """The fronts on other layouts are too many to be kept for good."""
    return extend(before, placing, seat)


MOST_LAYS = 1 << 16
"""The most sets of tiles of which the lays at one end are kept."""


def lays_at(seat: Seat, end: End, matching: Matching) -> Lays:
    """The lays of this seat at this end; interned, except of a bent line."""
    if end.spot is not None:
        return Lazily(_lays, (seat, end, matching), MOST_LAYS)
    if matching.fixes_way:  # Then the name of the end is enough.
        return _interned_lays(seat, End(end.name, 0), None)
    return _interned_lays(seat, end, matching)


@lru_cache(maxsize=1 << 12)
def _interned_lays(seat: Seat, end: End, matching: Matching | None) -> Lays:
    return Lazily(_lays, (seat, end, matching), MOST_LAYS)


def _lays(seat: Seat, end: End, matching: Matching | None, tiles: Tiles) -> tuple[TileLaid, ...]:
    return tuple(
        laid(seat, tile, end.name, False, way)
        for tile in tiles_of(tiles)
        for way in (ONE_WAY if matching is None else ways(matching, end, tile))
    )


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


def _opened(layout: Layout, possible: Possible, seat: Seat) -> Possible:
    if isinstance(layout, Trains):
        return tuple([trains.open_to(layout, ends, seat) if ends else () for ends in possible])
    return tuple([open_to(ends, seat) for ends in possible])


def _ends_open_to(layout: Layout, _: Matching, possible: Possible, seat: Seat) -> Ends:
    return joined(_opened(layout, possible, seat))


def _playable(layout: Layout, matching: Matching, possible: Possible, seat: Seat) -> Tiles:
    opened = chain.from_iterable(_opened(layout, possible, seat))
    return reduce(or_, [fitting(matching, end) for end in opened], NO_TILES)


def _surely_playable(layout: Layout, matching: Matching, possible: Possible, seat: Seat) -> Tiles:
    each = (
        reduce(or_, [surely_fitting(matching, end) for end in ends], NO_TILES)
        for ends in _opened(layout, possible, seat)
    )
    return reduce(and_, each)


def _lays_of(
    layout: Layout, matching: Matching, possible: Possible, seat: Seat
) -> tuple[tuple[Tiles, Lays], ...]:
    fits, opened = dict[EndName, Tiles](), _opened(layout, possible, seat)
    for end in chain.from_iterable(opened):
        fits[end.name] = fits.get(end.name, NO_TILES) | fitting(matching, end)
    return tuple([(fits[end.name], lays_at(seat, end, matching)) for end in joined(opened)])


@lru_cache(maxsize=1 << 12)
def front_of(layout: Layout, matching: Matching, possible: Possible, seats: int = 0) -> Front:
    """The front with these open ends, or one of these. Interned.

    Before the lead there are none; then ``seats`` is the number of trains that grow from it.
    """
    return Front(layout, matching, possible, seats)


def before_lead(table: Table) -> Front:
    return front_of(table.layout, table.matching, ((),), table.seats if table.leads_hub else 0)


def extend(front: _Open, placing: Placing, seat: Seat = 0) -> Front:
    """The front after this seat laid this tile, which may not fit.

    Where the lay does not say which half of a misplaced tile lies outward, or at which end it
    was laid, the ends are one of those that follow from the `meanings`.
    """
    if _lies_one_way(front, placing):  # The common case, and only faster.
        possible: Possible = (_ends_after(front, front.possible[0], placing, seat),)
    else:
        lays = meanings(front, placing, seat)
        possible = _blurred(tuple(dict.fromkeys(each.after(front, seat) for each in lays)))
    return front_of(front.layout, front.matching, possible)


MOST_POSSIBLE = 64
"""The most layouts that are followed one by one."""


def _blurred(possible: Possible) -> Possible:
    """Of too many possible ends one for all that differ in pips alone; of bent tiles the first."""
    if len(possible) <= MOST_POSSIBLE:
        return possible
    alike: dict[Ends, list[Ends]] = {}
    for ends in possible:
        shape = tuple([end._replace(pip=0) if end.spot is None else end for end in ends])
        alike.setdefault(shape, []).append(ends)
    return tuple(map(joined, alike.values()))[:MOST_POSSIBLE]


def _lies_one_way(front: _Open, placing: Placing) -> bool:
    """The tile touches an end of a known pip that it fits, under rules that fix how it lies."""
    tile, name, *_ = placing
    fits, fixed = front.matching.fits, front.matching.fixes_way
    for end in front.possible[0] if fixed and len(front.possible) == 1 else ():
        if end.name == name:
            pip = end.pip
            return not isinstance(pip, OneOf) and end.spot is None and fits[pip] >> tile & 1 > 0
    return False


class Meaning(NamedTuple):
    """What a lay may mean."""

    possible: Ends
    """Of the possible ends those before it."""
    served: End | None
    """The end that the tile touches, with the pip that it touches; None: it is a lead."""
    placing: Placing
    """At which end, and how, the tile lay."""

    def after(self, front: _Open, seat: Seat) -> Ends:
        """The ends after this seat did it; ``front`` is the one before it."""
        served, before = self.served, self.possible
        if served is not None:
            before = tuple([served if end.name == served.name else end for end in before])
        return _ends_after(front, before, self.placing, seat)


def meanings(front: _Open, placing: Placing, seat: Seat) -> list[Meaning]:
    """What it may mean that this seat laid this tile.

    A lay that may be legal is trusted: it tells what lay open. Where it names no end, it was clear
    to who wrote it, if it can be: they saw one end where the tile fits, or that shows the pips by
    which they call it.
    """
    every = tuple(chain.from_iterable(front.possible))
    named = any(end.name == placing[1] for end in every)
    meant = every
    if named:
        meant = tuple([end for end in every if end.name == placing[1]])
    elif len(front.possible) > 1 and (placing[1] or "").isdecimal():
        meant = tuple([end for end in every if int(placing[1] or 0) in end.pips]) or every
    found = [_meanings_from(front, ends, placing, seat, meant) for ends in front.possible]
    legal = [lays for lays, _ in found if lays]
    if not named:
        # One end, apart from its name.
        places = [{lay.served and lay.served[1:] for lay in lays} for lays in legal]
        legal = [lays for lays, of in zip(legal, places, strict=True) if len(of) == 1] or legal
    return list(chain.from_iterable(legal or (lays for _, lays in found)))


def _meanings_from(
    front: _Open, ends: Ends, placing: Placing, seat: Seat, meant: Ends
) -> tuple[list[Meaning], list[Meaning]]:
    """What a lay at one of the ends ``meant`` may mean: by the rules, and against them."""
    tile, name, flipped, *_ = placing
    matching, layout = front.matching, front.layout
    if not ends or trains.beginner(layout, ends, name) is not None:
        return [Meaning(ends, None, placing)], []
    (opened,) = _opened(layout, (ends,), seat)
    open_ends = {end.name: end for end in opened}
    legal: list[Meaning] = []
    touching: list[Meaning] = []
    other: list[Meaning] = []
    for end in ends:
        if end not in meant:
            continue
        may = end.name in open_ends and allowing(matching, open_ends[end.name], placing)
        touched = allowing(matching, end, placing)
        found = legal if may else touching if touched else other
        for each in touched or end.readings:
            for way in ways_meant(matching, each, placing):
                lay = laid(0, tile, end.name, flipped, way).placing
                found.append(Meaning(ends, each, lay))
    return legal, touching + other


def _ends_after(front: _Open, ends: Ends, placing: Placing, seat: Seat) -> Ends:
    match front.layout:
        case "line-of-play":
            return line.extended(front.matching, ends, placing)
        case Arms():
            return stars.arms_extended(front.layout, front.matching, ends, placing)
        case Crosswise():
            return line.crosswise_extended(front.layout, front.matching, ends, placing)
        case Forks():
            return line.forks_extended(front.matching, ends, placing)
        case Feet():
            return stars.feet_extended(front.layout, front.matching, ends, placing)
        case HubTrains() | EngineTrains():
            return trains.extended(
                front.layout, front.matching, ends, placing, seat, seats=front.seats
            )
        case Bent():
            return bent.extended(front.layout, front.matching, ends, placing)
        case _:
            assert_never(front.layout)


def laid_at(front: Front, lay: TileLaid) -> EndName | None:
    """The end that this tile was laid at, or may have been; None if it was led without one."""
    layout, ends = front.layout, front.ends
    owner = trains.beginner(layout, ends, lay.end)
    if owner is not None:
        return trains.train(owner)
    return meanings(front, lay.placing, lay.seat)[0].placing[1] if ends else None


def with_each(front: Front, change: Callable[[Ends], Ends]) -> Front:
    """The front with each of its possible ends changed."""
    if len(front.possible) == 1:  # The common case, and only faster.
        (ends,) = front.possible
        changed = change(ends)
        return front if changed == ends else front_of(front.layout, front.matching, (changed,))
    possible = tuple(dict.fromkeys(map(change, front.possible)))
    return front_of(front.layout, front.matching, possible)


def after_turn(front: Front) -> Front:
    return with_each(front, trains.after_turn)
