"""Tables on standard output: as lines of text, or with bars and sparklines on a terminal."""

import sys
from collections.abc import Iterable, Sequence

from ...projections.listings.table import Table
from ...projections.messages import text
from ...projections.messages.harmless import plain
from ...projections.messages.widths import cut, width
from ..output import is_numeric, on_terminal, print_lines, print_table

_EIGHTHS = " ▏▎▍▌▋▊▉"
_HEIGHTS = "▁▂▃▄▅▆▇█"
_WIDEST_BAR = 24
_NARROWEST_BAR = 8
_GAP = 2
_LONGEST_CELL = 30
"""In a table that must fit, of any column but the first, which names the row."""


def show_table(table: Table) -> None:
    """Print a table; on a terminal it is drawn to fit, with bars and sparklines."""
    if on_terminal() and sys.stdout.encoding.lower().startswith("utf"):
        _draw(table)
    else:
        print_table(table.heads, table.rows)


def show_tables(tables: Iterable[Table]) -> None:
    """Print tables with a blank line between them."""
    for number, table in enumerate(tables):
        if number:
            print_lines([""])
        show_table(table)


def _draw(table: Table) -> None:
    from rich.console import Console  # noqa: PLC0415 - slow, and not needed by other commands
    from rich.table import Table as Drawn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False, markup=False, emoji=False)
    fit = fitted(table, console.width - (_GAP + _NARROWEST_BAR if table.shares else 0))
    columns = list(zip(fit.heads, *fit.rows, strict=True))
    shown_table = Drawn(box=None, pad_edge=False, padding=(0, _GAP, 0, 0))
    for head, *cells in columns:
        right = is_numeric(cells)
        shown_table.add_column(head, justify="right" if right else "left", no_wrap=True)
    left = console.width - sum(max(map(width, column)) + _GAP for column in columns)
    widest = min(left, _WIDEST_BAR)
    drawings = [Text(bar(won, games, widest), style="green") for won, games in table.shares]
    drawings = drawings or [Text(sparkline(course), style="cyan") for course in table.courses]
    if drawings:
        shown_table.add_column(text("share") if table.shares else "", no_wrap=True)
    for number, row in enumerate(fit.rows):
        shown_table.add_row(*(Text(str(cell)) for cell in row), *drawings[number : number + 1])
    console.print(shown_table)


def print_fitting(table: Table) -> None:
    """Print a table as lines of text; on a terminal no line is longer than it is wide."""
    if on_terminal():
        from shutil import get_terminal_size  # noqa: PLC0415 - imports archives, for terminals only

        table = fitted(table, get_terminal_size().columns)
    print_table(table.heads, table.rows)


def fitted(table: Table, most: int) -> Table:
    """The table in lines of at most this width.

    Long cells are shortened, columns of least worth left out, then the widest cells shortened
    again.
    """
    cells = [[plain(str(cell)) for cell in row] for row in (table.heads, *table.rows)]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(width, column)) for column in columns]
    if sum(each + _GAP for each in widths) - _GAP > most:
        first, *others = widths
        widths = [first, *(min(each, _LONGEST_CELL) for each in others)]
    shown = fitting(widths, table.worth, most + _GAP)
    while sum(widths[column] + _GAP for column in shown) - _GAP > most:
        widest = max(shown, key=lambda column: widths[column])
        if widths[widest] == 1:
            break
        widths[widest] -= 1
    cut_to_fit = ([cut(cell, widths[column]) for cell in columns[column]] for column in shown)
    heads, *rows = zip(*cut_to_fit, strict=True)
    return table._replace(heads=heads, rows=rows, worth=())


def fitting(widths: Sequence[int], worth: Sequence[int], width: int) -> list[int]:
    """The columns that fit; those of least worth go first. All, if columns have no worth."""
    shown = list(range(len(widths)))
    while worth and len(shown) > 1 and sum(widths[column] + _GAP for column in shown) > width:
        shown.remove(min(shown, key=lambda column: worth[column]))
    return shown


def bar(part: int, whole: int, width: int) -> str:
    """A bar of ``part``; ``width`` characters stand for the whole."""
    eighths = 0 if whole == 0 else round(8 * width * part / whole)
    full, rest = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[rest]).rstrip()


def sparkline(figures: Sequence[int]) -> str:
    """A character for each figure: the greater, the higher."""
    low, high = min(figures, default=0), max(figures, default=0)
    if low == high:
        return _HEIGHTS[3] * len(figures)
    top = len(_HEIGHTS) - 1
    return "".join(_HEIGHTS[round(top * (figure - low) / (high - low))] for figure in figures)
