"""The log over all games, as server-sent events."""

import re
from asyncio import sleep
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.sse import ServerSentEvent
from starlette.concurrency import run_in_threadpool

from ...ledger.records.unreadable import Unreadable
from ...projections.feed.feed import LogEvent, Tail
from ...projections.feed.origin import require_position
from ..access import still_known
from ..asked import BookAsked
from ..streams import STREAM

routes = APIRouter(tags=["log"])
_POSITION = re.compile("(?:([0-9a-f]{16}):)?([0-9]{1,18})")
_AT_ONCE = 100
"""Events that are read in one go."""
_GAMES_REMEMBERED = 50
"""By each stream."""
_EVERY = 0.5
"""Seconds between two looks at the log."""


def _tail(
    book: BookAsked,
    after: Annotated[str, Query(max_length=40, description="`[EPOCH:]POSITION`")] = "0",
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> Tail:
    """The log after the last event that the reader got.

    Raises Conflict if a restored book does not have what was read.
    """
    start = after if last_event_id is None else last_event_id
    found = _POSITION.fullmatch(start)
    if found is None:
        raise Unreadable("invalid-value", found=start)
    position, end = int(found[2]), book.ledger.last_position()
    require_position(book.ledger, position, found[1])
    if position > end:
        raise Unreadable("unknown-position", position=position, end=end)
    return Tail(book.ledger, position, remembered=_GAMES_REMEMBERED)


def _some(news: Iterator[LogEvent]) -> list[LogEvent]:
    return list(islice(news, _AT_ONCE))


@routes.get(
    "/log",
    name="api.log",
    **STREAM,
)
async def log(
    request: Request,
    tail: Annotated[Tail, Depends(_tail)],
    follow: Annotated[bool, Query(description="Go on with what is recorded later")] = True,
) -> AsyncIterator[ServerSentEvent]:
    """Every event, as a CloudEvent (docs/tail.md). Its id is where to go on, in `Last-Event-ID`."""
    while True:
        news = tail.news()
        while some := await run_in_threadpool(_some, news):
            for each in some:
                id = f"{each.epoch}:{each.position}"
                yield ServerSentEvent(raw_data=each.to_json(), id=id, event=each.type)
        if not follow or not still_known(request):
            return
        await sleep(_EVERY)
