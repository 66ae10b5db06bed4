"""A progress bar on standard error: at a terminal, for work that takes over a second."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import repeat
from time import monotonic
from typing import IO, TYPE_CHECKING, Literal, TypeAlias, TypeVar

from ...projections.messages import text

if TYPE_CHECKING:
    from rich.progress import Progress

Done = TypeVar("Done")
Unit: TypeAlias = Literal["events", "games", "lines", "rounds"]
_PATIENCE = 1.0
"""Seconds after which a bar appears."""


def tracked(
    work: Iterable[Done], total: int | None, unit: Unit, sizes: Iterable[int] = repeat(1)
) -> Iterator[Done]:
    """Yield from ``work`` with a bar: things done of the ``total``, if known; rate, time left.

    ``sizes``: how many things each does.
    """
    with _shown(total, unit) as show:
        for each, size in zip(work, sizes, strict=False):
            yield each
            show(size)


def tracked_by(work: Iterable[int], total: int | None, unit: Unit) -> int:
    """Run steps that yield how many things each did, with a bar; return the sum."""
    done = 0
    with _shown(total, unit) as show:
        for more in work:
            done += more
            show(more)
    return done


@contextmanager
def _shown(total: int | None, unit: Unit) -> Iterator[Callable[[int], None]]:
    """Yields a function that takes the number of things just done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    began = monotonic()
    done = 0
    bar = None
    with ExitStack() as stack:

        def show(more: int) -> None:
            nonlocal bar, done
            done += more
            seconds = monotonic() - began
            if bar is None and seconds > _PATIENCE:
                bar = stack.enter_context(_bar())
                bar.add_task(text(unit), total=total, completed=done, rate="")
            if bar is not None:
                rate = text("{rate} a second", rate=f"{done / seconds:,.0f}")
                bar.update(bar.task_ids[0], completed=done, rate=rate)

        yield show


def lines_in(file: IO[bytes]) -> int | None:
    """The number of lines in a file; None without a terminal, or for a pipe."""
    if not sys.stderr.isatty() or not file.seekable():
        return None
    lines = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    file.seek(0)
    return lines


def _bar() -> "Progress":
    # Imported here: the import takes longer than most commands.
    from rich import progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    return progress.Progress(
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
        progress.TextColumn(text("remaining")),
        console=Console(stderr=True),
        transient=True,
    )
