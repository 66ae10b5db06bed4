"""The events of disputes of a game, by the rounds dealt before them."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias
from uuid import UUID

from domain.disputes.events import DeskEvent, DisputeOpened
from domain.events import DealUndone, Event, GameAmended, RoundDealt, RoundReported

from ..book import Book

Desk: TypeAlias = Mapping[int, tuple[DeskEvent, ...]]
"""Events of disputes, by the number of rounds dealt before them.

A record does not contain them, but they affect who leads and whether a game continues.
"""

NO_DESK_EVENTS: Desk = {}


def disputed_games(book: Book) -> list[UUID]:
    """The games with disputes, in order of recording."""
    rows = book.query(
        "SELECT DISTINCT CAST(originator_id AS text) FROM stored_events WHERE topic = ?",
        [DisputeOpened.TOPIC],
    )
    disputed = {UUID(game) for (game,) in rows}
    return [game for game in book.games() if game in disputed] if disputed else []


def desk_in(events: Iterable[Event]) -> Desk:
    """The events of disputes of this stream; those of earlier versions of the game come first.

    Events after an undone deal count as before the deal that replaced it.
    """
    desk: dict[int, tuple[DeskEvent, ...]] = {}
    rounds = 0
    for event in events:
        if isinstance(event, RoundDealt | RoundReported):
            rounds += 1
        elif isinstance(event, DealUndone):
            later, rounds = desk.pop(rounds, ()), rounds - 1
            desk[rounds] = (*desk.get(rounds, ()), *later)
        elif isinstance(event, GameAmended):
            rounds, desk = 0, {0: tuple(chain.from_iterable(desk.values()))}
        elif isinstance(event, DeskEvent):
            desk[rounds] = (*desk.get(rounds, ()), event)
    return desk
