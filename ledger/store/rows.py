"""Rows of a stream: what their bytes say without reading the event, and how they are chained."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TypeAlias
from uuid import UUID

from ..errors import Tampered
from .chain import NOTHING_BEFORE, hash_in, stream_tag

TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
"""A moment in UTC, in the one form in which such are stored: they can be compared as text."""

BEFORE_THE_EVENT = b',"event":'
NOTED_CLOCK = b',"clock":"'
"""Before the event, this stands in entries whose clock was behind."""
_SALT = re.compile(rb',"salt":"([0-9a-f]{32})"$')

StoredRow = tuple[int, str, bytes]
"""Version, topic, state: a row of one stream."""

Row = tuple[str, int, str, bytes]
"""Game, version, topic, state: an event as the table has it."""

Name = tuple[str, str]
"""A player's id and name, as the table has them."""

Head = tuple[int, str]
"""Version and hash of the last entry of a stream."""

NOTHING: Head = (0, NOTHING_BEFORE)
"""The head of a stream without entries."""


Link: TypeAlias = tuple[int, str, bytes, str, str, bytes]
"""A stored row that follows the row before it: version, topic, the event as JSON, the hash of the
row before it, its own hash, state. One is made for each event read, so it has no names."""


_START = re.compile(rb'\{"previous":"(?:[0-9a-f]{64}|)","recorded_at":"(%b)"' % TIME.encode())


def time_in(state: object) -> str:
    """When an entry was stored, without reading the rest. Raises Tampered if it does not say so."""
    found = _START.match(state) if isinstance(state, bytes) else None
    if found is None:
        raise Tampered("entry-unreadable")
    return found[1].decode()


def salt_in(state: bytes) -> bytes:
    """The salt in an entry, without reading the rest; empty if there is none."""
    found = _SALT.search(state[: state.find(BEFORE_THE_EVENT)])
    return b"" if found is None else bytes.fromhex(found[1].decode())


def now() -> str:
    """This moment in UTC, as RFC 3339 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def links(game: UUID, rows: Iterable[StoredRow], after: Head = NOTHING) -> Iterator[Link]:
    """The rows of a stream, each hashed once; raises Tampered at the first break of the chain.

    ``after``: version and hash of the entry before the first row.
    """
    stream = stream_tag(game)
    before, previous = after
    for expected, (version, topic, state) in enumerate(rows, before + 1):
        if version != expected:
            raise Tampered("event-missing", game=str(game), event=expected)
        if not (isinstance(topic, str) and isinstance(state, bytes)):
            raise Tampered("event-malformed", game=str(game), event=version)
        if not state.startswith(b'{"previous":"%b","recorded_at":"' % previous.encode()):
            raise Tampered("hash-changed", game=str(game), event=version - 1)
        _, _, body = state.partition(BEFORE_THE_EVENT)
        hash = hash_in(stream, version, topic, state)
        yield version, topic, body[:-1], previous, hash, state
        previous = hash
