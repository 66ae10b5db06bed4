"""Tables as CSV, for spreadsheets."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import chain

from ..declaring import usage_error
from ..output import print_data


def print_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print the heads, then a record for each row; a quoted cell may hold line ends."""
    print_data(map(_line, chain([heads], rows)))


_OBEYED = re.compile(r"[=@\t\r]|[+-](?!\d+(\.\d+)?\Z)")
"""The beginning of a text that a spreadsheet takes for a formula, which a signed number is not."""


def _line(cells: Sequence[object]) -> str:
    """The cells, with `'` before a text that a spreadsheet would take for a formula."""
    line = StringIO()
    harmless = (
        f"'{each}" if isinstance(each, str) and _OBEYED.match(each) else each for each in cells
    )
    csv.writer(line).writerow(harmless)  # Quotes cells with line ends.
    return line.getvalue().removesuffix("\r\n")


def not_both(as_json: bool, as_csv: bool) -> None:
    """Raise UsageError if both options are given."""
    if as_json and as_csv:
        raise usage_error("--json and --csv exclude each other")
