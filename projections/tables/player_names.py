"""The table of players' names.

In a file it is a copy of the book's names, updated with the events; in a database, a view of them.
"""

from collections.abc import Mapping

from ...ledger.book import Book
from ...ledger.registry.stored_names import all_names
from .connection import Connection

Names = Mapping[str, str]
"""By player id."""


def names_in(book: Book) -> Names:
    """The names in the book."""
    return {str(player): name for player, name in all_names(book).items()}


def take_over(connection: Connection, book: Book) -> None:
    """Store the names of the book and no others, inside the caller's transaction.

    They are read under the write lock; otherwise, a name erased meanwhile could be written back.
    """
    names = names_in(book)
    if connection.dialect == "sqlite":
        # Overwrites deleted names, also where a row has moved to another page.
        connection.execute("PRAGMA secure_delete = ON")
    known = known_names(connection).items()
    players = [player for player, _ in known - names.items()]
    if players:  # Not in a database, where these are a view.
        connection.rows("DELETE FROM known_name WHERE player_id IN (:players)", players=players)
    connection.insert("known_name", sorted(names.items() - known))


def known_names(connection: Connection) -> dict[str, str]:
    """The names in the tables."""
    rows = connection.rows("SELECT player_id, name FROM known_name")
    return {player: name for player, name in rows}  # noqa: C416 - typed rows
