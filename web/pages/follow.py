"""The page of those who follow a table on their phones."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...projections.drawing.svg import board
from ...projections.messages.acts import seating_of
from ...projections.messages.steps import outcome_lines, step_text, turn_text
from ...projections.replay.news import current_view, newest_step
from ..asked import BookAsked
from ..rendering import page
from ..score import score_of
from ..tables import TablesAsked

routes = APIRouter()


@routes.get("/follow/{game:path}", name="follow")
def follow(request: Request, book: BookAsked, tables: TablesAsked, game: str) -> Response:
    """The score, the table and the last move; the script reads it again when something happens."""
    table = tables.at(game)
    version = table.version  # Read first: what is shown is never older.
    played = table.game
    step, view = newest_step(played, None), current_view(played, None)
    seating = seating_of(played, table.players)
    laid = played.current is not None and played.current.report is None
    return page(
        request,
        "follow.html",
        name=table.name,
        version=version,
        rules=table.rules,
        players=table.players,
        score=score_of(book, table),
        board=board(step, seating) if step is not None and laid else "",
        said="" if step is None else step_text(step, seating),
        lines=[] if step is None else list(outcome_lines(step, seating)),
        turn="" if view is None or played.running is None else turn_text(view, table.players),
        winners=[] if played.won is None else [seating.names[seat] for seat in played.won.seats],
        went_on=tables.after(table) if played.over else None,
    )
