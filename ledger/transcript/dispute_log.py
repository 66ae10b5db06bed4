"""What was said at the arbiter's desk of a game, and when in its course."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from domain.disputes.events import DeskEvent, DisputeOpened
from domain.events import DealUndone, Event, GameAmended, RoundDealt

from ..book import Book

Desk: TypeAlias = Mapping[int, tuple[DeskEvent, ...]]
"""By the number of rounds dealt before it, what was said.

A record tells nothing of it, and it decides who leads and whether a game goes on.
"""


NOTHING_SAID: Desk = {}


def is_said_at_the_desk(event: Event) -> bool:
    """It is no part of what was played."""
    return isinstance(event, DeskEvent)


def disputed_games(book: Book) -> list[UUID]:
    """The games that somebody has disputed, in the order in which they were first recorded."""
    rows = book.query(
        "SELECT DISTINCT CAST(originator_id AS text) FROM stored_events WHERE topic = ?",
        [DisputeOpened.TOPIC],
    )
    disputed = {UUID(game) for (game,) in rows}
    return [game for game in book.games() if game in disputed] if disputed else []


def desk_in(events: Iterable[Event]) -> Desk:
    """What was said in this stream; what concerns an older version of the game comes first.

    What was said after a deal that was taken back was said before the deal that took its place.
    """
    desk: dict[int, tuple[DeskEvent, ...]] = {}
    rounds = 0
    for event in events:
        if isinstance(event, RoundDealt):
            rounds += 1
        elif isinstance(event, DealUndone):
            said, rounds = desk.pop(rounds, ()), rounds - 1
            desk[rounds] = (*desk.get(rounds, ()), *said)
        elif isinstance(event, GameAmended):
            rounds, desk = 0, {0: tuple(said for some in desk.values() for said in some)}
        elif isinstance(event, DeskEvent):
            desk[rounds] = (*desk.get(rounds, ()), event)
    return desk
