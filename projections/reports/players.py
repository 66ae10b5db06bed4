"""The player that a report is about."""

from uuid import UUID

from sqlalchemy import Connection, select

from ledger.book import Book
from ledger.errors import UnknownPlayer
from ledger.registry.players import is_meant, player_called

from ..tables.generations import in_use


def player_asked_for(book: Book, connection: Connection, said: str) -> UUID:
    """The player with this name or id, even if the name was erased; raises UnknownPlayer."""
    try:
        return player_called(book, said)
    except UnknownPlayer:
        player_id = in_use(connection, "figures").tables["game_seat"].c.player_id
        seated = map(UUID, connection.execute(select(player_id).distinct()).scalars())
        found = next((player for player in seated if is_meant(player, said)), None)
        if found is None:
            raise
        return found
