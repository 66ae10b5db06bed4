"""Serving: the application on a port."""

import gc
import os
import socket

import uvicorn
from fastapi import FastAPI

from ..book import Book
from .application import application
from .errors import NoPort
from .settings import Settings

_GRACE = 2
"""Seconds that open streams have to end when the server stops."""
_WAITING = 2048
"""Connections that may wait to be accepted."""
_OBJECTS = (20_000, 20, 50)
"""New objects after which Python looks for garbage, and how often among older ones, too."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; port 0: at any that is free. Raises NoPort."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: only then does asyncio send each write at once, and not wait for its receipt.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_WAITING)
    except OSError as error:
        made.close()
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else error.strerror  # Less: of names of hosts.
        raise NoPort("no-port", host=host, port=port, reason=reason) from None
    return made


def serve_at(at: socket.socket, book: Book, settings: Settings) -> None:
    """Serve the book at this socket until the program is interrupted; raises KeyboardInterrupt."""
    made = server(application(book, settings))
    # All threads stop while Python looks for garbage. What is there now stays for good, and most of
    # what an answer makes goes without being looked for.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_OBJECTS)
    made.run(sockets=[at])


def server(served: FastAPI) -> uvicorn.Server:
    """A server of this application."""
    config = uvicorn.Config(
        served,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
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
