"""Which shuffles of a game were committed to before their seeds were revealed."""

from collections.abc import Iterable, Iterator

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

    It holds the commitments, and not yet the deal: players who had it before they revealed a seed
    know that no seed was exchanged afterwards. Raises Tampered if the log is not that of a
    checkpoint.
    """
    given = sorted(checkpoints, key=lambda each: each.size)
    verify_game(book, stream.id, given, tiles)
    fixed = dict[Hex, int]()
    for server, committed, dealt in _shuffles(stream):
        first = index_of(book, stream.id, committed) + 1
        in_time = range(first, index_of(book, stream.id, dealt) + 1)
        for checkpoint in given:
            if checkpoint.size in in_time:
                fixed.setdefault(server, checkpoint.size)
    return fixed


def _shuffles(stream: Stream) -> Iterator[tuple[Hex, int, int]]:
    """The commitment of the server, its version, and that of the deal, for each deal by seeds."""
    committed: tuple[Hex, int] | None = None
    for version, entry in enumerate(stream.entries, 1):
        event = entry.event
        if isinstance(event, ShuffleCommitted):
            committed = event.server, version
        elif isinstance(event, RoundDealt | ShuffleAborted):
            if committed is not None and isinstance(event, RoundDealt):
                yield *committed, version
            committed = None
