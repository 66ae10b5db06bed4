"""The tree on disk, as the tiles of C2SP tlog-tiles: files that never change once they are full.

A tile holds up to 256 hashes: of level 0 those of leaves, of level n those of full tiles of level
n - 1. `tile/0/x001/234` is the full tile 1234 of level 0, `tile/0/x001/234.p/7` one with 7 hashes.
`tile/entries/...` holds the entries themselves, each after its length in two bytes.

Tiles follow from the book, so what is wrong with them says nothing about a game. A full tile is
compared with its hash in the level above whenever it is read; what is above all full tiles is the
root, which callers compare with a checkpoint.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from ..errors import LedgerError, Tampered
from .durable import NoTiles, put, settle
from .merkle import hash_of, leaf_hash, root_of

WIDTH = 256
"""The hashes of a full tile."""
_LEVELS = 8
"""The levels of the tree between two levels of tiles: 2**8 is `WIDTH`."""
_HASH = 32
_LENGTH = 2
CHECKPOINT = "checkpoint"
"""The file of the newest checkpoint, beside the tiles."""


class DamagedTiles(LedgerError):
    """A tile is missing, or not as it was written. It can be made again from the book."""


class Tiles:
    """The tiles in a directory, up to a size."""

    def __init__(self, directory: Path, size: int) -> None:
        self.directory = directory
        self.size = size
        self._tile = lru_cache(maxsize=1 << 10)(self._read_tile)

    def subtree(self, level: int, index: int) -> bytes:
        """The hash over 2**level leaves from index * 2**level on. Raises NoTiles, DamagedTiles."""
        of_tiles, above = divmod(level, _LEVELS)
        tile, first = divmod(index << above, WIDTH)
        hashes = self._tile(of_tiles, tile)
        found = hashes[first * _HASH : (first + (1 << above)) * _HASH]
        return hash_of(_hashes(found))

    @property
    def root(self) -> bytes:
        """The Merkle root of the first `size` entries."""
        return root_of(self.subtree, self.size)

    def check(self) -> None:
        """Read all tiles, and all entries. Raises NoTiles, and DamagedTiles."""
        for tile in range(-(-self.size // WIDTH)):
            self._read_entries(tile)

    def _read_tile(self, level: int, tile: int) -> bytes:
        width = min(WIDTH, (self.size >> _LEVELS * level) - tile * WIDTH)
        path = _path(str(level), tile, width)
        found = self._read(path)
        if len(found) != width * _HASH:
            raise self._damaged(path)
        if width == WIDTH:
            above, at = divmod(tile, WIDTH)
            row = self._tile(level + 1, above)
            if hash_of(_hashes(found)) != row[at * _HASH : (at + 1) * _HASH]:
                raise self._damaged(path)
        return found

    def _read_entries(self, tile: int) -> bytes:
        """The bundle of the entries under a tile of level 0."""
        leaves = _hashes(self._tile(0, tile))
        path = _path("entries", tile, len(leaves))
        bundle, at = self._read(path), 0
        for leaf in leaves:
            end = at + _LENGTH + int.from_bytes(bundle[at : at + _LENGTH], "big")
            if leaf_hash(bundle[at + _LENGTH : end]) != leaf:
                raise self._damaged(path)
            at = end
        if at != len(bundle):
            raise self._damaged(path)
        return bundle

    def _read(self, path: Path) -> bytes:
        file = self.directory / path
        try:
            return file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise self._damaged(path) from None
        except OSError as error:
            raise NoTiles("file-unreadable", file=str(file), reason=error.strerror) from None

    def _damaged(self, path: Path) -> DamagedTiles:
        return DamagedTiles("tile-damaged", file=str(self.directory / path))

    def extended(self, entries: Iterable[bytes]) -> "Tiles":
        """Write the tiles of further entries; returns all of them, under the new size.

        They are on the disk then, and so are those that a program which was killed has left.
        Raises Tampered if a new tile is there already and holds something else, which another log
        has left; DamagedTiles; NoTiles.
        """
        files, rows, count = list[Path](), list[bytearray](), self.size
        while count or not rows:  # By level, the hashes of the last tile, unless it is full.
            count, width = divmod(count, WIDTH)
            rows.append(bytearray(self._tile(len(rows), count) if width else b""))
        bundle = self._read_entries(self.size // WIDTH) if self.size % WIDTH else b""
        size = self.size
        for entry in entries:
            bundle += len(entry).to_bytes(_LENGTH, "big") + entry
            rows[0] += leaf_hash(entry)
            size += 1
            if not size % WIDTH:
                files.append(self._write(_path("entries", size // WIDTH - 1, WIDTH), bundle))
                bundle = b""
                files += self._close_tiles(rows, size)
        for level, row in enumerate(rows):
            if row:
                tile = (size >> _LEVELS * level) // WIDTH
                files.append(self._write(_path(str(level), tile, len(row) // _HASH), bytes(row)))
        if bundle:
            files.append(self._write(_path("entries", size // WIDTH, size % WIDTH), bundle))
        settle(files, self.directory)
        return Tiles(self.directory, size)

    def _close_tiles(self, rows: list[bytearray], size: int) -> Iterator[Path]:
        """Write the tiles that are full at this size, and hash each into the level above."""
        for level in range(len(rows)):
            row = rows[level]
            if len(row) < WIDTH * _HASH:
                return
            tile = (size >> _LEVELS * level) // WIDTH - 1
            yield self._write(_path(str(level), tile, WIDTH), bytes(row))
            if level + 1 == len(rows):
                rows.append(bytearray())
            rows[level + 1] += hash_of(_hashes(bytes(row)))
            row.clear()

    def _write(self, path: Path, content: bytes) -> Path:
        """Write a tile, unless it is there: a tile never changes. Returns its file."""
        file = self.directory / path
        if not file.exists():
            put(file, content)
        elif self._read(path) != content:
            raise Tampered("tile-changed", file=str(file))
        return file


def _hashes(row: bytes) -> list[bytes]:
    return [row[at : at + _HASH] for at in range(0, len(row), _HASH)]


def _path(level: str, tile: int, width: int) -> Path:
    """The place of a tile, or of a bundle of entries."""
    parts = [part.zfill(3) for part in f"{tile:,}".split(",")]
    name = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
    return Path("tile", level, name if width == WIDTH else f"{name}.p/{width}")
