"""Figures in order as lines in a chart: plain SVG, whose colours are those of the page."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from .shapes import number

_WIDTH, _HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 110, 12, 24
"""Margins: for the figures, the names of the lines, and the steps."""
_DRAWN_A_PLACE = 4
"""Steps of which at most so many are drawn at one place, where more fall on it."""
COLOURS = 6
"""Lines have the classes `line-0` to `line-5`, again and again."""


class Line(NamedTuple):
    """The figures of one line, by step."""

    name: str
    values: Sequence[float | None]
    """None: there is no figure at this step."""


def chart(lines: Sequence[Line], title: str) -> str:
    """The lines from the first step to the last, with the least and the greatest figure."""
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
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{rulers}{drawn}</svg>'
    )


class _Space(NamedTuple):
    """Where figures lie in the chart."""

    steps: int
    least: float
    greatest: float

    def x(self, step: int) -> str:
        part = step / max(self.steps - 1, 1)
        return number(_LEFT + part * (_WIDTH - _LEFT - _RIGHT))

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
