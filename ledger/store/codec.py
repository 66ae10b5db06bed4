"""The codec: events as bytes, and entries of a stream from its rows.

Events are serialized once, when they are written; checks hash the stored bytes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple, get_args
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from ...domain.events import Act, Event, interned
from ...domain.house import HouseEvent
from ..errors import Tampered
from .chain import entry_hash
from .rows import BEFORE_THE_EVENT, NOTHING, TIME, Head, StoredRow, links, salt_in, time_in
from .upcasts import UPCASTS, upcast

_KINDS = {kind.TOPIC: kind for kind in get_args(Event)}
_OF_THE_HOUSE = {kind.TOPIC: kind for kind in get_args(HouseEvent)}
_ENTRY = re.compile(
    rb'\{"previous":"(?P<previous>[0-9a-f]{64}|)","recorded_at":"(?P<recorded_at>%(time)b)"'
    rb'(?:,"clock":"(?P<clock>%(time)b)")?(?:,"happened_at":"(?P<happened_at>[!#-~]+)")?'
    rb'(?:,"salt":"(?P<salt>[0-9a-f]{32})")?,"event":(?P<event>\{.*\})\}'
    % {b"time": TIME.encode()},
    re.DOTALL,
)


@dataclass(slots=True)
class Entry:
    """One event in its stream."""

    originator_id: UUID
    originator_version: int
    topic: str
    """As stored: of an old version if the event was upcast."""
    event: Event
    previous: str
    """The hash of the entry before it."""
    hash: str
    """The hash of this entry, in hexadecimal."""
    state: bytes
    """The stored bytes."""

    @property
    def recorded_at(self) -> str:
        """When it was stored, in RFC 3339; never earlier than the event before it in the log."""
        return time_in(self.state)

    @property
    def clock(self) -> str | None:
        """What the clock showed, in RFC 3339, if that was before the event before it in the log."""
        return parts_of(self.state).clock

    @property
    def happened_at(self) -> str | None:
        """When the event happened, in RFC 3339; None if unknown."""
        return parts_of(self.state).happened_at

    @property
    def salt(self) -> bytes:
        """Of a deal, 16 random bytes; empty if it was stored without, and of other events."""
        return salt_in(self.state)


class HouseEntry(NamedTuple):
    """One event in the stream of the house."""

    version: int
    event: HouseEvent
    hash: str
    """The hash of this entry, in hexadecimal."""
    state: bytes
    """The stored bytes."""

    @property
    def recorded_at(self) -> str:
        """When the event was stored, in RFC 3339."""
        return time_in(self.state)


class Parts(NamedTuple):
    """What stands in the bytes of an entry beside the hash of the entry before it."""

    body: bytes
    """The event as JSON."""
    recorded_at: str
    clock: str | None
    happened_at: str | None
    salt: bytes
    """16 bytes, or none."""


def parts_of(state: bytes) -> Parts:
    """The parts of an entry; `joined` makes the same bytes of them. Raises Tampered."""
    found = _ENTRY.fullmatch(state)
    if found is None:
        raise Tampered("entry-unreadable")
    clock, happened_at, salt = (
        None if part is None else part.decode()
        for part in found.group("clock", "happened_at", "salt")
    )
    recorded_at, salted = found["recorded_at"].decode(), bytes.fromhex(salt or "")
    return Parts(found["event"], recorded_at, clock, happened_at, salted)


def joined(
    previous: str,
    body: bytes,
    *,
    recorded_at: str,
    clock: str | None,
    happened_at: str | None,
    salt: bytes,
) -> bytes:
    """The bytes of an entry after the one with this hash, made of its `Parts`."""
    more = "" if clock is None else f',"clock":"{clock}"'
    if happened_at is not None:
        more += f',"happened_at":"{happened_at}"'
    if salt:
        more += f',"salt":"{salt.hex()}"'
    before = f'{{"previous":"{previous}","recorded_at":"{recorded_at}"{more},"event":'
    return b"%b%b}" % (before.encode(), body)


@cache
def _adapter(topic: str) -> TypeAdapter[Any]:
    """Built on first use: most commands need few of them."""
    return TypeAdapter(_KINDS.get(topic) or _OF_THE_HOUSE[topic])


def encode(
    event: Event | HouseEvent,
    previous: str,
    recorded_at: str,
    happened_at: str | None = None,
    salt: bytes = b"",
    *,
    clock: str | None = None,
) -> bytes:
    """The bytes to store, in canonical form. ``salt``: 16 bytes, or none."""
    return joined(
        previous,
        body_of(event),
        recorded_at=recorded_at,
        clock=clock,
        happened_at=happened_at,
        salt=salt,
    )


def decode(game: UUID, version: int, topic: str, state: bytes) -> Entry:
    """The stored entry; raises Tampered if the bytes are not valid."""
    found = _ENTRY.fullmatch(state)
    if found is None:
        raise Tampered("event-unreadable", game=str(game), event=version)
    event, previous = event_of(topic, found["event"]), found["previous"].decode()
    hash = entry_hash(game, version, topic, state)
    return Entry(game, version, topic, event, previous, hash, state)


def event_in(topic: str, state: bytes) -> Event:
    """Only the event, without checking the chain; raises Tampered if the bytes are not valid."""
    _, _, body = state.partition(BEFORE_THE_EVENT)
    return event_of(topic, body[:-1])


def chained(game: UUID, rows: Iterable[StoredRow], after: Head = NOTHING) -> list[Entry]:
    """The entries of a game; raises Tampered at the first break of the chain.

    ``after``: version and hash of the entry before the first row.

    Callers fold afterwards, because altered events may not be foldable.
    """
    entries: list[Entry] = []
    for version, topic, body, previous, hash, state in links(game, rows, after):
        try:
            event = event_of(topic, body)
        except Tampered as error:
            raise Tampered(error.code, game=str(game), event=version, **error.params) from None
        entries.append(Entry(game, version, topic, event, previous, hash, state))
    return entries


def house_entries(
    stream: UUID, rows: Iterable[StoredRow], after: Head = NOTHING
) -> Iterator[HouseEntry]:
    """The entries of a stream of the house; raises Tampered at the first break of the chain."""
    for version, topic, body, _, hash, state in links(stream, rows, after):
        yield HouseEntry(version, _house_event(topic, body), hash, state)


@lru_cache(maxsize=1 << 14)
def _act_body(event: Act) -> bytes:
    return _adapter(event.TOPIC).dump_json(event)


def body_of(event: Event | HouseEvent) -> bytes:
    """The event as canonical JSON: all fields, in the order of the class."""
    if isinstance(event, Act):
        return _act_body(event)
    return _adapter(event.TOPIC).dump_json(event)


_LONGEST_KNOWN = 120
"""The most bytes of a cached event. All games consist of a few hundred different acts; the longer
events, such as deals, hardly occur twice."""


def event_of(topic: str, body: bytes) -> Event:
    """The event in its JSON; raises Tampered if it is none of the topic."""
    return _known(topic, body) if len(body) <= _LONGEST_KNOWN else _read(topic, body)


def _read(topic: str, body: bytes) -> Event:
    if topic not in _KINDS and topic not in UPCASTS:
        raise Tampered("unknown-topic", topic=topic)
    try:
        newest, body = upcast(topic, body)
        event: Event = _adapter(newest).validate_json(body)
    except (ValidationError, ValueError, KeyError, TypeError):
        raise Tampered("event-not-of-topic", topic=topic) from None
    return interned(event) if isinstance(event, Act) else event


_known = lru_cache(maxsize=1 << 14)(_read)


def _house_event(topic: str, body: bytes) -> HouseEvent:
    if topic not in _OF_THE_HOUSE:
        raise Tampered("unknown-topic", topic=topic)
    try:
        event: HouseEvent = _adapter(topic).validate_json(body)
    except (ValidationError, ValueError):
        raise Tampered("event-not-of-topic", topic=topic) from None
    return event
