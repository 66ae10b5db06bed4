"""Data to standard output, messages to standard error."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import click

from projections.messages import text

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")

dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Say what would happen and write nothing."
)


def unless_dry(done: str, *, dry_run: bool) -> str:
    """The sentence about what was done; after a dry run it says that nothing was written."""
    return text("{done}, nothing written", done=done) if dry_run else done


open_option = click.option("--open", is_flag=True, help="Show hidden tiles of rounds not over.")


def say(message: str) -> None:
    """Print a message to standard error."""
    click.echo(message, err=True)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    # No value here contains itself; the check for that takes a quarter of the time.
    click.echo(json.dumps(value, ensure_ascii=False, check_circular=False))


def print_lines(lines: Iterable[str]) -> None:
    """Lines of text, a thousand at a time."""
    rest = iter(lines)
    while some := list(islice(rest, _LINES_AT_ONCE)):
        click.echo("\n".join(some))


_LINES_AT_ONCE = 1_000


def plain(text: str) -> str:
    """The text without control characters, which a terminal might obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, ahead: int | None = None
) -> None:
    """Columns of plain text, numbers to the right.

    ``ahead``: how many rows set the widths; they are printed before the next ones are read.
    """
    coming = (["" if cell is None else plain(str(cell)) for cell in row] for row in rows)
    some = list(islice(coming, ahead))
    widths = [max(map(len, column)) for column in zip(heads, *some, strict=True)]
    numeric = [is_numeric(column) for column in zip(*some, strict=True)] or [False] * len(heads)
    while some or heads:
        _print_rows([heads, *some] if heads else some, widths, numeric)
        heads, some = (), list(islice(coming, ahead))


def _print_rows(
    rows: Iterable[Sequence[str]], widths: Sequence[int], numeric: Sequence[bool]
) -> None:
    lines = (
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        for row in rows
    )
    click.echo("\n".join(line.rstrip() for line in lines))


_FIGURE = r"(?:[A-Z]{3} )?[+-]?\d+(?:\.\d+)?(?: ± \d+\.\d+)?"
"""A figure, an amount of money, or a figure with its uncertainty."""
_NUMBER = re.compile(rf"{_FIGURE}(?:, {_FIGURE})*")


def is_numeric(column: Sequence[str]) -> bool:
    """All cells are numbers, or marks of missing ones; one is a number."""
    figures = [cell for cell in column if cell not in {"", "-"}]
    return bool(figures) and all(_NUMBER.fullmatch(cell) for cell in figures)


def on_terminal() -> bool:
    """Standard output is a terminal, where drawings and colours are welcome."""
    return sys.stdout.isatty()
