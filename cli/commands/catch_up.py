"""`domino catch-up`: brings the tables up to date for other programs."""

from time import sleep

import click

from ledger.errors import Unavailable
from projections.messages import plural
from projections.tables.catch_up import Keeper

from ..ledger_option import book_at, ledger_option
from ..options import follow_option, seconds_option
from ..output import say
from ..read_models import open_keeper, saying_how_far
from ..terminal.progress import tracked_by


@click.command("catch-up")
@follow_option
@seconds_option
@ledger_option
def catch_up(follow: bool, seconds: float, ledger: str) -> None:
    """Bring the tables up to date, for other programs that read them.

    The commands of this program do that themselves.
    """
    with book_at(ledger) as book, open_keeper(book) as keeper:
        if not keeper.models.lasting or not keeper.may_keep:
            raise Unavailable("tables-unwritable", book=book.path)
        _say(_catch_up(keeper))
        while follow:
            sleep(seconds)
            if events := _catch_up(keeper):
                _say(events)


def _catch_up(keeper: Keeper) -> int:
    with saying_how_far(keeper):
        return tracked_by(keeper.catch_up(), None, "events")


def _say(events: int) -> None:
    say(plural("{number} event taken in", "{number} events taken in", events))
