"""Closed games of books in an archive."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest

from domino_ledger.domain.events import ActUndone, GameAbandoned, GameWon
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Conflict, Tampered, UnknownGame
from domino_ledger.ledger.log.checkpoints import directory_beside, make_checkpoint, tiles_at
from domino_ledger.ledger.log.entries import entries_of
from domino_ledger.ledger.log.merkle import leaf_hash
from domino_ledger.ledger.records.export import record_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import NO_GAMES
from domino_ledger.ledger.store.stream import read_stream
from domino_ledger.ledger.transcript.game import judge
from domino_ledger.ledger.transcript.given import given_in_book
from domino_ledger.projections.archive.manifest import EVENTS, Manifest, read_manifest
from domino_ledger.projections.archive.place import NoArchive, Place
from domino_ledger.projections.archive.read import open_archive
from domino_ledger.projections.archive.verify_archive import verify_archive
from domino_ledger.projections.archive.write import Writer
from domino_ledger.projections.audit.audit import audit
from domino_ledger.projections.tables.connection import ROUNDS_A_GAME
from domino_ledger.projections.tables.rebuild import rows_of as rows_of_table
from domino_ledger.projections.tables.schema import described
from tests.lanes import examples
from tests.ledger.games import new_book
from tests.messages.raises import raises_message
from tests.projections.logged import KEY
from tests.projections.tables.killing import killed_at_line
from tests.projections.tables.modelled import small_book, various_book

from .archives import WIDTH, archive_of, archived, content, kept, names_of, random_rows

FACTS = {
    "game_fact": ("id", 1),
    "game_seat": ("game_id", 1),
    "round_end": ("game_id", 1),
    "round_decree": ("game_id", 1),
    "round_seat": ("round_id", ROUNDS_A_GAME),
    "verdict": ("round_id", ROUNDS_A_GAME),
}


@pytest.fixture(scope="module")
def various(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book of various games, with a signed log, its tables, and an archive."""
    directory = tmp_path_factory.mktemp("various")
    various_book(directory).close()
    archived(directory / "book.db", directory / "archive")  # Books money, which is in the log, too.
    with closing(open_book(directory / "book.db")) as book:
        tiles = directory_beside(book)
        assert tiles is not None
        make_checkpoint(book, tiles, KEY)
    assert archived(directory / "book.db", directory / "archive") == []
    return directory


def test_every_closed_game_is_made_again_with_its_bytes(various: Path) -> None:
    archive, found = open_archive(str(various / "archive")), 0
    with kept(various / "book.db") as keeper:
        book, names = keeper.book, all_names(keeper.book)
        tiles = tiles_at(various / "book.db.tiles")[0]
        with keeper.models.reading() as connection:
            closed = connection.column("SELECT game FROM game_fact WHERE closed IS NOT NULL")
        assert 20 < len(closed) < len([*book.games()])
        (log,) = archive.manifest.logs
        assert len(log.buckets) > 3
        for bucket in log.buckets:
            leaves = []
            for game, rows, places in archive.games(bucket):
                found += 1
                assert game.hex in closed
                assert places[0] // WIDTH == bucket.number
                assert rows == archive.rows(game) == book.recorder.select_rows(game)[0]
                stream = read_stream(game, rows)
                assert stream == book.stream(game)
                assert record_of(stream, names) == record_of(book.stream(game), names)
                for place, entry in zip(places, entries_of(game, rows), strict=True):
                    assert tiles.subtree(0, place) == leaf_hash(entry)
                leaves += places
            assert bucket.leaves == (min(leaves), max(leaves))
            assert bucket.events == len(leaves)
        assert found == len(closed) == archive.manifest.games
        with pytest.raises(UnknownGame):
            archive.rows(NO_GAMES[0])


def test_a_book_of_the_archives_rows_is_audited_alike(various: Path, tmp_path: Path) -> None:
    archive, audited = open_archive(str(various / "archive")), 0
    with closing(new_book(tmp_path)) as again, closing(open_book(various / "book.db")) as book:
        names = [(player.hex, name) for player, name in all_names(book).items()]
        again.write([], names)
        for log in archive.manifest.logs:
            for bucket in log.buckets:
                for game, rows, _ in archive.games(bucket):
                    again.write([(game.hex, *row) for row in rows])
                    judged = [
                        audit(judge(given_in_book(each.stream(game), all_names(each))))
                        for each in (again, book)
                    ]
                    assert judged[0] == judged[1]
                    audited += bool(judged[0].rounds)
    assert audited > 20


def test_facts_are_those_of_the_tables(various: Path) -> None:
    archive = open_archive(str(various / "archive"))
    (log,) = archive.manifest.logs
    with kept(various / "book.db") as keeper, keeper.models.reading() as connection:
        closed = set(connection.column("SELECT id FROM game_fact WHERE closed IS NOT NULL"))
        for name, (column, ids) in FACTS.items():
            names = [each.name for each in described(name).columns]
            at = names.index(column)
            expected = [row for row in rows_of_table(connection, name) if row[at] // ids in closed]
            found = []
            for bucket in log.buckets:
                table = archive.table(bucket.tables[name])
                assert table.schema.names == names
                found += [tuple(row.values()) for row in table.to_pylist()]
            assert found == sorted(expected)
            assert found or name == "round_decree"  # No arbiter ruled here.
        by, bodies = (
            dict[int, Any](connection.rows(f"SELECT id, {column} FROM {table}"))
            for table, column in (("game_fact", "rules_id"), ("played_rules", "body"))
        )
    for bucket in log.buckets:
        numbers = archive.table(bucket.tables["game_fact"])["id"].to_pylist()
        said = archive.table(bucket.tables["played_rules"]).to_pylist()
        assert [row["id"] for row in said] == sorted({by[each] for each in numbers})
        assert all(bodies[row["id"]] == row["body"] for row in said)


def test_the_manifest_names_all_files_and_the_checkpoint(various: Path) -> None:
    archive = open_archive(str(various / "archive"))
    (log,) = archive.manifest.logs
    files = content(various / "archive")
    assert files.keys() - {"manifest.json"} == {each.path for each in archive.manifest.files}
    for file in archive.manifest.files:
        assert len(files[file.path]) == file.size
        assert pq.read_metadata(various / "archive" / file.path).num_rows == file.rows
    tiles, note = tiles_at(various / "book.db.tiles")
    assert log.checkpoint == str(note)
    assert (log.size, log.root) == (tiles.size, tiles.root.hex())
    assert archive.manifest.bytes == sum(map(len, files.values())) - len(files["manifest.json"])


def test_a_second_run_writes_nothing(various: Path, tmp_path: Path) -> None:
    shutil.copytree(various / "archive", tmp_path / "archive")
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "archive").rglob("*")}
    assert archived(various / "book.db", tmp_path / "archive") == []
    after = {file: file.stat().st_mtime_ns for file in (tmp_path / "archive").rglob("*")}
    assert after == before


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(examples(3)))
def test_bit_by_bit_it_has_the_same_bytes_as_made_at_once(seed: int, tmp_path: Path) -> None:
    """Random games that grow between runs: they are closed, amended, ruled on and undone."""
    chance, games, buckets = Random(f"bit by bit {seed}"), random_rows(f"{seed}", 12), {0}
    written = dict.fromkeys(range(len(games)), 0)
    with closing(new_book(tmp_path)) as book:
        book.write([], names_of([history for history, _ in games]))
        for part in (3, 2, 1):  # A third, half of the rest, and all.
            for number in sorted(written, key=lambda _: chance.random()):
                rows, first = games[number][1], written[number]
                written[number] += -(-(len(rows) - first) // part)
                book.write(rows[first : written[number]])
            archived(tmp_path / "book.db", tmp_path / "grown", WIDTH // 6)
            archived(tmp_path / "book.db", tmp_path / "at once", WIDTH // 6)
            assert content(tmp_path / "grown") == content(tmp_path / "at once")
            with kept(tmp_path / "book.db") as keeper:
                grown = open_archive(str(tmp_path / "grown"))
                assert verify_archive(grown, keepers=[keeper]).books == 1
            buckets.add(len(grown.manifest.logs[0].buckets))
            shutil.rmtree(tmp_path / "at once")
    assert max(buckets) > 1


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    with closing(various_book(tmp_path)) as book:
        archive = archive_of(tmp_path / "book.db", tmp_path / "archive")
        before = {each.path for each in archive.manifest.files}
        games = [game for game, _, _ in archive.games(archive.manifest.logs[0].buckets[2])]
        won = next(
            stream
            for stream in map(book.stream, games)
            if isinstance(stream.entries[-1].event, GameWon)
        )
        book.append(won, [ActUndone()])
        written = archived(tmp_path / "book.db", tmp_path / "archive")
        archive = open_archive(str(tmp_path / "archive"))
        folders = {each.path.split("/")[0] for each in written}
        buckets = {part for each in written for part in each.path.split("/") if "bucket=" in part}
        assert EVENTS in folders
        assert buckets == {f"bucket={archive.manifest.logs[0].buckets[2].number:06}"}
        assert {each.path for each in archive.manifest.files} - before == {
            each.path for each in written
        }
        with pytest.raises(UnknownGame):
            archive.rows(won.id)
        book.append(book.stream(won.id), [GameAbandoned(reason="rain")])
        archived(tmp_path / "book.db", tmp_path / "archive")
        archive = open_archive(str(tmp_path / "archive"))
        assert archive.rows(won.id) == book.recorder.select_rows(won.id)[0]


def test_several_books_share_an_archive(various: Path, tmp_path: Path) -> None:
    small_book(tmp_path).close()
    new_book(tmp_path, "empty.db").close()
    shutil.copytree(various / "archive", tmp_path / "archive")
    shutil.copy(various / "book.db", tmp_path / "same.db")
    before = open_archive(str(tmp_path / "archive")).manifest
    assert archived(tmp_path / "book.db", tmp_path / "archive")
    assert archived(tmp_path / "empty.db", tmp_path / "archive") == []
    archive = open_archive(str(tmp_path / "archive"))
    assert len(archive.manifest.logs) == 2
    assert [*archive.manifest.logs] == sorted(archive.manifest.logs, key=lambda each: each.log)
    assert before.logs[0] in archive.manifest.logs
    with kept(tmp_path / "book.db") as small, kept(various / "book.db") as other:
        covered = verify_archive(archive, keepers=[small, other])
        game = next(small.book.games())
        assert archive.rows(game) == small.book.recorder.select_rows(game)[0]
    assert (covered.logs, covered.books) == (2, 2)


def test_another_log_that_begins_alike_is_refused(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    shutil.copy(tmp_path / "book.db", tmp_path / "other.db")
    for name, reason in (("book.db", "rain"), ("other.db", "wind")):
        with closing(open_book(tmp_path / name)) as book:
            game = next(book.games())
            book.append(book.stream(game), [GameAbandoned(reason=reason)])
    archived(tmp_path / "book.db", tmp_path / "archive")
    before = content(tmp_path / "archive")
    with raises_message(Conflict, "events of .*other.db are not those that the archive was made"):
        archived(tmp_path / "other.db", tmp_path / "archive")
    assert content(tmp_path / "archive") == before


def test_an_older_copy_is_refused(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    with kept(tmp_path / "book.db"):
        pass  # Money is booked, in the log of the copy as well.
    shutil.copy(tmp_path / "book.db", tmp_path / "older.db")
    with closing(open_book(tmp_path / "book.db")) as book:
        book.append(book.stream(next(book.games())), [GameAbandoned(reason="rain")])
    archived(tmp_path / "book.db", tmp_path / "archive")
    with raises_message(Conflict, "older.db has .* events, and the archive has the first"):
        archived(tmp_path / "older.db", tmp_path / "archive")


def test_a_checkpoint_of_another_log_beside_the_book_is_noticed(
    various: Path, tmp_path: Path
) -> None:
    small_book(tmp_path).close()
    shutil.copytree(various / "book.db.tiles", tmp_path / "book.db.tiles")
    archive = archive_of(tmp_path / "book.db", tmp_path / "archive")
    assert archive.manifest.logs[0].checkpoint is None  # It has more events than the book.
    shutil.rmtree(tmp_path / "book.db.tiles")
    with closing(open_book(tmp_path / "book.db")) as book:
        make_checkpoint(book, tmp_path / "book.db.tiles", KEY)
    shutil.copytree(tmp_path / "book.db.tiles", tmp_path / "other.db.tiles")
    shutil.copy(various / "book.db", tmp_path / "other.db")
    with raises_message(Tampered, "the log is not the one of the checkpoint of club.example/book"):
        archived(tmp_path / "other.db", tmp_path / "archive")


@pytest.mark.unmeasured
@pytest.mark.parametrize("function", [Place.write, Writer._clear])
def test_killed_at_any_line_it_leaves_an_archive(
    function: Callable[..., Any], tmp_path: Path
) -> None:
    """A first run, and one that replaces files, are killed at lines of what writes and deletes."""
    with closing(small_book(tmp_path)) as book:
        archived(tmp_path / "book.db", tmp_path / "first", WIDTH // 4)
        book.append(book.stream(next(book.games())), [GameAbandoned(reason="rain")])
    archived(tmp_path / "book.db", tmp_path / "expected", WIDTH // 4)
    expected, first = content(tmp_path / "expected"), content(tmp_path / "first")
    assert expected["manifest.json"] != first["manifest.json"]
    manifests, kills = {None, first["manifest.json"], expected["manifest.json"]}, 0
    grown = tmp_path / "grown"

    def run() -> None:
        archived(tmp_path / "book.db", grown, WIDTH // 4)

    for before in ("nothing", "first"):
        for line in range(1, 400, 60 // examples(6) + 1):
            shutil.rmtree(grown, ignore_errors=True)
            if before == "first":
                shutil.copytree(tmp_path / before, grown)
            if not killed_at_line(line, function, run):
                break
            kills += 1
            files = content(grown)
            assert files.get("manifest.json") in manifests
            if "manifest.json" in files:
                verify_archive(open_archive(str(grown)))
            run()
            assert content(grown) == expected
    assert kills > 5


def test_files_of_others_stay(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    archived(tmp_path / "book.db", tmp_path / "archive")
    left = "events/log=0123456789abcdef/bucket=000001/0123456789abcdef.parquet"
    for name in ("notes.txt", "events/mine.parquet", left, f"{left}.part"):
        file = tmp_path / "archive" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    archived(tmp_path / "book.db", tmp_path / "archive")
    found = content(tmp_path / "archive")
    assert {"notes.txt", "events/mine.parquet"} <= found.keys()
    assert not {left, f"{left}.part"} & found.keys()


# -- places


def test_a_place_by_its_url(tmp_path: Path) -> None:
    small_book(tmp_path).close()
    archived(tmp_path / "book.db", tmp_path / "plain")
    assert Place((tmp_path / "there").as_uri()).folder == tmp_path / "there"
    memory = Place("mock:///archive")
    assert memory.folder is None
    with kept(tmp_path / "book.db") as keeper:
        writer = Writer(memory, Manifest(width=WIDTH))
        assert sum(writer.take_in(keeper)) > 50
        assert read_manifest(memory) == writer.manifest
        assert open_archive(str(tmp_path / "plain")).manifest == writer.manifest
        files = {path: memory.read(path) for path in memory.files()}
    assert files == content(tmp_path / "plain")


@pytest.mark.parametrize("name", ["nosuch://x", "http://"])
def test_a_place_that_there_cannot_be(name: str) -> None:
    with raises_message(NoArchive, f"the archive {name} cannot be read or written: "):
        Place(name)


def test_what_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    place = Place(str(tmp_path / "file"))
    with raises_message(NoArchive, "a/b in the archive .*file cannot be read or written: "):
        place.write("a/b", b"")
    with raises_message(NoArchive, "a in the archive .*file cannot be read or written: Not a dir"):
        place.read("a")
    with raises_message(NoArchive, "there is no archive at .*file: domino archive makes one"):
        open_archive(str(tmp_path / "file"))


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('"width": 300', '"width": 0', "the manifest of the archive .* is not as it was written"),
        ('"played_rules"', '"other"', "the manifest of the archive .* is not as it was written"),
        ("}", "", "the manifest of the archive .* is not as it was written"),
        ("/archive/1", "/archive/2", "has the form domino-ledger/archive/2"),
    ],
)
def test_a_manifest_of_something_else(
    was: str, becomes: str, sentence: str, various: Path, tmp_path: Path
) -> None:
    shutil.copytree(various / "archive", tmp_path / "archive")
    file = tmp_path / "archive" / "manifest.json"
    assert was in file.read_text()
    file.write_text(file.read_text().replace(was, becomes))
    with raises_message(NoArchive, sentence):
        open_archive(str(tmp_path / "archive"))
