"""A server of its own, on a free port of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from domino_ledger import open_book
from domino_ledger.web.application import application
from domino_ledger.web.serving import listening
from domino_ledger.web.serving import server as server_of
from domino_ledger.web.settings import Settings

LONGEST = 30_000
"""Milliseconds that a test waits for something on a page, on a busy machine."""


@contextmanager
def serving(book: Path | str, settings: Settings | None = None, port: int = 0) -> Iterator[str]:
    """The address of a server of the book in this file or database; stopped afterwards."""
    with open_book(book) as opened, listening("127.0.0.1", port) as at:
        made = application(opened, settings or Settings())
        server = server_of(made)
        thread = Thread(target=server.run, kwargs={"sockets": [at]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{at.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
