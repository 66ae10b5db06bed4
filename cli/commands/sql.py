"""`domino sql`: queries of the read models."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import isfinite
from typing import Any

import click

from projections.messages import text
from projections.tables.sql import Answer, Refused, asked

from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_lines, print_table
from ..read_models import current_models
from ..text.csv import csv_option, not_both, print_csv

LOOKED_AT = 1_000
"""Rows from which the widths of columns are found."""


def _query(_: click.Context, __: click.Parameter, value: str) -> str:
    """The query itself, or standard input."""
    try:
        query = sys.stdin.buffer.read().decode() if value == "-" else value
        query.encode()
    except UnicodeError:
        raise click.BadParameter(text("a query is text in UTF-8")) from None
    if "\0" in query or not query.strip():
        raise click.BadParameter(text("there is no query"))
    return query


@click.command()
@click.argument("query", callback=_query)
@json_option
@csv_option
@ledger_option
def sql(query: str, as_json: bool, as_csv: bool, ledger: str) -> None:
    """Answer a QUERY in SQL (`-`: from standard input) from the tables; `domino tables` lists them.

    The database itself refuses every query that does more than read.
    """
    not_both(as_json, as_csv)
    show = _show_json if as_json else _show_csv if as_csv else _show_table
    with (
        book_at(ledger) as book,
        current_models(book) as models,
        models.reading() as connection,
        asked(connection, query) as answer,
    ):
        show(answer)


def _show_table(answer: Answer) -> None:
    print_table(answer.heads, _each(answer, _cell), ahead=LOOKED_AT)


def _show_json(answer: Answer) -> None:
    if len(set(answer.heads)) < len(answer.heads):
        raise Refused("columns-alike")
    rows = _each(answer, _value)
    print_lines(
        json.dumps(dict(zip(answer.heads, row, strict=True)), ensure_ascii=False, default=str)
        for row in rows
    )


def _show_csv(answer: Answer) -> None:
    print_csv(answer.heads, _each(answer, _cell))


def _each(answer: Answer, shown: Callable[[Any], object]) -> Iterator[Sequence[object]]:
    return ([shown(value) for value in row] for row in answer.rows)


def _value(value: Any) -> object:
    """As JSON has it: bytes as hexadecimal digits, numbers that JSON lacks as text."""
    match value:
        case bytes() | memoryview():
            return value.hex()
        case Decimal() if value.is_finite():
            return int(value) if value == value.to_integral_value() else float(value)
        case float() if not isfinite(value):
            return str(value)
        case _:
            return value


def _cell(value: Any) -> object:
    """As a cell of a table: text or a number."""
    found = _value(value)
    return json.dumps(found, default=str) if isinstance(found, dict | list) else found
