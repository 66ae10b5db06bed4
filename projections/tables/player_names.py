"""The table of players' names.

In a file it is a copy of the book's names, updated with the events; in a database, a view of them.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from ...ledger.book import Book
from ...ledger.errors import LedgerError, Unavailable
from ...ledger.registry.name_changes import rename
from ...ledger.registry.players import all_names
from .connection import Connection
from .database import ReadModels, file_beside, read_models_of

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


def rename_player(book: Book, name: str, new: str) -> bool:
    """Rename a player in the book, then in the read models, if they have a copy of the names.

    After an error nothing was renamed. False: the read models will get the name when they are used.
    """
    with _models_with_names(book) as models:
        if models is None:
            rename(book, name, new)
            return True
        renamed = False
        try:
            with models.writing() as connection:
                rename(book, name, new)
                renamed = True
                take_over(connection, book)
        except LedgerError:
            if not renamed:
                raise
            return False
    return True


@contextmanager
def names_copied_from(book: Book) -> Iterator[None]:
    """Let names be erased in the book, then in the read models, if there are any.

    Raises Unavailable at the start if a copy of an old name would stay.
    """
    with _models_with_names(book) as models:
        if models is not None:
            if not models.lasting:
                raise Unavailable("read-only", book=models.name)
            models.wipe()
    yield
    # Opened again: another program may have created them meanwhile, with the old names.
    with _models_with_names(book) as models:
        if models is not None:
            with models.writing() as connection:
                take_over(connection, book)
            models.wipe()


@contextmanager
def _models_with_names(book: Book) -> Iterator[ReadModels | None]:
    """The read models of a book if they have a copy of the names; closed afterwards."""
    file = file_beside(book)
    if file is None or not file.exists():
        yield None
        return
    with closing(read_models_of(book)) as models:
        with models.reading() as connection:
            has_names = "known_name" in connection.column(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            )
        yield models if has_names else None
