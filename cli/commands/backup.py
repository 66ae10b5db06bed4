"""`domino backup` and `domino restore`: a book as one file, and back."""

from pathlib import Path

import click

from ledger.book import shown
from projections.messages import plural, text
from projections.verification.backups import back_up, restore
from projections.verification.chains import Covered

from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import plain, print_json, say


@click.command("backup")
@click.argument("file")
@ledger_option
@json_option
def backup_(*, file: str, ledger: str, as_json: bool) -> None:
    """Copy the book into the new file FILE, and check the copy.

    Other programs may go on writing meanwhile. A book of a database is copied into a file, too. An
    existing file is not overwritten. The tables are left out: they are made again.
    """
    with book_at(ledger) as book:
        covered = back_up(book, Path(file))
    _report(covered, file, as_json=as_json)
    say(text("{ledger} is copied into {file}", ledger=plain(shown(ledger)), file=plain(file)))


@click.command("restore")
@click.argument("file")
@ledger_option
@json_option
def restore_(*, file: str, ledger: str, as_json: bool) -> None:
    """Make a book of the backup FILE, after it was checked.

    The book is a new file, or goes into a database that has none, or an empty one. An existing book
    is not overwritten. Positions of the log get a new epoch: a reader of the lost book is refused.
    """
    covered = restore(Path(file), ledger)
    _report(covered, shown(ledger), as_json=as_json)
    say(text("{ledger} is made of {file}", ledger=plain(shown(ledger)), file=plain(file)))


def _report(covered: Covered, made: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"made": made, "events": covered.events, "games": covered.games})
        return
    say(
        plural(
            "{number} event matches its hash", "{number} events match their hashes", covered.events
        )
    )
    say(
        plural(
            "{number} game ends where its head says",
            "{number} games end where their heads say",
            covered.games,
        )
    )
