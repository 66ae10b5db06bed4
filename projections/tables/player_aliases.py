"""Who counts as another player in the tables: a copy of the book's, as the rows were made with it.

When the book says otherwise, the games concerned are taken in again and the copy is renewed, in one
transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

from ...domain.events import GameAmended, GameOpened
from ...ledger.book import Book
from ...ledger.registry.aliases import aliases_of
from ...ledger.registry.players import NotMerged, add_merge, mergeable, unmerge
from ...ledger.store.event_reader import opening_in
from ...ledger.store.house import House
from .connection import Connection
from .progress import progress_in

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


def merge_players(
    book: Book, connection: Connection, name: str, into: str, by: str | None = None
) -> None:
    """Let the player of the first name count as the second.

    ``by``: the name or id of the person who orders it. The tables, which are up to date, follow
    when they are next used. Raises NotMerged if the two sat at one table or as `mergeable` does,
    Conflict as `add_merge` does, and what `person` raises.
    """
    merge = mergeable(book, name, into)
    at_one_table = connection.value(
        """
        SELECT game.record
        FROM game_fact AS game
        JOIN game_seat AS one ON one.game_id = game.id AND one.player_id = :player
        JOIN game_seat AS other ON other.game_id = game.id AND other.player_id = :into
        ORDER BY game.id LIMIT 1
        """,
        player=str(merge.player),
        into=str(merge.into),
    )
    if at_one_table is None:
        add_merge(book, merge, by)
        at_one_table = _recorded_meanwhile(book, progress_in(connection).position, merge.into)
        if at_one_table is not None:
            unmerge(book, str(merge.player), by)
    if at_one_table is not None:
        raise NotMerged("sat-together", name=name, into=into, game=at_one_table)


def _recorded_meanwhile(book: Book, after: int, person: UUID) -> str | None:
    """The record of a game after this position of the log in which this person sits twice."""
    same = aliases_in(book.house())
    last = book.last_position()
    with book.scan_log(after, last, last) as rows:
        for *_, topic, state in rows:
            if topic in {GameOpened.TOPIC, GameAmended.TOPIC}:
                opening = opening_in(topic, state)
                if [same.get(each, each) for each in opening.players].count(str(person)) > 1:
                    return opening.record
    return None
