"""Whatever is changed in a book, a checkpoint that was kept outside shows it."""

import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from domino_ledger.domain.events import GameOpened
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Conflict, Tampered
from domino_ledger.ledger.log.checkpoints import (
    Checkpoint,
    checkpoint_in,
    make_checkpoint,
    make_tiles_again,
    submission_since,
    tiles_at,
)
from domino_ledger.ledger.log.durable import NoTiles
from domino_ledger.ledger.log.entries import log_entries, position_of
from domino_ledger.ledger.log.hash_tiles import DamagedTiles
from domino_ledger.ledger.signing.notes import signed_by
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.verification.chains import Covered, verify_book, verify_game
from tests.lanes import examples

from .logged import CHANGES, KEY, Logged, changed_copy, grown, logged, opened
from .tails import events_of, games, written

NAMES = ("draw", "irregular-over")
MORE = ("unfinished", "void")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Logged:
    return logged(tmp_path_factory.mktemp("logged"), games(*NAMES))


def test_an_untouched_book(book: Logged) -> None:
    checkpoint = checkpoint_in(book.checkpoint)
    tiles, note = tiles_at(book.tiles)
    assert (note, tiles.root) == (book.checkpoint, checkpoint.root)
    assert [signed.key for signed in signed_by(note, [KEY.public])] == [KEY.public]
    with closing(open_book(book.file)) as opened_book:
        everything = Covered(checkpoint.size, len(NAMES), checkpoint.size)
        assert verify_book(opened_book, [checkpoint]) == everything
        assert verify_book(opened_book, [checkpoint, checkpoint], tiles) == everything
        for name in NAMES:
            one = verify_game(opened_book, game_id(name), [checkpoint], tiles)
            assert one.events == one.logged > 0


@pytest.mark.parametrize("seed", range(examples(len(CHANGES) * 2)))
def test_every_change_is_found(book: Logged, seed: int, tmp_path: Path) -> None:
    file, change, game = changed_copy(book, seed, tmp_path)
    checkpoint = checkpoint_in(book.checkpoint)
    tiles, _ = tiles_at(book.tiles)
    for kept in (None, tiles):
        with closing(open_book(file)) as changed, pytest.raises(Tampered) as found:
            verify_book(changed, [checkpoint], kept)
        if game is not None and found.value.code != "other-log":
            assert found.value.params["game"] == game, change.__name__
    assert found.value.code != "other-log"  # With tiles, there is a place.


def test_an_older_file(book: Logged, tmp_path: Path) -> None:
    with (
        closing(written(tmp_path, games(NAMES[0]))) as older,
        pytest.raises(Tampered, match="log-too-short"),
    ):
        verify_book(older, [checkpoint_in(book.checkpoint)])


def test_entries_from_any_index_on_are_those_of_the_whole_log(tmp_path: Path) -> None:
    """Also from the middle of games of several deals, each with a salt of its own."""
    with closing(written(tmp_path, games(*MORE))) as found:
        with log_entries(found, 0) as entries:
            whole = list(entries)
        assert len(whole) == found.number_of_events()
        for first in range(len(whole)):
            with log_entries(found, first) as entries:
                assert list(entries) == whole[first:]


def test_a_log_that_goes_on(tmp_path: Path) -> None:
    made = logged(tmp_path, games(*NAMES))
    first = checkpoint_in(made.checkpoint)
    with closing(open_book(made.file)) as more:
        grown(more, games(*MORE))
        assert verify_book(more, [first]).logged == first.size
        unlogged = verify_game(more, game_id(MORE[0]), [first], tiles_at(made.tiles)[0])
        assert unlogged.logged == 0
        second = checkpoint_in(make_checkpoint(more, made.tiles, KEY))
        assert second.size == verify_book(more, [second, first]).events
        tiles, note = tiles_at(made.tiles)
        assert verify_game(more, game_id(NAMES[0]), [first, second], tiles).logged > 0
        with pytest.raises(Tampered, match="other-log"):
            verify_game(more, game_id(NAMES[0]), [first._replace(root=second.root)], tiles)
        with pytest.raises(Conflict):
            submission_since(tiles, note, second.size + 1)
        with log_entries(more, first.size) as entries:
            assert len(list(entries)) == second.size - first.size
        with pytest.raises(Tampered):
            position_of(more, second.size + 1)


def test_one_game_that_was_changed_with_all_its_hashes(book: Logged, tmp_path: Path) -> None:
    seed = next(seed for seed in range(99) if CHANGES[seed % len(CHANGES)].__name__ == "chain_anew")
    file, _, game = changed_copy(book, seed, tmp_path)
    name = next(name for name in NAMES if str(game_id(name)) == game)
    tiles, note = tiles_at(book.tiles)
    with closing(open_book(file)) as changed:
        verify_game(changed, game_id(name))  # Nothing in the book shows it.
        with pytest.raises(Tampered, match="not-in-log"):
            verify_game(changed, game_id(name), [checkpoint_in(note)], tiles)


def test_rows_that_are_no_events(book: Logged, tmp_path: Path) -> None:
    for number, column in enumerate(("state = 'x'", "originator_id = 'x'")):
        file = tmp_path / f"{number}.db"
        file.write_bytes(book.file.read_bytes())
        with opened(file) as plain:
            plain.execute(f"UPDATE stored_events SET {column} WHERE rowid = 5")
        with (
            closing(open_book(file)) as changed,
            pytest.raises(Tampered, match="event-malformed"),
            log_entries(changed, 0) as entries,
        ):
            list(entries)


def test_tiles_of_another_log_or_that_were_changed(tmp_path: Path) -> None:
    with pytest.raises(NoTiles):
        tiles_at(tmp_path)
    made = logged(tmp_path, games(NAMES[0]))
    with closing(open_book(made.file)) as one:
        with pytest.raises(Conflict):
            make_checkpoint(one, made.tiles, KEY._replace(name="other.example"))
        part = next(file for file in (made.tiles / "tile" / "0").rglob("*") if file.is_file())
        part.write_bytes(bytes(part.stat().st_size))
        with pytest.raises(DamagedTiles, match="tiles-damaged"):
            make_checkpoint(one, made.tiles, KEY)


@pytest.mark.parametrize("name", ["tile/0/000", "tile/entries/000", "tile/1/000.p/1"])
def test_damaged_tiles_are_made_again_and_no_game_is_blamed(name: str, tmp_path: Path) -> None:
    opening, *rest = events_of("draw")
    assert isinstance(opening, GameOpened)
    openings = [replace(opening, record=f"{number}") for number in range(11)]
    short, *histories = [(each.record, [each, *rest]) for each in openings]
    made = logged(tmp_path, [(short[0], short[1][:3]), *histories])
    newest, file = checkpoint_in(made.checkpoint), made.tiles / name
    whole = file.read_bytes()
    file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    with closing(open_book(made.file)) as book:
        with pytest.raises(DamagedTiles):
            verify_book(book, [newest], tiles_at(made.tiles)[0])
        if name == "tile/0/000":
            with pytest.raises(DamagedTiles):
                verify_game(book, game_id("0"), [newest], tiles_at(made.tiles)[0])
        make_tiles_again(book, made.tiles)
        assert file.read_bytes() == whole
        verify_book(book, [newest], tiles_at(made.tiles)[0])
        assert verify_game(book, game_id("1"), [newest], tiles_at(made.tiles)[0]).logged
        file.unlink()
        make_tiles_again(book, made.tiles)
        assert file.read_bytes() == whole


def test_tiles_are_not_made_of_another_log(book: Logged, tmp_path: Path) -> None:
    copy = tmp_path / "tiles"
    shutil.copytree(book.tiles, copy)
    for names, code in ((["draw"], "log-too-short"), ([*NAMES[::-1], *MORE], "other-log")):
        with closing(written(tmp_path, games(*names), f"{code}.db")) as other:
            with pytest.raises(Tampered) as found:
                make_tiles_again(other, copy)
            assert found.value.code == code
    with closing(open_book(book.file)) as same, pytest.raises(NoTiles):
        make_tiles_again(same, tmp_path)


def test_a_book_without_events(tmp_path: Path) -> None:
    made = logged(tmp_path, [])
    found = checkpoint_in(made.checkpoint)
    assert found == Checkpoint(KEY.name, 0, tiles_at(made.tiles)[0].root, found.time)
    with closing(open_book(made.file)) as book:
        assert verify_book(book, [checkpoint_in(made.checkpoint)]) == Covered(0, 0, 0)
