"""Who counts as another player in the tables: a copy of the book's, as the rows were made with it.

When the book says otherwise, the games concerned are taken in again and the copy is renewed, in one
transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from ...ledger.registry.aliases import aliases_of
from ...ledger.store.house import House
from .connection import Connection

Aliases: TypeAlias = Mapping[str, str]
"""By id of a merged player, the id that stands in the tables."""


def aliases_in(house: House) -> Aliases:
    """Who counts as whom by these decisions."""
    return {str(player): str(into) for player, into in aliases_of(house).items()}


def known_aliases(connection: Connection) -> Aliases:
    """Who counts as whom in the tables."""
    rows = connection.rows("SELECT player_id, into_id FROM known_alias")
    return {player: into for player, into in rows}  # noqa: C416 - typed rows


def store_aliases(connection: Connection, aliases: Aliases) -> set[str]:
    """Store these and no others; returns the ids in the tables of players whose alias changed."""
    known = known_aliases(connection)
    changed = {player for player, _ in known.items() ^ aliases.items()}
    connection.rows("DELETE FROM known_alias")
    connection.insert("known_alias", sorted(aliases.items()))
    return {known.get(player, player) for player in changed}


def games_of(connection: Connection, players: Iterable[str]) -> Sequence[str]:
    """The ids of the games of these players, as they stand in the tables."""
    return connection.column(
        "SELECT game FROM game_fact WHERE id IN ("
        "SELECT game_id FROM game_seat WHERE player_id IN (:players)) ORDER BY id",
        players=list(players),
    )
