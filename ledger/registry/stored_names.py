"""The names of players, as the tables beside the events have them. Erased ones are gone."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from ..book import Book
from ..errors import Tampered


def all_names(book: Book) -> dict[UUID, str]:
    """Names by player id; players with erased names are left out.

    Raises Tampered if a name or an id is none.
    """
    rows = book.query("SELECT player_id, name FROM player_name ORDER BY name")
    return {player_id(player): _name(name) for player, name in rows}


def all_former_names(book: Book) -> dict[str, UUID]:
    """Player ids by former name."""
    rows = book.query("SELECT name, player_id FROM former_name")
    return {_name(name): player_id(player) for name, player in rows}


def player_id(stored: Any) -> UUID:
    """A player's id in the tables of names. Raises Tampered if it is none.

    It has one spelling: statements that erase a name compare it as text.
    """
    try:
        player = UUID(stored)
    except (ValueError, AttributeError, TypeError):
        player = None
    if player is None or player.hex != stored:
        raise Tampered("no-player-id", found=str(stored))
    return player


def _name(stored: Any) -> str:
    if not isinstance(stored, str):
        raise Tampered("no-player-name", found=str(stored))
    return stored


def former_names(book: Book, player: UUID) -> list[str]:
    """The names this player had before, in the order of their characters."""
    return sorted(name for name, other in all_former_names(book).items() if other == player)


def shown_name(names: Mapping[UUID, str], player: UUID) -> str:
    """The name of a player; if it was erased, a stand-in with part of the id."""
    return names.get(player) or f"player-{player.hex[:12]}"


def is_meant(player: UUID, text: str) -> bool:
    """The text is the id of this player, or the stand-in for an erased name."""
    return text.replace("-", "") == player.hex or text == shown_name({}, player)
