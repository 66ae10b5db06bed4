"""How a layout grows in a picture: from which places of a tile its branches begin."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple, TypeAlias, assert_never

from ...domain.events import EndName, Seat
from ...domain.layout.line import LEFT, RIGHT
from ...domain.layout.on_table import TileOnTable
from ...domain.layout.stars import arm
from ...domain.layout.trains import PUBLIC, train
from ...domain.rules import layouts
from ...domain.tiles import HALVES, NAMES


class Place(Enum):
    """A place around a tile that lies across, seen in the direction in which its branch grows."""

    AHEAD = (1, 0)
    """The middle of a long side."""
    BEHIND = (-1, 0)
    LEFT_END = (0, -1)
    """The middle of a short side."""
    RIGHT_END = (0, 1)
    AHEAD_LEFT = (1, -1)
    """A long side, beside its middle: three tiles lie there side by side."""
    BEHIND_RIGHT = (-1, 1)
    AHEAD_RIGHT = (1, 1)
    BEHIND_LEFT = (-1, -1)


Places: TypeAlias = tuple[tuple[EndName, Place], ...]
"""The ends that begin at a tile. In a name, `{tile}` is the tile's name, `{branch}` its branch, and
`{low}` and `{high}` are the pips of its halves."""

SIDES: Places = ((LEFT, Place.BEHIND), (RIGHT, Place.AHEAD))


class Growth(NamedTuple):
    """From which places of a tile branches begin."""

    lead: Places = SIDES
    double: Places = ()
    """Of doubles that branch, or of matadors that fork."""
    forks: bool = False
    """Matadors branch, and no doubles."""
    lead_is_a_double: bool = False
    """A lead that is a double has the places of other doubles, too."""
    only_first: bool = False
    """The first double of the round alone branches."""
    rows: tuple[EndName, ...] = ()
    """Trains by seat, then that of all, each with rows, and a lead, of its own."""
    hub: bool = False
    """The trains have no lead, but begin at a hub."""
    bent: bool = False
    """A line of bent tiles."""

    @property
    def seats(self) -> dict[EndName, Seat]:
        """By train, whose it is; the train of all belongs to nobody."""
        return {name: seat for seat, name in enumerate(self.rows) if name != PUBLIC}

    def branches_at(self, tile: TileOnTable) -> bool:
        """Branches begin at this tile, which is not the lead."""
        return bool(self.double) and (tile.branches if self.forks else tile.double)

    @property
    def wide(self) -> bool:
        """There is nothing but a line: its rows are as wide as the table."""
        return self.lead == SIDES and not self.double

    @property
    def lead_lies_across(self) -> bool:
        """Whatever the lead is."""
        return len(self.lead) > len(SIDES)


_ENDS = (Place.LEFT_END, Place.RIGHT_END)
_CORNERS = (Place.AHEAD_LEFT, Place.BEHIND_RIGHT, Place.AHEAD_RIGHT, Place.BEHIND_LEFT)
_ARMS = (Place.AHEAD, Place.BEHIND, *_ENDS, *_CORNERS)
"""In the order in which arms take them."""
_TOES_OF_LEAD = (Place.AHEAD, Place.BEHIND, *_CORNERS, *_ENDS)
_TOES = (
    *(Place.AHEAD_LEFT, Place.AHEAD, Place.AHEAD_RIGHT, *_ENDS),
    *(Place.BEHIND_LEFT, Place.BEHIND_RIGHT, Place.AHEAD),
)
"""An eighth toe finds its place taken, and lies elsewhere."""


def toes(number: int) -> Places:
    """The places of a lead with so many toes."""
    return _toes(_TOES_OF_LEAD[:number])


def foot(number: int) -> Places:
    """The places of a later double with so many toes."""
    return _toes(_TOES[:number] if number > 1 else (Place.AHEAD,))


def _toes(places: Iterable[Place]) -> Places:
    return tuple((f"toe-{{tile}}-{toe}", place) for toe, place in enumerate(places, 1))


def _pair(names: str, *places: Place) -> Places:
    return tuple(zip(names.split(), places, strict=True))


def growth_of(layout: layouts.Layout, seats: int) -> Growth:
    """How this layout grows at a table with so many seats."""
    own = tuple(map(train, range(seats)))
    match layout:
        case "line-of-play" | layouts.Crosswise(spinners="none"):
            return Growth()
        case layouts.Bent(fit="ruled"):
            return Growth()  # Where its tiles lie on the real table, nobody has recorded.
        case layouts.Bent():
            return Growth(bent=True)
        case layouts.Arms():
            return Growth(tuple((arm(at), each) for at, each in enumerate(_ARMS[: layout.arms], 1)))
        case layouts.Crosswise():
            spinner = _pair("spinner-{tile}-1 spinner-{tile}-2", *_ENDS)
            first = layout.spinners == "first"
            return Growth(double=spinner, lead_is_a_double=True, only_first=first)
        case layouts.Forks():
            return Growth(double=_pair("fork-{tile}-{high} fork-{tile}-{low}", *_ENDS), forks=True)
        case layouts.Feet():
            return Growth(toes(layout.opener_takes), foot(layout.toes))
        case layouts.HubTrains():
            rows = own if layout.public == "none" else (*own, PUBLIC)
            return Growth(lead=(), rows=rows, hub=True)
        case layouts.EngineTrains():
            engine = _pair("{branch}-left {branch}-right", Place.BEHIND, Place.AHEAD)
            return Growth(lead=engine, rows=own)
        case _:
            assert_never(layout)


def named(places: Places, tile: TileOnTable) -> Places:
    """The places of this tile with the names of their ends."""
    low, high = HALVES[tile.tile]
    names = {"tile": NAMES[tile.tile], "branch": tile.branch, "low": low, "high": high}
    return tuple((name.format_map(names), place) for name, place in places)
