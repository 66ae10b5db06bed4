"""Read models kept up to date from the log: in batches, each of them exactly once.

What a batch adds and how far it has come are written in one transaction. Whoever is killed in the
middle has written nothing of it; whoever comes next goes on from there.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from ledger.book import Book
from ledger.errors import NotALedger

from .article import ArticleProjector
from .figures import FiguresProjector
from .generations import CURRENT, MODELS, Made, are_set_up, in_use, locked, note, set_up
from .names import are_known, names_in, take_over
from .progress import Projector
from .ratings import rate_some
from .schema import Model
from .store import ReadModels

BATCH = 50_000
"""Events taken in by one transaction."""


class Keeper:
    """Keeps the read models of one book; it remembers games that may go on."""

    def __init__(self, book: Book, models: ReadModels, *, batch: int = BATCH) -> None:
        self.book = book
        self.models = models
        self._batch = batch
        self._projectors: dict[int, Projector] = {}
        self._left_at: dict[int, int] = {}

    def catch_up(self, which: Iterable[Model] = MODELS) -> Iterator[int]:
        """Take in what has happened; tells of each batch how many events it had.

        Read models in a file are set up first; in a database that is done once, by ``init``.
        """
        self._set_up()
        for model in which:
            with self.models.reading() as connection:
                id = in_use(connection, model).id
            while taken := self.step(id):
                yield taken
        self._take_over_names()
        while self._rate():
            pass

    def step(self, id: int) -> int:
        """Take one batch into a generation, in one transaction; the number of its events."""
        with self.models.writing() as connection:
            made = locked(connection, id)
            return 0 if made is None else self.take_in(connection, made)

    def take_in(self, connection: Connection, made: Made) -> int:
        """The same inside a transaction of the caller's, who holds the lock of the generation."""
        progress = made.progress
        batch = self.book.log(progress.position, self._batch)
        if not batch:
            return 0
        projector = self._projector(made)
        if self._left_at.pop(made.id, None) != progress.position:
            projector.forget()
        reached = projector.project(connection, batch, progress)
        note(connection, made.id, position=reached.position, games=reached.games)
        self._left_at[made.id] = reached.position
        return len(batch)

    def take_in_all(self, connection: Connection, *ids: int) -> None:
        """Take all there is into these generations, inside a transaction of the caller's."""
        for id in ids:
            while (made := locked(connection, id)) is not None and self.take_in(connection, made):
                pass

    def forget(self, *ids: int) -> None:
        """These generations are not any more what they were."""
        for id in ids:
            self._projectors.pop(id, None)

    def _projector(self, made: Made) -> Projector:
        # Only the generation in use books money, and a generation comes into use only once.
        if made.id not in self._projectors:
            self._projectors[made.id] = (
                ArticleProjector(self.book, made.id, made.rules)
                if made.model == "article"
                else FiguresProjector(
                    self.book, made.tables, made.rules, books=made.state == CURRENT
                )
            )
        return self._projectors[made.id]

    def _set_up(self) -> None:
        with self.models.reading() as connection:
            if are_set_up(connection):
                return
        if not self.models.in_a_file:
            raise NotALedger(f"{self.models.name} has no tables yet: run domino init")
        with self.models.writing() as connection:
            set_up(connection)

    def _take_over_names(self) -> None:
        names = names_in(self.book)
        with self.models.reading() as connection:
            if are_known(connection, names):
                return
        with self.models.writing() as connection:
            take_over(connection, self.book)

    def _rate(self) -> bool:
        with self.models.writing() as connection:
            return rate_some(connection, in_use(connection, "figures"))
