"""The hash chain of a stream.

Each entry contains the SHA-256 of the stored entry before it, so that no event can be changed
without changing all later ones.
"""

from hashlib import sha256
from uuid import UUID

NOTHING_BEFORE = ""
"""The `previous` hash of the first entry of a stream."""

_DOMAIN = b"domino-ledger/entry/1\0"


def entry_hash(game: UUID, version: int, topic: str, state: bytes) -> str:
    """SHA-256 over game, version, topic and stored bytes, in hexadecimal digits."""
    return hash_in(stream_tag(game), version, topic, state)


def hash_in(stream: bytes, version: int, topic: str, state: bytes) -> str:
    """`entry_hash` with a precomputed `stream_tag`."""
    return sha256(b"%b%d\0%b\0%b" % (stream, version, topic.encode(), state)).hexdigest()


def stream_tag(game: UUID) -> bytes:
    """The common prefix of the hash input of a stream."""
    return _DOMAIN + game.bytes
