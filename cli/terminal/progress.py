"""How long work goes on: shown to who waits at a terminal for more than a second."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
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
    with _shown(total, unit) as show:
        for each in work:
            yield each
            show(1)


def tracked_by(work: Iterable[int], total: int | None, unit: str) -> int:
    """Do work that tells after each step how many more things are done; how many all in all."""
    all_in_all = 0
    with _shown(total, unit) as show:
        for done in work:
            all_in_all += done
            show(done)
    return all_in_all


@contextmanager
def _shown(total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """Takes how many more things are done."""
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
                bar.add_task(unit, total=total, completed=done, rate=0)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done, rate=done / seconds)

        yield show


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
