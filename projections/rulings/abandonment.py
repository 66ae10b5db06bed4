"""How a game was left: abandoned, or forfeited by a seat, and why."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.events import Event, GameAbandoned, GameForfeited, Seat
from ledger.book import Book
from ledger.store.codec import decode


class Left(NamedTuple):
    """That a game was left."""

    how: Literal["abandoned", "forfeited"]
    seat: Seat | None
    """That gave it up; None where the game was abandoned."""
    reason: str
    """Empty where nobody told any."""


def left_by(event: Event | None) -> Left | None:
    """What the event by which a game was left says; None of any other, or of none."""
    match event:
        case GameAbandoned():
            return Left("abandoned", None, event.reason)
        case GameForfeited():
            return Left("forfeited", event.seat, event.reason)
        case _:
            return None


def left_at(book: Book, position: int) -> Left | None:
    """The same of the event at this place in the log."""
    ((_, game, version, topic, state),) = book.log(position - 1, 1)
    return left_by(decode(UUID(game), version, topic, bytes(state)).event)


def left_json(left: Left | None) -> dict[str, Any] | None:
    """The same for programs."""
    return None if left is None else left._asdict()


def left_text(left: Left, names: Sequence[str] = ()) -> str:
    """``forfeited by seat 1 (Ben): had to go``; ``names`` by seat, where they are told."""
    named = "" if left.seat is None or not names else f" ({names[left.seat]})"
    by = "" if left.seat is None else f" by seat {left.seat}{named}"
    return f"{left.how}{by}" + (f": {left.reason}" if left.reason else "")
