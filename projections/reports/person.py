"""One person of the book: the names, and the games this person played in."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from ledger.book import Book
from ledger.registry.aliases import aliases
from ledger.registry.players import all_names, former_names, shown_name

from ..tables.connection import Connection
from .game_filter import GameFilter
from .players import find_player, player_json


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
    player = find_player(book, connection, name)
    played = GameFilter(player=player).condition
    games = [
        PlayedGame(record, opened_at)
        for record, opened_at in connection.rows(
            f"""
            SELECT game.record, game.opened_at FROM game_fact AS game
            WHERE {played.text} ORDER BY game.opened_at, game.id
            """,
            **played.values,
        )
    ]
    return Person(
        player,
        shown_name(all_names(book), player),
        former_names(book, player),
        sorted(merged for merged, into in aliases(book).items() if into == player),
        len(games),
        games[0] if games else None,
        games[-1] if games else None,
    )


def person_json(person: Person, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The person for programs (docs/command.md)."""
    games = {"first": person.first, "last": person.last}
    return person._asdict() | {
        "player": str(person.player),
        "merged": [player_json(player, names) for player in person.merged],
        **{key: None if game is None else game._asdict() for key, game in games.items()},
    }
