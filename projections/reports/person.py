"""One person of the book: the names, and the games this person played in."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, func, select

from ledger.book import Book
from ledger.registry.aliases import aliases
from ledger.registry.players import all_names, former_names, shown_name

from ..tables.schema import TABLES
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
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    of_player = select(seat.game_id).where(seat.player_id == str(player))
    played = select(game.record, game.opened_at).where(game.id.in_(of_player))
    number = select(func.count()).where(game.id.in_(of_player))
    first = connection.execute(played.order_by(game.opened_at, game.id).limit(1)).first()
    newest = game.opened_at.desc(), game.id.desc()
    last = connection.execute(played.order_by(*newest).limit(1)).first()
    return Person(
        player,
        shown_name(all_names(book), player),
        former_names(book, player),
        sorted(merged for merged, into in aliases(book).items() if into == player),
        connection.execute(number).scalar_one(),
        None if first is None else PlayedGame(*first),
        None if last is None else PlayedGame(*last),
    )


def person_json(person: Person, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The person for programs (docs/command.md)."""
    games = {"first": person.first, "last": person.last}
    return person._asdict() | {
        "player": str(person.player),
        "merged": [player_json(player, names) for player in person.merged],
        **{key: None if game is None else game._asdict() for key, game in games.items()},
    }
