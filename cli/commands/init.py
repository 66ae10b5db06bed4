"""`domino init`: creates a book in a file or a database."""

import click

from ledger.book import make_book, shown
from ledger.store.postgres.url import is_url
from projections.messages import mark, text
from projections.tables.catch_up import set_up_in_database

from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, say


@click.command()
@dry_run_option
@ledger_option
@json_option
def init(dry_run: bool, ledger: str, as_json: bool) -> None:
    """Create the book: a file, or the tables in a database.

    A database needs this once; a file is also made by other commands. If the book exists, nothing
    changes.
    """
    made = make_book(ledger, dry_run=dry_run)
    completed = not dry_run and _completed(ledger)
    if as_json:
        print_json({"ledger": shown(ledger), "made": made})
    if made and dry_run:
        template = mark("a ledger would be made at {ledger}, nothing written")
    elif made:
        template = mark("a ledger is made at {ledger}")
    elif completed:
        template = mark("there is a ledger at {ledger} already: what was missing was added")
    else:
        template = mark("there is a ledger at {ledger} already: nothing was changed")
    say(text(template, ledger=shown(ledger)))


def _completed(ledger: str) -> bool:
    """Set up the read models of a book in a database; False if nothing was missing."""
    if not is_url(ledger):
        return False
    with book_at(ledger) as book:
        return set_up_in_database(book)
