"""Which shuffles of a game were committed to before their seeds were revealed."""

from collections.abc import Iterable

from ...domain.events import RoundDealt, ShuffleAborted, ShuffleCommitted
from ...domain.shuffle import Hex
from ...ledger.book import Book
from ...ledger.log.checkpoints import Checkpoint
from ...ledger.log.entries import index_of
from ...ledger.log.hash_tiles import Tiles
from ...ledger.store.stream import Stream
from .chains import verify_game


def fixed_shuffles(
    book: Book, stream: Stream, checkpoints: Iterable[Checkpoint], tiles: Tiles
) -> dict[Hex, int]:
    """By the commitment of the server, the size of a checkpoint made in time.

    It holds the commitments, but not the deal yet: players who had it before they revealed a seed
    know that no seed was exchanged. Raises Tampered if the log is not that of a checkpoint.
    """
    given = sorted(checkpoints, key=lambda each: each.size)
    verify_game(book, stream.id, given, tiles)
    fixed, committed = dict[Hex, int](), dict[Hex, int]()  # The commitment that was made last.
    for version, entry in enumerate(stream.entries, 1):
        match entry.event:
            case ShuffleCommitted(server=server):
                committed = {server: index_of(book, stream.id, version) + 1}
            case RoundDealt():
                for server, first in committed.items():
                    in_time = range(first, index_of(book, stream.id, version) + 1)
                    for checkpoint in given:
                        if checkpoint.size in in_time:
                            fixed.setdefault(server, checkpoint.size)
                committed = {}
            case ShuffleAborted():
                committed = {}
            case _:
                pass
    return fixed
