"""Data to standard output, messages to standard error."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import click

from projections.messages import text


def unless_dry(done: str, *, dry_run: bool) -> str:
    """The sentence ``done``; after a dry run, with "nothing written" added."""
    return text("{done}, nothing written", done=done) if dry_run else done


def say(message: str) -> None:
    """Print a message to standard error."""
    click.echo(message, err=True)


def print_json(value: Any) -> None:
    """Print a JSON value on one line."""
    # No value here contains itself, and the check takes a quarter of the time.
    click.echo(json.dumps(value, ensure_ascii=False, check_circular=False))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, a thousand with each write."""
    rest = iter(lines)
    while batch := list(islice(rest, _LINES_AT_ONCE)):
        click.echo("\n".join(batch))


_LINES_AT_ONCE = 1_000


def plain(text: str) -> str:
    """The text with `?` for control characters, which a terminal would interpret."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, ahead: int | None = None
) -> None:
    """Print columns of plain text, numbers aligned right.

    ``ahead``: the number of rows that set the widths; they are printed before more are read.
    """
    cells = (["" if cell is None else plain(str(cell)) for cell in row] for row in rows)
    batch = list(islice(cells, ahead))
    widths = [max(map(len, column)) for column in zip(heads, *batch, strict=True)]
    numeric = [is_numeric(column) for column in zip(*batch, strict=True)] or [False] * len(heads)
    while batch or heads:
        _print_rows([heads, *batch] if heads else batch, widths, numeric)
        heads, batch = (), list(islice(cells, ahead))


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
    """At least one cell is a number; all others are numbers, blank or `-`."""
    figures = [cell for cell in column if cell not in {"", "-"}]
    return bool(figures) and all(_NUMBER.fullmatch(cell) for cell in figures)


def on_terminal() -> bool:
    """Standard output is a terminal: drawings and colours may be used."""
    return sys.stdout.isatty()
