"""Measure rates, and ratios to a peer timed in alternation, and compare them with bounds.

All figures are medians over repetitions, since a shared machine is slow at times.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import NamedTuple, TypeAlias

from domino_ledger.cli.main import GARBAGE_AFTER

REPETITIONS = 9

Timed: TypeAlias = Callable[[], tuple[int, float]]
"""Does a part of the work; returns the units done and the seconds taken."""


class Measured(NamedTuple):
    """One figure: the ratio of our rate to a peer's, an exponent of growth, or our rate."""

    name: str
    unit: str
    bound: float | None
    """The least figure that is accepted, or the most with ``at_most``; None: no bound."""
    figures: tuple[float, ...]
    """One for each repetition, ascending."""
    our_rate: float
    """Units a second."""
    peer: str = ""
    peer_rate: float | None = None
    at_most: bool = False

    @property
    def figure(self) -> float:
        """The median of the repetitions."""
        return median(self.figures)

    @property
    def holds(self) -> bool:
        """Whether the figure reaches the bound or, with ``at_most``, does not exceed it."""
        if self.bound is None:
            return True
        return self.figure <= self.bound if self.at_most else self.figure >= self.bound


def compare(
    name: str,
    *,
    peer: str,
    unit: str,
    bound: float | None,
    ours: Timed,
    theirs: Timed,
    repetitions: int = REPETITIONS,
) -> Measured:
    """Run both alternately, once to warm up, then ``repetitions`` times."""
    ours()
    theirs()
    settle()
    rates = [(rate(ours()), rate(theirs())) for _ in range(repetitions)]
    return Measured(
        name,
        unit,
        bound,
        tuple(sorted(our / their for our, their in rates)),
        our_rate=median(our for our, _ in rates),
        peer=peer,
        peer_rate=median(their for _, their in rates),
    )


def alone(name: str, unit: str, work: Timed, *, repetitions: int = 3) -> Measured:
    """Measure a rate without a peer."""
    settle()
    rates = tuple(sorted(rate(work()) for _ in range(repetitions)))
    return Measured(name, unit, None, rates, median(rates))


def measured_by(benchmark: str) -> list[Measured]:
    """All that the module of this name measures."""
    measured: list[Measured] = list(import_module(f"benchmarks.{benchmark}").measurements())
    return measured


class Used(NamedTuple):
    """What a command used, its start included."""

    seconds: float
    """Processor time."""
    megabytes: float
    """The most memory that it had at once."""


def used_by(*command: str) -> Used:
    """Run `domino` with these arguments, and input from nowhere.

    Memory is read by the process itself: what the system counts for a new process is never less
    than what the process that started it has.
    """
    with NamedTemporaryFile("r") as peak:
        seconds = seconds_of(_COMMAND.format(file=peak.name), *command)
        return Used(seconds, int(peak.read()) / 1024)


def seconds_of(code: str, *arguments: str) -> float:
    """The processor time of a new Python that runs this code. It keeps bytecode."""
    process = Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        env={name: value for name, value in os.environ.items() if name != _NO_BYTECODE},
    )
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    return used.ru_utime + used.ru_stime


_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""With it, every process compiles every module again."""
_COMMAND = """
import re
from pathlib import Path
from domino_ledger.cli.main import main
try:
    main()
finally:
    (most,) = re.findall(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
    Path({file!r}).write_text(most)
"""


def settle() -> None:
    """Configure garbage collection as a command does, and exclude all existing objects from it."""
    gc.set_threshold(GARBAGE_AFTER)
    gc.collect()
    gc.freeze()


def timed(units: int, work: Callable[[], object]) -> tuple[int, float]:
    """Run the work; return its number of units and the seconds taken."""
    began = perf_counter()
    work()
    return units, perf_counter() - began


def rate(done: tuple[int, float]) -> float:
    """Units a second."""
    units, seconds = done
    return units / seconds


def report(measurements: Iterable[Measured]) -> bool:
    """Print a row for each measurement; return whether every bound holds."""
    print(_row(("what", "peer", "ours a second", "peer's", "measured", "from-to", "bound")))
    missed = 0
    for each in measurements:
        print(_row(_cells(each)), flush=True)
        missed += not each.holds
    print(f"{missed or 'no'} bound{'' if missed == 1 else 's'} missed")
    return not missed


def _cells(each: Measured) -> tuple[str, ...]:
    peer_rate, bound = each.peer_rate, each.bound
    return (
        each.name,
        each.peer or "none",
        f"{each.our_rate:,.0f} {each.unit}",
        "" if peer_rate is None else f"{peer_rate:,.0f}",
        _figure(each.figure),
        f"{_figure(each.figures[0])}-{_figure(each.figures[-1])}",
        "" if bound is None else f"{_figure(bound)}{'' if each.holds else ' MISSED'}",
    )


def _figure(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"


def _row(cells: Sequence[str]) -> str:
    widths = (40, 28, 20, 12, 10, 16, 12)
    return "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
