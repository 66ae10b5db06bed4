"""Import of valid records, rules checked and entries chained, against SQLite alone.

    python -m benchmarks.importing

The peer inserts the very rows that the import wrote, 250 to a transaction, through `sqlite3` into a
table of the same shape in a file with the same settings. Both write a fresh file each time.
"""

import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from domain.catalogue import BLOCK_LOT, PARTNERSHIP_SANJUAN
from domain.rules import RuleSet
from ledger.book import open_book
from ledger.importing import Importer
from ledger.simulation import Simulation
from ledger.store import Row

from .measure import Comparison, compare, report

ROWS_A_TRANSACTION = 250
REPETITIONS = 5


def main() -> None:
    sys.exit(not report(comparisons()))


def comparisons() -> Iterator[Comparison]:
    for rules, games in ((PARTNERSHIP_SANJUAN, 250), (BLOCK_LOT, 3000)):
        with TemporaryDirectory() as directory:
            yield _comparison(rules, games, Path(directory))


def _comparison(rules: RuleSet, games: int, directory: Path) -> Comparison:
    simulation = Simulation(rules, players=4, seed=1)
    lines = [simulation.line(number) for number in range(1, games + 1)]
    schema, settings, rows = _written(lines, directory / "first.db")
    files = (directory / f"{number}.db" for number in range(1000))
    return compare(
        f"import, {rules.id}",
        peer="sqlite3, the same rows",
        unit="events",
        bound=0.35,
        ours=lambda: (len(rows), _import(lines, next(files))),
        theirs=lambda: (len(rows), _insert(schema, settings, rows, next(files))),
        repetitions=REPETITIONS,
    )


def _written(lines: list[bytes], path: Path) -> tuple[str, list[str], list[Row]]:
    """The table, the settings and the rows of a book made of these records."""
    _import(lines, path)
    with closing(open_book(path)) as book:
        ((schema,),) = book.query("SELECT sql FROM sqlite_master WHERE name = 'stored_events'")
        ((journal,),) = book.query("PRAGMA journal_mode")
        ((synchronous,),) = book.query("PRAGMA synchronous")
        rows = book.query("SELECT * FROM stored_events ORDER BY rowid")
    pragmas = [f"PRAGMA journal_mode = {journal}", f"PRAGMA synchronous = {synchronous}"]
    return schema, pragmas, rows


def _import(lines: list[bytes], path: Path) -> float:
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
