"""`domino sql`: answers queries from the tables."""

import json
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any

import click

from projections.messages import text
from projections.tables.queries import Answer, Refused, query_answer

from ..ledger_option import book_at, ledger_option
from ..options import WholeNumber, json_option
from ..output import json_line, print_data, print_table
from ..read_models import current_keeper
from ..terminal.pager import paged
from ..text.csv import csv_option, not_both, print_csv

ROWS_FOR_WIDTHS = 1_000
"""Rows that set the widths of columns."""


def _query(_: click.Context, __: click.Parameter, value: str) -> str:
    """The query, or standard input for `-`."""
    try:
        query = sys.stdin.buffer.read().decode() if value == "-" else value
        query.encode()
    except UnicodeError:
        raise click.BadParameter(text("the query is not UTF-8")) from None
    if "\0" in query or not query.strip():
        raise click.BadParameter(text("the query is empty"))
    return query


@click.command()
@click.argument("query", callback=_query)
@click.option(
    "--timeout",
    type=WholeNumber(1),
    default=60,
    metavar="SECONDS",
    show_default=True,
    help="Stop a query for which the database works longer.",
)
@click.option(
    "--memory",
    type=WholeNumber(1),
    default=512,
    metavar="MEGABYTES",
    show_default=True,
    help="Stop a query for which this program needs more.",
)
@click.option("--internal", is_flag=True, help="Allow tables that `domino tables` does not list.")
@json_option
@csv_option
@ledger_option
@paged
def sql(
    query: str,
    *,
    timeout: int,
    memory: int,
    internal: bool,
    as_json: bool,
    as_csv: bool,
    ledger: str,
) -> None:
    """Answer a QUERY in SQL from the tables.

    QUERY may be `-` (standard input); `domino tables` lists the tables.

    The database itself refuses every query that does more than read.
    """
    not_both(as_json, as_csv)
    show = _show_json if as_json else _show_csv if as_csv else _show_table
    with (
        book_at(ledger) as book,
        current_keeper(book) as keeper,
        keeper.one_moment() as connection,
        memory_for_a_query(memory),
        query_answer(connection, query, timeout, internal=internal) as answer,
    ):
        show(answer)


@contextmanager
def memory_for_a_query(megabytes: int) -> Iterator[None]:
    """Let this process take so much more memory; raises Refused if a query needs more.

    Only where the operating system tells how much a process has: on Linux.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    taken = _memory_taken()
    if taken is None:
        yield
        return
    limits = [taken + (megabytes << 20), *(one for one in (soft, hard) if one >= 0)]
    try:
        resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
        yield
    except MemoryError:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        raise Refused("query-too-large", megabytes=megabytes) from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _memory_taken() -> int | None:
    """The bytes of this process's address space."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
    except OSError:
        return None
    return int(pages) * resource.getpagesize()


def _show_table(answer: Answer) -> None:
    print_table(answer.heads, _rows(answer, _cell), ahead=ROWS_FOR_WIDTHS)


def _show_json(answer: Answer) -> None:
    if len(set(answer.heads)) < len(answer.heads):
        raise Refused("columns-alike")
    rows = _rows(answer, _value)
    print_data(json_line(dict(zip(answer.heads, row, strict=True)), str) for row in rows)


def _show_csv(answer: Answer) -> None:
    print_csv(answer.heads, _rows(answer, _cell))


def _rows(answer: Answer, convert: Callable[[Any], object]) -> Iterator[Sequence[object]]:
    return ([convert(value) for value in row] for row in answer.rows)


def _value(value: Any) -> object:
    """The value in JSON: bytes as hexadecimal digits, infinite numbers as text."""
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
    """The value in a table: text or a number."""
    found = _value(value)
    return json.dumps(found, default=str) if isinstance(found, dict | list) else found
