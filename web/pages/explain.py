"""Why a round has its result: the facts, each figure's rule, and who blocked."""

from collections.abc import Iterator

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...projections.document import parts
from ...projections.document.blocks import Block, Heading, Points
from ...projections.explain.round import Explanation, explain_stream
from ...projections.messages import text
from ...projections.messages.acts import seating_of
from ...projections.messages.explanations import explanation_line
from ...projections.messages.rule_names import counts_by_text, rules_title
from ...projections.places import Address, address_in
from ...projections.results.game_result import count_game
from ..asked import BookAsked
from ..rendering import in_blocks, page

routes = APIRouter()


@routes.get("/explain/{address:path}", name="explain")
def explain(request: Request, book: BookAsked, address: str) -> Response:
    """The explanation of the round at this address, and the readings of its block."""
    at = address_in(address) or Address(address, 0)
    round = at.round or 0
    stream = book.ledger.stream(book.ledger.find(at.game))
    found, counted = explain_stream(book.ledger, stream, round), count_game(stream.game)
    blocked = parts.block_of(counted, found.round, seating_of(counted.game, found.names))
    counts = None if found.counted_by is None else counts_by_text(found.counted_by, found.rules)
    return page(
        request,
        "explain.html",
        address=Address(found.game, round),
        rules=rules_title(counted.rules),
        counts=counts,
        **in_blocks([*_reasons(found), *blocked]),
    )


def _reasons(found: Explanation) -> Iterator[Block]:
    yield Heading(text("What was found"))
    yield Points(tuple(each.message for each in found.findings))
    yield Heading(text("Why round {round} has this result", round=found.round))
    yield Points(tuple(map(explanation_line, found.steps)))
