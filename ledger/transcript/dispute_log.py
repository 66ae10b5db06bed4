"""The events of disputes about a game, and between which rounds they happened."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from domain.disputes.events import DeskEvent, DisputeOpened
from domain.events import DealUndone, Event, GameAmended, RoundDealt

from ..book import Book

Desk: TypeAlias = Mapping[int, tuple[DeskEvent, ...]]
"""Events of disputes, by the number of rounds dealt before them.

They are not in a record, and decide who leads and whether a game goes on.
"""


NOTHING_SAID: Desk = {}


def is_said_at_the_desk(event: Event) -> bool:
    """It is an event of a dispute, not of play."""
    return isinstance(event, DeskEvent)


def disputed_games(book: Book) -> list[UUID]:
    """The games with disputes, in the order of recording."""
    rows = book.query(
        "SELECT DISTINCT CAST(originator_id AS text) FROM stored_events WHERE topic = ?",
        [DisputeOpened.TOPIC],
    )
    disputed = {UUID(game) for (game,) in rows}
    return [game for game in book.games() if game in disputed] if disputed else []


def desk_in(events: Iterable[Event]) -> Desk:
    """The events of disputes in this stream; those of older versions of the game come first.

    Events after a deal that was undone count as before the deal that replaced it.
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
