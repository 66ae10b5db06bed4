"""Import of valid records, with rules checked and entries chained, compared with SQLite.

    python -m benchmarks.importing

The peer inserts the rows that the import wrote, 250 to a transaction, through `sqlite3` into an
equal table: once with SQLite's own settings, and once with those of the book (a
write-ahead log, which makes a commit cheap). Both write a fresh file each time.
"""

import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.store.rows import Row

from .measure import Measured, Timed, compare, report

ROWS_A_TRANSACTION = 250
REPETITIONS = 7


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    """Against SQLite by default, which has the bound, and with the settings of the book."""
    for rules, games in (
        (PUBLISHED["partnership-sanjuan@1"], 250),
        (PUBLISHED["block-lot@1"], 3000),
    ):
        simulation = Simulation(rules, players=4, seed=1)
        lines = [simulation.line(number) for number in range(1, games + 1)]
        for peer, as_the_book, bound in (
            ("sqlite3 by default", False, 0.30),
            ("sqlite3 set up as the book", True, None),
        ):
            with TemporaryDirectory() as directory:
                case = _case(lines, Path(directory), as_the_book=as_the_book)
                yield compare(
                    f"import, {rules.id}",
                    peer=peer,
                    unit="events",
                    bound=bound,
                    ours=case.ours,
                    theirs=case.theirs,
                    repetitions=REPETITIONS,
                )


class _Case(NamedTuple):
    ours: Timed
    theirs: Timed


def _case(lines: list[bytes], directory: Path, *, as_the_book: bool) -> _Case:
    schema, settings, rows = _written(lines, directory / "first.db")
    files = (directory / f"{number}.db" for number in range(1000))
    pragmas = settings if as_the_book else []
    return _Case(
        lambda: (len(rows), import_lines(lines, next(files))),
        lambda: (len(rows), _insert(schema, pragmas, rows, next(files))),
    )


def _written(lines: list[bytes], path: Path) -> tuple[str, list[str], list[Row]]:
    """The table, the settings and the rows of a book of these records."""
    import_lines(lines, path)
    with closing(open_book(path)) as book:
        ((schema,),) = book.query("SELECT sql FROM sqlite_master WHERE name = 'stored_events'")
        ((journal,),) = book.query("PRAGMA journal_mode")
        ((synchronous,),) = book.query("PRAGMA synchronous")
        rows = book.query("SELECT * FROM stored_events ORDER BY rowid")
    pragmas = [f"PRAGMA journal_mode = {journal}", f"PRAGMA synchronous = {synchronous}"]
    return schema, pragmas, rows


def import_lines(lines: list[bytes], path: Path) -> float:
    with closing(open_book(path, create=True)) as book:
        began = perf_counter()
        taken = Importer(book).take(enumerate(lines, start=1))
        outcomes = Counter(imported.outcome for imported in taken)
        seconds = perf_counter() - began
    assert outcomes == {"added": len(lines)}
    return seconds


def _insert(schema: str, settings: list[str], rows: list[Row], path: Path) -> float:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (*settings, schema):
            connection.execute(statement)
        began = perf_counter()
        for at in range(0, len(rows), ROWS_A_TRANSACTION):
            connection.execute("BEGIN")
            connection.executemany(
                "INSERT INTO stored_events VALUES (?, ?, ?, ?)", rows[at : at + ROWS_A_TRANSACTION]
            )
            connection.execute("COMMIT")
        return perf_counter() - began


if __name__ == "__main__":
    main()
