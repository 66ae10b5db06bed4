"""Plots of statistics: in a file, or as text on standard output."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import NamedTuple
from uuid import UUID

from ..ledger.registry.stored_names import shown_name
from ..projections.messages import mark, text
from ..projections.messages.harmless import plain
from ..projections.messages.money import NO_CURRENCY, digits
from ..projections.reports import curves
from ..projections.reports.curves import Subject
from ..projections.tables.connection import Connection
from .declaring import failure, usage_error
from .files import needing, writing
from .output import print_lines
from .terminal.chart import MARKS, Line, Plot, chart, steps_of

_TITLES: Mapping[Subject, str] = {
    "rating": mark("Rating, game by game"),
    "money": mark("Money, game by game"),
    "points": mark("Points of rounds won"),
}


class Question(NamedTuple):
    """What is plotted."""

    subject: Subject
    players: Sequence[UUID]
    """The best come first; one if ``player`` is given."""
    player: UUID | None
    names: Mapping[UUID, str]
    rules: str | None


def check_plot_file(file: str) -> None:
    """Raise UsageError unless the file is SVG or PNG, or standard output."""
    if file != "-" and _suffix(file) not in {"svg", "png"}:
        raise usage_error(
            "--plot {file}: expected a name that ends with .svg or .png, or -", file=file
        )


def plot(connection: Connection, asked: Question) -> Plot:
    """The plot; raises ClickException if it is empty, UsageError for ratings of several rules."""
    rules, lines, points = asked.rules, list[Line](), list[int]()
    about = _TITLES[asked.subject]
    match asked.subject:
        case "points":
            points = curves.points_of_rounds(connection, asked.player, rules)
            if not points:
                points = curves.points_of_rounds(connection, asked.player, rules, lowest_wins=True)
                about = mark("Points written down, round by round")
        case "money":
            lines = [
                _money_line(curve, asked.names)
                for curve in curves.money_curves(connection, asked.players, rules)
            ]
        case "rating":
            if rules is None:
                played = curves.rules_played(connection, asked.player)
                if len(played) > 1:
                    raise usage_error(
                        "ratings under different rules cannot be compared: choose with --rules: "
                        "{rules}",
                        rules=", ".join(played),
                    )
                rules = played[0] if played else None
            rated = [] if rules is None else curves.rating_curves(connection, asked.players, rules)
            lines = [
                Line(plain(shown_name(asked.names, curve.player)), curve.values) for curve in rated
            ]
    if not (lines or points):
        raise failure("there is nothing to plot")
    who = [] if asked.player is None else [plain(shown_name(asked.names, asked.player))]
    title = ", ".join([text(about), *who, *([] if rules is None else [rules])])
    across = text("points") if points else text("games")
    return Plot(title, across, lines[: len(MARKS)], steps_of(points))


def _money_line(curve: curves.Curve, names: Mapping[UUID, str]) -> Line:
    name, currency = plain(shown_name(names, curve.player)), curve.currency or NO_CURRENCY
    units = [value / 10 ** digits(currency) for value in curve.values]
    if currency == NO_CURRENCY:
        return Line(name, units)
    return Line(text("{name}, {currency}", name=name, currency=currency), units, currency)


def write_plot(drawn: Plot, file: str) -> None:
    """Write a plot to a file as its name says, or as text; raises ClickException, UnusableFile."""
    if file == "-":
        print_lines(chart(drawn, get_terminal_size().columns))
        return
    install = "pip install 'domino-ledger[plot]', or in a clone ./demo --with plot"
    with needing("matplotlib", text("plots need an extra: {command}", command=install)):
        from .document.plot import rendered  # noqa: PLC0415 - needs an extra

    picture = rendered(drawn, "svg" if _suffix(file) == "svg" else "png")
    with writing(file) as out:
        out.write(picture)


def _suffix(file: str) -> str:
    return Path(file).suffix.lower().removeprefix(".")
