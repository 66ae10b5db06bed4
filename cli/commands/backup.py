"""`domino backup` and `domino restore`: a book as one file, and back."""

from pathlib import Path

from ...ledger.book import shown
from ...projections.messages import text
from ...projections.messages.harmless import plain
from ...projections.verification.backups import back_up, restore
from ...projections.verification.chains import Covered
from .. import options
from ..declaring import argument, command
from ..output import print_json, say, say_lines
from ..proof_files import covered_texts


@command()
def backup_(
    file: str = argument(), ledger: options.Ledger = options.ledger, as_json: bool = options.json
) -> None:
    """Copy the book into the new file FILE, and check the copy.

    Other programs may go on writing meanwhile. A book of a database is copied into a file, too. An
    existing file is not overwritten. The tables are left out: they are made again.
    """
    with ledger.open() as book:
        covered = back_up(book, Path(file))
    _report(covered, file, as_json=as_json)
    say(text("{ledger} is copied into {file}", ledger=plain(shown(ledger.url)), file=plain(file)))


@command()
def restore_(
    file: str = argument(), ledger: options.Ledger = options.ledger, as_json: bool = options.json
) -> None:
    """Make a book of the backup FILE, after it was checked.

    The book is a new file, or goes into a database that has none, or an empty one. An existing book
    is not overwritten. Positions of the log get a new epoch: a reader of the lost book is refused.
    """
    covered = restore(Path(file), ledger.url)
    _report(covered, shown(ledger.url), as_json=as_json)
    say(text("{ledger} is made of {file}", ledger=plain(shown(ledger.url)), file=plain(file)))


def _report(covered: Covered, made: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"made": made, "events": covered.events, "games": covered.games})
        return
    say_lines(covered_texts(covered))
