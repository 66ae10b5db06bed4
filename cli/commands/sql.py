"""`domino sql`: answers queries from the tables."""

import json
import resource
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any

import click

from ...projections.tables.queries import Answer, Refused, query_answer
from .. import options
from ..archive_options import needing_extra
from ..declaring import argument, bad_value, command, option, usage_error
from ..output import json_line, print_csv, print_data, print_table
from ..read_models import current_tables

ROWS_FOR_WIDTHS = 1_000
"""Rows that set the widths of columns."""


def _query(_: click.Context, __: click.Parameter, value: str) -> str:
    """The query, or standard input for `-`."""
    try:
        query = sys.stdin.buffer.read().decode() if value == "-" else value
        query.encode()
    except UnicodeError:
        raise bad_value("the query is not UTF-8") from None
    if "\0" in query or not query.strip():
        raise bad_value("the query is empty")
    return query


@command(paged=True)
def sql(
    query: str = argument(callback=_query),
    timeout: int = option(
        "Stop a query for which the database works longer.",
        least=1,
        default=60,
        metavar="SECONDS",
        show_default=True,
    ),
    memory: int = option(
        "Stop a query for which this program needs more.",
        least=1,
        default=512,
        metavar="MEGABYTES",
        show_default=True,
    ),
    internal: bool = option("Allow tables that `domino tables` does not list."),
    archive: str | None = option(
        "Ask the files of this archive, in DuckDB's SQL.", "--archive DIR"
    ),
    as_json: bool = options.json,
    as_csv: bool = options.csv,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Answer a QUERY in SQL from the tables.

    QUERY may be `-` (standard input); `domino tables` lists the tables.

    The database itself refuses every query that does more than read.
    """
    options.not_both(as_json, as_csv)
    if archive is not None and internal:
        raise usage_error("--archive excludes --internal")
    with ExitStack() as opened:
        if archive is not None:
            with needing_extra():
                from ...projections.archive.queries import archive_answer  # noqa: PLC0415 - an extra
                from ...projections.archive.read import open_archive  # noqa: PLC0415 - as above
            asked = archive_answer(open_archive(archive), query, timeout, memory)
        else:
            book = opened.enter_context(ledger.open())
            connection = opened.enter_context(current_tables(book, rated=True))
            opened.enter_context(memory_for_a_query(memory))
            asked = query_answer(connection, query, timeout, internal=internal)
        _print(opened.enter_context(asked), as_json=as_json, as_csv=as_csv)


def _print(answer: Answer, *, as_json: bool, as_csv: bool) -> None:
    if as_json:
        if len(set(answer.heads)) < len(answer.heads):
            raise Refused("columns-alike")
        rows = (zip(answer.heads, map(_value, row), strict=True) for row in answer.rows)
        print_data(json_line(dict(row), str) for row in rows)
        return
    cells = (
        [json.dumps(each, default=str) if isinstance(each, dict | list) else each for each in row]
        for row in (map(_value, of) for of in answer.rows)
    )
    if as_csv:
        print_csv(answer.heads, cells)
    else:
        print_table(answer.heads, cells, ahead=ROWS_FOR_WIDTHS)


@contextmanager
def memory_for_a_query(megabytes: int) -> Iterator[None]:
    """Let this process take so much more memory, on Linux; raises Refused if it needs more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
    except OSError:
        yield
        return
    taken = int(pages) * resource.getpagesize()
    limits = [taken + (megabytes << 20), *(one for one in (soft, hard) if one >= 0)]
    try:
        resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
        yield
    except MemoryError:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        raise Refused("query-too-large", megabytes=megabytes) from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


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
