"""Upcasts: an old version of an event is read as the newest. Stored bytes and hashes do not change.

Nothing was released yet, so there are none. From version 1.0 on each stored version stays readable:
a change of an event comes with a new topic, and with the upcast from the old one here.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Upcast(NamedTuple):
    """An upcast to the next version of an event.

    ``body`` is pure, and never fails on a body that its version could write.
    """

    topic: str
    body: Callable[[dict[str, Any]], dict[str, Any]]


UPCASTS: dict[str, Upcast] = {}
"""By topic of an old version."""


def upcast(topic: str, body: bytes) -> tuple[str, bytes]:
    """Topic and body in the newest version; unchanged if there is no newer version."""
    while topic in UPCASTS:
        newer = UPCASTS[topic]
        fields = newer.body(json.loads(body))
        topic, body = newer.topic, json.dumps(fields, separators=(",", ":")).encode()
    return topic, body
