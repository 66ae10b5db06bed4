"""`domino catch-up`: brings the tables up to date for other programs."""

from time import sleep

from ...ledger.errors import Unavailable
from .. import options
from ..declaring import command
from ..output import say_plural
from ..read_models import open_keeper, saying_how_far
from ..terminal.progress import tracked_by


@command()
def catch_up(
    follow: bool = options.follow,
    seconds: float = options.seconds,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Bring the tables up to date, for other programs that read them.

    The commands of this program do that themselves.
    """
    with ledger.open() as book, open_keeper(book) as keeper:
        if not keeper.models.lasting or not keeper.may_keep:
            raise Unavailable("tables-unwritable", book=book.path)
        first = True
        while first or follow:
            with saying_how_far(keeper):
                events = tracked_by(keeper.catch_up(), None, "events")
            if events or first:
                say_plural("{number} event taken in", "{number} events taken in", events)
            first = False
            if follow:
                sleep(seconds)
