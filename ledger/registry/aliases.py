"""Players who count as another: the book has them as two, and they are one person.

Events keep the ids they were recorded with, so that it can be undone. What follows from the events
(statistics, disputes, sheets) takes one for the other.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias
from uuid import UUID

from ..book import Book
from ..errors import Tampered, Unavailable

Aliases: TypeAlias = Mapping[UUID, UUID]
"""By merged player, who they count as; that player is not merged."""


def aliases(book: Book) -> dict[UUID, UUID]:
    """Everybody who counts as another player. Raises Tampered if they go round in a circle."""
    said = merges(book)
    found = {}
    for player in said:
        person, before = player, set[UUID]()
        while person in said:
            if person in before:
                raise Tampered("merged-in-a-circle", player=str(player))
            before.add(person)
            person = said[person]
        found[player] = person
    return found


def merges(book: Book) -> dict[UUID, UUID]:
    """Each merge as it was made: the second player may have been merged later."""
    if not book.query(book.recorder.dialect.has_aliases):
        return {}  # The book is of an earlier version.
    rows = book.query("SELECT player_id, into_id FROM player_alias")
    return {player_id(player): player_id(into) for player, into in rows}


def player_id(stored: Any) -> UUID:
    """A player's id in the tables beside the events, which no event proves. Raises Tampered."""
    try:
        return UUID(stored)
    except (ValueError, AttributeError, TypeError):
        raise Tampered("no-player-id", found=str(stored)) from None


def add_merge(book: Book, player: UUID, into: UUID) -> None:
    """Let a player, who is not merged, count as another person.

    Raises Unavailable for a database of an earlier version that `domino init` has not completed.
    """
    dialect = book.recorder.dialect
    if not book.query(dialect.has_aliases):
        if dialect.make_aliases is None:
            raise Unavailable("no-aliases-yet", book=book.path)
        book.change(dialect.make_aliases, [])
    book.change("INSERT INTO player_alias VALUES (?, ?)", [player.hex, into.hex])


def remove_merge(book: Book, player: UUID) -> None:
    """Let a merged player count for themselves again."""
    book.change("DELETE FROM player_alias WHERE player_id = ?", [player.hex])
