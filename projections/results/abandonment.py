"""How a game was left: abandoned, or forfeited by a seat, and why."""

from typing import Literal, NamedTuple
from uuid import UUID

from ...domain.events import Event, GameAbandoned, GameForfeited, Seat
from ...ledger.book import Book
from ...ledger.store.codec import decode


class Abandonment(NamedTuple):
    """A game was abandoned or forfeited."""

    how: Literal["abandoned", "forfeited"]
    seat: Seat | None
    """The seat that forfeited; None where the game was abandoned."""
    reason: str
    """Empty if none was given."""


def abandonment_of(event: Event | None) -> Abandonment | None:
    """The abandonment that an event records; None for other events."""
    match event:
        case GameAbandoned():
            return Abandonment("abandoned", None, event.reason)
        case GameForfeited():
            return Abandonment("forfeited", event.seat, event.reason)
        case _:
            return None


def abandonment_at(book: Book, position: int) -> Abandonment | None:
    """The abandonment at a position of the log."""
    ((_, game, version, topic, state),) = book.log(position - 1, 1)
    return abandonment_of(decode(UUID(game), version, topic, bytes(state)).event)
