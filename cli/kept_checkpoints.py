"""Deals by seeds that were committed to before a checkpoint which was kept."""

from collections.abc import Callable, Iterable

from domain.shuffle import Hex
from ledger.book import Book
from ledger.log.checkpoints import checkpoint_in, tiles_at
from ledger.store.stream import Stream
from projections.verification.fixed_shuffles import fixed_shuffles

from .proof_options import checkpoint_at, directory_of, on_sound_tiles


def fixed_by(files: Iterable[str], tiles: str | None) -> Callable[[Book, Stream], dict[Hex, int]]:
    """What gives the `fixed_shuffles` of a game by the checkpoints in these files.

    ``tiles``: the directory of the tiles, if it was named. Raises UnusableFile and BadNote; the
    result raises Tampered, NoTiles and DamagedTiles.
    """
    kept = [checkpoint_in(checkpoint_at(file)) for file in files]

    def fixed_in(book: Book, stream: Stream) -> dict[Hex, int]:
        directory = directory_of(book, tiles)
        return on_sound_tiles(
            book, tiles, lambda: fixed_shuffles(book, stream, kept, tiles_at(directory)[0])
        )

    return fixed_in
