"""A replay on standard output: lines of text, or drawings on a terminal."""

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

import click

from domain.events import Seat, TileLaid
from domain.hidden.seat_view import SeatView, SeenHand
from domain.tiles import HALVES, Pip, Tile, Tiles, bit, count_unseen, seen_of, tile_set, tiles_of
from projections.messages import text
from projections.messages.acts import (
    Seating,
    branches,
    missing_text,
    moves_text,
    notes,
    open_ends,
    outcome_lines,
    step_text,
)
from projections.messages.widths import left
from projections.messages.widths import width as width_of
from projections.replay.frames import Frame

from ..output import drawn, on_terminal, print_lines, prompt, say
from ..text.replay import frame_text, step_place
from .tile_drawing import HIGHEST_WITH_DOTS, Picture, Row, line_of_play, pip_style, rack

MOST_BACKS = 14
"""The most tiles drawn face down; a number tells how many there are."""


_LINES_BELOW = 4
"""Lines of a terminal left for the moves and what is typed."""


class ReplayOutput(Protocol):
    """Shows steps of a game."""

    def show(
        self,
        header: Sequence[str],
        frames: Sequence[Frame],
        *,
        whole: bool,
        why: Sequence[str] = (),
    ) -> None:
        """Show the header and the steps; ``whole``: with everything on the table.

        ``why``: lines about the last step.
        """

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        """Show the steps one by one from ``first``; a key shows the next."""


def replay_output(seating: Seating, highest: Pip) -> ReplayOutput:
    """Drawings if standard output is a terminal that can show them, else lines of text.

    ``highest``: the highest pip of the set. Tiles of large sets are drawn with numerals.
    """
    return table_drawing(seating, highest) or PlainReplay(seating)


def table_drawing(seating: Seating, highest: Pip) -> "DrawnReplay | None":
    """Drawings, if standard output is a terminal that can show them."""
    if not (on_terminal() and sys.stdout.encoding.lower().startswith("utf")):
        return None
    return DrawnReplay(seating, dots=highest <= HIGHEST_WITH_DOTS)


class PlainReplay:
    """Lines of text."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating

    def show(
        self,
        header: Sequence[str],
        frames: Sequence[Frame],
        *,
        whole: bool,
        why: Sequence[str] = (),
    ) -> None:
        print_lines(header)
        for number, steps in groupby(frames, key=lambda frame: frame.round):
            print_lines(["", _round(number)])
            for frame in steps:
                self._print(frame, whole=whole)
        print_lines(f"{'':9}{line}" for line in why)

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        at: int | None = first
        while at is not None:
            print_lines(["", _round(frames[at].round)])
            self._print(frames[at], whole=True)
            at = _ask_for_step(at, len(frames))

    def _print(self, frame: Frame, *, whole: bool) -> None:
        print_lines(frame_text(frame, self._seating, whole=whole))


class DrawnReplay:
    """Tiles as pictures, in colours unless `NO_COLOR` is set."""

    def __init__(self, seating: Seating, *, dots: bool) -> None:
        from rich.console import Console  # noqa: PLC0415 - slow, and not needed by other commands

        self._seating = seating
        self._dots = dots
        self._console = Console(highlight=False, markup=False, emoji=False)

    def show(
        self,
        header: Sequence[str],
        frames: Sequence[Frame],
        *,
        whole: bool,
        why: Sequence[str] = (),
    ) -> None:
        for line in header:
            self._console.print(drawn([(line, "bold" if line is header[0] else "")]))
        for number, steps in groupby(frames, key=lambda frame: frame.round):
            self._console.rule(_round(number), characters="─")
            for frame in steps:
                self._draw(frame, whole=whole)
                for line in why:
                    self._console.print(drawn([(f"     {line}", "")]))
                self._console.print()

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        at: int | None = first
        while at is not None:
            frame = frames[at]
            self._console.clear()
            self._console.rule(_round(frame.round))
            self._draw(frame, whole=True, height=self._console.height - 3)
            at = _ask_for_step(at, len(frames))

    def draw_table(self, view: SeatView) -> None:
        """Draw everything that the viewer sees on the table, with numerals if it is too high."""
        console = self._console
        picture = table_picture(view, self._seating, console.width, dots=self._dots)
        if len(picture) > console.height - _LINES_BELOW:
            picture = table_picture(view, self._seating, console.width, dots=False)
        for row in picture:
            console.print(drawn(row))

    def _draw(self, frame: Frame, *, whole: bool, height: int | None = None) -> None:
        picture = frame_picture(
            frame, self._seating, self._console.width, dots=self._dots, whole=whole
        )
        if height is not None and len(picture) > height:
            picture = frame_picture(
                frame, self._seating, self._console.width, dots=False, whole=whole
            )
        for row in picture:
            self._console.print(drawn(row))


def _round(number: int) -> str:
    return text("round {round}", round=number)


def _ask_for_step(at: int, steps: int) -> int | None:
    """Ask for a key: the step to show next; None to quit."""
    prompt(f"{text('Enter: next   b: back   q: quit')} ")
    while True:
        try:
            key = click.getchar()
        except EOFError:
            key = "q"
        chosen = {"\r": at + 1, "\n": at + 1, " ": at + 1, "b": max(at - 1, 0)}.get(key)
        if key == "q" or chosen is not None:
            say("")
            return None if key == "q" or chosen == steps else chosen


def frame_picture(
    frame: Frame, seating: Seating, width: int, *, dots: bool, whole: bool
) -> Picture:
    """The step drawn in ``width`` columns, tiles with dots or numerals.

    ``whole``: with the viewer's own hand and the next moves.
    """
    view = frame.view
    picture: Picture = [
        [(f"{step_place(frame):>4} ", "dim"), (step_text(frame, seating), "bold")],
        *([(f"     {line}", "")] for line in outcome_lines(frame, seating)),
        *([(f"     {note}", "red")] for note in notes(frame.noted, seating.names)),
    ]
    newest = len(view.acts) - 1 if frame.kind == "lay" else None
    picture += _on_table(view, seating, width, dots=dots, newest=newest)
    own = _own_hand(view, width, dots=dots) if whole else []
    return picture + own + _next_moves(view, seating, whole)


def table_picture(view: SeatView, seating: Seating, width: int, *, dots: bool) -> Picture:
    """The table drawn in ``width`` columns, with the viewer's own hand; the newest tile marked."""
    lays = [number for number, act in enumerate(view.acts) if isinstance(act, TileLaid)]
    newest = lays[-1] if lays else None
    table = _on_table(view, seating, width, dots=dots, newest=newest)
    return table + _own_hand(view, width, dots=dots)


def _on_table(
    view: SeatView, seating: Seating, width: int, *, dots: bool, newest: int | None
) -> Picture:
    """The tiles on the table, the open ends, the hands, and the boneyard."""
    picture: Picture = []
    for name, lying in branches(view):
        if name is not None:
            picture.append([(f"     {name}", "dim")])
        picture += line_of_play(lying, width, dots=dots, newest=newest)
    open_label, boneyard_label = text("open"), text("boneyard")
    columns = max(map(width_of, (*seating.names, open_label, boneyard_label)))
    if view.ends:
        picture.append([(f"     {left(open_label, columns)}  {open_ends(view)}", "dim")])
    for seat, hand in enumerate(view.hands):
        picture.append(_hand(view, left(seating.names[seat], columns), seat, hand))
    if view.boneyard.size:
        picture.append(
            [
                (f"     {left(boneyard_label, columns)}  ", "dim"),
                *_backs(view.boneyard.size),
            ]
        )
    return picture


def _hand(view: SeatView, name: str, seat: Seat, hand: SeenHand) -> Row:
    mark = "▸" if seat == view.turn else " "
    row: Row = [(f"   {mark} ", "bold"), (f"{name}  ", "bold" if seat == view.turn else "")]
    missing: Row = [(f"  {missing_text(hand)}", "dim")]
    if hand.tiles is None:
        return [*row, *_backs(hand.size), *missing]
    moves = view.moves or () if seat == view.turn else ()
    playable = tile_set(move.tile for move in moves if isinstance(move, TileLaid))
    for tile in tiles_of(seen_of(hand.tiles)):
        row += _chip(tile, playable)
    unseen = count_unseen(hand.tiles)
    return [*row, *_backs(unseen), *missing] if unseen else row


def _chip(tile: Tile, playable: Tiles) -> Row:
    low, high = HALVES[tile]
    strong = "reverse " if bit(tile) & playable else ""
    return [
        ("[", strong + "dim"),
        (str(high), strong + pip_style(high)),
        ("|", strong + "dim"),
        (str(low), strong + pip_style(low)),
        ("]", strong + "dim"),
        (" ", ""),
    ]


def _backs(size: int) -> Row:
    return [("▒▒ " * min(size, MOST_BACKS), "dim"), (f"{size}", "dim")]


def _own_hand(view: SeatView, width: int, *, dots: bool) -> Picture:
    hand = None if view.viewer is None else view.hands[view.viewer].tiles
    return rack(tiles_of(seen_of(hand)), width, dots=dots) if hand and seen_of(hand) else []


def _next_moves(view: SeatView, seating: Seating, whole: bool) -> Picture:
    if not whole or view.turn is None or view.moves is None:
        return []
    player, moves = seating.names[view.turn], moves_text(view.moves)
    return [[(f"     {text('{player} may: {moves}', player=player, moves=moves)}", "italic")]]
