"""How much this server answers: requests of one visitor, and the time of an answer."""

from asyncio import CancelledError, Event, Task, create_task, get_running_loop, timeout, wait
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from math import ceil
from threading import Lock
from time import monotonic

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import Busy, TooMuch
from .problems import problem_of
from .settings import Limits

_MINUTE = 60.0
_MOST_REMEMBERED = 10_000
"""Visitors whose requests are counted; a full bucket is the same as none."""


class Buckets:
    """Tokens that a visitor spends by requests, and that come back with time."""

    def __init__(self, a_minute: int) -> None:
        self._most = float(a_minute)
        self._left: dict[str, tuple[float, float]] = {}
        """By visitor, how many were left, and when."""

    def wait(self, who: str, now: float) -> int:
        """Spend one; or the seconds until there is one again."""
        left, since = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - since) * self._most / _MINUTE)
        spent = left >= 1
        self._left[who] = (left - 1 if spent else left), now
        if len(self._left) > _MOST_REMEMBERED:
            del self._left[next(iter(self._left))]  # Who has been away the longest.
        return 0 if spent else ceil((1 - left) * _MINUTE / self._most)


class Limited:
    """Middleware that refuses what is too much, and answers for what takes too long."""

    def __init__(self, app: ASGIApp, limits: Limits, uploads: str) -> None:
        """``uploads``: the path that takes long bodies."""
        self._app = app
        self._limits = limits
        self._uploads = uploads
        self._buckets = Buckets(limits.requests)
        self._seconds = limits.seconds
        self._late = set[Task[None]]()
        """What still runs after its answer was given up."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        visitor = request.state.visitor
        address = "" if request.client is None else request.client.host
        known = visitor is not None and visitor.token is not None
        seconds = self._buckets.wait(visitor.token.hash if known else address, monotonic())
        most = self._limits.imported if request.url.path == self._uploads else self._limits.body
        if seconds:
            answer = problem_of(request, TooMuch("too-many-requests", seconds=seconds))
            await answer(scope, receive, send)
        elif request.state.refused is not None:
            await problem_of(request, request.state.refused)(scope, receive, send)
        elif _announced(request) > most:
            await problem_of(request, HTTPException(_TOO_LARGE))(scope, receive, send)
        else:
            await self._in_time(request, _at_most(most, receive), send)

    async def _in_time(self, request: Request, receive: Receive, send: Send) -> None:
        """Answer, or say that it takes too long to begin. A thread cannot be stopped: it ends.

        An upload is waited for as long as it goes on.
        """
        begun, given_up = Event(), False
        clock = timeout(self._seconds)

        async def receiving() -> Message:
            message = await receive()
            if not (given_up or begun.is_set()):
                clock.reschedule(get_running_loop().time() + self._seconds)
            return message

        async def sending(message: Message) -> None:
            if not given_up:
                begun.set()
                await send(message)

        async def answering() -> None:
            await self._app(request.scope, receiving, sending)

        task = create_task(answering())
        task.add_done_callback(lambda _: begun.set())
        try:
            with suppress(TimeoutError):
                async with clock:
                    await begun.wait()
            if begun.is_set():
                await task
                return
        except CancelledError:
            task.cancel()
            await wait([task])
            raise
        given_up = True
        self._late.add(task)
        task.add_done_callback(self._forget)
        error = Busy("answer-too-slow", limit=f"{self._seconds:g}", seconds=ceil(self._seconds))
        await problem_of(request, error)(request.scope, receive, send)

    def _forget(self, task: Task[None]) -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # Its error was answered for, or came too late.


_TOO_LARGE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def _announced(request: Request) -> int:
    """The bytes of the body, as the request itself says."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdecimal() else 0


def _at_most(most: int, receive: Receive) -> Receive:
    """Receives a body; raises HTTPException where it is longer than this."""
    left = most

    async def receiving() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(_TOO_LARGE)
        return message

    return receiving


class Streams:
    """The streams that are open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._lock = Lock()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a stream while it is open. Raises Busy if too many are."""
        with self._lock:
            if self._open >= self._most:
                raise Busy("too-many-streams", seconds=_RETRY)
            self._open += 1
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1


_RETRY = 10
"""Seconds after which a stream may have ended."""
