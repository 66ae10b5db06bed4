"""What a visitor's browser checks of a game against a checkpoint that the visitor holds."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from ...ledger.log.checkpoints import directory_beside
from ...ledger.log.durable import NoTiles
from ...ledger.signing.notes import read_note
from ...projections.verification.make_proof import proven_events
from ..asked import BookAsked

routes = APIRouter()


@routes.get("/api/v1/proof/{name:path}")
def proof(
    book: BookAsked, name: str, checkpoint: Annotated[str, Query(max_length=10_000)]
) -> dict[str, Any]:
    """The events as stored, and the way from the last one to the root of this checkpoint."""
    directory = directory_beside(book.ledger)
    if directory is None:
        raise NoTiles("no-checkpoint-yet", directory="-")
    note = read_note(checkpoint.strip() + "\n")
    proven = proven_events(book.ledger, book.ledger.find(name), directory, note)
    return {
        "game": proven.stream.id.hex,
        "events": proven.events,
        "inclusion": proven.inclusion.partition("\n\n")[0],
    }
