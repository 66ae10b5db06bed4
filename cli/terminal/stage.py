"""Where a replay is shown: as lines of text, or drawn on a terminal."""

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

import click

from domain.tiles import Pip
from projections.replay.frames import Frame

from ..output import on_terminal
from ..text.replay import Cast, frame_text
from .replay_view import frame_picture
from .tile_drawing import HIGHEST_WITH_DOTS


class Stage(Protocol):
    """Shows steps of a game to somebody."""

    def show(self, header: Sequence[str], frames: Sequence[Frame], *, whole: bool) -> None:
        """Show the header and these steps; ``whole``: each with all there is to say of it."""

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        """Show one step after the other as the player asks for them, beginning with ``first``."""


def stage(cast: Cast, highest: Pip) -> Stage:
    """The terminal, where there is one that can show tiles; else lines of text.

    ``highest``: the highest number in the set, which decides how tiles are drawn.
    """
    can_draw = on_terminal() and sys.stdout.encoding.lower().startswith("utf")
    return Terminal(cast, dots=highest <= HIGHEST_WITH_DOTS) if can_draw else Lines(cast)


class Lines:
    """Plain lines of text."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast

    def show(self, header: Sequence[str], frames: Sequence[Frame], *, whole: bool) -> None:
        click.echo("\n".join(header))
        for number, steps in groupby(frames, key=lambda frame: frame.round):
            click.echo(f"\nround {number}")
            for frame in steps:
                self._print(frame, whole=whole)

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        at: int | None = first
        while at is not None:
            click.echo(f"\nround {frames[at].round}")
            self._print(frames[at], whole=True)
            at = _asked(at, len(frames))

    def _print(self, frame: Frame, *, whole: bool) -> None:
        click.echo("\n".join(frame_text(frame, self._cast, whole=whole)))


class Terminal:
    """Tiles drawn, in colours where they are wanted."""

    def __init__(self, cast: Cast, *, dots: bool) -> None:
        from rich.console import Console  # noqa: PLC0415 - other commands need not wait for it

        self._cast = cast
        self._dots = dots
        self._console = Console(highlight=False, markup=False, emoji=False)

    def show(self, header: Sequence[str], frames: Sequence[Frame], *, whole: bool) -> None:
        for line in header:
            self._console.print(line, style="bold" if line is header[0] else None)
        for number, steps in groupby(frames, key=lambda frame: frame.round):
            self._console.rule(f"round {number}", characters="─")
            for frame in steps:
                self._draw(frame, whole=whole)
                self._console.print()

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        at: int | None = first
        while at is not None:
            frame = frames[at]
            self._console.clear()
            self._console.rule(f"round {frame.round}, step {at} of {len(frames) - 1}")
            self._draw(frame, whole=True, height=self._console.height - 3)
            at = _asked(at, len(frames))

    def _draw(self, frame: Frame, *, whole: bool, height: int | None = None) -> None:
        from rich.text import Text  # noqa: PLC0415 - as above

        picture = frame_picture(
            frame, self._cast, self._console.width, dots=self._dots, whole=whole
        )
        if height is not None and len(picture) > height:
            picture = frame_picture(frame, self._cast, self._console.width, dots=False, whole=whole)
        for row in picture:
            self._console.print(Text.assemble(*row))


def _asked(at: int, steps: int) -> int | None:
    """The step to show next; None: no more."""
    click.echo("Enter: on   b: back   q: quit ", err=True, nl=False)
    while True:
        try:
            key = click.getchar()
        except EOFError:
            key = "q"
        chosen = {"\r": at + 1, "\n": at + 1, " ": at + 1, "b": max(at - 1, 0)}.get(key)
        if key == "q" or chosen is not None:
            click.echo(err=True)
            return None if key == "q" or chosen == steps else chosen
