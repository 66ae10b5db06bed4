"""A book with read models, restored as often as they are broken."""

import shutil
from abc import ABC, abstractmethod
from contextlib import closing
from pathlib import Path

from domino_ledger.ledger.book import open_book
from domino_ledger.projections.tables.database import ReadModels, read_models_of
from domino_ledger.projections.tables.rebuild import judge_all, switch
from tests.domain.builders import altered
from tests.postgres import copy_of_database, drop_database, restore_database
from tests.projections.tables.everywhere import everywhere

from .modelled import Everything, everything, exhaust, opened, rebuild

BATCH = 400
OTHER = altered(
    "forced-block@1", payout={"reading": "last-to-lay", "loss_factor": 3}, score={"target": None}
)


class Place(ABC):
    """A book with read models; both can be saved and restored, as they belong together."""

    def __init__(self, book: Path | str, batch: int = BATCH) -> None:
        self.book = book
        self.batch = batch

    @abstractmethod
    def keep(self) -> None:
        """Save them as they are; at first the read models may be missing or empty."""

    @abstractmethod
    def bring_back(self) -> None:
        """Restore what was saved."""

    def models(self) -> ReadModels:
        with closing(open_book(self.book)) as book:
            return read_models_of(book)

    def rows(self) -> Everything:
        with closing(self.models()) as models:
            return everything(models)

    # -- work

    def catch_up(self) -> None:
        with opened(self.book, self.batch) as keeper:
            exhaust(keeper.catch_up())

    def switch(self) -> None:
        """Count all games by other rules, from their facts."""
        with opened(self.book, self.batch) as keeper:
            switch(keeper, everywhere(keeper.book, OTHER), None)

    def rebuild(self) -> None:
        """Make all tables anew, by other rules."""
        with opened(self.book, self.batch) as keeper:
            rebuild(keeper, OTHER)

    def judge(self) -> None:
        with opened(self.book, self.batch) as keeper:
            exhaust(judge_all(keeper))


class InFile(Place):
    """A book in a file, with the read models beside it."""

    def __init__(self, book: Path, batch: int = BATCH) -> None:
        super().__init__(book, batch)
        self._file = book
        self._kept = book.with_name("kept")
        self._save()

    def keep(self) -> None:
        with closing(self.models()) as models, models.writing() as connection:
            connection.rows("SELECT 1")
        self._save()

    def _save(self) -> None:
        shutil.rmtree(self._kept, ignore_errors=True)
        self._kept.mkdir()
        for file in self._files():
            shutil.copy(file, self._kept)

    def bring_back(self) -> None:
        for file in self._files():
            file.unlink()
        for file in self._kept.iterdir():
            shutil.copy(file, self._file.parent)

    def _files(self) -> list[Path]:
        """The book, its read models, and the logs of both."""
        return list(self._file.parent.glob(f"{self._file.name}*"))


class OnServer(Place):
    """A book in a database with its read models. The whole database is restored."""

    def __init__(self, server: str, book: str, batch: int = BATCH) -> None:
        super().__init__(book, batch)
        self._server, self._url = server, book
        self._kept = copy_of_database(server, book)

    def keep(self) -> None:
        drop_database(self._server, self._kept)
        self._kept = copy_of_database(self._server, self._url)

    def bring_back(self) -> None:
        restore_database(self._server, self._url, self._kept)
