"""The amendments of games; each begins a version."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from ..book import Book

if TYPE_CHECKING:
    from ..store.codec import Entry


_TOPICS = "game-amended/%"
"""Amendments of every version, for LIKE."""


class Amendment(NamedTuple):
    """An amendment of a game."""

    record: str
    """The record's id."""
    version: int
    """The number of the version that it begins, from 2."""
    recorded_at: str
    """A time in RFC 3339."""
    by: UUID | None
    reason: str


def amendment_in(entry: "Entry", version: int) -> Amendment:
    """The amendment in this entry, which begins the version of this number."""
    from ...domain.events import GameAmended  # noqa: PLC0415 - most books have no amendment

    event = entry.event
    assert isinstance(event, GameAmended)
    return Amendment(event.opening.record, version, entry.recorded_at, event.by, event.reason)


def amendments_of(book: Book, games: Iterable[UUID]) -> dict[UUID, list[Amendment]]:
    """The amendments of these games, by game; games without amendments are left out.

    An amendment is the first event of a write, so it directly follows a stream head. The query
    therefore reads heads, not all events.
    """
    found: dict[UUID, list[Amendment]] = {}
    rows = book.query(
        "SELECT CAST(e.originator_id AS text), e.originator_version, e.topic, e.state "
        "FROM stream_head AS h JOIN stored_events AS e ON e.originator_id = h.originator_id "
        "AND e.originator_version = h.version + 1 "
        "WHERE h.originator_id IN ({listed}) AND e.topic LIKE ? "
        "ORDER BY e.originator_id, e.originator_version",
        [json.dumps([game.hex for game in games]), _TOPICS],
    )
    for id, version, topic, state in rows:
        from ..store.codec import decode  # noqa: PLC0415 - as above

        game = UUID(id)
        of_game = found.setdefault(game, [])
        entry = decode(game, version, topic, bytes(state))
        of_game.append(amendment_in(entry, len(of_game) + 2))
    return found
