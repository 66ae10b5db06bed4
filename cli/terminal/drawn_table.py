"""The tiles on a table drawn in characters, at the places that pictures give them.

Tiles that touch share an edge, so that the places of tiles are whole columns and rows.
"""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeAlias, TypeVar

from ...domain.hidden.seat_view import SeatView
from ...domain.tiles import PIP_NAMES
from ...projections.drawing.drawing import Drawing, DrawnEnd, PlacedTile
from ...projections.drawing.growth import growth_of
from ...projections.drawing.placement import Edges, edges_for, placed
from ...projections.messages.ends import end_text
from .tile_drawing import (
    THIN,
    Face,
    Picture,
    breadth,
    lying,
    lying_face,
    numeral,
    standing,
    upright_face,
)

Place: TypeAlias = tuple[int, int]
"""Row and column."""
Sign: TypeAlias = tuple[str, str]
"""A character and its style."""


class _Scale(NamedTuple):
    """What half the long side of a tile takes: even numbers, as tiles may be half of it apart."""

    columns: int
    rows: int
    lying: Face
    standing: Face


_DOTS = _Scale(8, 4, lying_face, upright_face)
_NUMERALS, _LONG_NUMERALS = (
    _Scale(columns, 2, face, face)
    for columns in (4, 6)
    for face in [partial(numeral, columns=columns - 1)]
)

_DOWN = 8
"""How far the table goes up and down from its middle, in cells: a terminal has few rows."""

_WAYS = dict(zip(f"{THIN}┼", (6, 10, 14, 12, 5, 3, 11, 9, 7, 13, 15), strict=True))
"""By stroke of an edge, the ways it goes: 1 up, 2 right, 4 down, 8 left."""
_STROKES = {ways: stroke for stroke, ways in _WAYS.items()}
_WALL_BETWEEN_HALVES = str.maketrans("┬┴│┳┻┃", "──┊━━┋")
_FLOOR_BETWEEN_HALVES = str.maketrans("├┤─┣┫━", "││╌┃┃╍")
"""Other strokes than between tiles."""


def table_top(
    view: SeatView, width: int, *, dots: bool, newest: int | None, turned: bool = False
) -> Picture | None:
    """The table in at most so many columns; with dots, if they find room.

    ``newest`` is the act whose tile is marked; ``turned``: seen from the other side. None if there
    is no room, or nothing branches: lines, trains and bent tiles are drawn in rows.
    """
    table = view.table
    growth = growth_of(table.layout, table.seats)
    if growth.wide or growth.rows or growth.bent or not view.on_table:
        return None
    long_names = table.play.wild_tiles or len(PIP_NAMES[table.play.highest_pip]) > 1
    numerals = _LONG_NUMERALS if long_names else _NUMERALS
    across = edges_for(table.tiles.bit_count(), growth).across
    edges = Edges(min(across, width // numerals.columns), _DOWN)
    drawing = placed(view.on_table, view.ends, growth, edges)
    if any(tile.link for tile in drawing.tiles):
        return None
    if turned:
        drawing = drawing._replace(
            tiles=tuple(_turned(tile) for tile in drawing.tiles),
            ends=tuple(_turned(end) for end in drawing.ends),
        )
    for scale in (_DOTS, numerals) if dots else (numerals,):
        picture = _picture(drawing, scale, newest, width)
        if breadth(picture) <= width:
            return picture
    return None


_Lying = TypeVar("_Lying", PlacedTile, DrawnEnd)


def _turned(lying: _Lying) -> _Lying:
    """It as it is seen from the other side of the table."""
    return lying._replace(x=-lying.x, y=-lying.y, turn=(lying.turn + 180) % 360)


def _picture(drawing: Drawing, scale: _Scale, newest: int | None, width: int) -> Picture:
    signs: dict[Place, Sign] = {}
    for tile in sorted(drawing.tiles, key=lambda each: each.act == newest):
        for place, (sign, style) in _signs(tile, scale, new=tile.act == newest):
            under, _ = signs.get(place, (" ", ""))
            if under in _WAYS and sign in _WAYS:  # A stroke on another one goes the ways of both.
                sign = _STROKES[_WAYS[under] | _WAYS[sign]]  # noqa: PLW2901 - the same sign
            signs[place] = sign, style
    for end in drawing.ends:
        _name(signs, end, scale, width)
    return _rows(signs)


def _signs(tile: PlacedTile, scale: _Scale, *, new: bool) -> Iterator[tuple[Place, Sign]]:
    """The signs of a tile, with their places."""
    first, second = tile.first, tile.second
    if tile.turn >= 180:
        first, second = second, first
    upright = tile.turn % 180 == 90
    if upright:
        picture, between = standing(first, second, scale.standing, new=new), _FLOOR_BETWEEN_HALVES
        top, left = _place(tile.x - 1 / 2, tile.y - 1, scale)
    else:
        picture, between = lying(first, second, scale.lying, new=new), _WALL_BETWEEN_HALVES
        top, left = _place(tile.x - 1, tile.y - 1 / 2, scale)
    for row, pieces in enumerate(picture):
        styled = ((sign, style) for text, style in pieces for sign in text)
        for column, (sign, style) in enumerate(styled):
            middle = row == scale.rows if upright else column == scale.columns
            shown = sign.translate(between) if middle else sign
            yield (top + row, left + column), (shown, style)


def _place(x: float, y: float, scale: _Scale) -> Place:
    return round(y * scale.rows), round(x * scale.columns)


def _name(signs: dict[Place, Sign], end: DrawnEnd, scale: _Scale, width: int) -> None:
    """Write the name of an end ahead of it, if there is room."""
    row, column = _place(end.x, end.y, scale)
    name = end_text(end.name, ())
    length = len(name)
    match end.turn:
        case 0:
            column += 2
        case 180:
            column -= length + 1
        case 90:
            row, column = row + 1, column - length // 2
        case _:
            row, column = row - 1, column - length // 2
    columns = {at for _, at in signs} | {column, column + length - 1}
    around = ((row, at) for at in range(column - 1, column + length + 1))
    if max(columns) - min(columns) < width and not any(place in signs for place in around):
        signs |= {(row, at): (sign, "dim") for at, sign in enumerate(name, column)}


def _rows(signs: dict[Place, Sign]) -> Picture:
    rows, columns = zip(*signs, strict=True)
    picture: Picture = []
    for row in range(min(rows), max(rows) + 1):
        line = [signs.get((row, at), (" ", "")) for at in range(min(columns), max(columns) + 1)]
        pieces = groupby(line, key=lambda each: each[1])
        picture.append([("".join(sign for sign, _ in piece), style) for style, piece in pieces])
    return picture
