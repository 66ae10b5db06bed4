"""An event of the book as a CloudEvent 1.0 in JSON: the envelope (docs/tail.md lists its keys)."""

import json
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.events import Event
from domain.hidden.seen_event import SeenEvent, SeenInPart
from ledger.store.codec import Entry, body_of

Json = dict[str, Any]

_BOOKS = uuid5(NAMESPACE_URL, "domino-ledger/book")
_DIGITS_OF_A_POSITION = 19
"""The digits of a 64-bit integer. Padded positions sort as text."""


def source_of(first: str) -> str:
    """The source of a log whose first entry has this hash; copies of a book have the same."""
    return f"urn:uuid:{uuid5(_BOOKS, first)}"


class Place(NamedTuple):
    """A place in the log of a book, which no other event ever has."""

    source: str
    """The book, as a URI."""
    epoch: str
    """The id of the epoch in which the event was recorded."""
    position: int


def cloud_event(place: Place, entry: Entry, data: Json, *, open: bool) -> Json:
    """The CloudEvent of one entry.

    Its hash is shown only if everything is ``open``: a hidden tile could be found by trying every
    tile until the hash fits.
    """
    attributes = {
        "specversion": "1.0",
        "id": event_id(entry.originator_id, entry.originator_version),
        "source": place.source,
        "type": event_type(entry.event),
        "subject": str(entry.originator_id),
        "time": entry.recorded_at,
        "datacontenttype": "application/json",
        "epoch": place.epoch,
        "sequence": f"{place.position:0{_DIGITS_OF_A_POSITION}}",
        "gameversion": entry.originator_version,
        "happenedat": entry.happened_at,
        "hash": entry.hash if open else None,
        "data": data,
    }
    return {key: value for key, value in attributes.items() if value is not None}


def event_id(game: UUID, version: int) -> str:
    """The id of an event, unique in its book."""
    return f"{game}/{version}"


def event_type(event: Event) -> str:
    """The topic, with a prefix for this program."""
    return f"domino-ledger.{event.TOPIC}"


def data_of(seen: SeenEvent) -> Json:
    """The visible data of an event."""
    if isinstance(seen, SeenInPart):
        return dict(seen.shown)
    data: Json = json.loads(body_of(seen))
    return data
