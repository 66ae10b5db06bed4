"""Serving: the application on a port."""

import uvicorn

from ..book import Book
from .application import application
from .settings import Settings

_STOPS_AFTER = 2
"""Seconds: streams of events never end by themselves."""


def serve(book: Book, settings: Settings, *, host: str, port: int) -> None:
    """Serve the book until the program is interrupted."""
    uvicorn.run(
        application(book, settings),
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=_STOPS_AFTER,
    )
