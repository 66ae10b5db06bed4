"""Data to standard output, messages to standard error.

All text that this command prints goes through this module, which makes it harmless before a
terminal: ids, names, and names of files come from outside, and a terminal obeys what is in them.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from ..projections.messages import plural, shortened
from ..projections.messages.harmless import HARMFUL, plain
from ..projections.messages.widths import left, right, width

if TYPE_CHECKING:
    from rich.text import Text

LONGEST_MESSAGE = 500
"""In characters."""
LONGEST_NAME = 40
"""Of a person, in a message that lists several."""

_OBEYED_BUT_LINE_ENDS = re.compile(f"[\x00-\x09\x0b-\x1f{HARMFUL}]")
_DELETE = "\x7f"
_UNESCAPED_IN_JSON = re.compile(f"[{HARMFUL}]")


def say(message: str) -> None:
    """Print a message on one line of standard error, shortened if it is very long."""
    click.echo(shortened(plain(message), LONGEST_MESSAGE), err=True)


def say_plural(one: str, many: str, number: int, /, **values: object) -> None:
    """Say a sentence about a number; the words and values are those of `plural`."""
    say(plural(one, many, number, **values))


def say_lines(lines: Iterable[str]) -> None:
    """Print lines of any length to standard error."""
    for line in lines:
        click.echo(plain(line), err=True)


def prompt(message: str) -> None:
    """Print what stands before the text to be typed."""
    *above, last = message.split("\n")
    say_lines(above)
    click.echo(plain(last), err=True, nl=False)


def json_line(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """The value as JSON on one line, with escapes for what a terminal would obey."""
    # No value here contains itself, and the check takes a quarter of the time.
    line = json.dumps(value, ensure_ascii=False, check_circular=False, default=default)
    if line.isascii() and _DELETE not in line:
        return line
    return _UNESCAPED_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def print_json(value: Any) -> None:
    """Print a JSON value on one line."""
    click.echo(json_line(value))


def print_jsons(values: Iterable[Any]) -> None:
    """Print JSON values, each on one line, in writes of a thousand."""
    print_data(map(json_line, values))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for people, in writes of a thousand."""
    for batch in _batches(map(plain, lines)):
        click.echo(batch)


def print_data(lines: Iterable[str]) -> None:
    """Print lines for programs as they are, in writes of a thousand."""
    for batch in _batches(lines):
        shown = _OBEYED_BUT_LINE_ENDS.sub("?", batch) if on_terminal() else batch
        click.echo(shown, color=True)  # Otherwise click strips colours.


def _batches(lines: Iterable[str]) -> Iterator[str]:
    rest = iter(lines)
    while batch := list(islice(rest, _LINES_AT_ONCE)):
        yield "\n".join(batch)


_LINES_AT_ONCE = 1_000


def drawn(pieces: Iterable[tuple[str, str]]) -> "Text":
    """One line for a drawing, of texts with their styles."""
    from rich.text import Text  # noqa: PLC0415 - slow, and not needed by most commands

    return Text.assemble(*((plain(part), style) for part, style in pieces))


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, ahead: int | None = None
) -> None:
    """Print columns of text, numbers aligned right; the first rows ``ahead`` set widths."""
    cells = (["" if cell is None else plain(str(cell)) for cell in row] for row in rows)
    heads, batch = [plain(head) for head in heads], list(islice(cells, ahead))
    widths = [max(map(width, column)) for column in zip(heads, *batch, strict=True)]
    numeric = [is_numeric(column) for column in zip(*batch, strict=True)] or [False] * len(heads)
    while batch or heads:
        lines = (
            "  ".join(
                (right if figures else left)(cell, columns)
                for cell, columns, figures in zip(row, widths, numeric, strict=True)
            )
            for row in ([heads, *batch] if heads else batch)
        )
        click.echo("\n".join(line.rstrip() for line in lines))
        heads, batch = [], list(islice(cells, ahead))


_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(\.\d+)?\Z)")
"""The beginning of a text that a spreadsheet takes for a formula, which a signed number is not."""


def print_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print heads and rows; a text that a spreadsheet takes for a formula begins with `'`."""
    import csv  # noqa: PLC0415 - not needed by most commands

    def line(cells: Sequence[object]) -> str:
        written = StringIO()
        csv.writer(written).writerow(  # Quotes cells with line ends.
            f"'{each}" if isinstance(each, str) and _FORMULA.match(each) else each for each in cells
        )
        return written.getvalue().removesuffix("\r\n")

    print_data(map(line, chain([heads], rows)))


_FIGURE = r"(?:[A-Z]{3} )?[+-]?\d+(?:[.,]\d+)?(?: ± \d+[.,]\d+)?"
"""A figure, an amount of money, or a figure with its uncertainty."""
_NUMBER = re.compile(rf"{_FIGURE}(?:, {_FIGURE})*")


def is_numeric(column: Sequence[str]) -> bool:
    """At least one cell is a number; all others are numbers, blank or `-`."""
    figures = [cell for cell in column if cell not in {"", "-"}]
    return bool(figures) and all(_NUMBER.fullmatch(cell) for cell in figures)


def on_terminal() -> bool:
    """Standard output is a terminal: drawings and colours may be used."""
    return sys.stdout.isatty()
