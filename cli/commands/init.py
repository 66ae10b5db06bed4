"""`domino init`: a new book, in a file or in a database."""

from contextlib import closing

import click

from ledger.book import make_book, open_book, shown
from ledger.store.postgres.url import is_url
from projections.messages import mark, text
from projections.tables.catch_up import set_up_in_database

from ..ledger_option import ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, say


@click.command()
@dry_run_option
@ledger_option
@json_option
def init(dry_run: bool, ledger: str, as_json: bool) -> None:
    """Make the book: a file, or the tables in a database, which needs this once.

    Where it is made already, nothing changes.
    """
    made = make_book(ledger, dry_run=dry_run)
    completed = not dry_run and _completed(ledger)
    if as_json:
        print_json({"ledger": shown(ledger), "made": made})
    if made and dry_run:
        said = mark("a ledger would be made at {ledger}, nothing written")
    elif made:
        said = mark("a ledger is made at {ledger}")
    elif completed:
        said = mark("there is a ledger at {ledger} already: what was missing was added")
    else:
        said = mark("there is a ledger at {ledger} already: nothing was changed")
    say(text(said, ledger=shown(ledger)))


def _completed(ledger: str) -> bool:
    """Make what stands beside the book in a database; False where nothing was missing."""
    if not is_url(ledger):
        return False
    with closing(open_book(ledger)) as book:
        return set_up_in_database(book)
