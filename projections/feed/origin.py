"""Where the events of a log come from: the book, and the epoch that a position belongs to.

A restored book goes on from its last event, and takes the positions of lost events again. So it
begins an epoch.
"""

from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from ...ledger.book import Book, Epoch
from ...ledger.errors import Conflict, Tampered
from ...ledger.store.base import LogRow
from ...ledger.store.chain import entry_hash

_BOOKS = uuid5(NAMESPACE_URL, "domino-ledger/book")
_DIGITS = 16


class Origin(NamedTuple):
    """The book of a log, and its epochs."""

    source: str
    """A URI."""
    epochs: tuple[Epoch, ...]
    """Oldest first; the first began with the book, and is named after it."""

    def epoch_at(self, position: int) -> str:
        """The id of the epoch that the event at this position belongs to."""
        return next(epoch.id for epoch in reversed(self.epochs) if epoch.began < position)


def origin_of(book: Book) -> Origin | None:
    """The origin of all events of a book and its copies; None if there is no event."""
    first = book.log(0, 1)
    if not first:
        return None
    source = uuid5(_BOOKS, entry_hash(*event_in(first[0])))
    return Origin(source.urn, (Epoch(source.hex[:_DIGITS], 0), *book.restored()))


def require_position(book: Book, position: int, epoch: str | None) -> None:
    """Raise Conflict if the events up to this position may be others than those a reader has read.

    ``epoch``: the id of the epoch that the reader got with the position; None: not known, which is
    enough for positions before any restore.
    """
    origin = origin_of(book)
    epochs = () if origin is None else origin.epochs
    restored = [each.began for each in epochs[1:]]
    if epoch is None:
        if restored and position > restored[0]:
            raise Conflict("epoch-needed", position=position, last=restored[0])
        return
    ids = [each.id for each in epochs]
    if epoch not in ids:
        raise Conflict("unknown-epoch", epoch=epoch)
    lost_after = restored[ids.index(epoch) :][:1]
    if lost_after and position > lost_after[0]:
        raise Conflict("position-lost", epoch=epoch, position=position, last=lost_after[0])


def event_in(row: LogRow) -> tuple[UUID, int, str, bytes]:
    """The row without its position. Raises Tampered if it has not the form of an event."""
    _, name, version, topic, state = row
    game = UUID(name)
    if not (isinstance(topic, str) and isinstance(state, bytes)):
        raise Tampered("event-malformed", game=str(game), event=version)
    return game, version, topic, state
