"""What is on the disk when a signature leaves, as after a power cut."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.ledger.log.checkpoints import checkpoint_in, keep_checkpoint, kept_checkpoint
from domino_ledger.ledger.log.durable import NoTiles, locked, put, settle
from domino_ledger.ledger.log.hash_tiles import CHECKPOINT, Tiles
from domino_ledger.ledger.signing.notes import Note

from .test_witness import submission
from .trees import entries


class Disk:
    """The files whose content and whose place in their directory were brought to the disk."""

    def __init__(self, root: Path, patched: pytest.MonkeyPatch) -> None:
        self.root = root
        self._contents, self._places = dict[int, int](), dict[Path, dict[str, int]]()
        real, replace = os.fsync, Path.replace

        def fsync(descriptor: int) -> None:
            real(descriptor)
            self._synced(Path(f"/proc/self/fd/{descriptor}").readlink())

        def replaced(file: Path, target: Path) -> Any:
            """A place that is taken must be on the disk with content."""
            assert self._contents[file.stat().st_ino] == file.stat().st_size
            return replace(file, target)

        patched.setattr(os, "fsync", fsync)
        patched.setattr(Path, "replace", replaced)

    def _synced(self, path: Path) -> None:
        if path.is_dir():
            self._places[path] = {each.name: each.stat().st_ino for each in path.iterdir()}
        else:
            self._contents[path.stat().st_ino] = path.stat().st_size

    def files(self) -> set[Path]:
        return set(self._below(self.root))

    def _below(self, directory: Path) -> Iterator[Path]:
        for name, inode in self._places.get(directory, {}).items():
            if (directory / name).is_dir():
                yield from self._below(directory / name)
            elif inode in self._contents:
                yield (directory / name).relative_to(self.root)


def written(directory: Path) -> set[Path]:
    return {
        each.relative_to(directory)
        for each in directory.rglob("*")
        if each.is_file() and not each.name.startswith(".")
    }


def test_tiles_and_their_places_are_on_the_disk_before_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "tiles"
    disk = Disk(directory, monkeypatch)
    tiles = Tiles(directory, 0)
    for size in (3, 300, 70_000):
        tiles = tiles.extended(b"%056d" % each for each in range(tiles.size, size))
        assert written(directory) <= disk.files() | {Path(CHECKPOINT)}
        note = submission(entries(5), 0).checkpoint
        keep_checkpoint(directory / CHECKPOINT, note)
        assert written(directory) <= disk.files()
    assert directory.name in disk._places[tmp_path]


def test_tiles_of_a_program_that_was_killed_are_brought_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tiles(tmp_path / "tiles", 0).extended(entries(300))
    disk = Disk(tmp_path / "tiles", monkeypatch)
    Tiles(tmp_path / "tiles", 0).extended(entries(300))
    assert {file.parent for file in written(tmp_path / "tiles")} <= {
        place.relative_to(tmp_path / "tiles")
        for place in disk._places
        if place.is_relative_to(tmp_path / "tiles")
    }


def fails(_: Any) -> None:
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    "work",
    [
        lambda file: put(file, b"new"),
        lambda file: settle([file], file.parent),
        lambda file: keep_checkpoint(file, Note("new\n", ())),
    ],
)
def test_a_disk_that_fails(
    work: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = submission(entries(5), 0).checkpoint
    keep_checkpoint(tmp_path / "kept", note)
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(NoTiles, match="file-unwritable"):
        work(tmp_path / "kept")
    kept = kept_checkpoint(tmp_path / "kept")
    assert kept is not None
    assert checkpoint_in(kept) == checkpoint_in(note)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kept"]


def test_a_lock_that_cannot_be_taken(tmp_path: Path) -> None:
    (tmp_path / ".kept.lock").mkdir()
    with pytest.raises(NoTiles), locked(tmp_path / "kept"):
        pytest.fail("nobody may come here without the lock")
