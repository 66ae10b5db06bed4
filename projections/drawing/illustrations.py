"""Drawings of tables in SVG: many in one HTML file with each shape once, or one for paper."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from .drawing import Box, Drawing, PlacedTile, Point
from .shapes import (
    UNIT,
    bar,
    faces,
    link,
    mark,
    number,
    open_end,
    placed_tile,
    tile_style,
    train_label,
)

SCALE = 0.6
"""The size of a tile in a figure; in a picture of a replay it is 1."""
_TOGETHER = 8
"""So many tiles are one shape: the file of a long round is then a third as large."""
_ROOM = 1.2
"""Around the tiles, for the signs of open ends."""


class Figures:
    """The figures of one file. Their shapes and their style belong into the file once."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        """By shape around the origin, its id."""

    def figure(
        self,
        drawing: Drawing,
        words: str,
        trains: Sequence[Sequence[str]] = (),
        marked: frozenset[int] = frozenset(),
    ) -> str:
        """The drawing as SVG, with a border around the tiles of the ``marked`` acts.

        ``words``, and the lines beside each train, are escaped.
        """
        tiles = [(_shape(tile), (tile.x, tile.y)) for tile in drawing.tiles]
        bordered = [each for each in tiles if each[0].act in marked]
        signs = [(end._replace(x=0, y=0), (end.x, end.y)) for end in drawing.ends]
        parts = [
            *([] if drawing.hub is None else [self._use(bar(drawing.hub))]),
            *map(self._use, map(train_label, drawing.trains, trains)),
            *map(link, drawing.tiles),
            *self._together([self._use(placed_tile(shape), at) for shape, at in tiles]),
            *(self._use(mark(shape), at) for shape, at in bordered),
            *(self._use(open_end(sign, sign.name), at) for sign, at in signs),
        ]
        box = _with_room(drawing.box)
        across, down = box.right - box.left, box.bottom - box.top
        view = " ".join(number(each * UNIT) for each in (box.left, box.top, across, down))
        wide, high = (number(each * UNIT * SCALE) for each in (across, down))
        return (
            f'<svg viewBox="{view}" width="{wide}" height="{high}" role="img"'
            f' aria-label="{words}">{"".join(parts)}</svg>'
        )

    def shapes(self) -> str:
        """The shapes that the figures use, but the dots of tiles; nothing if there are none."""
        if not self._names:
            return ""
        return (
            f'<svg width="0" height="0" aria-hidden="true"><defs>\n{self._named()}</defs></svg>\n'
        )

    def definitions(self) -> str:
        """The shapes as an element of SVG."""
        return f"<defs>\n{faces()}{self._named()}</defs>"

    def _named(self) -> str:
        return "".join(f'<g id="{name}">{shape}</g>\n' for shape, name in self._names.items())

    def _together(self, used: Sequence[str]) -> Iterator[str]:
        """Tiles laid one after the other as one shape: most lie there at the next move, too."""
        whole = len(used) - len(used) % _TOGETHER
        for first in range(0, whole, _TOGETHER):
            yield self._use("".join(used[first : first + _TOGETHER]))
        yield from used[whole:]

    def _use(self, shape: str, at: Point | None = None) -> str:
        """The shape at this place. Without one it has its place already."""
        name = self._names.setdefault(shape, f"s{len(self._names)}")
        if at is None:
            return f'<use href="#{name}"/>'
        x, y = (number(each * UNIT) for each in at)
        return f'<use href="#{name}" x="{x}" y="{y}"/>'


class Figure(NamedTuple):
    """A figure of its own, for paper; sizes and places in pixels from its upper left corner."""

    svg: str
    width: float
    height: float
    places: tuple[Point, ...]
    """Of the lines beside each train, which are left to the reader: SVG knows few scripts."""


def figure_alone(drawing: Drawing, words: str, marked: frozenset[int] = frozenset()) -> Figure:
    """The drawing as a whole file that also prints without colours; ``words`` are escaped."""
    figures, box = Figures(), _with_room(drawing.box)
    trains = [()] * len(drawing.trains)
    head, closing, body = figures.figure(drawing, words, trains, marked).partition(">")
    style = f"<style>{tile_style()}{_paper()}</style>"
    return Figure(
        f"{head}{closing}{style}{figures.definitions()}{body}",
        (box.right - box.left) * UNIT,
        (box.bottom - box.top) * UNIT,
        tuple(((each.x - box.left) * UNIT, (each.y - box.top) * UNIT) for each in drawing.trains),
    )


def paper_style() -> str:
    """The style of figures on paper, for a file that is also shown on a screen."""
    return f"@media print {{\n{_paper()}}}\n"


def _paper() -> str:
    """What is drawn otherwise where there may be no colours."""
    return files(__package__).joinpath("paper.css").read_text(encoding="utf-8")


def _shape(tile: PlacedTile) -> PlacedTile:
    """The tile at the origin, so that equal tiles are one shape."""
    bow = tile.bow
    if bow is not None:
        begin, end, centre = ((x - tile.x, y - tile.y) for x, y in (bow.begin, bow.end, bow.centre))
        bow = bow._replace(begin=begin, end=end, centre=centre)
    return tile._replace(x=0, y=0, bow=bow)


def _with_room(box: Box) -> Box:
    """The box with room for the signs of open ends."""
    return Box(box.left - _ROOM, box.top - _ROOM, box.right + _ROOM, box.bottom + _ROOM)
