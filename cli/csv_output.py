"""Tables as CSV, for spreadsheets."""

import csv
import sys
from collections.abc import Iterable, Sequence

import click

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for spreadsheets.")


def print_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A line for the heads, and one a row; a quoted cell may hold line ends."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)


def not_both(as_json: bool, as_csv: bool) -> None:
    """Raise a UsageError where both are asked for."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
