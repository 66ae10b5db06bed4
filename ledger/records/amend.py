"""Amend a game: a record becomes its newest version. Older versions stay in the stream."""

from typing import NamedTuple
from uuid import UUID

from ...domain.events import GameAmended, GameOpened
from ..book import Book
from ..errors import LedgerError
from ..registry.keys import authorized
from ..signing.keys import PrivateKey
from ..store.batch import Batch
from ..store.ids import game_id
from ..store.stream import Stream
from ..transcript.game import Transcript
from .event_texts import check_texts_of
from .format import Record
from .import_ import Transcriber


class AnotherGame(LedgerError):
    """The record belongs to another game than the one to amend."""


class Amending(NamedTuple):
    """A new version of a game, not yet written."""

    stream: Stream
    transcript: Transcript
    batch: Batch


def prepare(book: Book, game: UUID, record: Record, *, as_played: bool = False) -> Amending:
    """The new version from this record. Raises AnotherGame, Unreadable and Rejected."""
    stream = book.stream(game)
    if game_id(record.id) != game:
        booked = stream.game.opened.record
        raise AnotherGame("another-game", record=record.id, booked=booked)
    batch = Batch(book)
    players = batch.register.ids_in_game(record.players, stream.game.opened.players)
    desk = {
        0: stream.game.desk
    }  # Rulings refer to round numbers, so they also apply to the new version.
    transcript = Transcriber(batch, as_played=as_played).checked(record, players, desk)
    return Amending(stream, transcript, batch)


def write(amending: Amending, reason: str, by: str | None, key: PrivateKey | None = None) -> None:
    """Store the new version; ``by`` is the name of its author, a player or not.

    ``key`` signs all of it. Raises Conflict if another program has written to the game since,
    Unreadable for a text that a store could not hold, and BadKey for a key that may not sign it.
    """
    stream, transcript, batch = amending
    opening, *events = transcript.events
    assert isinstance(opening, GameOpened)
    author = None if by is None else batch.register.id_of(by, stream.game.opened.players)
    sign = None if key is None else authorized(batch.book, key, "amendment", author)
    batch.register.add_used(opening.players if author is None else (*opening.players, author))
    amended = GameAmended(reason=reason, by=author, opening=opening)
    check_texts_of(amended)
    batch.extend(stream, [amended, *events], transcript.times, sign)
    batch.flush()
