"""Serving: the application on a port."""

import socket

import uvicorn
from fastapi import FastAPI

from ..book import Book
from .application import application
from .settings import Settings

_STOPS_AFTER = 5
"""Seconds that requests get to end when the server stops."""


def serve(book: Book, settings: Settings, *, host: str, port: int) -> None:
    """Serve the book until the program is interrupted."""
    server(application(book, settings), host=host, port=port).run()


def server(
    served: FastAPI, *, host: str = "127.0.0.1", port: int = 0, log_level: str = "warning"
) -> uvicorn.Server:
    """A server of this application."""
    config = uvicorn.Config(
        served,
        host=host,
        port=port,
        log_level=log_level,
        lifespan="off",
        timeout_graceful_shutdown=_STOPS_AFTER,
    )
    return _Server(config, served)


class _Server(uvicorn.Server):
    """Ends the streams of events before it waits for what is being answered."""

    def __init__(self, config: uvicorn.Config, served: FastAPI) -> None:
        super().__init__(config)
        self._served = served

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._served.state.tables.stop()
        await super().shutdown(sockets)
