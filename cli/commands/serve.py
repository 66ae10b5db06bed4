"""`domino serve`: pages and an API over HTTP."""

from ...book import Book
from ...projections.messages import text
from .. import options
from ..club import club_here
from ..declaring import command, option
from ..output import say


@command()
def serve(
    host: str = option("The address to listen at.", default="127.0.0.1", show_default=True),
    port: int = option("The port to listen at.", default=8000, show_default=True, least=0),
    ledger: options.Ledger = options.ledger,
) -> None:
    """Serve pages to look at games, and an API, over HTTP."""
    from ...web.serving import serve as serve_book  # noqa: PLC0415 - FastAPI is an extra
    from ...web.settings import Settings  # noqa: PLC0415 - the same

    club = club_here()
    with ledger.open(create=True) as book:
        say(text("serving {book} at {address}", book=book.path, address=f"http://{host}:{port}/"))
        settings = Settings(club.name, club.zone, club.rules, club.players, club.stake_a_pip)
        serve_book(Book(book), settings, host=host, port=port)
