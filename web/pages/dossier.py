"""All that is known of a game as one file, to print, to keep or to send."""

from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from ...ledger.book import Book
from ...ledger.log.checkpoints import kept_checkpoint
from ...ledger.log.hash_tiles import CHECKPOINT
from ...projections.document.dossier_page import page_of_dossier
from ...projections.document.html import html_of
from ...projections.dossier.dossier import dossier_of
from ...projections.verification.checkpoints import Logged, logged_by
from ..access import SeatQuery, VisitorAsked, seat_to_see
from ..asked import BookAsked, SettingsAsked
from ..settings import Settings

routes = APIRouter()


@routes.get("/dossier/{name:path}", name="dossier", response_class=HTMLResponse)
def dossier(
    book: BookAsked,
    visitor: VisitorAsked,
    settings: SettingsAsked,
    name: str,
    viewer: SeatQuery = None,
) -> HTMLResponse:
    """The dossier of the game, a file with its own style and program: it needs no server."""
    ledger = book.ledger
    stream = ledger.stream(ledger.find(name))
    seat = seat_to_see(visitor, stream.game, ledger, viewer)
    found = dossier_of(ledger, stream, viewer=seat)
    page = page_of_dossier(found, settings.club, _logged(ledger, stream.id, settings))
    file = quote(f"{stream.game.opened.record}.html", safe="")
    # Kept, and not opened here: the server allows no page a style or program within it.
    kept = {"Content-Disposition": f"attachment; filename*=UTF-8''{file}"}
    return HTMLResponse(html_of(page, settings.club.paper), headers=kept)


def _logged(book: Book, game: UUID, settings: Settings) -> Logged | None:
    """What the checkpoint beside the log holds of the game, if there is one."""
    note = None if settings.tiles is None else kept_checkpoint(settings.tiles / CHECKPOINT)
    return None if note is None else logged_by(book, game, note)
