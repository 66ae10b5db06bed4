"""Figures in order as lines in a chart, and when something was so as bars, step by step.

Plain SVG, whose colours are those of the page.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from .shapes import number

_WIDTH, _HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 110, 12, 24
"""Margins: for the figures, the names of the lines, and the steps."""
_DRAWN_A_PLACE = 4
"""Steps of which at most so many are drawn at one place, where more fall on it."""
_ROW = 14
"""The height of a row of bars."""
COLOURS = 6
"""Lines have the classes `line-0` to `line-5`, again and again."""


class Line(NamedTuple):
    """The figures of one line, by step."""

    name: str
    values: Sequence[float | None]
    """None: there is no figure at this step."""


class Row(NamedTuple):
    """When something was so."""

    name: str
    steps: Sequence[bool]


def chart(lines: Sequence[Line], title: str, now: int | None = None) -> str:
    """The lines from the first step to the last, with the least and the greatest figure.

    ``now``: the step at which a mark stands, which `viewer.js` moves.
    """
    figures = [each for line in lines for each in line.values if each is not None]
    least, greatest = min(figures, default=0), max(figures, default=0)
    steps = max((len(line.values) for line in lines), default=0)
    space = _Space(steps, least, greatest)
    heights = {least, greatest} | ({0} if least < 0 < greatest else set())
    rulers = "".join(
        f'<path class="ruler" d="M{_LEFT} {space.y(each)}H{_WIDTH - _RIGHT}"/>'
        f'<text class="tick" x="{_LEFT - 6}" y="{space.y(each)}" dy="4">{number(each)}</text>'
        for each in sorted(heights)
    )
    drawn = "".join(
        f'<g class="line-{at % COLOURS}"><path class="curve" d="{space.path(line.values)}"/>'
        f'<text x="{_WIDTH - _RIGHT + 6}" y="{_TOP + 14 + 16 * at}">{escape(line.name)}</text></g>'
        for at, line in enumerate(lines)
    )
    mark = "" if now is None else _mark(steps, now, _HEIGHT - _BOTTOM)
    return _picture(title, _HEIGHT, f"{rulers}{drawn}{mark}")


def bars(rows: Sequence[Row], title: str, now: int) -> str:
    """The rows from the top, each with bars at the steps at which it was so; ``now``: `chart`."""
    steps = max((len(row.steps) for row in rows), default=0)
    bottom = _TOP + _ROW * len(rows)
    drawn = "".join(
        f'<text class="tick" x="{_LEFT - 6}" y="{y}" dy="4">{escape(row.name)}</text>'
        f'<path class="stretch" d="{_stretches(row.steps, y)}"/>'
        for y, row in zip(range(_TOP + _ROW // 2, bottom, _ROW), rows, strict=True)
    )
    return _picture(title, bottom + _TOP, f"{drawn}{_mark(steps, now, bottom)}")


def _stretches(steps: Sequence[bool], y: int) -> str:
    """A bar for the steps one after another at which it was so, a step wide or more."""
    wide, step, parts = _a_step(len(steps)), 0, list[str]()
    for so, stretch in groupby(steps):
        many = len([*stretch])
        if so:
            parts.append(f"M{number(_LEFT + (step - 0.5) * wide)} {y}h{number(many * wide)}")
        step += many
    return "".join(parts)


def _picture(title: str, height: int, drawn: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">{drawn}</svg>'
    )


def _a_step(steps: int) -> float:
    """How far a step lies from the next."""
    return (_WIDTH - _LEFT - _RIGHT) / max(steps - 1, 1)


def _mark(steps: int, now: int, bottom: int) -> str:
    a_step = number(_a_step(steps))
    return (
        f'<path class="at" data-a-step="{a_step}" d="M{_LEFT} {_TOP}V{bottom}" '
        f'transform="translate({number(now * _a_step(steps))})"/>'
    )


class _Space(NamedTuple):
    """Where figures lie in the chart."""

    steps: int
    least: float
    greatest: float

    def x(self, step: int) -> str:
        return number(_LEFT + step * _a_step(self.steps))

    def y(self, value: float) -> str:
        span = self.greatest - self.least
        part = (value - self.least) / span if span else 0.5
        return number(_HEIGHT - _BOTTOM - part * (_HEIGHT - _TOP - _BOTTOM))

    def path(self, values: Sequence[float | None]) -> str:
        """Through all figures, or those that can be seen; where one is missing, it is broken."""
        parts, pen = [], "M"
        for step in self._seen(values):
            value = values[step]
            if value is None:
                pen = "M"
            else:
                parts.append(f"{pen}{self.x(step)} {self.y(value)}")
                pen = "L"
        return "".join(parts)

    def _seen(self, values: Sequence[float | None]) -> Iterable[int]:
        """The steps to draw: where many fall on one place, the first, least, greatest and last."""
        a_place = self.steps // (_WIDTH - _LEFT - _RIGHT)
        if a_place < _DRAWN_A_PLACE:
            return range(len(values))
        found = set[int]()
        for begin in range(0, len(values), a_place):
            here = range(begin, min(begin + a_place, len(values)))
            known = [step for step in here if values[step] is not None]
            found |= {here[0], here[-1], *_extremes(known, values)}
        return sorted(found)


def _extremes(steps: Sequence[int], values: Sequence[float | None]) -> Iterable[int]:
    """Of these steps, whose figures there are, one with the least figure and one with most."""
    by_figure = sorted(steps, key=lambda step: values[step] or 0)
    return {*by_figure[:1], *by_figure[-1:]}
