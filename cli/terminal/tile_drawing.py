"""Tiles as pictures: boxes with pips as on real tiles, doubles across the line.

A picture is a list of rows; a row is a list of (text, style) pieces. Styles are those of rich.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from ...domain.layout.on_table import Half, TileOnTable
from ...domain.tiles import HALVES, WILD, Pip, Tile
from ...projections.messages.widths import width

Row: TypeAlias = list[tuple[str, str]]
Picture: TypeAlias = list[Row]
Face: TypeAlias = Callable[[Half], Sequence[str]]
"""The rows of text that show a half of a tile."""

_UPRIGHT = (
    ("   ", "   ", "   "),
    ("   ", " o ", "   "),
    ("o  ", "   ", "  o"),
    ("o  ", " o ", "  o"),
    ("o o", "   ", "o o"),
    ("o o", " o ", "o o"),
    ("o o", "o o", "o o"),
    ("o o", "ooo", "o o"),
    ("ooo", "o o", "ooo"),
    ("ooo", "ooo", "ooo"),
)
"""By number: the pips on a half of an upright tile; ``o`` is a pip."""

_COLOURS = (
    *("white", "bright_cyan", "green", "bright_red", "yellow"),
    *("bright_blue", "bright_magenta", "cyan", "bright_green", "red"),
)
THIN, _HEAVY = "╭─┬╮│╰┴╯├┤", "┏━┳┓┃┗┻┛┣┫"
_MARGIN = 2


def pip_style(pip: Pip) -> str:
    """The colour of a number of pips."""
    return _COLOURS[pip % len(_COLOURS)]


def upright_face(half: Half) -> Sequence[str]:
    """The pips on an upright tile."""
    return _name_in_dots(half) or [_spread(row) for row in _UPRIGHT[half.pip]]


def lying_face(half: Half) -> Sequence[str]:
    """The pips on a tile turned a quarter."""
    turned = _name_in_dots(half)
    return turned or [_spread(row) for row in zip(*reversed(_UPRIGHT[half.pip]), strict=True)]


def _name_in_dots(half: Half) -> Sequence[str]:
    """Of a wild half, which has no dots."""
    if half.wild or half.pip == WILD:
        return [name.center(7) for name in ("", half.name, "")]
    return ()


def numeral(half: Half, columns: int = 0) -> Sequence[str]:
    """A numeral, for large sets and little space; in so many columns if it needs no more."""
    return [f" {half.name} ".rjust(columns)]


def _spread(cells: Sequence[str]) -> str:
    """Three cells, spread to make a square face."""
    return " ".join("●" if cell == "o" else " " for cell in cells).center(7)


class _Border(NamedTuple):
    """The strokes of a box, and their style."""

    strokes: str
    style: str

    def edge(self, begin: int, cross: int, end: int, halves: Sequence[int]) -> Row:
        """A horizontal edge over or under halves of these widths."""
        strokes = self.strokes
        inner = strokes[cross].join(strokes[1] * width for width in halves)
        return [(f"{strokes[begin]}{inner}{strokes[end]}", self.style)]

    def inside(self, *faces: tuple[str, Half]) -> Row:
        """A row of a box: pieces of faces, side by side."""
        wall = (self.strokes[4], self.style)
        pieces = (((text, pip_style(half.pip)), wall) for text, half in faces)
        return [wall, *chain.from_iterable(pieces)]


_PLAIN = _Border(THIN, "dim")
_MARKED = _Border(_HEAVY, "bold bright_yellow")


def lying(left: Half, right: Half, face: Face, *, new: bool = False) -> Picture:
    """A tile that lies along the line."""
    border = _MARKED if new else _PLAIN
    halves = [len(face(half)[0]) for half in (left, right)]
    rows = zip(face(left), face(right), strict=True)
    return [
        border.edge(0, 2, 3, halves),
        *(border.inside((one, left), (other, right)) for one, other in rows),
        border.edge(5, 6, 7, halves),
    ]


def standing(top: Half, bottom: Half, face: Face, *, new: bool = False) -> Picture:
    """A tile that stands across the line, or upright in a hand."""
    border = _MARKED if new else _PLAIN
    width = max(len(face(half)[0]) for half in (top, bottom))
    return [
        border.edge(0, 2, 3, [width]),
        *(border.inside((row.rjust(width), top)) for row in face(top)),
        border.edge(8, 2, 9, [width]),
        *(border.inside((row.rjust(width), bottom)) for row in face(bottom)),
        border.edge(5, 6, 7, [width]),
    ]


def line_of_play(
    line: Sequence[TileOnTable],
    width: int,
    *,
    dots: bool,
    newest: int | None = None,
    turned: bool = False,
) -> Picture:
    """The line of play, wrapped with `»` to ``width`` columns; act ``newest`` is marked.

    ``turned``: as it is seen from the other side of the table.
    """
    across, along = (upright_face, lying_face) if dots else (numeral, numeral)
    tiles = [
        standing(*_halves(tile, turned=turned), across, new=tile.act == newest)
        if tile.double
        else lying(*_halves(tile, turned=turned), along, new=tile.act == newest)
        for tile in (reversed(line) if turned else line)
    ]
    rows = list(_wrapped(tiles, width - 2 * _MARGIN))
    picture: Picture = []
    for number, row in enumerate(rows):
        before = "»" if number else " "
        after = "»" if number < len(rows) - 1 else " "
        picture += _beside(_arrow(before, row), *row, _arrow(after, row))
    return picture


def _halves(tile: TileOnTable, *, turned: bool) -> tuple[Half, Half]:
    """The halves from left to right."""
    left, right = tile.halves
    return (right, left) if turned else (left, right)


def rack(tiles: Sequence[Tile], width: int, *, dots: bool) -> Picture:
    """A hand of tiles standing upright."""
    face = upright_face if dots else numeral
    halves = ([Half(pip) for pip in HALVES[tile]] for tile in tiles)
    pictures = [standing(high, low, face) for low, high in halves]
    rows = _wrapped(pictures, width)
    return list(chain.from_iterable(_beside(*row) for row in rows))


def _arrow(sign: str, row: Sequence[Picture]) -> Picture:
    """A sign in the margin, halfway up a row of tiles."""
    height = max(map(len, row))
    return [[((sign if at == height // 2 else " ").center(_MARGIN), "dim")] for at in range(height)]


def _wrapped(tiles: Sequence[Picture], width: int) -> Iterator[list[Picture]]:
    row: list[Picture] = []
    for tile in tiles:
        if row and sum(map(breadth, (*row, tile))) > width:
            yield row
            row = []
        row.append(tile)
    if row:
        yield row


def packed(pictures: Sequence[Picture], width: int) -> Picture:
    """Pictures in as few rows as they need, side by side where there is room for that."""
    picture: Picture = []
    for row in _wrapped(pictures, width):
        height = max(map(len, row))
        filled = []
        for each in row:
            columns = breadth(each)
            padded = [[*line, (" " * (columns - breadth([line])), "")] for line in each]
            filled.append(padded + [_blank(each)] * (height - len(each)))
        picture += [list(chain.from_iterable(rows)) for rows in zip(*filled, strict=True)]
    return picture


def _blank(picture: Picture) -> Row:
    return [(" " * breadth(picture), "")]


def breadth(picture: Picture) -> int:
    """The columns a picture takes."""
    return max((sum(width(text) for text, _ in row) for row in picture), default=0)


def _beside(*pictures: Picture) -> Picture:
    """Pictures side by side, centred vertically."""
    height = max(map(len, pictures))
    centred = []
    for picture in pictures:
        above, blank = (height - len(picture)) // 2, _blank(picture)
        below = height - len(picture) - above
        centred.append([blank] * above + picture + [blank] * below)
    return [list(chain.from_iterable(rows)) for rows in zip(*centred, strict=True)]
