"""Players merged, unless they sat at one table."""

from uuid import UUID

from ...domain.events import GameAmended, GameOpened
from ...ledger.book import Book
from ...ledger.registry.merging import NotMerged, add_merge, mergeable, unmerge
from ...ledger.store.event_reader import opening_in
from .connection import Connection
from .player_aliases import aliases_in
from .progress import progress_in


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
