"""The players of a report; one person of the book with the names, and the games they played."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from ...ledger.book import Book
from ...ledger.errors import UnknownPlayer
from ...ledger.registry.stored_names import all_names, former_names, is_meant, shown_name
from ..as_json import as_json
from ..tables.connection import Connection, id_in
from .game_filter import GameFilter

Names = Mapping[UUID, str]


def find_player(book: Book, connection: Connection, name: str) -> UUID:
    """The player with this name or id, also of an erased name; accents may be left out.

    Raises UnknownPlayer and AmbiguousName.
    """
    from ...ledger.registry.players import person_meant  # noqa: PLC0415 - reads the house

    try:
        return person_meant(book, name)
    except UnknownPlayer:
        seated = map(id_in, connection.column("SELECT DISTINCT player_id FROM game_seat"))
        found = next((player for player in seated if is_meant(player, name)), None)
        if found is None:
            raise
        return found


def player_json(player: UUID, names: Names) -> dict[str, str]:
    """Id and name, for programs."""
    return {"player": str(player), "name": shown_name(names, player)}


class PlayedGame(NamedTuple):
    """A game this person played in."""

    record: str
    """The record's id."""
    started_at: str
    """When it started, or if unknown, when it was recorded: RFC 3339, UTC."""


class Person(NamedTuple):
    """What the book has of one person."""

    player: UUID
    name: str
    """The name, or the stand-in for an erased one."""
    former_names: list[str]
    merged: list[UUID]
    """Players who count as this one."""
    games: int
    """Games of any state, also those not over."""
    first: PlayedGame | None
    """None for people who did not play, such as arbiters."""
    last: PlayedGame | None


def find_person(book: Book, connection: Connection, name: str) -> Person:
    """The person with this name or id; raises UnknownPlayer and AmbiguousName."""
    from ...ledger.registry.aliases import aliases  # noqa: PLC0415 - reads the house

    player = find_player(book, connection, name)
    played, values = GameFilter(player=player).condition
    rows = connection.rows(
        "SELECT game.record, game.opened_at FROM game_fact AS game "
        f"WHERE {played} ORDER BY game.opened_at, game.id",
        **values,
    )
    games = list(map(PlayedGame._make, rows))
    return Person(
        player,
        shown_name(all_names(book), player),
        former_names(book, player),
        sorted(merged for merged, into in aliases(book).items() if into == player),
        len(games),
        games[0] if games else None,
        games[-1] if games else None,
    )


def person_json(person: Person, names: Names) -> dict[str, Any]:
    """The person for programs (docs/command.md)."""
    merged = [player_json(player, names) for player in person.merged]
    return {**as_json(person), "merged": merged}
