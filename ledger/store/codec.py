"""Events as bytes, and the chain of hashes that holds a game's events together.

The bytes of an event are made canonical once, at writing, and never made again to be checked.
Each entry carries the SHA-256 of the one before it as that was stored, so that nothing in a
stream can be changed without changing everything after it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from typing import get_args
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from domain.events import Event, TileDrawn, TileLaid, TurnPassed, drew, laid, passed

from ..errors import Tampered
from .upcasts import UPCASTS, upcast

_DOMAIN = b"domino-ledger/entry/1\0"
_KINDS = {kind.TOPIC: kind for kind in get_args(Event)}
_ACTS = (TileDrawn, TileLaid, TurnPassed)
_ENTRY = re.compile(
    rb'\{"previous":"([0-9a-f]{64}|)","recorded_at":"([!#-~]+)"'
    rb'(?:,"happened_at":"([!#-~]+)")?,"event":(\{.*\})\}',
    re.DOTALL,
)

BEFORE_THE_EVENT = b',"event":'

StoredRow = tuple[int, str, bytes]
"""Version, topic, state: an event of one game as the table has it."""

NOTHING_BEFORE = ""
"""What the first entry of a game carries in the place of a hash."""


@dataclass(slots=True)
class Entry:
    """One event at its place in its game's stream."""

    originator_id: UUID
    originator_version: int
    topic: str
    """As stored: that of an old version where the event was upcast."""
    event: Event
    previous: str
    """The hash of the entry before."""
    hash: str
    """Of this entry as stored, in hexadecimal digits."""
    state: bytes
    """As stored."""

    @property
    def recorded_at(self) -> str:
        """When it was written down: a time in RFC 3339."""
        return _parts(self.state)[1].decode()

    @property
    def happened_at(self) -> str | None:
        """When it happened, where somebody said so: a time in RFC 3339."""
        time = _parts(self.state)[2]
        return None if time is None else time.decode()


def _parts(state: bytes) -> tuple[bytes, ...]:
    """Previous hash, time of recording, time of happening (or None), and event."""
    found = _ENTRY.fullmatch(state)
    if found is None:
        raise Tampered("entry-unreadable")
    return found.groups()


@cache
def _adapter(topic: str) -> TypeAdapter[Event]:
    """Made when first asked for: most commands need few of them."""
    return TypeAdapter(_KINDS[topic])


def encode(event: Event, previous: str, recorded_at: str, happened_at: str | None = None) -> bytes:
    """The bytes to store."""
    return b'{"previous":"%b"%b%b}' % (
        previous.encode(),
        _times(recorded_at, happened_at),
        body_of(event),
    )


@lru_cache(maxsize=1 << 6)
def _times(recorded_at: str, happened_at: str | None) -> bytes:
    happened = "" if happened_at is None else f',"happened_at":"{happened_at}"'
    return f',"recorded_at":"{recorded_at}"{happened},"event":'.encode()


USUAL = (
    len(b'{"previous":"%b"' % (b"0" * 64))
    + len(_times("2000-01-01T00:00:00.000000Z", None))
    - len(BEFORE_THE_EVENT)
)
"""Where the event is announced in the bytes of all but a game's first, if nobody timed it."""
MOST_ACTS = 1 << 14
"""Remembered at most, however oddly the ends are called in a record."""
_TOLD: dict[str, dict[bytes, Event]] = {kind.TOPIC: {} for kind in _ACTS}
"""By topic and by all the bytes from `USUAL` on."""


def decode(game: UUID, version: int, topic: str, state: bytes) -> Entry:
    """The entry that was stored; Tampered where the bytes are none."""
    found = _ENTRY.fullmatch(state)
    if found is None:
        raise Tampered("event-unreadable", game=str(game), event=version)
    event, previous = _event(topic, found[4]), found[1].decode()
    hash = entry_hash(game, version, topic, state)
    return Entry(game, version, topic, event, previous, hash, state)


def event_in(topic: str, state: bytes) -> Event:
    """The event alone, for who trusts the chain; Tampered where the bytes are none.

    Frequent acts are known by the end of their bytes: all games are made of a few hundred.
    """
    known = _TOLD.get(topic)
    event = None if known is None else known.get(state[USUAL:])
    return _decoded(topic, state) if event is None else event


def _decoded(topic: str, state: bytes) -> Event:
    before, _, body = state.partition(BEFORE_THE_EVENT)
    event = _event(topic, body[:-1])
    known = _TOLD.get(topic)
    if known is not None and len(before) == USUAL and len(known) < MOST_ACTS:
        known[state[USUAL:]] = event
    return event


def chained(game: UUID, rows: Iterable[StoredRow]) -> list[Entry]:
    """The entries in these rows; Tampered at the first that does not follow from the one before.

    Each is hashed once, here. Check the chain before you fold: altered events may make no sense.
    """
    stream, entries, previous = stream_tag(game), list[Entry](), NOTHING_BEFORE
    for expected, (version, topic, state) in enumerate(rows, 1):
        if version != expected:
            raise Tampered("event-missing", game=str(game), event=expected)
        if not (isinstance(topic, str) and isinstance(state, bytes)):
            raise Tampered("event-malformed", game=str(game), event=version)
        if not state.startswith(b'{"previous":"%b","recorded_at":"' % previous.encode()):
            raise Tampered("hash-changed", game=str(game), event=version - 1)
        _, _, body = state.partition(BEFORE_THE_EVENT)
        event, hash = _event(topic, body[:-1]), hash_in(stream, version, topic, state)
        entries.append(Entry(game, version, topic, event, previous, hash, state))
        previous = hash
    return entries


def entry_hash(game: UUID, version: int, topic: str, state: bytes) -> str:
    """SHA-256 over the stored bytes, with the place where they are stored."""
    return hash_in(stream_tag(game), version, topic, state)


def hash_in(stream: bytes, version: int, topic: str, state: bytes) -> str:
    """The hash of an event in a stream whose `stream_tag` is known."""
    return sha256(b"%b%d\0%b\0%b" % (stream, version, topic.encode(), state)).hexdigest()


def stream_tag(game: UUID) -> bytes:
    """What the hash of every entry of this game begins with."""
    return _DOMAIN + game.bytes


@lru_cache(maxsize=1 << 14)
def _act_body(event: TileDrawn | TileLaid | TurnPassed) -> bytes:
    return _adapter(event.TOPIC).dump_json(event)


def body_of(event: Event) -> bytes:
    """The event itself as canonical JSON: every field written out, in the order of its class."""
    if isinstance(event, _ACTS):
        return _act_body(event)
    return _adapter(event.TOPIC).dump_json(event)


@lru_cache(maxsize=1 << 14)
def _event(topic: str, body: bytes) -> Event:
    if topic not in _KINDS and topic not in UPCASTS:
        raise Tampered("unknown-topic", topic=topic)
    try:
        newest, body = upcast(topic, body)
        event = _adapter(newest).validate_json(body)
    except (ValidationError, ValueError, KeyError, TypeError):
        raise Tampered("event-not-of-topic", topic=topic) from None
    match event:
        case TileLaid():
            return laid(event.seat, event.tile, event.end, event.flipped)
        case TileDrawn():
            return drew(event.seat, event.tile)
        case TurnPassed():
            return passed(event.seat, event.inferred)
        case _:
            return event
