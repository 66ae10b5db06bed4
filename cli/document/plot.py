"""Plots as SVG and PNG, by matplotlib. Equal plots give equal bytes."""

from io import BytesIO
from typing import Any, Literal
from warnings import catch_warnings

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..terminal.chart import Plot, by_unit

_SETTINGS: Any = {"svg.hashsalt": "domino", "svg.fonttype": "none", "text.parse_math": False}
"""Letters stay letters in SVG, so that fonts of the reader show them."""
_INCHES = (8, 5)


def rendered(plot: Plot, format: Literal["svg", "png"]) -> bytes:
    """The picture."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=_INCHES, layout="constrained")
        scales = by_unit(plot.lines)
        rows = figure.subplots(max(1, len(scales)), sharex=True, squeeze=False)[:, 0]
        for axes, lines in zip(rows, scales, strict=False):
            drawn = [axes.plot(range(len(line.values)), line.values)[0] for line in lines]
            axes.grid(alpha=0.3)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            # A label that begins with "_" would be left out if the line itself had it.
            axes.legend(drawn, [line.label for line in lines])
        if not scales:
            places = range(len(plot.steps))
            rows[0].bar(places, [step.number for step in plot.steps])
            rows[0].yaxis.set_major_locator(MaxNLocator(integer=True))
            rows[0].set_xticks(places, [step.label for step in plot.steps], rotation=45)
        rows[0].set(title=plot.title)
        rows[-1].set(xlabel=plot.across)
        file = BytesIO()
        metadata = {"Date": None} if format == "svg" else {"Software": None}
        with catch_warnings(action="ignore", category=UserWarning):  # Letters the font lacks.
            figure.savefig(file, format=format, metadata=metadata)
    return file.getvalue()
