"""Whether a game is in order: the audit, disputes and rulings, and the chain of its events."""

from collections.abc import Iterator
from datetime import tzinfo
from itertools import starmap

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...ledger.book import Book
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from ...projections.audit.audit import Auditor
from ...projections.document import parts
from ...projections.document.blocks import Block, Pairs
from ...projections.dossier.dossier import proof_of
from ...projections.messages import text
from ...projections.results.consequences import by_dispute
from ...projections.results.disputes import histories
from ..asked import BookAsked, SettingsAsked
from ..rendering import in_blocks, page

routes = APIRouter()


@routes.get("/audit/{name:path}", name="audit")
def audit(request: Request, book: BookAsked, settings: SettingsAsked, name: str) -> Response:
    """What an audit of the game finds, and whether any event of it was changed."""
    ledger = book.ledger
    stream = ledger.stream(ledger.find(name))
    shown = in_blocks([*_blocks(ledger, stream, settings.club.zone)])
    return page(request, "audit.html", game=stream.game.opened.record, id=stream.id, **shown)


def _blocks(book: Book, stream: Stream, zone: tzinfo | None) -> Iterator[Block]:
    game, known = stream.game, people_names(book)
    names = tuple(shown_name(known, each) for each in game.opened.players)
    found = Auditor(book).of_game(stream)
    yield from parts.what_was_found(found)
    yield from parts.what_is_wrong(found, names)
    disputes = histories(stream, known)
    ruled = starmap(parts.Dispute, zip(disputes, by_dispute(stream, disputes), strict=True))
    yield from parts.disputes_and_rulings(tuple(ruled), game, names, zone)
    proven = proof_of(book, stream)
    yield from parts.proof(proven)
    facts = [(text("Events"), str(proven.events))]
    if proven.hash is not None:
        facts.append((text("Hash of the last"), proven.hash))
    yield Pairs(tuple(facts), "proof")
