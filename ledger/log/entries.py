"""The entries of the log: one for each event of the book, in the order in which it was recorded.

An entry names the game and the version of its event, so that everybody who has the entries can see
that no game has two histories. What the event says is in it as a hash over the hash of the event
and the salt of the deal before it. So it can be published while a round is played: without the
salt, nobody can try out the tiles until one fits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from ...domain.events import RoundDealt
from ..book import Book
from ..errors import Tampered
from ..store.chain import hash_in, stream_tag
from ..store.rows import StoredRow, salt_in

SIZE = 56
"""The bytes of an entry: 16 of the game's id, 8 of the version, and a hash of 32."""
_DOMAIN = b"domino-ledger/leaf/1\0"


class LogEntry(NamedTuple):
    """An event of the book and its entry in the log."""

    game: UUID
    version: int
    entry: bytes


def log_entry(game: UUID, version: int, hash: str, salt: bytes) -> bytes:
    """The entry of an event; ``salt``: of the last deal up to this event in its stream."""
    sealed = sha256(_DOMAIN + salt + bytes.fromhex(hash)).digest()
    return game.bytes + version.to_bytes(8, "big") + sealed


def entries_of(game: UUID, rows: list[StoredRow]) -> Iterator[bytes]:
    """The entries of all events of a stream; the chain is not checked."""
    tag, salt = stream_tag(game), b""
    for version, topic, state in rows:
        salt = salt_in(state) if topic == RoundDealt.TOPIC else salt
        yield log_entry(game, version, hash_in(tag, version, topic, state), salt)


@contextmanager
def log_entries(book: Book, first: int) -> Iterator[Iterator[LogEntry]]:
    """The entries from an index up to the end of the log now. Raises Tampered for a broken row."""
    start, end = position_of(book, first), book.last_position()
    with book.scan_log(start, end, end) as rows:
        yield _entries(book, rows)


def _entries(book: Book, rows: Iterator[Any]) -> Iterator[LogEntry]:
    streams: dict[str, tuple[UUID, bytes, bytes]] = {}
    for _, name, version, topic, state in rows:
        if not (isinstance(topic, str) and isinstance(state, bytes)):
            raise Tampered("event-malformed", game=str(name), event=version)
        game, tag, salt = streams.get(name) or _stream(book, name, version)
        salt = salt_in(state) if topic == RoundDealt.TOPIC else salt
        streams[name] = game, tag, salt
        hash = hash_in(tag, version, topic, state)
        yield LogEntry(game, version, log_entry(game, version, hash, salt))


def _stream(book: Book, name: str, version: int) -> tuple[UUID, bytes, bytes]:
    """Id, tag and current salt of a stream before one of its events."""
    try:
        game = UUID(name)
    except (ValueError, TypeError, AttributeError):
        raise Tampered("event-malformed", game=str(name), event=version) from None
    salt = b""
    if version != 1:
        for before, topic, state in book.recorder.select_rows(game)[0]:
            if before < version and topic == RoundDealt.TOPIC:
                salt = salt_in(state)
    return game, stream_tag(game), salt


def position_of(book: Book, index: int) -> int:
    """The position after which the entry of this index follows. Raises Tampered if none does."""
    if index == 0:
        return 0
    place = "SELECT {position} FROM stored_events ORDER BY {position} LIMIT 1 OFFSET ?"
    for (position,) in book.query(place, [index - 1]):
        return int(position)
    raise Tampered("log-too-short", size=index, events=book.number_of_events())


def events_among(book: Book, game: UUID, size: int) -> int:
    """How many of the first ``size`` events are of a game. Raises Tampered if there are fewer."""
    with book.scan_games([game.hex], position_of(book, size)) as rows:
        return sum(1 for _ in rows)


def index_of(book: Book, game: UUID, version: int) -> int:
    """The index in the log of an event that is in the book: how many come before it."""
    before = """
        SELECT COUNT(*) FROM stored_events WHERE {position} < (
          SELECT {position} FROM stored_events WHERE originator_id = ? AND originator_version = ?
        )
    """
    return int(book.query(before, [game.hex, version])[0][0])
