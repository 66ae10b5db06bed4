"""Tiles on disk: their places and widths, growth by any steps, and files that were changed."""

import random
from pathlib import Path

import pytest

from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.log.durable import NoTiles
from domino_ledger.ledger.log.hash_tiles import DamagedTiles, Tiles, _path
from domino_ledger.ledger.log.merkle import leaf_hash, root_of
from tests.lanes import examples

from .trees import entries, tree_hash


def test_the_places_of_tiles() -> None:
    assert _path("0", 1234067, 256) == Path("tile/0/x001/x234/067")
    assert _path("1", 7, 3) == Path("tile/1/007.p/3")
    assert _path("entries", 1000, 256) == Path("tile/entries/x001/000")


def test_a_tree_of_70000_entries_has_the_tiles_of_the_standard(tmp_path: Path) -> None:
    tiles = Tiles(tmp_path, 0).extended(b"%056d" % number for number in range(70_000))
    assert tiles.size == 70_000
    found = {
        level: sorted(
            file.relative_to(tmp_path / "tile" / level).as_posix()
            for file in (tmp_path / "tile" / level).rglob("*")
            if file.is_file()
        )
        for level in ("0", "1", "2", "entries")
    }
    assert found["0"] == found["entries"]
    assert len(found["0"]) == 274
    assert "273.p/112" in found["0"]
    assert found["1"] == ["000", "001.p/17"]
    assert found["2"] == ["000.p/1"]
    bundle = (tmp_path / "tile/entries/273.p/112").read_bytes()
    assert len(bundle) == 112 * 58
    assert bundle[:58] == b"\0\x38" + b"%056d" % (273 * 256)
    assert (tmp_path / "tile/0/000").read_bytes()[:32] == leaf_hash(b"%056d" % 0)
    assert not (tmp_path / "tile/3").exists()


@pytest.mark.parametrize("seed", range(examples(4)))
def test_growth_by_any_steps(seed: int, tmp_path: Path) -> None:
    chance, all_entries = random.Random(seed), entries(1300)
    tiles = Tiles(tmp_path, 0)
    while tiles.size < len(all_entries):
        step = chance.choice([0, 1, 2, 255, 256, 257, chance.randrange(500)])
        tiles = tiles.extended(all_entries[tiles.size : tiles.size + step])
        assert tiles.root == tree_hash(all_entries[: tiles.size])
    assert tiles.subtree(0, 700) == leaf_hash(all_entries[700])
    assert tiles.subtree(3, 100) == tree_hash(all_entries[800:808])
    assert root_of(tiles.subtree, 513) == tree_hash(all_entries[:513])


def test_tiles_that_were_changed(tmp_path: Path) -> None:
    all_entries = entries(300)
    tiles = Tiles(tmp_path, 0).extended(all_entries)
    again = Tiles(tmp_path, 0).extended(all_entries)  # As after a program that was killed.
    assert again.root == tiles.root
    with pytest.raises(Tampered, match="tile-changed"):
        Tiles(tmp_path, 0).extended(entries(300)[::-1])


FULL, PART, ABOVE = "tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1"
BUNDLE, LAST_BUNDLE = "tile/entries/000", "tile/entries/001.p/44"


@pytest.mark.parametrize("name", [FULL, PART, ABOVE, BUNDLE, LAST_BUNDLE])
@pytest.mark.parametrize("damage", ["byte", "shorter", "longer", "lost"])
def test_every_damage_is_found(name: str, damage: str, tmp_path: Path) -> None:
    """Of a full tile by its hash in the tile above, of one that is not full by the root."""
    tiles = Tiles(tmp_path, 0).extended(entries(300))
    tiles.check()
    root, file = tiles.root, tmp_path / name
    whole = file.read_bytes()
    if damage == "lost":
        file.unlink()
    else:
        changes = {"shorter": whole[:-1], "longer": whole + b"x"}
        file.write_bytes(changes.get(damage, whole[:9] + bytes([whole[9] ^ 1]) + whole[10:]))
    if damage == "byte" and name in {PART, ABOVE}:
        assert Tiles(tmp_path, 300).root != root
        return
    with pytest.raises(DamagedTiles) as found:
        Tiles(tmp_path, 300).check()
    assert found.value.params["file"] == str(file)


def test_a_leaf_of_a_damaged_tile_is_not_taken_for_another_entry(tmp_path: Path) -> None:
    Tiles(tmp_path, 0).extended(entries(300))
    whole = (tmp_path / FULL).read_bytes()
    (tmp_path / FULL).write_bytes(whole[:40] + b"\0" + whole[41:])
    with pytest.raises(DamagedTiles):
        Tiles(tmp_path, 300).subtree(0, 0)


def test_tiles_that_cannot_be_read(tmp_path: Path) -> None:
    Tiles(tmp_path, 0).extended(entries(300))
    (tmp_path / FULL).unlink()
    (tmp_path / FULL).mkdir()
    with pytest.raises(NoTiles):
        Tiles(tmp_path, 300).subtree(0, 0)


def test_tiles_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "tile").write_text("a file")
    with pytest.raises(NoTiles, match="file-unwritable"):
        Tiles(tmp_path, 0).extended(entries(1))
