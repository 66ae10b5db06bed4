"""`domino catch-up`: the tables brought up to date, for whoever reads them with other programs."""

from time import sleep

import click

from domain.words import counted
from ledger.errors import Unavailable
from projections.tables.catch_up import Keeper
from projections.tables.schema.generation import MODELS

from ..follow_options import follow_option, seconds_option
from ..ledger_option import book_at, ledger_option
from ..output import say
from ..read_models import kept
from ..terminal.progress import tracked_by


@click.command("catch-up")
@follow_option
@seconds_option
@ledger_option
def catch_up(follow: bool, seconds: float, ledger: str) -> None:
    """Take what has happened into the tables, for other programs that read them.

    Commands of this program do that by themselves, before they ask.
    """
    with book_at(ledger) as book, kept(book) as keeper:
        if not keeper.models.lasting:
            raise Unavailable("tables-unwritable", book=book.path)
        _say(_take_in(keeper))
        while follow:
            sleep(seconds)
            if events := _take_in(keeper):
                _say(events)


def _take_in(keeper: Keeper) -> int:
    return max(tracked_by(keeper.catch_up([model]), None, "events") for model in MODELS)


def _say(events: int) -> None:
    say(f"{counted(events, 'event')} taken in")
