"""Names of players, as the book has them now: taken over whenever something is taken in."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from sqlalchemy import Connection, inspect, select

from ledger.book import Book
from ledger.errors import Unavailable
from ledger.registry.players import all_names

from .database import ReadModels, file_beside, read_models_of
from .schema.kept import KNOWN_NAME
from .write.bulk import delete_rows, insert_rows

Names = Mapping[str, str]
"""By player id."""


def names_in(book: Book) -> Names:
    """What the book calls its players now."""
    return {str(player): name for player, name in all_names(book).items()}


def are_known(connection: Connection, names: Names) -> bool:
    """These and no others are known."""
    return _known(connection) == names


def take_over(connection: Connection, book: Book) -> None:
    """Know the names of the book and no others.

    The book is asked while nobody else can write: who asked it before could put a name back that
    has been erased meanwhile.
    """
    know(connection, names_in(book))


def know(connection: Connection, names: Names) -> None:
    """Know these names and no others; what is gone is wiped."""
    if connection.dialect.name == "sqlite":
        # No page that is given free keeps one, also where it only moved to another page.
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    known = _known(connection).items()
    delete_rows(connection, KNOWN_NAME.c.player_id, {player for player, _ in known - names.items()})
    insert_rows(connection, KNOWN_NAME, sorted(names.items() - known))


def _known(connection: Connection) -> dict[str, str]:
    return {row.player_id: row.name for row in connection.execute(select(KNOWN_NAME))}


@contextmanager
def taken_over_from(book: Book) -> Iterator[None]:
    """While names are changed in the book; then the read models know the new ones and no others.

    Where there are none nothing is made. Raises Unavailable, first of all, where a copy of an old
    name would stay.
    """
    with _that_know_names(book) as models:
        if models is not None:
            if not models.lasting:
                raise Unavailable("read-only", book=models.name)
            models.wipe()
    yield
    # Looked for once more: somebody may have made them meanwhile, and with the old names.
    with _that_know_names(book) as models:
        if models is not None:
            with models.writing() as connection:
                take_over(connection, book)
            models.wipe()


@contextmanager
def _that_know_names(book: Book) -> Iterator[ReadModels | None]:
    """The read models of a book, if there are any; closed afterwards."""
    beside = file_beside(book)
    if beside is not None and not beside.exists():
        yield None
        return
    with closing(read_models_of(book)) as models:
        with models.reading() as connection:
            there = inspect(connection).has_table(KNOWN_NAME.name)
        yield models if there else None
