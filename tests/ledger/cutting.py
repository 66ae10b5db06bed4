"""A connection to a PostgreSQL server that is cut at a COMMIT of something written."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Literal

import psycopg

Moment = Literal["before", "after", "in flight"]
"""When it is cut: COMMIT does not arrive; it arrives and its answer is lost; it arrives later."""


@dataclass
class Wire:
    """Forwards TCP to the socket of the server, until it is cut."""

    server: str
    moment: Moment
    cuts: int
    """The number of cuts to come."""
    meanwhile: Callable[[], None] = lambda: None
    """Called at each cut, before the client notices it."""
    threads: list[Thread] = field(default_factory=list)

    def carry(self, client: socket.socket) -> None:
        written = False
        with client, self.to_the_server() as server:
            answers = self.start(self.answer, server, client)
            with suppress(OSError):
                while asked := client.recv(1 << 16):
                    written |= b"INSERT INTO" in asked
                    if written and b"COMMIT\0" in asked and self.cuts:
                        self.cuts -= 1
                        self.cut(client, server, asked, answers)
                        return
                    server.sendall(asked)
            _shut(server)
            answers.join()

    def cut(
        self, client: socket.socket, server: socket.socket, asked: bytes, answers: Thread
    ) -> None:
        if self.moment == "before":
            _shut(server)
            answers.join()
            self.meanwhile()
            _shut(client)
            return
        if self.moment == "in flight":
            _shut(client)
            self.meanwhile()
            server.sendall(asked)
            return
        self.silent = True
        server.sendall(asked)
        answers.join()
        self.silent = False
        self.meanwhile()
        _shut(client)

    silent = False

    def answer(self, server: socket.socket, client: socket.socket) -> None:
        """Forward the answers of the server, except the answer to a COMMIT that is cut."""
        with suppress(OSError):
            while said := server.recv(1 << 16):
                if self.silent and b"COMMIT\0" in said:
                    return
                client.sendall(said)

    def to_the_server(self) -> socket.socket:
        host = str(psycopg.conninfo.conninfo_to_dict(self.server)["host"])
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.5432")
        return server

    def start(self, target: Callable[..., None], *arguments: object) -> Thread:
        thread = Thread(target=target, args=arguments, daemon=True)
        thread.start()
        self.threads.append(thread)
        return thread

    def listen(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = door.accept()
                self.start(self.carry, client)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cut_wire(
    url: str, moment: Moment, *, cuts: int = 1, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """The URL of this database over a connection that will be cut so many times."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        wire = Wire(url, moment, cuts, meanwhile)
        wire.start(wire.listen, door)
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        yield f"postgresql://postgres@127.0.0.1:{door.getsockname()[1]}/{name}"
        _shut(door)
    for thread in wire.threads:
        thread.join(10)


@contextmanager
def stalled_wire(url: str, marker: bytes) -> Iterator[tuple[str, Event]]:
    """The URL of this database over a connection that stalls after these bytes, and stays open.

    The event is set when it has stalled.

    This is like a lost network, or a program that is stopped while it sends. Later connections
    stall at once.
    """
    with socket.create_server(("127.0.0.1", 0)) as door:
        wire = _Stalling(url, "before", 0, marker=marker)
        wire.start(wire.listen, door)
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        yield f"postgresql://postgres@127.0.0.1:{door.getsockname()[1]}/{name}", wire.stalled
        _shut(door)
        wire.over.set()
    for thread in wire.threads:
        thread.join(10)


@dataclass
class _Stalling(Wire):
    marker: bytes = b""
    over: Event = field(default_factory=Event)
    stalled: Event = field(default_factory=Event)

    def carry(self, client: socket.socket) -> None:
        with client, self.to_the_server() as server:
            self.start(self.answer, server, client)
            before = b""
            with suppress(OSError):
                while asked := client.recv(1 << 16):
                    server.sendall(asked)
                    if self.marker in before + asked:
                        self.stalled.set()
                    if self.stalled.is_set():
                        self.over.wait(60)
                        break
                    before = asked[-len(self.marker) :]
            _shut(server)
            _shut(client)
