"""Routes that answer with server-sent events: what all of them state."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Query, Request
from fastapi.sse import EventSourceResponse

from .limits import Streams


def _one_more(request: Request) -> Iterator[None]:
    """Count the stream. Raises Busy."""
    streams = request.app.state.streams
    assert isinstance(streams, Streams)
    with streams.one_more():
        yield


STREAM: Final[dict[str, Any]] = {
    "response_class": EventSourceResponse,
    "dependencies": [Depends(_one_more)],
}
"""Of every route that streams."""


def _seen(
    after: Annotated[int, Query(ge=0)] = 0,
    last_event_id: Annotated[int | None, Header(ge=0)] = None,
) -> int:
    return after if last_event_id is None else last_event_id


SeenAsked = Annotated[int, Depends(_seen)]
"""The version of the game that the reader has; a browser that comes back says which it got."""
