"""A replay drawn on a terminal."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby, product
from typing import NamedTuple

from ...domain.events import Seat, TileLaid
from ...domain.hidden.seat_view import SeatView, SeenHand
from ...domain.tiles import (
    HALVES,
    NO_TILES,
    PIP_NAMES,
    Tile,
    Tiles,
    bit,
    count_unseen,
    seen_of,
    tile_set,
    tiles_of,
)
from ...projections.drawing.shapes import HIGHEST_WITH_DOTS
from ...projections.messages import acts, steps, text
from ...projections.messages.ends import end_text
from ...projections.messages.widths import cut, left
from ...projections.messages.widths import width as width_of
from ...projections.replay.frames import Frame
from ...projections.replay.table_rows import TableRow, table_rows
from ..output import drawn
from ..text.replay import step_place
from .drawn_table import table_top
from .replay import ask_for_step, round_head
from .tile_drawing import Picture, Row, breadth, line_of_play, packed, pip_style, rack

MOST_BACKS = 14
"""The most tiles drawn face down; a number tells how many there are."""
_NAME = 14
"""The most columns of a name beside a train."""
_LINES_AROUND = 3
"""Lines of a terminal left for the number of the round and the keys."""
_LINES_BELOW = 4
"""Lines of a terminal left for the moves and what is typed."""


class DrawnReplay:
    """Tiles as pictures, in colours unless `NO_COLOR` is set."""

    def __init__(self, seating: acts.Seating) -> None:
        from rich.console import Console  # noqa: PLC0415 - slow, and not needed by other commands

        self._seating = seating
        self._console = Console(highlight=False, markup=False, emoji=False)

    def show(
        self, header: Sequence[str], frames: Sequence[Frame], *, whole: bool, why: Sequence[str]
    ) -> None:
        """Show as `PlainReplay.show` does."""
        for line in header:
            self._console.print(drawn([(line, "bold" if line is header[0] else "")]))
        for number, shown in groupby(frames, key=lambda frame: frame.round):
            self._console.rule(round_head(number), characters="─")
            for frame in shown:
                self._draw(frame, whole=whole)
                for line in why:
                    self._console.print(drawn([(f"     {line}", "")]))
                self._console.print()

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        """Show the steps one by one from ``first``; a key shows the next."""
        at: int | None = first
        while at is not None:
            frame = frames[at]
            self._console.clear()
            self._console.rule(round_head(frame.round))
            self._draw(frame, whole=True)
            at = ask_for_step(at, len(frames))

    def draw_table(self, view: SeatView) -> None:
        """Draw everything that the viewer sees on the table."""
        console = self._console
        draw = partial(table_picture, view, self._seating, console.width)
        self._print_fitting(draw, view, console.height - _LINES_BELOW)

    def _draw(self, frame: Frame, *, whole: bool) -> None:
        console = self._console
        draw = partial(frame_picture, frame, self._seating, console.width, whole=whole)
        self._print_fitting(draw, frame.view, console.height - _LINES_AROUND)

    def _print_fitting(self, draw: Callable[..., Picture], view: SeatView, height: int) -> None:
        """Print the first way to draw that takes no more rows than this, or else the last.

        Tiles of large sets are drawn with numerals.
        """
        picture: Picture = []
        small = view.table.play.highest_pip <= HIGHEST_WITH_DOTS
        for in_rows, dots in product((False, True), (True, False) if small else (False,)):
            picture = draw(in_rows=in_rows, dots=dots)
            if len(picture) <= height:
                break
        for row in picture:
            self._console.print(drawn(row))


def frame_picture(
    frame: Frame,
    seating: acts.Seating,
    width: int,
    *,
    dots: bool,
    whole: bool,
    in_rows: bool = False,
) -> Picture:
    """The step drawn in ``width`` columns, tiles with dots or numerals.

    ``whole``: with the viewer's own hand and the next moves. ``in_rows``: branches are drawn one
    below the other even if there is room to draw them where they lie.
    """
    view = frame.view
    picture: Picture = [
        [(f"{step_place(frame):>4} ", "dim"), (steps.step_text(frame, seating), "bold")],
        *([(f"     {line}", "")] for line in steps.outcome_lines(frame, seating)),
        *([(f"     {note}", "red")] for note in steps.notes(frame.noted, seating.names)),
    ]
    newest = len(view.acts) - 1 if frame.kind == "lay" else None
    picture += _on_table(view, seating, width, dots=dots, newest=newest, in_rows=in_rows)
    if whole:
        picture += _own_hand(view, width, dots=dots)
        if view.turn is not None and view.moves is not None:
            player, moves = seating.names[view.turn], acts.moves_text(view.moves, seating.names)
            may = text("{player} may: {moves}", player=player, moves=moves)
            picture.append([(f"     {may}", "italic")])
    return picture


def table_picture(
    view: SeatView, seating: acts.Seating, width: int, *, dots: bool, in_rows: bool
) -> Picture:
    """The table drawn in ``width`` columns, with the viewer's own hand; the newest tile marked."""
    lays = [number for number, act in enumerate(view.acts) if isinstance(act, TileLaid)]
    newest = lays[-1] if lays else None
    table = _on_table(view, seating, width, dots=dots, newest=newest, in_rows=in_rows)
    return table + _own_hand(view, width, dots=dots)


def _on_table(
    view: SeatView,
    seating: acts.Seating,
    width: int,
    *,
    dots: bool,
    newest: int | None,
    in_rows: bool,
) -> Picture:
    """The tiles on the table, the open ends, the hands, and the boneyard."""
    tiles = None if in_rows else table_top(view, width, dots=dots, newest=newest)
    below: list[_Line] = []
    if view.hub is not None:
        below.append(_Line(text("hub"), [_chip(view.hub, NO_TILES)]))
    if tiles is None:
        rows = table_rows(view)
        closed = [row for row in rows if _is_closed(row, newest)]
        branches = [_branch(row, seating, width, dots, newest) for row in rows if row not in closed]
        tiles = packed(branches, width)
        if closed:
            names = (end_text(row.name or "", seating.names) for row in closed)
            laid = (" ".join(each.name for each in row.tiles) for row in closed)
            listed = [f"{name}: {of_row}" for name, of_row in zip(names, laid, strict=True)]
            below.append(_Line(text("closed"), _listed(listed)))
    if view.ends:
        below.append(_Line(text("open"), _listed(steps.ends_listed(view, seating.names))))
    for seat, hand in enumerate(view.hands):
        style, mark = ("bold", "▸") if seat == view.turn else ("", " ")
        pieces = [*_in_hand(view, seat, hand), *_set_aside(view, seat)]
        below.append(_Line(seating.names[seat], pieces, style, mark))
    if size := view.boneyard.size:
        below.append(_Line(text("boneyard"), [_backs(size)]))
    columns = max(width_of(line.label) for line in below)
    return tiles + [row for line in below for row in _folded(line, columns, width)]


class _Line(NamedTuple):
    """A line below the tiles on the table: pieces that stay together, behind a label."""

    label: str
    pieces: list[Row]
    style: str = "dim"
    mark: str = " "


def _folded(line: _Line, columns: int, width: int) -> Picture:
    """The line in as many lines as its pieces need; ``columns``: the width of all labels."""
    label: Row = [(f"   {line.mark} ", "bold"), (f"{left(line.label, columns)}  ", line.style)]
    indent = breadth([label])
    rows = [label]
    for piece in line.pieces:
        taken = breadth([rows[-1]])
        if taken > indent and taken + breadth([piece]) > width:
            rows.append([(" " * indent, "")])
        rows[-1] += piece
    return rows


def _listed(entries: Sequence[str]) -> list[Row]:
    """Entries with commas between them."""
    *before, last = entries
    return [*([(f"{entry}, ", "dim")] for entry in before), [(last, "dim")]]


def _is_closed(row: TableRow, newest: int | None) -> bool:
    """No tile can be laid at this branch, and the newest tile does not lie there."""
    newest_is_here = any(tile.act == newest for tile in row.tiles)
    return not (row.name is None or row.ends or newest_is_here)


def _branch(
    row: TableRow, seating: acts.Seating, width: int, dots: bool, newest: int | None
) -> Picture:
    """A row of tiles; above it the name of a branch, and whose train it is."""
    line = line_of_play(row.tiles, width, dots=dots, newest=newest)
    if row.name is None:
        return line
    name = end_text(row.name, [cut(each, _NAME) for each in seating.names])
    to_all = [text("open to all")] if any(end.marked for end in row.ends) else []
    return [[(f"     {'  '.join((name, *to_all))}", "dim")], *line]


def _in_hand(view: SeatView, seat: Seat, hand: SeenHand) -> Iterator[Row]:
    backs = hand.size if hand.tiles is None else count_unseen(hand.tiles)
    moves = view.moves or () if seat == view.turn else ()
    playable = tile_set(move.tile for move in moves if isinstance(move, TileLaid))
    for tile in tiles_of(seen_of(hand.tiles or NO_TILES)):
        yield _chip(tile, playable)
    if backs or hand.tiles is None:
        yield [*_backs(backs), (f"  {steps.missing_text(hand)}", "dim")]


def _set_aside(view: SeatView, seat: Seat) -> Iterator[Row]:
    """The tiles that this seat set aside."""
    if not view.aside or not view.aside[seat].size:
        return
    size, tiles = view.aside[seat]
    yield [(f"  {text('aside')}  ", "dim")]
    if tiles is None:
        yield _backs(size)
    else:
        yield from (_chip(tile, NO_TILES) for tile in tiles_of(tiles))


def _chip(tile: Tile, playable: Tiles) -> Row:
    low, high = HALVES[tile]
    strong = "reverse " if bit(tile) & playable else ""
    return [
        ("[", strong + "dim"),
        (PIP_NAMES[high], strong + pip_style(high)),
        ("|", strong + "dim"),
        (PIP_NAMES[low], strong + pip_style(low)),
        ("]", strong + "dim"),
        (" ", ""),
    ]


def _backs(size: int) -> Row:
    return [("▒▒ " * min(size, MOST_BACKS), "dim"), (f"{size}", "dim")]


def _own_hand(view: SeatView, width: int, *, dots: bool) -> Picture:
    hand = None if view.viewer is None else view.hands[view.viewer].tiles
    return rack(tiles_of(seen_of(hand)), width, dots=dots) if hand and seen_of(hand) else []
