"""The article's tables made from the log, compared with SQLite inserting equal rows.

    python -m benchmarks.article [GAMES]

Ours reads every event from the book, decodes it, folds and rules on its game, and writes the rows;
the peer inserts these rows through `sqlite3`. Both fill the same tables of a fresh file, with
a write-ahead log, in as many transactions. Verdicts are found, not read: the rule set that needs
them is measured separately, without a bound.
"""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from projections.tables.article_projector import ArticleProjector
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from domain.rules.catalogue import (
    BLOCK,
    BLOCK_LOT,
    DRAW,
    DRAW_THREE,
    FORCED_BLOCK,
    PARTNERSHIP_SANJUAN,
)
from domain.rules.rule_set import RuleSet
from ledger.book import Book, open_book
from ledger.live.simulation import Simulation, simulate_into
from ledger.store import codec
from projections.tables.log_reader import Progress
from projections.tables.schema import TABLES

from .measure import Measured, compare, report

GAMES = 1500
EVENTS_A_BATCH = 50_000
REPETITIONS = 5
MIXED = ((BLOCK, 3), (DRAW, 2), (DRAW_THREE, 4), (BLOCK_LOT, 4), (PARTNERSHIP_SANJUAN, 4))
TABLES = generation("article", 1)
SETTINGS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL")


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.exit(not report(measurements(games)))


def measurements(games: int = GAMES) -> Iterator[Measured]:
    kinds: tuple[tuple[str, Sequence[tuple[RuleSet, int]], float | None], ...] = (
        ("several rule sets", MIXED, 0.28),
        (DRAW.id, ((DRAW, 2),), None),
        (BLOCK_LOT.id, ((BLOCK_LOT, 4),), None),
        (f"{FORCED_BLOCK.id}, verdicts found", ((FORCED_BLOCK, 4),), None),
    )
    for name, mixed, bound in kinds:
        with TemporaryDirectory() as directory, _case(Path(directory), mixed, games) as case:
            yield compare(
                f"article, {name}",
                peer="sqlite3, same rows",
                unit="rows",
                bound=bound,
                ours=case.ours,
                theirs=case.theirs,
                repetitions=REPETITIONS,
            )


class _Case(NamedTuple):
    book: Book
    directory: Path
    files: Iterator[int]
    rows: dict[str, list[tuple[Any, ...]]]

    def ours(self) -> tuple[int, float]:
        codec._known.cache_clear()  # noqa: SLF001 - the cache holds these games
        engine = _engine(self.directory / f"{next(self.files)}.db")
        with closing(engine.connect()) as connection:
            TABLES.metadata.create_all(connection)
            KEPT.create_all(connection)
            connection.commit()
            began = perf_counter()
            _project(self.book, connection)
            seconds = perf_counter() - began
        return sum(map(len, self.rows.values())), seconds

    def theirs(self) -> tuple[int, float]:
        path = self.directory / f"{next(self.files)}.db"
        TABLES.metadata.create_all(_engine(path))
        batches = self.book.last_position() // EVENTS_A_BATCH + 1
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in SETTINGS:
                connection.execute(statement)
            began = perf_counter()
            for number in range(batches):
                connection.execute("BEGIN")
                for name, rows in self.rows.items():
                    share = rows[
                        len(rows) * number // batches : len(rows) * (number + 1) // batches
                    ]
                    if share:
                        places = ", ".join("?" * len(share[0]))
                        connection.executemany(
                            f"INSERT INTO {TABLES[name].name} VALUES ({places})", share
                        )
                connection.execute("COMMIT")
            seconds = perf_counter() - began
        return sum(map(len, self.rows.values())), seconds


@contextmanager
def _case(directory: Path, mixed: Sequence[tuple[RuleSet, int]], games: int) -> Iterator[_Case]:
    """A book of simulated games, and the rows computed from it."""
    with closing(open_book(directory / "book.db", create=True)) as book:
        for rules, players in mixed:
            simulation = Simulation(rules, players=players, seed=1)
            assert all(simulate_into(book, simulation, games // len(mixed)))
        engine = _engine(directory / "first.db")
        TABLES.metadata.create_all(engine)
        KEPT.create_all(engine)
        with closing(engine.connect()) as connection:
            _project(book, connection)
            rows = {
                name: [tuple(row) for row in connection.execute(table.select())]
                for name, table in TABLES.items()
            }
        yield _Case(book, directory, iter(range(1000)), rows)


def _project(book: Book, connection: Connection) -> None:
    projector, progress = ArticleProjector(book, 1), Progress(position=0, games=0)
    last = book.last_position()
    while progress.position < last:
        with connection.begin():
            progress = projector.take_in(connection, progress, EVENTS_A_BATCH, last)


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for statement in SETTINGS:
            connection.execute(statement)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


if __name__ == "__main__":
    main()
