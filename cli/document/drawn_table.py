"""The tiles on a table in a PDF, from the places that pictures take, too."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

from reportlab.lib.colors import HexColor, white
from reportlab.platypus import Flowable

from domain.layout.lying import Half
from domain.tiles import HALVES, PIP_NAMES, WILD
from projections.drawing.bent_line import points
from projections.drawing.drawing import Bow, DrawnEnd, Hub, PlacedTile, Point, Train
from projections.drawing.figures import with_room
from projections.drawing.shapes import DOT, HIGHEST_WITH_DOTS, UNIT, away, dots, sign_at

from .page import Picture
from .typesetting import Style, Typesetter, draw_line

CELL = 15.0
"""The most points for half the long side of a tile, so that one is 11 mm long on paper."""

_INK, _PAPER, _EDGE = HexColor("#1c1b19"), HexColor("#fffdf4"), HexColor("#3b3a36")
_NEW, _END, _SHUT = HexColor("#d9480f"), HexColor("#1f5f8b"), HexColor("#8d8a80")
_NEWEST, _SHADE = 3.4, HexColor("#dedacb")
"""A marked tile has a thick dark border and is shaded: a printer may have no colours."""


class DrawnTable(Flowable):  # type: ignore[misc]  # reportlab has no types.
    """A picture, as large as it should be, or as the place for it allows."""

    def __init__(self, picture: Picture, setter: Typesetter) -> None:
        super().__init__()
        self._picture, self._setter = picture, setter
        self._box = with_room(picture.drawing.box)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """The width and height needed."""
        box = self._box
        across, down = box.right - box.left, box.bottom - box.top
        self._cell = min(CELL, width / across, height / down)
        self.width, self.height = across * self._cell, down * self._cell
        return self.width, self.height

    def draw(self) -> None:
        """Draw it. In the canvas a unit is a pixel of the pictures in SVG, downwards."""
        canvas, drawing = self.canv, self._picture.drawing
        scale = self._cell / UNIT
        canvas.saveState()
        canvas.translate(0, self.height)
        canvas.scale(scale, -scale)
        canvas.translate(-self._box.left * UNIT, -self._box.top * UNIT)
        if drawing.hub is not None:
            self._hub(drawing.hub)
        for train, lines in zip(drawing.trains, self._picture.trains, strict=True):
            self._train(train, lines)
        for tile in drawing.tiles:
            self._link(tile)
        for tile in drawing.tiles:
            self._tile(tile, marked=tile.act in self._picture.marked)
        for end in drawing.ends:
            self._end(end)
        canvas.restoreState()

    # -- Tiles

    def _link(self, tile: PlacedTile) -> None:
        if tile.link is None:
            return
        canvas = self.canv
        canvas.saveState()
        canvas.setStrokeColor(_NEW)
        canvas.setLineWidth(3)
        canvas.setDash(6, 5)
        begin, end = (_pixels(point) for point in tile.link)
        canvas.line(*begin, *end)
        canvas.restoreState()

    def _tile(self, tile: PlacedTile, *, marked: bool) -> None:
        first, second = (
            Half(pip, wild=wild)
            for pip, wild in zip((tile.first, tile.second), tile.wild, strict=True)
        )
        if tile.bow is None:
            self._straight(_pixels((tile.x, tile.y)), (first, second), tile.turn, marked=marked)
        else:
            self._bent(tile.turn, tile.bow, (first, second), marked=marked)

    def _straight(
        self, at: Point, halves: Sequence[Half], turn: float, *, marked: bool = False
    ) -> None:
        canvas = self.canv
        canvas.saveState()
        canvas.translate(*at)
        canvas.rotate(turn)
        canvas.setFillColor(_SHADE if marked else _PAPER)
        canvas.setStrokeColor(_INK if marked else _EDGE)
        canvas.setLineWidth(_NEWEST if marked else 1.2)
        canvas.roundRect(1 - UNIT, 1 - UNIT / 2, 2 * UNIT - 2, UNIT - 2, 4, fill=1)
        canvas.setStrokeColor(_SHUT)
        canvas.setLineWidth(1.4)
        canvas.line(0, 3 - UNIT / 2, 0, UNIT / 2 - 3)
        canvas.restoreState()
        for half, far in zip(halves, (-UNIT / 2, UNIT / 2), strict=True):
            self._half(half, away(at, turn, far), turn)

    def _bent(self, turn: float, bow: Bow, halves: Sequence[Half], *, marked: bool) -> None:
        canvas = self.canv
        middle = [_pixels(point) for point in points(bow, 16)]
        canvas.saveState()
        for colour, wide in (
            (_INK if marked else _EDGE, 22 + (_NEWEST if marked else 0)),
            (_SHADE if marked else _PAPER, 19.6),
        ):
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(wide)
            path = canvas.beginPath()
            path.moveTo(*middle[0])
            for point in middle[1:]:
                path.lineTo(*point)
            canvas.drawPath(path)
        bend = 60 if bow.clockwise else -60
        for place, colour, wide in ((0, _EDGE, 2.4), (8, _SHUT, 1.4), (16, _EDGE, 2.4)):
            across = turn + bend * (place - 8) / 8
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(wide)
            sides = (away(middle[place], across + side, 0.44 * UNIT) for side in (-90, 90))
            canvas.line(*next(sides), *next(sides))
        canvas.restoreState()
        for half, place in zip(halves, (4, 12), strict=True):
            self._half(half, middle[place], turn + bend * (place - 8) / 8)

    def _half(self, half: Half, at: Point, turn: float) -> None:
        """Dots, or a numeral that stands upright; of a wild half, what it stands for."""
        pip, wild = half
        if wild:
            self._words(PIP_NAMES[WILD], (at[0] - 3.5, at[1] + 4), 14)
            self._words(str(pip), (at[0] + 6.5, at[1] + 9), 9)
        elif pip > HIGHEST_WITH_DOTS or pip == WILD:
            self._words(PIP_NAMES[pip], (at[0], at[1] + 5.5), 15)
        else:
            self.canv.setFillColor(_INK)
            for x, y in dots(pip):
                across, down = cos(radians(turn)), sin(radians(turn))
                place = at[0] + x * across - y * down, at[1] + x * down + y * across
                self.canv.circle(*place, DOT, stroke=0, fill=1)

    # -- What stands beside them

    def _end(self, end: DrawnEnd) -> None:
        at = _pixels(sign_at(end))
        self.canv.setFillColor(_END if end.has_room else white)
        self.canv.setStrokeColor(_END if end.has_room else _SHUT)
        self.canv.setLineWidth(1.4)
        self.canv.circle(*at, 9, stroke=1, fill=1)
        self._words(str(end.pip), (at[0], at[1] + 4), 12, white if end.has_room else _INK)

    def _hub(self, hub: Hub) -> None:
        left, top = _pixels((hub.x - 0.5, hub.y - hub.height / 2))
        self.canv.setFillColor(_EDGE)
        self.canv.roundRect(left, top, UNIT, hub.height * UNIT, 4, stroke=0, fill=1)
        if hub.tile is not None:
            low, high = HALVES[hub.tile]
            at = _pixels((hub.x, hub.y))
            self._straight(at, (Half(low, wild=False), Half(high, wild=False)), -90)

    def _train(self, train: Train, lines: Sequence[str]) -> None:
        x, y = _pixels((train.x, train.y))
        for at, line in enumerate(lines):
            size = 11 if at else 14
            self._words(line, (x, y + 5 - 8 * (len(lines) - 1) + 16 * at), size, left=True)
        if train.marked:
            canvas, pole = self.canv, x + 5 * UNIT
            canvas.setFillColor(_NEW)
            path = canvas.beginPath()
            path.moveTo(pole, y + 10)
            for corner in ((pole, y - 12), (pole + 16, y - 6), (pole, y)):
                path.lineTo(*corner)
            canvas.drawPath(path, stroke=0, fill=1)

    def _words(
        self, words: str, at: Point, size: float, colour: Any = _INK, *, left: bool = False
    ) -> None:
        """Words upright, with their middle, or their left, at this place on their base line."""
        style = Style(size, size, bold=not left)
        shown = self._setter.shown(words)
        canvas = self.canv
        canvas.saveState()
        canvas.translate(*at)
        canvas.scale(1, -1)
        canvas.setFillColor(colour)
        pieces = self._setter.pieces(shown, style)
        x = 0 if left else -sum(piece.width for piece in pieces) / 2
        draw_line(canvas, pieces, x, 0, size)
        canvas.restoreState()


def _pixels(point: Point) -> Point:
    return point[0] * UNIT, point[1] * UNIT
