"""A book with read models beside it, brought back as often as they are broken."""

import shutil
from contextlib import closing
from pathlib import Path

from ledger.book import open_book
from projections.tables.database import ReadModels, read_models_of
from projections.tables.rebuild import build, judge_all, switch
from projections.tables.schema.generation import Model
from tests.domain.table_talk import house

from .modelled import Everything, everything, exhaust, opened, rebuild

BATCH = 400
FIGURES: tuple[Model, ...] = ("figures",)
OTHER = house(
    "forced-block@1", payout={"reading": "last-to-lay", "loss_factor": 3}, score={"target": None}
)


class Place:
    """A book with read models beside it, which can be brought back to how they were."""

    def __init__(self, book: Path, batch: int = BATCH) -> None:
        self.book = book
        self.batch = batch
        self.tables = book.with_name(book.name + ".tables")
        self.kept = book.with_name("kept")

    def keep(self) -> None:
        """Remember them as they are."""
        with closing(self.models()) as models, models.writing() as connection:
            connection.exec_driver_sql("SELECT 1")
        shutil.copy(self.tables, self.kept)

    def bring_back(self) -> None:
        """The read models as they were kept, or none."""
        for file in self.book.parent.glob(f"{self.tables.name}*"):
            file.unlink()
        if self.kept.exists():
            shutil.copy(self.kept, self.tables)

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

    def build(self) -> None:
        with opened(self.book, self.batch) as keeper:
            exhaust(build(keeper, "figures", OTHER))

    def switch(self) -> None:
        with opened(self.book, self.batch) as keeper:
            switch(keeper, FIGURES, OTHER)

    def rebuild(self) -> None:
        """By other rules, in one go."""
        with opened(self.book, self.batch) as keeper:
            rebuild(keeper, OTHER)

    def judge(self) -> None:
        with opened(self.book, self.batch) as keeper:
            exhaust(judge_all(keeper))
