"""Two ways to do the same work, timed in alternation, as one ratio."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeAlias

REPETITIONS = 9

Timed: TypeAlias = Callable[[], tuple[int, float]]
"""Does a share of the work; units done and seconds taken come back."""


class Comparison(NamedTuple):
    """What was measured. Rates are in units a second; the ratio is ours to the peer's."""

    name: str
    peer: str
    unit: str
    bound: float | None
    """The least ratio that will do; None: measured for its own sake."""
    our_rate: float
    peer_rate: float
    ratio: float
    """The median over the repetitions."""
    spread: tuple[float, float]
    """The lowest and the highest ratio."""

    @property
    def holds(self) -> bool:
        return self.bound is None or self.ratio >= self.bound


def compare(
    name: str,
    *,
    peer: str,
    unit: str,
    bound: float | None,
    ours: Timed,
    theirs: Timed,
    repetitions: int = REPETITIONS,
) -> Comparison:
    """Let both do their work in turn, once unmeasured and then ``repetitions`` times."""
    ours()
    theirs()
    rates = [(_rate(ours()), _rate(theirs())) for _ in range(repetitions)]
    ratios = sorted(our / their for our, their in rates)
    return Comparison(
        name,
        peer,
        unit,
        bound,
        median(our for our, _ in rates),
        median(their for _, their in rates),
        median(ratios),
        (ratios[0], ratios[-1]),
    )


def timed(units: int, work: Callable[[], object]) -> tuple[int, float]:
    """So many units done by this work, and the seconds it took."""
    began = perf_counter()
    work()
    return units, perf_counter() - began


def report(comparisons: Iterable[Comparison]) -> bool:
    """Print a row for each as it is measured; whether every bound holds."""
    print(_row(("what", "peer", "ours a second", "peer a second", "ratio", "from-to", "bound")))
    holds = True
    for each in comparisons:
        low, high = each.spread
        cells = (
            each.name,
            each.peer,
            f"{each.our_rate:,.0f} {each.unit}",
            f"{each.peer_rate:,.0f} {each.unit}",
            f"{each.ratio:.2f}",
            f"{low:.2f}-{high:.2f}",
            "" if each.bound is None else f"{each.bound:.2f}{'' if each.holds else ' MISSED'}",
        )
        print(_row(cells), flush=True)
        holds &= each.holds
    return holds


def _rate(done: tuple[int, float]) -> float:
    units, seconds = done
    return units / seconds


def _row(cells: Sequence[str]) -> str:
    widths = (34, 26, 20, 20, 7, 12, 12)
    return "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
