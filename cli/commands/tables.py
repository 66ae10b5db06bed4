"""`domino tables`: describes the tables for `domino sql` and other programs."""

from ...projections.messages import text
from ...projections.tables.schema import data_dictionary
from .. import options
from ..declaring import argument, command, failure
from ..output import print_json, print_lines, print_table


@command(paged=True)
def tables(name: str | None = argument(), as_json: bool = options.json) -> None:
    """List the tables that follow from the book.

    With NAME, one of them, with a line on each column.
    """
    found = [table for table in data_dictionary() if name in {None, table.name}]
    if not found:
        raise failure("there is no table {name!r}: domino tables lists them", name=name)
    for table in found:
        if as_json:
            columns = [column._asdict() for column in table.columns]
            print_json(table._asdict() | {"columns": columns})
            continue
        print_lines([f"{table.name} ({table.model}): {text(table.comment)}"])
        heads = (text("  column"), text("type"), text("null"), text("key"), "")
        rows = (
            (f"  {name}", type, heads[2] if null else "", heads[3] if key else "", text(comment))
            for name, type, null, key, comment in table.columns
        )
        print_table(heads, rows)
        print_lines([""])
