"""The players of a report."""

from collections.abc import Mapping
from uuid import UUID

from ledger.book import Book
from ledger.errors import UnknownPlayer
from ledger.registry.players import is_meant, person_meant, shown_name

from ..tables.column_values import id_in
from ..tables.connection import Connection


def find_player(book: Book, connection: Connection, name: str) -> UUID:
    """The player with this name or id, also of an erased name; accents may be left out.

    Raises UnknownPlayer and AmbiguousName.
    """
    try:
        return person_meant(book, name)
    except UnknownPlayer:
        seated = map(id_in, connection.column("SELECT DISTINCT player_id FROM game_seat"))
        found = next((player for player in seated if is_meant(player, name)), None)
        if found is None:
            raise
        return found


def player_json(player: UUID, names: Mapping[UUID, str]) -> dict[str, str]:
    """Id and name, for programs."""
    return {"player": str(player), "name": shown_name(names, player)}
