"""How long work goes on: shown to who waits at a terminal for more than a second."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import IO, TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Done = TypeVar("Done")

_PATIENCE = 1.0
"""Seconds after which a bar appears."""


def tracked(work: Iterable[Done], total: int | None, unit: str) -> Iterator[Done]:
    """The same work; a bar on standard error says how far it is, how fast, and how long yet.

    ``total`` is None where nobody can know it.
    """
    if not sys.stderr.isatty():
        yield from work
        return
    began = monotonic()
    bar = None
    with ExitStack() as stack:
        for done, each in enumerate(work, start=1):
            yield each
            seconds = monotonic() - began
            if bar is None and seconds > _PATIENCE:
                bar = stack.enter_context(_bar())
                bar.add_task(unit, total=total, completed=done, rate=0)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done, rate=done / seconds)


def lines_in(file: IO[bytes]) -> int | None:
    """The lines of a file, if somebody watches and it can be read twice."""
    if not sys.stderr.isatty() or not file.seekable():
        return None
    lines = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    file.seek(0)
    return lines


def _bar() -> "Progress":
    # Imported here: it takes longer than most commands, and few of them are slow.
    from rich import progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    return progress.Progress(
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TextColumn("{task.fields[rate]:,.0f} a second"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
    )
