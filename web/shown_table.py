"""What every page about a live table shows of it."""

from typing import Any

from ..book import Book
from ..domain.events import Seat
from ..projections.drawing.svg import board
from ..projections.messages.acts import seating_of
from ..projections.messages.steps import outcome_lines, step_text, turn_text
from ..projections.replay.news import current_view, newest_step
from ..table import Table
from .score import score_of


def shown_table(book: Book, table: Table, viewer: Seat | None) -> dict[str, Any]:
    """The values of `live.html`: the score, the board and the last step, as this seat sees them."""
    version = table.version  # Read first: what is shown is never older.
    game, names = table.game, table.players
    step, view = newest_step(game, viewer), current_view(game, viewer)
    seating = seating_of(game, names)
    lies = game.current is not None and game.current.report is None
    return {
        "name": table.name,
        "version": version,
        "rules": table.rules,
        "players": names,
        "score": score_of(book, table),
        "board": board(step, seating) if step is not None and lies else "",
        "said": "" if step is None else step_text(step, seating),
        "lines": [] if step is None else list(outcome_lines(step, seating)),
        "running": game.running is not None,
        "turn": "" if view is None or game.running is None else turn_text(view, names),
        "over": game.over,
        "winners": [] if game.won is None else [names[seat] for seat in game.won.seats],
    }
