"""Archives that were changed, against their manifests, checkpoints and books."""

import io
import json
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from domino_ledger.domain.block_verdicts import SEARCH_VERSION
from domino_ledger.domain.events import GameAbandoned
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.log.checkpoints import (
    Checkpoint,
    checkpoint_in,
    kept_checkpoint,
    make_checkpoint,
)
from domino_ledger.ledger.log.entries import entries_of, log_entries
from domino_ledger.ledger.log.merkle import leaf_hash
from domino_ledger.projections.archive.log_parts import roots_over
from domino_ledger.projections.archive.manifest import EVENTS, hash_of_content
from domino_ledger.projections.archive.place import NoArchive
from domino_ledger.projections.archive.read import open_archive
from domino_ledger.projections.archive.verify_archive import ArchiveCovered, verify_archive
from domino_ledger.projections.archive.write import parquet_of
from tests.lanes import examples
from tests.ledger.games import new_book
from tests.messages.raises import raises_message
from tests.projections.logged import KEY
from tests.projections.tables.modelled import small_book, various_book

from .archives import archived, kept


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book, its tables, its checkpoint and its archive."""
    directory = tmp_path_factory.mktemp("sound")
    various_book(directory).close()
    with kept(directory / "book.db") as keeper:
        make_checkpoint(keeper.book, directory / "tiles", KEY)
    archived(directory / "book.db", directory / "archive")
    return directory


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Path:
    """A copy of all that."""
    return Path(shutil.copytree(sound, tmp_path / "copy"))


def signed(directory: Path) -> Checkpoint:
    """The checkpoint kept outside."""
    note = kept_checkpoint(directory / "tiles" / "checkpoint")
    assert note is not None
    return checkpoint_in(note)


def verified(directory: Path, *, by: str = "") -> ArchiveCovered:
    """Check the archive of a folder: by itself, by a checkpoint, or by a book."""
    archive = open_archive(str(directory / "archive"))
    if by != "book":
        return verify_archive(archive, [signed(directory)] if by == "checkpoint" else [])
    with kept(directory / "book.db") as keeper:
        return verify_archive(archive, keepers=[keeper])


@pytest.mark.unmeasured
def test_a_sound_archive(sound: Path) -> None:
    with closing(open_book(sound / "book.db")) as book:
        size = book.number_of_events()
    alone = verified(sound)
    assert alone == verified(sound, by="checkpoint")._replace(logged=0)
    assert verified(sound, by="checkpoint").logged == size
    by_book = verified(sound, by="book")
    assert alone == by_book._replace(books=0, tables=0)
    assert by_book.tables == alone.files - 1 - len(
        open_archive(str(sound / "archive")).manifest.logs[0].buckets
    )
    assert alone.events > 1_000


@pytest.mark.parametrize("seed", range(examples(20)))
def test_a_changed_byte_is_found_in_its_file(seed: int, copy: Path) -> None:
    chance = Random(seed)
    archive = open_archive(str(copy / "archive"))
    path = chance.choice(archive.manifest.files).path
    file = copy / "archive" / path
    bytes_ = bytearray(file.read_bytes())
    bytes_[chance.randrange(len(bytes_))] ^= 1 << chance.randrange(8)
    file.write_bytes(bytes_)
    with raises_message(Tampered, f"{path} in the archive .*archive is not as it was written"):
        verified(copy)


def test_a_file_that_is_missing(copy: Path) -> None:
    path = open_archive(str(copy / "archive")).manifest.files[3].path
    (copy / "archive" / path).unlink()
    with raises_message(Tampered, f"{path} in the archive .*archive is missing"):
        verified(copy)


# -- with all hashes made anew


Change = Callable[[pa.Table], pa.Table]


def forged(directory: Path, name: str, change: Change, bucket: int = 1) -> None:
    """Change a table of a bucket, and write its hash into the manifest."""
    folder = directory / "archive"
    manifest = json.loads((folder / "manifest.json").read_text())
    (log,) = manifest["logs"]
    said = log["others"] if name == "others" else log["buckets"][bucket]["tables"][name]
    table = change(pq.read_table(io.BytesIO((folder / said["path"]).read_bytes())))
    file = parquet_of(table)
    (folder / said["path"]).write_bytes(file)
    said |= {"rows": table.num_rows, "size": len(file), "sha256": hash_of_content(file)}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def with_value(column: str, row: int, value: Any) -> Change:
    def change(table: pa.Table) -> pa.Table:
        at = table.schema.get_field_index(column)
        values = table.column(column).to_pylist()
        assert values[row] != value
        values[row] = value
        field = table.schema.field(column)
        return table.set_column(at, field, pa.array(values, field.type))

    return change


def without_row(row: int) -> Change:
    return lambda table: pa.concat_tables([table.slice(0, row), table.slice(row + 1)])


EVENTS_FORGED: dict[str, tuple[str, Change]] = {
    "seat": (EVENTS, with_value("seat", 20, 7)),
    "time": (EVENTS, with_value("happened_at", 20, "2026-11-20T20:06:40Z")),
    "leaf": (EVENTS, with_value("leaf", 20, 0)),
    "leaf after the log": (EVENTS, with_value("leaf", 20, 10**9)),
    "leaf before the log": (EVENTS, with_value("leaf", 20, -1)),
    "version": (EVENTS, with_value("version", 20, 999)),
    "event lost": (EVENTS, without_row(20)),
    "other lost": ("others", without_row(3)),
    "other changed": ("others", with_value("hash", 3, bytes(32))),
}


@pytest.mark.parametrize("which", EVENTS_FORGED)
def test_an_event_that_was_changed_with_the_hash_of_its_file(which: str, copy: Path) -> None:
    forged(copy, *EVENTS_FORGED[which])
    with raises_message(Tampered, "does not have the log of .* events that its manifest names"):
        verified(copy)


def forged_root(directory: Path) -> None:
    """Write the root that follows from the archive into the manifest."""
    folder = directory / "archive"
    archive = open_archive(str(folder))
    (log,) = archive.manifest.logs
    others = archive.table(log.others).to_pylist()
    leaves = {row["leaf"]: row["hash"] for row in others}
    for bucket in log.buckets:
        for game, rows, places in archive.games(bucket):
            leaves |= zip(places, map(leaf_hash, entries_of(game, rows)), strict=True)
    roots = roots_over((leaves[at] for at in range(log.size)), [log.size])
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["logs"][0]["root"] = roots[log.size].hex()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_what_was_changed_with_all_hashes_is_found_by_a_checkpoint_and_by_a_book(
    copy: Path,
) -> None:
    forged(copy, EVENTS, with_value("seat", 20, 7))
    forged_root(copy)
    assert verified(copy).events > 1_000
    with raises_message(Tampered, "the log is not the one of the checkpoint of club.example/book"):
        verified(copy, by="checkpoint")
    with raises_message(Tampered, "events of .*book.db are not those that the archive was made"):
        verified(copy, by="book")


def test_the_checkpoint_in_the_manifest_is_checked(copy: Path) -> None:
    shutil.move(copy / "tiles", copy / "book.db.tiles")
    assert archived(copy / "book.db", copy / "archive") == []
    assert verified(copy).logged > 1_000
    forged(copy, EVENTS, with_value("seat", 20, 7))
    forged_root(copy)
    with raises_message(Tampered, "the log is not the one of the checkpoint of club.example/book"):
        verified(copy)


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", ["game_fact", "game_seat", "round_end", "round_seat"])
def test_facts_that_were_changed_are_found_by_the_book(table: str, copy: Path) -> None:
    forged(copy, table, without_row(2))
    verified(copy, by="checkpoint")
    with raises_message(Tampered, f"the table {table} in the archive .* is not the one that"):
        verified(copy, by="book")


def test_verdicts_may_be_fewer_than_those_of_the_book(copy: Path) -> None:
    rows = [
        len(open_archive(str(copy / "archive")).table(each.tables["verdict"]))
        for each in open_archive(str(copy / "archive")).manifest.logs[0].buckets
    ]
    bucket = rows.index(max(rows))
    forged(copy, "verdict", without_row(0), bucket)
    verified(copy, by="book")
    forged(copy, "verdict", with_value("search_version", 0, SEARCH_VERSION + 1), bucket)
    with raises_message(Tampered, "the table verdict in the archive .* is not the one that"):
        verified(copy, by="book")


def test_a_verdict_of_other_columns(copy: Path) -> None:
    forged(copy, "verdict", lambda table: table.drop_columns(["bound"]))
    with raises_message(Tampered, "the table verdict in the archive .* is not the one that"):
        verified(copy, by="book")


def test_columns_of_something_else(copy: Path) -> None:
    forged(copy, EVENTS, lambda table: table.drop_columns(["body"]))
    with raises_message(NoArchive, "events/.* does not have the columns of its table"):
        verified(copy)


def test_no_parquet(copy: Path) -> None:
    archive = open_archive(str(copy / "archive"))
    file = archive.manifest.logs[0].buckets[0].tables[EVENTS]
    (copy / "archive" / file.path).write_bytes(b"PAR1")
    text = (copy / "archive" / "manifest.json").read_text()
    anew = text.replace(file.sha256, hash_of_content(b"PAR1"))
    (copy / "archive" / "manifest.json").write_text(anew)
    with raises_message(NoArchive, "events/.* does not have the columns of its table"):
        verified(copy)


# -- books and checkpoints of other times


def test_a_book_that_went_on_is_compared_by_its_log(copy: Path) -> None:
    with closing(open_book(copy / "book.db")) as book:
        for game in book.games():
            stream = book.stream(game)
            if not stream.game.over:
                book.append(stream, [GameAbandoned(reason="rain")])
                break
    covered = verified(copy, by="book")
    assert (covered.books, covered.tables) == (1, 0)
    with closing(open_book(copy / "book.db")) as book:
        make_checkpoint(book, copy / "tiles", KEY)
    with raises_message(NoArchive, "ends at event .*, and the checkpoint of club.example/book has"):
        verified(copy, by="checkpoint")


def test_a_book_that_is_not_in_the_archive(sound: Path, tmp_path: Path) -> None:
    small_book(tmp_path).close()
    with (
        kept(tmp_path / "book.db") as keeper,
        raises_message(NoArchive, "the archive .* has nothing of .*book.db"),
    ):
        verify_archive(open_archive(str(sound / "archive")), keepers=[keeper])


def test_a_book_with_fewer_events(sound: Path, tmp_path: Path) -> None:
    with closing(open_book(sound / "book.db")) as book, log_entries(book, 0) as entries:
        first = next(entries).game
        rows = book.recorder.select_rows(first)[0]
    with closing(new_book(tmp_path)) as shorter:
        shorter.write([(first.hex, *row) for row in rows[:1]])
    with (
        kept(tmp_path / "book.db") as keeper,
        raises_message(Tampered, "the book has 1 events, fewer than"),
    ):
        verify_archive(open_archive(str(sound / "archive")), keepers=[keeper])


@pytest.mark.parametrize("bucket", [0, -1])
def test_closed_games_that_the_archive_lacks(bucket: int, copy: Path) -> None:
    """Their leaves are among the others, so that the root is right."""
    folder = copy / "archive"
    archive = open_archive(str(folder))
    (log,) = archive.manifest.logs
    moved = [
        {"leaf": leaf, "hash": leaf_hash(entry)}
        for game, rows, places in archive.games(log.buckets[bucket])
        for leaf, entry in zip(places, entries_of(game, rows), strict=True)
    ]
    forged(
        copy,
        "others",
        lambda table: pa.concat_tables([table, pa.Table.from_pylist(moved, table.schema)]),
    )
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["logs"][0]["buckets"][bucket]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    verified(copy, by="checkpoint")
    with raises_message(Tampered, "has other games than the closed ones of .*book.db"):
        verified(copy, by="book")
