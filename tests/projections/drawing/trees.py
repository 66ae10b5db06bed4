"""Tiles on a table as games to come will lay them: feet, trains, long lines and bent ones."""

from random import Random

from domain.events import Bend
from domain.layout.ends import End, Ends
from domain.layout.line import LEFT, RIGHT
from domain.layout.on_table import OnTable, TileOnTable
from domain.tiles import HALVES, NAMES, Tile, members, set_up_to, tile_named
from projections.drawing.bent_line import BentEnd, beyond
from projections.drawing.growth import Growth, Place, foot, named, toes

FEET = Growth(toes(6), foot(3))
BENDS: tuple[Bend, ...] = ("left", "right")
EVERY_SPINNER = Growth(
    double=(("spinner-{tile}-1", Place.LEFT_END), ("spinner-{tile}-2", Place.RIGHT_END)),
    lead_is_a_double=True,
)


def mexican(seats: int) -> Growth:
    """Trains of so many seats, and a public one, from a hub."""
    return Growth(lead=(), rows=(*(f"train-{seat}" for seat in range(seats)), "public"), hub=True)


def basic(seats: int) -> Growth:
    """Trains of so many seats, each with its own engine."""
    ends = (("{branch}-left", Place.BEHIND), ("{branch}-right", Place.AHEAD))
    return Growth(lead=ends, rows=tuple(f"train-{seat}" for seat in range(seats)))


def shuffled(highest: int, chance: Random) -> list[Tile]:
    tiles = members(set_up_to(highest))
    chance.shuffle(tiles)
    return tiles


def _doubles_first(tiles: list[Tile], number: int) -> list[Tile]:
    return sorted(tiles, key=lambda tile: HALVES[tile][0] != HALVES[tile][1])[:number]


class Tree:
    """Tiles laid on one another at ends with names."""

    def __init__(self, growth: Growth) -> None:
        self.growth = growth
        self.laid: list[TileOnTable] = []
        self.open: dict[str, int | None] = dict.fromkeys(growth.rows if growth.hub else ())
        """By open end, the act of the tile there."""

    def lead(self, tile: Tile, branch: str | None = None) -> None:
        lead = self._put(tile, branch, None, "left" if self.growth.bent else None)
        self.open |= {name: lead.act for name, _ in named(self.growth.lead, lead)}
        if self.growth.lead_is_a_double:
            self._branch(lead)

    def lay(self, tile: Tile, end: str, bend: Bend | None = None) -> None:
        laid = self._put(tile, end, self.open[end], bend)
        self.open[end] = laid.act
        self._branch(laid)

    def _put(
        self, tile: Tile, branch: str | None, on: int | None, bend: Bend | None = None
    ) -> TileOnTable:
        low, high = HALVES[tile]
        self.laid.append(TileOnTable(tile, low, high, len(self.laid), branch, on, bend))
        return self.laid[-1]

    def _branch(self, laid: TileOnTable) -> None:
        if not (laid.double and self.growth.double):
            return
        if any(place.value[0] > 0 for _, place in self.growth.double):
            del self.open[laid.branch or ""]
        self.open |= {name: laid.act for name, _ in named(self.growth.double, laid)}

    @property
    def on_table(self) -> OnTable:
        """As a view gives them: the line of the lead, then the branches."""
        left = [tile for tile in reversed(self.laid) if tile.branch == LEFT]
        line = [tile for tile in self.laid if tile.branch in (None, RIGHT)]
        rest = [tile for tile in self.laid if tile not in left and tile not in line]
        left = [each._replace(left=each.right, right=each.left, branch=None) for each in left]
        right = [tile._replace(branch=None) for tile in line]
        return (*left, *right, *sorted(rest, key=lambda tile: (tile.branch or "", tile.act)))

    @property
    def ends(self) -> Ends:
        """All open ends."""
        return tuple(End(name, 0) for name in self.open)


def grown(growth: Growth, highest: int, seed: int, *, most: int = 200) -> Tree:
    """A tree that grew by chance, from a double if it has a lead."""
    chance, tree = Random(seed), Tree(growth)
    tiles = shuffled(highest, chance)
    if growth.rows and not growth.hub:
        for name, engine in zip(growth.rows, _doubles_first(tiles, len(growth.rows)), strict=True):
            tree.lead(engine, name)
            tiles.remove(engine)
    elif not growth.hub:
        lead = tile_named(f"{highest}-{highest}")
        tree.lead(lead)
        tiles.remove(lead)
    favoured = chance.random()
    while tiles and len(tree.laid) < most:
        toes_left = [name for name in tree.open if _is_toe(name, tree)]
        fitting = [tile for tile in tiles if not toes_left or HALVES[tile][0] != HALVES[tile][1]]
        ends = toes_left or list(tree.open)
        tile = (fitting or tiles)[0]
        tiles.remove(tile)
        tree.lay(tile, ends[-1] if chance.random() < favoured**2 else chance.choice(ends))
    return tree


def _is_toe(name: str, tree: Tree) -> bool:
    """No tile lies at this toe yet."""
    return name.startswith("toe") and all(tile.branch != name for tile in tree.laid)


def one_sided(highest: int, end: str) -> Tree:
    """A line with every tile of the set at one end, sorted, from the highest double."""
    tree = Tree(Growth())
    tiles = sorted(members(set_up_to(highest)), key=NAMES.__getitem__)
    tree.lead(tiles.pop())
    for tile in tiles:
        tree.lay(tile, end)
    return tree


def bent(seed: int, highest: int = 6) -> Tree:
    """A line of bent tiles, as long as tiles fit or the set lasts."""
    chance, tree = Random(seed), Tree(Growth(bent=True))
    tips = {LEFT: BentEnd((0, 0), 3), RIGHT: BentEnd((0, 1), 2)}
    joints = {(0, 0), (0, 1)}
    tiles = shuffled(highest, chance)
    tree.lead(tiles.pop())
    for tile in tiles:
        far = {(name, bend): beyond(tips[name], bend) for name in tips for bend in BENDS}
        fitting = [way for way, end in far.items() if end.joint not in joints]
        if not fitting:
            break
        name, bend = chance.choice(fitting)
        tree.lay(tile, name, bend)
        tips[name] = far[name, bend]
        joints.add(tips[name].joint)
    return tree
