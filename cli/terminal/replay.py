"""A replay on standard output: lines of text, or drawings on a terminal."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from typing import TYPE_CHECKING

import click

from ...projections.messages import text
from ...projections.messages.acts import Seating
from ...projections.replay.frames import Frame
from ..declaring import usage_error
from ..files import needing
from ..output import on_terminal, print_lines, prompt, say
from ..text.replay import frame_text
from .line_input import at_terminal

if TYPE_CHECKING:
    from .drawn_replay import DrawnReplay


def replay_output(seating: Seating) -> "PlainReplay | DrawnReplay":
    """Drawings if standard output is a terminal that can show them, else lines of text."""
    return table_drawing(seating) or PlainReplay(seating)


def table_drawing(seating: Seating) -> "DrawnReplay | None":
    """Drawings, if standard output is a terminal that can show them."""
    if not (on_terminal() and sys.stdout.encoding.lower().startswith("utf")):
        return None
    from .drawn_replay import DrawnReplay  # noqa: PLC0415 - imports all that draws

    return DrawnReplay(seating)


def require_whole_terminal() -> None:
    """Raise UsageError unless there is a terminal for `--tui`."""
    if not (on_terminal() and at_terminal()):
        raise usage_error("--tui needs a terminal")


@contextmanager
def whole_terminal() -> Iterator[None]:
    """Raise ClickException if what `--tui` needs is not installed."""
    install = "pip install 'domino-ledger[tui]', or in a clone ./demo --with tui"
    with needing("textual", text("--tui needs an extra: {command}", command=install)):
        yield


class PlainReplay:
    """Lines of text."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating

    def show(
        self, header: Sequence[str], frames: Sequence[Frame], *, whole: bool, why: Sequence[str]
    ) -> None:
        """Show header, steps, and lines about the last one; ``whole``: with all on the table."""
        print_lines(
            chain(header, self._steps(frames, whole=whole), (f"{'':9}{line}" for line in why))
        )

    def _steps(self, frames: Sequence[Frame], *, whole: bool) -> Iterator[str]:
        for number, steps in groupby(frames, key=lambda frame: frame.round):
            yield from ("", round_head(number))
            for frame in steps:
                yield from frame_text(frame, self._seating, whole=whole)

    def step_through(self, frames: Sequence[Frame], first: int) -> None:
        """Show the steps one by one from ``first``; a key shows the next."""
        for frame in stepped(frames, first):
            print_lines(["", round_head(frame.round)])
            print_lines(frame_text(frame, self._seating, whole=True))


def round_head(number: int) -> str:
    """What stands above the steps of a round."""
    return text("round {round}", round=number)


def stepped(frames: Sequence[Frame], first: int) -> Iterator[Frame]:
    """The step ``first``, and then those that keys ask for."""
    at: int | None = first
    while at is not None and at < len(frames):
        yield frames[at]
        prompt(f"{text('Enter: next   b: back   q: quit')} ")
        keys = {**dict.fromkeys("\r\n ", at + 1), "b": max(at - 1, 0), "q": None}
        key = ""
        while key not in keys:
            try:
                key = click.getchar()
            except EOFError:
                key = "q"
        say("")
        at = keys[key]
