"""`domino tables`: describes the tables for `domino sql` and other programs."""

import click

from projections.messages import text
from projections.tables.schema import TableDescription, data_dictionary

from ..options import json_option
from ..output import print_json, print_lines, print_table
from ..terminal.pager import paged


@click.command()
@click.argument("name", required=False)
@json_option
@paged
def tables(name: str | None, as_json: bool) -> None:
    """List the tables that follow from the book.

    With NAME, one of them, with a line on each column.
    """
    found = [table for table in data_dictionary() if name in {None, table.name}]
    if not found:
        raise click.ClickException(
            text("there is no table {name!r}: domino tables lists them", name=name)
        )
    for table in found:
        if as_json:
            columns = [column._asdict() for column in table.columns]
            print_json(table._asdict() | {"columns": columns})
        else:
            _print(table)


def _print(table: TableDescription) -> None:
    print_lines([f"{table.name} ({table.model}): {_comment(table.comment)}"])
    print_table(
        (text("  column"), text("type"), text("null"), text("key"), ""),
        [
            (
                f"  {name}",
                type,
                text("null") if null else "",
                text("key") if key else "",
                _comment(comment),
            )
            for name, type, null, key, comment in table.columns
        ],
    )
    print_lines([""])


def _comment(comment: str) -> str:
    return text(comment) if comment else ""  # gettext returns the header for an empty string.
