"""Queries in SQL on an archive: what is answered, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from domino_ledger.ledger.errors import Tampered
from domino_ledger.projections.archive.fact_tables import FACTS, RULES
from domino_ledger.projections.archive.manifest import EVENTS, Manifest
from domino_ledger.projections.archive.place import NoArchive, Place
from domino_ledger.projections.archive.queries import archive_answer
from domino_ledger.projections.archive.read import Archive, open_archive
from domino_ledger.projections.tables.queries import Refused
from tests.messages.raises import raises_message
from tests.projections.tables.modelled import small_book

from .archives import archived

TABLES = (EVENTS, *FACTS, RULES)
SECRET = "not of the archive"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Several buckets, beside a file that is none of its own."""
    directory = tmp_path_factory.mktemp("queries")
    small_book(directory).close()
    archived(directory / "book.db", directory / "archive", 30)
    (directory / "archive" / "secret.csv").write_text(SECRET)
    return open_archive(str(directory / "archive"))


def asked(archive: Archive, query: str, seconds: float = 60, megabytes: int = 500) -> list[Any]:
    with archive_answer(archive, query, seconds, megabytes) as answer:
        return [dict(zip(answer.heads, row, strict=True)) for row in answer.rows]


@pytest.mark.parametrize("table", TABLES)
def test_every_bucket_is_asked(table: str, archive: Archive) -> None:
    (log,) = archive.manifest.logs
    assert len(log.buckets) > 1
    found = asked(archive, f"SELECT bucket, count(*) AS rows FROM {table} GROUP BY ALL")
    rows = {each.number: each.tables[table].rows for each in log.buckets}
    assert {one["bucket"]: one["rows"] for one in found} == {
        bucket: number for bucket, number in rows.items() if number
    }
    assert {one["log"] for one in asked(archive, f"SELECT log FROM {table}")} <= {log.log}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("SELEC", 'the query failed: Parser Error: syntax error at or near "SELEC"'),
        (
            "SELECT * FROM nosuch",
            "the query failed: Catalog Error: Table with name nosuch does not",
        ),
        ("SELECT 1; SELECT 2", "only one query at a time is allowed"),
        ("-- nothing", "this is not a query: a query begins with SELECT, WITH or VALUES"),
        ("CREATE TABLE t AS SELECT 1", "only queries are allowed here: nothing was changed"),
        ("COPY (SELECT 1) TO 'made.csv'", "only queries are allowed here: nothing was changed"),
        ("ATTACH 'made.db'", "only queries are allowed here: nothing was changed"),
        ("SET enable_external_access = true", "only queries are allowed here: nothing was changed"),
        ("INSTALL httpfs", "only queries are allowed here: nothing was changed"),
        ("SELECT * FROM read_text('secret.csv')", "Cannot access file"),
        ("SELECT * FROM 'secret.csv'", "the query failed: "),
        ("SELECT * FROM glob('*')", 'Cannot access file "*"'),
        ("SELECT * FROM query('SELECT * FROM read_csv(''secret.csv'')')", "Cannot access file"),
    ],
)
def test_what_is_refused(query: str, sentence: str, archive: Archive) -> None:
    folder = archive.place.folder
    assert folder is not None
    before = sorted(folder.rglob("*"))
    with raises_message(Refused, sentence):
        asked(archive, query.replace("secret.csv", str(folder / "secret.csv")))
    assert sorted(folder.rglob("*")) == before


def test_limits(archive: Archive) -> None:
    slow = "SELECT count(*) FROM range(1000000000) AS a, range(1000000) AS b"
    with raises_message(Refused, "longer than 0.2 seconds and was stopped: --timeout allows more"):
        asked(archive, slow, seconds=0.2)
    with raises_message(Refused, "more than 50 MB of memory and was stopped: --memory allows more"):
        asked(archive, "SELECT list(range) FROM range(100000000)", megabytes=50)


def test_rows_are_many(archive: Archive) -> None:
    rows = asked(archive, "SELECT range AS number FROM range(3000)")
    assert rows == [{"number": number} for number in range(3000)]


def test_an_archive_of_nothing(tmp_path: Path) -> None:
    archive = Archive(Place(str(tmp_path)), Manifest(width=1))
    for table in TABLES:
        assert asked(archive, f"SELECT log, bucket FROM {table}") == []


def test_a_file_that_is_lost(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    archived(tmp_path / "book.db", tmp_path / "archive")
    min((tmp_path / "archive" / "game_seat").rglob("*.parquet")).unlink()
    with raises_message(Tampered, "is missing"):
        asked(open_archive(str(tmp_path / "archive")), "SELECT 1")


def test_an_archive_that_is_in_no_folder() -> None:
    archive = Archive(Place("mock://there"), Manifest(width=1))
    with raises_message(NoArchive, "mock://there is not in a folder of this machine"):
        asked(archive, "SELECT 1")
