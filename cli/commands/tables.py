"""`domino tables`: describes the tables for `domino sql` and other programs."""

import click

from ...projections.messages import text
from ...projections.tables.schema import data_dictionary
from .. import options
from ..declaring import argument, command
from ..output import print_json, print_lines, print_table


@command(paged=True)
def tables(name: str | None = argument(), as_json: bool = options.json) -> None:
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
            continue
        print_lines([f"{table.name} ({table.model}): {_comment(table.comment)}"])
        heads = (text("  column"), text("type"), text("null"), text("key"), "")
        may_be_null, of_key = {True: text("null"), False: ""}, {True: text("key"), False: ""}
        rows = (
            (f"  {name}", type, may_be_null[null], of_key[key], _comment(comment))
            for name, type, null, key, comment in table.columns
        )
        print_table(heads, rows)
        print_lines([""])


def _comment(comment: str) -> str:
    return text(comment) if comment else ""  # gettext returns the header for an empty string.
