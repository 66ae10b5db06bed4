"""Amend a game: a newer record becomes its newest version; older ones stay in the stream."""

from typing import NamedTuple
from uuid import UUID

from domain.events import GameAmended, GameOpened

from ..book import Book
from ..errors import LedgerError
from ..store.batch import Batch
from ..store.stream import Stream, game_id
from ..transcript.game import Transcript
from .format import Record
from .import_ import Transcriber


class AnotherGame(LedgerError):
    """The record is about another game than the one to be amended."""


class Amending(NamedTuple):
    """A newer version of a game, not yet written."""

    stream: Stream
    transcript: Transcript
    batch: Batch


def prepare(book: Book, game: UUID, record: Record, *, as_played: bool = False) -> Amending:
    """The version that this record would make.

    Raises AnotherGame, Unreadable, and Rejected as an import does.
    """
    stream = book.stream(game)
    if game_id(record.id) != game:
        called = stream.game.opened.record
        raise AnotherGame(f"the record is called {record.id!r}, but that of the game {called!r}")
    batch = Batch(book)
    players = batch.register.meant(record.players, stream.game.opened.players)
    desk = {0: stream.game.desk}  # Rulings name rounds, so they apply to the newer version, too.
    transcript = Transcriber(batch, as_played=as_played).checked(record, players, desk)
    return Amending(stream, transcript, batch)


def write(amending: Amending, reason: str, by: str | None) -> None:
    """Record the newer version; ``by`` names its author, who need not have played.

    Raises Conflict if another program has written to the game meanwhile.
    """
    stream, transcript, batch = amending
    opening, *events = transcript.events
    assert isinstance(opening, GameOpened)
    author = None if by is None else batch.register.called(by, stream.game.opened.players)
    batch.register.played(opening.players if author is None else (*opening.players, author))
    amended = GameAmended(reason=reason, by=author, opening=opening)
    batch.extend(stream, [amended, *events], transcript.times)
    batch.flush()
