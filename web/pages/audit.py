"""Whether a game is in order: the audit, disputes and rulings, and the chain of its events."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...domain.hidden.seat_view import hidden_rounds
from ...projections.audit.findings import findings_of
from ...projections.messages import plural
from ...projections.messages.disputes import dispute_text, step_text
from ...projections.messages.remedies import remedy_text
from ...projections.messages.violations import unchecked_text, violation_text
from ...projections.results.disputes import disputes_in
from ..asked import BookAsked
from ..rendering import page

routes = APIRouter()


@routes.get("/audit/{name:path}")
def audit(request: Request, book: BookAsked, name: str) -> Response:
    """What an audit of the game finds, and whether any event of it was changed."""
    game = book.game(name)
    found = game.audit()
    covered = game.verify()
    played, players = book.ledger.stream(game.id).game, game.players
    return page(
        request,
        "audit.html",
        game=game.name,
        id=game.id,
        findings=[each.message for each in findings_of(found)],
        violations=[violation_text(each, players) for each in found.violations],
        unchecked=[unchecked_text(each, players) for each in found.unchecked],
        chain=plural(
            "{number} event is as it was recorded",
            "{number} events are as they were recorded",
            covered.events,
        ),
        hash="" if hidden_rounds(played) else game.hash,
        disputes=[
            (
                dispute_text(each),
                [
                    [step_text(step), *(remedy_text(of, played, players) for of in step.remedies)]
                    for step in each.steps
                ],
            )
            for each in disputes_in(book.ledger, game.id)
        ],
    )
