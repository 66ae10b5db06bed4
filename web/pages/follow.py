"""The page of those who follow a table on their phones."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ..asked import BookAsked
from ..rendering import page
from ..shown_table import shown_table
from ..tables import TablesAsked

routes = APIRouter()


@routes.get("/follow/{game:path}", name="follow")
def follow(request: Request, book: BookAsked, tables: TablesAsked, game: str) -> Response:
    """The score, the table and the last move; the script reads it again when something happens."""
    table = tables.at(game)
    shown = shown_table(book, table, None)
    went_on = tables.after(table) if table.game.over else None
    return page(request, "follow.html", went_on=went_on, **shown)
