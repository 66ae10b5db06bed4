"""Services for disputes, abandoned games and forfeited games.

Each function reads the game, decides, and appends one or two events. Each raises Refused if the
step is not allowed, UnusableName if ``by`` is not allowed as a name, and Conflict if another
program has written to the game since.
"""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.disputes.decide import (
    AnswerDispute,
    AppealRuling,
    DeskCommand,
    OpenDispute,
    RuleOnDispute,
    decide_dispute,
)
from domain.disputes.remedies import Remedy
from domain.disputes.state import disputes_of
from domain.events import Event
from domain.game.decide import Abandon, Forfeit, decide
from domain.seats import Seat

from .book import Book
from .registry.players import Person, person
from .store.stream import Stream


class Step(NamedTuple):
    """A stored step."""

    before: Stream
    after: Stream
    new_player: str | None = None
    """The name of the person, if new to the book."""


def open_dispute(
    book: Book,
    game: UUID,
    by: str,
    claim: str,
    *,
    round: int | None = None,
    move: int | None = None,
) -> Step:
    """Dispute a game, one of its rounds, or a move of that round; ``by`` is a name or an id."""
    stream, who = _read(book, game, by)
    return _dispute(book, stream, who, OpenDispute(who.id, claim, round, move))


def newest_dispute(step: Step) -> int:
    """The number of the newest dispute."""
    return len(disputes_of(step.after.game.desk))


def answer_dispute(book: Book, game: UUID, dispute: int, by: str, answer: str) -> Step:
    """Answer a claim or an appeal."""
    stream, who = _read(book, game, by)
    return _dispute(book, stream, who, AnswerDispute(dispute, who.id, answer))


def rule_on_dispute(
    book: Book,
    game: UUID,
    dispute: int,
    by: str,
    remedies: Sequence[Remedy],
    *,
    reason: str = "",
) -> Step:
    """Order remedies."""
    stream, who = _read(book, game, by)
    return _dispute(book, stream, who, RuleOnDispute(dispute, who.id, tuple(remedies), reason))


def appeal_ruling(book: Book, game: UUID, dispute: int, by: str, reason: str) -> Step:
    """Appeal against the ruling on a dispute."""
    stream, who = _read(book, game, by)
    return _dispute(book, stream, who, AppealRuling(dispute, who.id, reason))


def abandon_game(book: Book, game: UUID, reason: str = "") -> Step:
    """Break a game off."""
    stream = book.stream(game)
    return _append(book, stream, decide(stream.game, Abandon(reason)))


def forfeit_game(book: Book, game: UUID, seat: Seat, reason: str = "") -> Step:
    """Record that a seat gave up."""
    stream = book.stream(game)
    return _append(book, stream, decide(stream.game, Forfeit(seat, reason)))


def _read(book: Book, game: UUID, by: str) -> tuple[Stream, Person]:
    stream = book.stream(game)
    return stream, person(book, by, stream.game.opened.players)


def _dispute(book: Book, stream: Stream, who: Person, command: DeskCommand) -> Step:
    return _append(book, stream, decide_dispute(stream.game, command), who.new)


def _append(
    book: Book, stream: Stream, events: Sequence[Event], new: Sequence[tuple[str, str]] = ()
) -> Step:
    book.append(stream, events, new)
    return Step(stream, book.stream(stream.id), new[0][1] if new else None)
