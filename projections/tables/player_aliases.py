"""Who counts as another player in the tables: a copy of the book's, as the rows were made with it.

When the book says otherwise, the games concerned are taken in again and the copy is renewed, in one
transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import Connection, select

from ledger.book import Book
from ledger.registry.aliases import add_merge, aliases
from ledger.registry.players import NotMerged, mergeable

from .generations import in_use
from .schema.generation import Generation
from .schema.permanent import KNOWN_ALIAS
from .write.bulk import in_parts, insert_rows

Aliases: TypeAlias = Mapping[str, str]
"""By id of a merged player, the id that stands in the tables."""


def aliases_in(book: Book) -> Aliases:
    """Who counts as whom in the book."""
    return {str(player): str(into) for player, into in aliases(book).items()}


def known_aliases(connection: Connection) -> Aliases:
    """Who counts as whom in the tables."""
    return {row.player_id: row.into_id for row in connection.execute(select(KNOWN_ALIAS))}


def store_aliases(connection: Connection, aliases: Aliases) -> set[str]:
    """Store these and no others; returns the ids in the tables of players whose alias changed."""
    known = known_aliases(connection)
    changed = {player for player, _ in known.items() ^ aliases.items()}
    connection.execute(KNOWN_ALIAS.delete())
    insert_rows(connection, KNOWN_ALIAS, sorted(aliases.items()))
    return {known.get(player, player) for player in changed}


def games_of(connection: Connection, tables: Generation, players: Iterable[str]) -> Sequence[str]:
    """The ids of the games of these players, as they stand in a generation."""
    opened, seated = (
        ("game_fact", "game_seat")
        if tables.model == "figures"
        else ("article_game", "player_in_game")
    )
    game, seat = tables[opened].c, tables[seated].c
    return [
        id
        for some in in_parts(players)
        for id in connection.execute(
            select(game.game)
            .where(game.id.in_(select(seat.game_id).where(seat.player_id.in_(some))))
            .order_by(game.id)
        ).scalars()
    ]


def merge_players(book: Book, connection: Connection, name: str, into: str) -> None:
    """Let the player of the first name count as the second.

    The tables, which are up to date, follow when they are next used. Raises NotMerged if the two
    sat at one table or as `mergeable` does.
    """
    player, person = mergeable(book, name, into)
    tables = in_use(connection, "figures").tables
    game, seat = tables["game_fact"].c, tables["game_seat"]
    other = seat.alias("other")
    at_one_table = connection.execute(
        select(game.record)
        .join_from(tables["game_fact"], seat, seat.c.game_id == game.id)
        .join(other, other.c.game_id == game.id)
        .where(seat.c.player_id == str(player), other.c.player_id == str(person))
        .order_by(game.id)
        .limit(1)
    ).scalar()
    if at_one_table is not None:
        raise NotMerged("sat-together", name=name, into=into, game=at_one_table)
    add_merge(book, player, person)
