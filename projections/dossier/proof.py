"""Why a dossier can be believed: what of the stored events was checked when it was made."""

from typing import Literal, NamedTuple
from uuid import UUID

from domain.hidden.seat_view import hidden_rounds
from ledger.book import Book
from ledger.store.stream import Stream

from ..verification.chains import verify_game


class Proof(NamedTuple):
    """The events of a game, and what was checked of them."""

    game: UUID
    events: int
    hash: str | None
    """Of the last event, which identifies all. None while a round is hidden, since its tiles could
    be guessed from the hash."""
    chain: Literal["intact", "not-checked"]
    """``intact``: every event matches its hash, and the game ends at its head. ``not-checked``: the
    reader of the book may not see all events."""


def proof_of(book: Book, stream: Stream) -> Proof:
    """Check the events of the game now. Raises Tampered if one of them was changed or lost."""
    chain: Literal["intact", "not-checked"] = "not-checked"
    if book.recorder.sees_all:
        verify_game(book, stream.id)
        chain = "intact"
    hash = None if hidden_rounds(stream.game) else stream.hash
    return Proof(stream.id, stream.version, hash, chain)
