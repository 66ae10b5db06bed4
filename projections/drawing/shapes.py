"""The shapes of a picture in SVG: tiles, open ends, the hub."""

from collections.abc import Sequence
from importlib.resources import files
from math import cos, dist, radians, sin

from ...domain.layout.on_table import Half
from ...domain.tiles import HALVES, NAMES, PIP_NAMES, WILD, Tile
from .bent_line import points
from .drawing import Bow, DrawnEnd, Hub, PlacedTile, Point, Train

UNIT = 24
"""Half the long side of a tile, in pixels."""
HIGHEST_WITH_DOTS = 9
LONG, SHORT = 2 * UNIT - 2, UNIT - 2
"""The sides of a tile, with a gap to the next one."""
DOT = 2.5
"""The radius of a dot."""

_DOTS: tuple[str, ...] = (
    *("", "mm", "lt rb", "lt mm rb", "lt lb rt rb", "lt lb mm rt rb"),
    *("lt lb mt mb rt rb", "lt lb mt mm mb rt rb"),
    *("lt lm lb mt mb rt rm rb", "lt lm lb mt mm mb rt rm rb"),
)
"""By number, the dots on a half of a tile that lies: left, middle, right; top, middle, bottom."""
_AT = {"l": -7, "t": -7, "m": 0, "r": 7, "b": 7}

_EDGES = f'x="{-LONG / 2:g}" y="{-SHORT / 2:g}" width="{LONG}" height="{SHORT}" rx="4"'
BACK = f'<rect class="back" {_EDGES} transform="rotate(-90)"/>'
"""A tile that stands face down."""
_MARKER = f'<path class="marker" d="M{5 * UNIT} 10V-12L{5 * UNIT + 16} -6L{5 * UNIT} 0"/>'
_BODY = f'<rect class="tile" {_EDGES}/><path class="bar" d="M0 {3 - UNIT / 2:g}V{UNIT / 2 - 3:g}"/>'


def number(value: float) -> str:
    """A number, as short as it can be written."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def tile_style() -> str:
    """The style of all shapes here."""
    return files(__package__).joinpath("tiles.css").read_text(encoding="utf-8")


def faces() -> str:
    """The dots of each number, to be used by halves."""
    dots = (
        (f'<circle cx="{_AT[at[0]]}" cy="{_AT[at[1]]}" r="{DOT:g}"/>' for at in places.split())
        for places in _DOTS[1:]
    )
    return "".join(f'<g id="pips-{pip}">{"".join(of)}</g>\n' for pip, of in enumerate(dots, 1))


def _face(half: Half, at: Point, turn: float) -> str:
    """A half: dots, or a numeral that stands upright; of a wild half, what it stands for."""
    pip, wild = half
    if pip == 0 and not wild:
        return ""
    move = f"translate({number(at[0])} {number(at[1])})"
    if wild:
        return (
            f'<g transform="{move}"><text class="wild" x="-3.5" y="4">{PIP_NAMES[WILD]}</text>'
            f'<text class="stands" x="6.5" y="9">{pip}</text></g>'
        )
    if pip <= HIGHEST_WITH_DOTS:
        return f'<use class="pip" href="#pips-{pip}" transform="{move} rotate({number(turn)})"/>'
    kind = "wild" if pip == WILD else "numeral"
    return f'<text class="{kind}" transform="{move}" y="5.5">{PIP_NAMES[pip]}</text>'


def away(at: Point, turn: float, distance: float) -> Point:
    """The point at this distance in this direction."""
    return at[0] + distance * cos(radians(turn)), at[1] + distance * sin(radians(turn))


def upright_tile(tile: Tile) -> str:
    """A tile that is not laid, around the origin: its higher half is above."""
    low, high = HALVES[tile]
    return _named(tile) + _straight_tile(Half(low), Half(high), -90)


def _named(tile: Tile) -> str:
    return f"<title>{NAMES[tile]}</title>"


def _straight_tile(first: Half, second: Half, turn: float) -> str:
    """A tile around the origin."""
    body = f'<g transform="rotate({number(turn)})">{_BODY}</g>'
    halves = ((first, -UNIT / 2), (second, UNIT / 2))
    return body + "".join(_face(half, away((0, 0), turn, far), turn) for half, far in halves)


def _bent_tile(tile: PlacedTile, bow: Bow) -> str:
    """A tile around its middle line."""
    arc, at, bend = _arc(bow), points(bow, 4), 30 if bow.clockwise else -30
    turns = [tile.turn + bend * part for part in (-2, -1, 0, 1, 2)]
    begin, middle, end = (_across(at[part], turns[part]) for part in (0, 2, 4))
    moves = [((x - tile.x) * UNIT, (y - tile.y) * UNIT) for x, y in at]
    first, second = (
        _face(half, moves[part], turns[part]) for half, part in ((tile.first, 1), (tile.second, 3))
    )
    return (
        f'<path class="bend edge" d="{arc}"/><path class="bend" d="{arc}"/>'
        f'<path class="joint" d="{begin}{end}"/><path class="bar" d="{middle}"/>'
        f"<g {_moved(tile)}>{first}{second}</g>"
    )


def _across(point: Point, turn: float) -> str:
    """A stroke from side to side of a tile that runs in this direction."""
    begin, end = (" ".join(_pixels(away(point, turn + side, 0.44))) for side in (-90, 90))
    return f"M{begin}L{end}"


def _arc(bow: Bow) -> str:
    radius = number(dist(bow.begin, bow.centre) * UNIT)
    begin, end = (" ".join(_pixels(point)) for point in (bow.begin, bow.end))
    return f"M{begin}A{radius} {radius} 0 0 {int(bow.clockwise)} {end}"


def placed_tile(tile: PlacedTile) -> str:
    """A tile on the table, without its link."""
    if tile.bow is not None:
        return f"<g>{_named(tile.tile)}{_bent_tile(tile, tile.bow)}</g>"
    straight = _straight_tile(tile.first, tile.second, tile.turn)
    return f"<g {_moved(tile)}>{_named(tile.tile)}{straight}</g>"


def link(tile: PlacedTile) -> str:
    """A line to a tile for which there was no room beside the one it was laid on."""
    if tile.link is None:
        return ""
    (x, y), (to_x, to_y) = (_pixels(point) for point in tile.link)
    return f'<path class="link" d="M{x} {y}L{to_x} {to_y}"/>'


def mark(tile: PlacedTile) -> str:
    """A border around the newest tile."""
    if tile.bow is None:
        return f'<g {_moved(tile)}><rect class="new" {_EDGES} transform="rotate({tile.turn})"/></g>'
    (x, y), radius, sides = tile.bow.centre, dist(tile.bow.begin, tile.bow.centre), ""
    for far in (-0.46, 0.46):  # Arcs beside the middle line.
        longer = (radius + far) / radius
        begin, end = (
            (x + (at_x - x) * longer, y + (at_y - y) * longer) for at_x, at_y in tile.bow[:2]
        )
        sides += _arc(tile.bow._replace(begin=begin, end=end))
    return f'<path class="new" d="{sides}"/>'


def open_end(end: DrawnEnd, title: str) -> str:
    """A sign with the pips of an open end, drawn beside it. ``title`` is escaped."""
    x, y = _pixels(away((end.x, end.y), end.turn, 0.55))
    kind = "end" if end.has_room else "end shut"
    return (
        f'<g transform="translate({x} {y})"><title>{title}</title>'
        f'<circle class="{kind}" r="9"/><text class="open" y="4">{end.pip}</text></g>'
    )


def bar(hub: Hub) -> str:
    """The hub as a bar, with its tile."""
    left, top = _pixels((hub.x - 0.5, hub.y - hub.height / 2))
    x, y = _pixels((hub.x, hub.y))
    size = f'width="{UNIT}" height="{number(hub.height * UNIT)}"'
    bar = f'<rect class="hub" x="{left}" y="{top}" {size} rx="4"/>'
    if hub.tile is None:
        return bar
    return f'{bar}<g transform="translate({x} {y})">{upright_tile(hub.tile)}</g>'


def train_label(train: Train, lines: Sequence[str]) -> str:
    """Lines beside the row of a train, which are escaped, and its marker if it is up."""
    x, y = _pixels((train.x, train.y))
    first = 5 - 8 * (len(lines) - 1)
    rows = "".join(
        f'<text class="{"train" if at else "line"}" y="{first + 16 * at}">{line}</text>'
        for at, line in enumerate(lines)
    )
    return f'<g transform="translate({x} {y})">{rows}{_MARKER if train.marked else ""}</g>'


def _pixels(point: Point) -> tuple[str, str]:
    return number(point[0] * UNIT), number(point[1] * UNIT)


def _moved(tile: PlacedTile) -> str:
    x, y = _pixels((tile.x, tile.y))
    return f'transform="translate({x} {y})"'
