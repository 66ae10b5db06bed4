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
from .replay import round_head, stepped
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
        for frame in stepped(frames, first):
            self._console.clear()
            self._console.rule(round_head(frame.round))
            self._draw(frame, whole=True)

    def draw_table(self, view: SeatView) -> None:
        """Draw everything that the viewer sees on the table, with the newest tile marked."""
        draw = partial(view_picture, view, self._seating, self._console.width)
        self._print(fitting(draw, view, self._console.height - _LINES_BELOW))

    def _draw(self, frame: Frame, *, whole: bool) -> None:
        console = self._console
        draw = partial(frame_picture, frame, self._seating, console.width, whole=whole)
        self._print(fitting(draw, frame.view, console.height - _LINES_AROUND))

    def _print(self, picture: Picture) -> None:
        for row in picture:
            self._console.print(drawn(row))


def fitting(draw: Callable[..., Picture], view: SeatView, height: int) -> Picture:
    """The first way to draw that takes no more rows than this, or else the last.

    Tiles of large sets are drawn with numerals.
    """
    picture: Picture = []
    small = view.table.play.highest_pip <= HIGHEST_WITH_DOTS
    for in_rows, dots in product((False, True), (True, False) if small else (False,)):
        picture = draw(in_rows=in_rows, dots=dots)
        if len(picture) <= height:
            break
    return picture


def view_picture(
    view: SeatView,
    seating: acts.Seating,
    width: int,
    *,
    dots: bool,
    in_rows: bool,
    turned: bool = False,
) -> Picture:
    """The table and the own hand, with the newest tile marked; the rest: `frame_picture`."""
    lays = [number for number, act in enumerate(view.acts) if isinstance(act, TileLaid)]
    look = _Look(dots, lays[-1] if lays else None, turned)
    on_table = _on_table(view, seating, width, look, in_rows=in_rows)
    return on_table + _own_hand(view, width, dots=dots)


def frame_picture(
    frame: Frame,
    seating: acts.Seating,
    width: int,
    *,
    dots: bool,
    whole: bool,
    in_rows: bool = False,
    turned: bool = False,
) -> Picture:
    """The step drawn in ``width`` columns, tiles with dots or numerals.

    ``whole``: with the viewer's own hand and the next moves. ``in_rows``: branches are drawn one
    below the other even if there is room to draw them where they lie. ``turned``: the table as it
    is seen from the other side.
    """
    view = frame.view
    picture: Picture = [
        [(f"{step_place(frame):>4} ", "dim"), (steps.step_text(frame, seating), "bold")],
        *([(f"     {line}", "")] for line in steps.outcome_lines(frame, seating)),
        *([(f"     {note}", "red")] for note in steps.notes(frame.noted, seating.names)),
    ]
    newest = len(view.acts) - 1 if frame.kind == "lay" else None
    look = _Look(dots=dots, newest=newest, turned=turned)
    picture += _on_table(view, seating, width, look, in_rows=in_rows)
    if whole:
        picture += _own_hand(view, width, dots=dots)
        if view.turn is not None and view.moves is not None:
            player, moves = seating.names[view.turn], acts.moves_text(view.moves, seating.names)
            may = text("{player} may: {moves}", player=player, moves=moves)
            picture.append([(f"     {may}", "italic")])
    return picture


class _Look(NamedTuple):
    """How the tiles on the table are drawn."""

    dots: bool
    newest: int | None
    """The act whose tile is marked."""
    turned: bool = False


def _on_table(
    view: SeatView, seating: acts.Seating, width: int, look: _Look, *, in_rows: bool
) -> Picture:
    """The tiles on the table, the open ends, the hands, and the boneyard."""
    tiles = None if in_rows else table_top(view, width, **look._asdict())
    below: list[_Line] = []
    if view.hub is not None:
        below.append(_Line(text("hub"), [_chip(view.hub)]))
    if tiles is None:
        rows = table_rows(view)
        closed = [  # No tile can be laid at the branch, and the newest does not lie there.
            row
            for row in rows
            if row.name is not None
            and not row.ends
            and all(tile.act != look.newest for tile in row.tiles)
        ]
        branches = [_branch(row, seating, width, look) for row in rows if row not in closed]
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
        pieces = [*_in_hand(view, seat, hand)]
        if view.aside and (size := view.aside[seat].size):
            tiles_aside = view.aside[seat].tiles
            pieces.append([(f"  {text('aside')}  ", "dim")])
            pieces += [_backs(size)] if tiles_aside is None else map(_chip, tiles_of(tiles_aside))
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


def _branch(row: TableRow, seating: acts.Seating, width: int, look: _Look) -> Picture:
    """A row of tiles; above it the name of a branch, and whose train it is."""
    line = line_of_play(row.tiles, width, **look._asdict())
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


def _chip(tile: Tile, playable: Tiles = NO_TILES) -> Row:
    low, high = HALVES[tile]
    strong = "reverse " if bit(tile) & playable else ""
    dim = strong + "dim"
    first, second = ((PIP_NAMES[pip], strong + pip_style(pip)) for pip in (high, low))
    return [("[", dim), first, ("|", dim), second, ("]", dim), (" ", "")]


def _backs(size: int) -> Row:
    return [("▒▒ " * min(size, MOST_BACKS), "dim"), (f"{size}", "dim")]


def _own_hand(view: SeatView, width: int, *, dots: bool) -> Picture:
    hand = None if view.viewer is None else view.hands[view.viewer].tiles
    return rack(tiles_of(seen_of(hand)), width, dots=dots) if hand and seen_of(hand) else []
