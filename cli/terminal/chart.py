"""Plots, and how they are drawn with plain characters, which can be printed anywhere."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...projections.messages.formats import decimal

_HEIGHT = 12
"""Lines of text."""
_MOST_STEPS = 20
_AXIS = " |"
MARKS = "*+#@=%&~"
"""By line, what draws it. A plot has no more lines."""


class Line(NamedTuple):
    """A line from left to right."""

    label: str
    values: Sequence[float]
    """At 0, 1, 2 ..."""
    unit: str = ""
    """Lines of one unit share a scale."""


class Step(NamedTuple):
    """How many figures are from the first to the last of these."""

    first: int
    last: int
    number: int

    @property
    def label(self) -> str:
        """Such as ``10-19``."""
        return f"{self.first}-{self.last}"


class Plot(NamedTuple):
    """A plot of lines, or of bars for steps."""

    title: str
    across: str
    """What the axis from left to right shows."""
    lines: Sequence[Line]
    steps: Sequence[Step]


def steps_of(figures: Sequence[int]) -> list[Step]:
    """The figures counted in steps of 5, 10, 20 ...; at most 20 steps."""
    if not figures:
        return []
    size = 5
    while max(figures) // size - min(figures) // size >= _MOST_STEPS:
        size *= 2
    counts = Counter(figure // size for figure in figures)
    return [
        Step(place * size, place * size + size - 1, counts[place])
        for place in range(min(counts), max(counts) + 1)
    ]


def chart(plot: Plot, width: int) -> Iterator[str]:
    """The plot as lines of text of this width at most."""
    yield plot.title
    margin = max((len(step.label) for step in plot.steps), default=0)
    most = max((step.number for step in plot.steps), default=0)
    room = max(1, width - margin - len(f"  {most}{_AXIS}"))
    for step in plot.steps:
        bar = "#" * round(room * step.number / most)
        yield f"{step.label:>{margin}}  {step.number:>{len(str(most))}}{_AXIS}{bar}"
    marks = iter(MARKS)
    for lines in by_unit(plot.lines):
        marked = list(zip(lines, marks, strict=False))
        yield from _curves(marked, width)
        for line, mark in marked:
            yield f"{mark}  {line.label}: {_figure(line.values[-1])}"


def by_unit(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each unit, which share a scale."""
    units = dict.fromkeys(line.unit for line in lines)
    return [[line for line in lines if line.unit == unit] for unit in units]


def _curves(marked: Sequence[tuple[Line, str]], width: int) -> Iterator[str]:
    """Each line drawn with its mark, on one scale, with its highest and lowest figure."""
    lines = [line for line, _ in marked]
    values = [value for line in lines for value in line.values]
    low, high = min(values), max(values)
    last = max(len(line.values) for line in lines) - 1
    labels = {0: _figure(high), _HEIGHT - 1: _figure(low)}
    margin = max(map(len, labels.values()))
    columns = max(2, width - margin - len(_AXIS))
    grid = [[" "] * columns for _ in range(_HEIGHT)]
    for line, mark in marked:
        for column in range(columns):
            at = round(column * last / (columns - 1))
            if at < len(line.values):
                share = (line.values[at] - low) / (high - low) if high > low else 0.5
                grid[round((1 - share) * (_HEIGHT - 1))][column] = mark
    for number, row in enumerate(grid):
        yield f"{labels.get(number, ''):>{margin}}{_AXIS}{''.join(row)}".rstrip()


def _figure(value: float) -> str:
    return decimal(f"{value:.2f}".rstrip("0").rstrip("."))
