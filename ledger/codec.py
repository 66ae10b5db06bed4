"""Events as bytes, and the chain of hashes that holds a game's events together.

The bytes of an event are made canonical once, at writing, and never made again to be checked.
Each entry carries the SHA-256 of the one before it as that was stored, so that nothing in a
stream can be changed without changing everything after it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import get_args
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from domain.events import Event, TileDrawn, TileLaid, TurnPassed, drew, laid, passed

from .errors import Tampered

_DOMAIN = b"domino-ledger/entry/1\0"
_ADAPTERS = {kind.TOPIC: TypeAdapter[Event](kind) for kind in get_args(Event)}
_ACTS = (TileDrawn, TileLaid, TurnPassed)
_ENTRY = re.compile(
    rb'\{"previous":"(.{64}|)","recorded_at":"([^"]+)"'
    rb'(?:,"happened_at":"([^"]+)")?,"event":(\{.*\})\}',
    re.DOTALL,
)

NOTHING_BEFORE = ""
"""What the first entry of a game carries in the place of a hash."""


@dataclass(slots=True)
class Entry:
    """One event at its place in its game's stream. Times are RFC 3339 texts."""

    originator_id: UUID
    originator_version: int
    event: Event
    previous: str
    recorded_at: str
    happened_at: str | None
    hash: str
    """Of this entry as stored, in hexadecimal digits."""


def encode(event: Event, previous: str, recorded_at: str, happened_at: str | None = None) -> bytes:
    """The bytes to store."""
    happened = b"" if happened_at is None else b',"happened_at":"%b"' % happened_at.encode()
    return b'{"previous":"%b","recorded_at":"%b"%b,"event":%b}' % (
        previous.encode(),
        recorded_at.encode(),
        happened,
        body_of(event),
    )


def decode(game: UUID, version: int, topic: str, state: bytes) -> Entry:
    """The entry that was stored; Tampered where the bytes are none."""
    found = _ENTRY.fullmatch(state)
    if found is None:
        raise Tampered(f"event {version} of game {game} is not readable")
    previous, recorded_at, happened_at, body = found.groups()
    return Entry(
        game,
        version,
        _event(topic, body),
        previous.decode(errors="replace"),
        recorded_at.decode(errors="replace"),
        None if happened_at is None else happened_at.decode(errors="replace"),
        entry_hash(game, version, topic, state),
    )


def entry_hash(game: UUID, version: int, topic: str, state: bytes) -> str:
    """SHA-256 over the stored bytes, with the place where they are stored."""
    place = _stream_of(game.int) + f"{version}\0{topic}\0".encode()
    return sha256(place + state).hexdigest()


@lru_cache(maxsize=1 << 4)
def _stream_of(game: int) -> bytes:
    return _DOMAIN + game.to_bytes(16)


@lru_cache(maxsize=1 << 14)
def _act_body(event: TileDrawn | TileLaid | TurnPassed) -> bytes:
    return _ADAPTERS[event.TOPIC].dump_json(event)


def body_of(event: Event) -> bytes:
    """The event itself as canonical JSON: every field written out, in the order of its class."""
    if isinstance(event, _ACTS):
        return _act_body(event)
    return _ADAPTERS[event.TOPIC].dump_json(event)


@lru_cache(maxsize=1 << 14)
def _event(topic: str, body: bytes) -> Event:
    adapter = _ADAPTERS.get(topic)
    if adapter is None:
        raise Tampered(f"no event is called {topic!r}")
    try:
        event = adapter.validate_json(body)
    except ValidationError:
        raise Tampered(f"what is stored as {topic} is none") from None
    match event:
        case TileLaid():
            return laid(event.seat, event.tile, event.end, event.flipped)
        case TileDrawn():
            return drew(event.seat, event.tile)
        case TurnPassed():
            return passed(event.seat, event.inferred)
        case _:
            return event
