"""What those who run a server look at: health, metrics, a line of JSON for each request."""

import json
import sys
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .api.shapes import Health
from .asked import BookAsked

routes = APIRouter(include_in_schema=False)
_NO_ROUTE = "none"


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "domino_requests",
            "Requests that were answered",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "domino_request_seconds",
            "Seconds until an answer was whole",
            ("route",),
            registry=self.registry,
        )
        self.open = Gauge(
            "domino_open_requests", "Requests that are being answered", registry=self.registry
        )
        self.position = Gauge(
            "domino_log_position", "Position of the last event in the log", registry=self.registry
        )


@routes.get("/health", name="health")
def health(book: BookAsked) -> Health:
    """The book can be read; how far it goes."""
    return Health(status="ok", position=book.ledger.last_position())


@routes.get("/metrics", name="metrics")
def metrics(request: Request, book: BookAsked) -> Response:
    """The figures in the text format of Prometheus."""
    found: Metrics = request.app.state.metrics
    found.position.set(book.ledger.last_position())
    return Response(generate_latest(found.registry), media_type=CONTENT_TYPE_LATEST)


class Watched:
    """Middleware that counts every request, and may write a line for it to standard error."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, log: bool) -> None:
        self._app = app
        self._metrics = metrics
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, size = perf_counter(), 500, 0

        async def watching(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            with self._metrics.open.track_inprogress():
                await self._app(scope, receive, watching)
        finally:
            seconds = perf_counter() - begun
            route = getattr(scope.get("route"), "name", _NO_ROUTE)
            self._metrics.requests.labels(route, scope["method"], status).inc()
            self._metrics.seconds.labels(route).observe(seconds)
            if self._log:
                _write(scope, {"route": route, "status": status, "bytes": size}, seconds)


def _write(scope: Scope, found: dict[str, Any], seconds: float) -> None:
    visitor, client = scope.get("state", {}).get("visitor"), scope.get("client")
    token = None if visitor is None else visitor.token
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "method": scope["method"],
        "path": scope["path"],
        **found,
        "seconds": round(seconds, 6),
        "address": None if client is None else client[0],
        "token": None if token is None else token.id,
    }
    sys.stderr.write(f"{json.dumps(line, ensure_ascii=False)}\n")
    sys.stderr.flush()
