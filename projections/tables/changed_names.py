"""Names changed in the book, and then in the read models, where these have a copy of them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from uuid import UUID

from ...ledger.book import Book
from ...ledger.errors import LedgerError, Unavailable
from ...ledger.registry.name_changes import erase, rename
from .database import ReadModels, file_beside, read_models_of
from .player_names import take_over


def rename_player(book: Book, name: str, new: str) -> bool:
    """Rename a player in the book, then in the read models, if they have a copy of the names.

    The book decides: after an error, nothing was renamed. False: the read models do not have the
    name yet; they get it when they are used.
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


def erase_player(book: Book, name: str) -> UUID:
    """Erase a person's names, in the book and in the read models.

    Raises UnknownPlayer, AmbiguousName, and Unavailable if a copy would stay.
    """
    with names_copied_from(book):
        return erase(book, name)


@contextmanager
def names_copied_from(book: Book) -> Iterator[None]:
    """A context in which names of the book are erased; at its end the read models have them, too.

    Read models are not created. Raises Unavailable at the start if a copy of an old name would
    remain.
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
