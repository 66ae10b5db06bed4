"""`domino init`: a new book, in a file or in a database."""

import click

from ledger.book import make_book, shown

from ..book import ledger_option
from ..output import IS, NOTHING_WRITTEN, dry_run_option, json_option, print_json, say


@click.command()
@dry_run_option
@ledger_option
@json_option
def init(dry_run: bool, ledger: str, as_json: bool) -> None:
    """Make the book: a file, or the tables in a database, which needs this once.

    Where it is made already, nothing changes.
    """
    made = make_book(ledger, dry_run=dry_run)
    if as_json:
        print_json({"ledger": shown(ledger), "made": made})
    if made:
        say(f"a ledger {IS[dry_run]} made at {shown(ledger)}{NOTHING_WRITTEN[dry_run]}")
    else:
        say(f"there is a ledger at {shown(ledger)} already: nothing was changed")
