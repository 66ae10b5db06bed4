"""Plots as SVG and PNG, by matplotlib. Equal plots give equal bytes."""

from io import BytesIO
from typing import Any, Literal
from warnings import catch_warnings

import matplotlib as mpl
from matplotlib.figure import Figure

from ..terminal.chart import Plot

_SETTINGS: Any = {"svg.hashsalt": "domino", "svg.fonttype": "none", "text.parse_math": False}
"""Letters stay letters in SVG, so that fonts of the reader show them."""
_INCHES = (8, 5)


def rendered(plot: Plot, format: Literal["svg", "png"]) -> bytes:
    """The picture."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=_INCHES, layout="constrained")
        axes = figure.subplots()
        drawn = [axes.plot(range(len(line.values)), line.values)[0] for line in plot.lines]
        if drawn:
            axes.grid(alpha=0.3)
            # A label that begins with "_" would be left out if the line itself had it.
            axes.legend(drawn, [line.label for line in plot.lines])
        else:
            places = range(len(plot.steps))
            axes.bar(places, [step.number for step in plot.steps])
            axes.set_xticks(places, [step.label for step in plot.steps], rotation=45)
        axes.set(title=plot.title, xlabel=plot.across)
        file = BytesIO()
        metadata = {"Date": None} if format == "svg" else {"Software": None}
        with catch_warnings(action="ignore", category=UserWarning):  # Letters the font lacks.
            figure.savefig(file, format=format, metadata=metadata)
    return file.getvalue()
