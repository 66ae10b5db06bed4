"""`domino tables`: what can be asked with `domino sql`, or by any other program."""

import click

from ledger.errors import LedgerError
from projections.tables.schema.dictionary import TableTold, described

from ..output import json_option, print_json, print_table


class UnknownTable(LedgerError):
    """There is no table of that name."""


@click.command()
@click.argument("name", required=False)
@json_option
def tables(name: str | None, as_json: bool) -> None:
    """List the tables that follow from the book, or one NAME, with a line on each column."""
    told = [table for table in described() if name in {None, table.name}]
    if not told:
        raise UnknownTable("unknown-table", name=name)
    for table in told:
        if as_json:
            columns = [column._asdict() for column in table.columns]
            print_json(table._asdict() | {"columns": columns})
        else:
            _print(table)


def _print(table: TableTold) -> None:
    click.echo(f"{table.name} ({table.model}): {table.comment}")
    print_table(
        ("  column", "type", "null", "key", ""),
        [
            (f"  {name}", type, "null" if null else "", "key" if key else "", comment)
            for name, type, null, key, comment in table.columns
        ],
    )
    click.echo()
