"""A round as a picture: plain SVG without scripts, still or animated."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple, TypeAlias

from ...domain.game.state import Game
from ...domain.hidden.seat_view import SeatView, SeenHand
from ...domain.tiles import count_unseen, seen_of, tiles_of
from ..messages import language, plural, text
from ..messages.acts import Seating
from ..messages.ends import end_text
from ..messages.steps import notes, outcome_lines, step_text
from ..messages.widths import cut, width
from ..places import place as place_of
from ..replay.frames import Frame
from .drawing import Box, Drawing, DrawnEnd, Train, around
from .placement import drawing_of, drawings_of
from .shapes import (
    BACK,
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
    upright_tile,
)

_MARGIN = 24
_LEAST_WIDTH = 720
"""Of a file."""
_LEAST_ON_PAGE = 440
"""Of a picture in a page, which may be that of a phone."""
_LINE = 22
_LETTER = 8.4
"""The width of a letter of a text, about."""
_BOLD_LETTER = 10.5
"""In the first line."""
_NAME = 14
"""The most letters of a name."""
_NAMES = 18 * _LETTER
"""The width of the names beside hands: they can be bold."""
_TRAIN_NAME = 13
"""Beside a train."""
_HAND = 0.72
"""The size of a tile in a hand."""
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""Controls and what is no character: XML may not contain them."""

_ON_TABLE = ("hub", "train", "tile", "newest", "end")
_LAYERS = (*_ON_TABLE, "line", "name", "hand", "aside", "boneyard")
"""The lowest first."""


class Scene(NamedTuple):
    """A step, and where its tiles lie."""

    frame: Frame
    drawing: Drawing


def _scenes(steps: Iterable[Frame]) -> list[Scene]:
    frames = list(steps)
    return list(map(Scene, frames, drawings_of(frame.view for frame in frames)))


def picture(game: Game, steps: Iterable[Frame], seating: Seating) -> str:
    """The picture of these steps of the game; several are shown one after the other."""
    opened = game.opened
    title = text("Game {game}, {rules}", game=opened.record, rules=opened.rules.title)
    scenes = _scenes(steps)
    return svg(scenes, seating, title)


def svg(scenes: Sequence[Scene], seating: Seating, title: str) -> str:
    """The picture of these scenes. There must be at least one."""
    sheet = _sheet_for(scenes, seating)
    styles, body = _in_turn(_spans(scenes, sheet, seating), len(scenes))
    described = "\n".join(_written(". ".join(_sentences(scene, seating))) for scene in scenes)
    style = tile_style() + files(__package__).joinpath("picture.css").read_text(encoding="utf-8")
    across, down = number(sheet.width), number(sheet.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}"'
        f' height="{down}" role="img" lang="{language()}" aria-labelledby="title desc">\n'
        f'<title id="title">{_written(title)}</title>\n<desc id="desc">{described}</desc>\n'
        f"<style>\n{style}{styles}</style>\n<defs>\n{faces()}</defs>\n"
        '<rect class="page" width="100%" height="100%"/>\n'
        f"{_felt(sheet)}\n{body}\n</svg>\n"
    )


def stepped(steps: Iterable[Frame], seating: Seating, shown: int) -> str:
    """These steps of one round, as one picture in a page of which a program shows one at a time.

    Each content says in ``data-from`` and ``data-to`` at which steps it is visible, as indices, and
    has the class ``off`` where that is not the step ``shown``. What lies on the table has a group
    of its own, which a page may turn. The page has the words, the styles, and the dots of tiles
    (`faces`).
    """
    scenes = _scenes(steps)
    sheet = _sheet_for(scenes, seating, with_words=False)
    spans = [
        (span.on_table, f"<g {_shown_at(span, shown)}>{span.content}</g>")
        for span in _spans(scenes, sheet, seating, with_words=False)
    ]
    lies, beside = ("\n".join(each for lies, each in spans if lies is on) for on in (True, False))
    left, top, right, bottom = sheet.table
    middle = f"{number((left + right) / 2)} {number((top + bottom) / 2)}"
    return _in_page(
        sheet, "", f'<g class="lies" transform-origin="{middle}">\n{lies}\n</g>\n{beside}'
    )


_NARROW = 10 * UNIT
"""The least width of a board alone."""


def board(step: Frame, seating: Seating) -> str:
    """What lies on the table at this step, without hands and words. The page has the styles.

    The sign of each open end says in ``data-end`` which one it is.
    """
    scene = Scene(step, drawing_of(step.view))
    box = scene.drawing.box
    across, down = (box.right - box.left + 2) * UNIT, (box.bottom - box.top + 2) * UNIT
    wide = max(across, _NARROW)
    sheet = _Sheet(wide, Box(0, 0, wide, down), down)
    layers = _layers(scene, box, sheet, seating, with_words=False)
    order = sorted(layers, key=lambda layer: _LAYERS.index(layer[0]))
    body = "\n".join(
        f'<g data-end="{_written(str(of))}">{layers[kind, of]}</g>'
        if kind == "end"
        else layers[kind, of]
        for kind, of in order
        if kind in _ON_TABLE
    )
    return _in_page(sheet, f"<defs>\n{faces()}</defs>\n", body)


def _in_page(sheet: "_Sheet", shapes: str, body: str) -> str:
    """The picture in a page, which has its styles."""
    size, label = f"{number(sheet.width)} {number(sheet.height)}", _written(text("the table"))
    return (
        f'<svg class="board" viewBox="0 0 {size}" role="group" aria-label="{label}">\n'
        f"{shapes}{_felt(sheet)}\n{body}\n</svg>\n"
    )


def _shown_at(span: "_Span", step: int) -> str:
    """The attributes that tell at which steps it is visible."""
    off = "" if span.first <= step < span.after else ' class="off"'
    return f'data-from="{span.first}" data-to="{span.after}"{off}'


# -- Steps in turn

_Contents: TypeAlias = dict[tuple[str, int | str], str]
"""The contents of the layers at one step, by what a layer shows, and of which tile, end or seat."""
_SECONDS = 1.5
"""How long a step is shown."""


class _Span(NamedTuple):
    """Something that stays in the picture for some steps."""

    content: str
    first: int
    """The index of the first step at which it is visible."""
    after: int
    """The index of the first step at which it is no longer visible."""
    on_table: bool


def _spans(
    scenes: Sequence[Scene], sheet: "_Sheet", seating: Seating, *, with_words: bool = True
) -> Iterator[_Span]:
    """All contents of these scenes, the lowest layer first; one that stays comes once."""
    boxes = _boxes(scenes)
    steps = [
        _layers(scene, boxes[scene.frame.round], sheet, seating, with_words=with_words)
        for scene in scenes
    ]
    layers = dict.fromkeys(layer for step in steps for layer in step)
    for layer in sorted(layers, key=lambda layer: _LAYERS.index(layer[0])):
        after = 0
        for content, same in groupby(step.get(layer, "") for step in steps):
            first, after = after, after + len(list(same))
            if content:
                yield _Span(content, first, after, layer[0] in _ON_TABLE)


def _in_turn(spans: Iterable[_Span], steps: int) -> tuple[str, str]:
    """The styles that show the contents of each step in turn, without scripts; and all contents.

    Where nothing may move, or a program cannot, the last step is seen.
    """
    body, styles = [], {}
    for content, first, after, _ in spans:
        if (first, after) == (0, steps):
            body.append(content)
        else:
            name = f"s{first}-{after}"
            styles[name] = _visible(name, first, after, steps)
            body.append(f'<g class="{name}">{content}</g>')
    seconds = number(steps * _SECONDS)
    timing = f"[class^=s]{{animation:{seconds}s step-end infinite}}\n" if styles else ""
    return timing + "".join(styles.values()), "\n".join(body)


def _visible(name: str, first: int, after: int, steps: int) -> str:
    """A class that is visible at these steps; of a picture that stands still, at the last one."""
    begin, end = (f"{100 * at / steps:.4g}%" for at in (first, after))
    before = "0%{visibility:hidden}" if first else ""
    later = f"{end}{{visibility:hidden}}" if after < steps else ""
    still = "visibility:hidden;" if after < steps else ""
    frames = f"{before}{begin}{{visibility:visible}}{later}"
    return f".{name}{{{still}animation-name:{name}}}@keyframes {name}{{{frames}}}\n"


# -- Parts


class _Sheet(NamedTuple):
    """Where the parts of the picture are, the same at every step."""

    width: float
    table: Box
    height: float


def _sheet_for(scenes: Sequence[Scene], seating: Seating, *, with_words: bool = True) -> _Sheet:
    boxes = _boxes(scenes).values()
    across = max(box.right - box.left for box in boxes) + 4
    down = max(box.bottom - box.top for box in boxes) + 4
    hands = _NAMES + max(_width_of_hands(scene.frame.view) for scene in scenes) + 60
    least = _LEAST_WIDTH if with_words else _LEAST_ON_PAGE
    wide = max(across * UNIT, hands, least - 2 * _MARGIN) + 2 * _MARGIN
    lines = max(len(_caption(scene, wide, seating)) for scene in scenes) if with_words else 0
    top = _MARGIN + lines * _LINE
    table = Box(_MARGIN, top, wide - _MARGIN, top + down * UNIT)
    height = table.bottom + 16 + _ROW * len(seating.names) + _LINE + _MARGIN
    return _Sheet(wide, table, height)


def _felt(sheet: _Sheet) -> str:
    left, top, right, bottom = sheet.table
    place = f'x="{number(left)}" y="{number(top)}"'
    size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
    return f'<rect class="felt" {place} {size} rx="14"/>'


def _boxes(scenes: Iterable[Scene]) -> dict[int, Box]:
    """By round, the box around its tiles at all steps."""
    boxes: dict[int, Box] = {}
    for scene in scenes:
        box = scene.drawing.box
        boxes[scene.frame.round] = around(boxes.get(scene.frame.round, box), box)
    return boxes


def _written(words: str) -> str:
    return escape(_FORBIDDEN.sub("?", words))


def _label(words: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{_written(words)}</text>'


# -- One step


def _layers(
    scene: Scene, box: Box, sheet: _Sheet, seating: Seating, *, with_words: bool
) -> _Contents:
    """The contents of the layers at this step; ``box`` is in the middle of the table."""
    frame, drawing = scene
    table, view = sheet.table, frame.view
    x = (table.left + table.right) / 2 - (box.left + box.right) / 2 * UNIT
    y = (table.top + table.bottom) / 2 - (box.top + box.bottom) / 2 * UNIT
    shift = f'transform="translate({number(x)} {number(y)})"'
    layers: _Contents = {("hub", 0): bar(drawing.hub)} if drawing.hub else {}
    layers |= {
        ("train", train.name): train_label(train, _train(train, seating))
        for train in drawing.trains
    }
    layers |= {("tile", tile.act): link(tile) + placed_tile(tile) for tile in drawing.tiles}
    layers |= {("newest", tile.act): mark(tile) for tile in drawing.tiles if tile.newest}
    layers |= {("end", end.name): _end(end, seating) for end in drawing.ends}
    layers = {name: f"<g {shift}>{each}</g>" for name, each in layers.items()}
    caption = _caption(scene, sheet.width, seating) if with_words else ()
    for place, (kind, line) in enumerate(caption):
        layers["line", place] = _label(line, _MARGIN, _MARGIN + place * _LINE + 4, kind)
    for seat, hand in enumerate(view.hands):
        top = table.bottom + 16 + seat * _ROW
        layers["name", seat] = _name(seating.names[seat], top, turn=seat == view.turn)
        layers["hand", seat] = _upright(hand, _MARGIN + _NAMES, top)
        if view.aside:
            layers["aside", seat] = _aside(view.aside[seat], hand.size, top)
    if view.boneyard.size:
        words = plural("boneyard: {number} tile", "boneyard: {number} tiles", view.boneyard.size)
        top = table.bottom + 32 + len(seating.names) * _ROW
        layers["boneyard", 0] = _label(words, _MARGIN, top, "line")
    return layers


def _sentences(scene: Scene, seating: Seating) -> Iterator[str]:
    frame, sentence = scene.frame, step_text(scene.frame, seating)
    if frame.move is None:
        yield text("round {round}: {sentence}", round=frame.round, sentence=sentence)
    else:
        yield f"{place_of(frame.round, frame.move)}  {sentence}"
    yield from outcome_lines(frame, seating)
    yield from notes(frame.noted, seating.names)


def _caption(scene: Scene, width: float, seating: Seating) -> list[tuple[str, str]]:
    """What happens at this step, in lines that fit, each with its style."""
    heading, *lines = _sentences(scene, seating)
    kinds = [("caption", _BOLD_LETTER, heading), *(("line", _LETTER, line) for line in lines)]
    return [
        (kind, part)
        for kind, letter, line in kinds
        for part in _folded(line, int((width - 2 * _MARGIN) / letter))
    ]


def _folded(line: str, columns: int) -> Iterator[str]:
    """The line in parts of at most so many columns."""
    part = ""
    for word in line.split(" "):
        longer = f"{part} {word}" if part else word
        if part and width(longer) > columns:
            yield part
            longer = word
        part = cut(longer, columns)
    yield part


def _end(end: DrawnEnd, seating: Seating) -> str:
    name = end_text(end.name, seating.names)
    words = text("{end}: {pip}", end=name, pip=end.pip)
    if not end.has_room:
        words = text("{end}: {pip}, no tile finds room", end=name, pip=end.pip)
    return open_end(end, _written(words))


def _train(train: Train, seating: Seating) -> list[str]:
    """Whose train it is, its name, and whether its marker is up."""
    owner = [] if train.seat is None else [cut(seating.names[train.seat], _TRAIN_NAME)]
    numbered = end_text(train.name, ())
    name = text("{train}, open to all", train=numbered) if train.marked else numbered
    return [_written(line) for line in (*owner, name)]


# -- Hands

_ROW = 2 * UNIT * _HAND + 10
"""The height of a hand."""
_STEP = UNIT * _HAND + 3
_ASIDE = 12 * _LETTER
"""The width of the words beside tiles set aside."""


def _name(name: str, top: float, *, turn: bool) -> str:
    mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} " if turn else ""
    kind = "turn" if turn else "line"
    return _label(f"{mark}{cut(name, _NAME)}", _MARGIN, top + _ROW / 2, kind)


def _width_of_hands(view: SeatView) -> float:
    """The width of the largest hand, with the tiles set aside."""
    aside = [each.size for each in view.aside] or [0] * len(view.hands)
    tiles = max((hand.size + more for hand, more in zip(view.hands, aside, strict=True)), default=0)
    return tiles * _STEP + (_ASIDE if view.aside else 0)


def _aside(aside: SeenHand, in_hand: int, top: float) -> str:
    """Right of the hand: how many tiles were set aside, and the tiles."""
    if not aside.size:
        return ""
    left = _MARGIN + _NAMES + in_hand * _STEP
    words = plural("{number} tile aside", "{number} tiles aside", aside.size)
    return _label(words, left, top + _ROW / 2, "line") + _upright(aside, left + _ASIDE, top)


def _upright(held: SeenHand, left: float, top: float) -> str:
    """The tiles that are seen, upright; the others face down."""
    tiles = () if held.tiles is None else tiles_of(seen_of(held.tiles))
    backs = held.size if held.tiles is None else count_unseen(held.tiles)
    pictures = [*map(upright_tile, tiles), *[BACK] * backs]
    y = number(top + _ROW / 2 - 5)
    return "".join(
        f'<g transform="translate({number(left + at * _STEP)} {y}) scale({_HAND})">{picture}</g>'
        for at, picture in enumerate(pictures)
    )
