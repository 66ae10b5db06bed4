"""Tables as CSV, for spreadsheets."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import chain

import click

from projections.messages import text

from ..output import print_data

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for spreadsheets.")


def print_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print the heads, then a record for each row; a quoted cell may hold line ends."""
    print_data(map(_line, chain([heads], rows)))


def _line(cells: Sequence[object]) -> str:
    line = StringIO()
    csv.writer(line).writerow(map(_cell, cells))  # Quotes cells with line ends.
    return line.getvalue().removesuffix("\r\n")


_OBEYED = re.compile(r"[=@\t\r]|[+-](?!\d+(\.\d+)?\Z)")
"""The beginning of a text that a spreadsheet takes for a formula, which a signed number is not."""


def _cell(value: object) -> object:
    """The value with `'` before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and _OBEYED.match(value) else value


def not_both(as_json: bool, as_csv: bool) -> None:
    """Raise UsageError if both options are given."""
    if as_json and as_csv:
        raise click.UsageError(text("--json and --csv exclude each other"))
