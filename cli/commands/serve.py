"""`domino serve`: pages and an API over HTTP."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, NamedTuple

import click
from click.core import ParameterSource

from ...book import Book
from ...ledger import book as store
from ...projections.messages import text
from .. import options
from ..club_file import club_here
from ..declaring import command, option, several, usage_error
from ..files import needing
from ..output import say
from ..proof_files import directory_of
from ..token_files import tokens, tokens_of
from .demo import load_samples

if TYPE_CHECKING:
    from ...ledger.signing.keys import PrivateKey
    from ...web.settings import Limits
    from ...web.tokens import Tokens


class _Limits(NamedTuple):
    """How much the server answers; None: as much as it does by itself."""

    body: int | None = option("Bytes of a request.", "--max-body N", least=1)
    imported: int | None = option("Bytes of an import.", "--max-import N", least=1)
    seconds: int | None = option("Seconds until an answer begins.", "--max-seconds N", least=1)
    streams: int | None = option("Streams that are open at once.", "--max-streams N", least=1)
    requests: int | None = option("Requests a minute of one token or address.", "--rate N", least=1)
    page: int | None = option("Items of a list in one answer.", "--max-items N", least=1)

    @property
    def all(self) -> "Limits":
        """With those that were not given."""
        from ...web.settings import Limits  # noqa: PLC0415 - imports keys

        return Limits()._replace(
            **{name: each for name, each in self._asdict().items() if each is not None}
        )


@command()
def serve(
    host: str = option("The address to listen at.", default="127.0.0.1", show_default=True),
    port: int = option("The port; 0: any that is free.", default=8000, show_default=True, least=0),
    demo: bool = option("Serve sample games from a temporary book."),
    file: str | None = tokens,
    key: "PrivateKey | None" = options.key_of_log,
    tiles: str | None = options.tiles,
    limits: _Limits = several(_Limits),
    log: Literal["json"] | None = option("Write a line for each request to standard error."),
    ledger: options.Ledger = options.ledger,
) -> None:
    """Serve pages to look at games, and an API, over HTTP.

    Without tokens, everybody on this machine may do everything, and nobody else anything. With
    tokens (domino token), everybody needs one.
    """
    install = "pip install 'domino-ledger[web]'"
    lacking = text("a server needs an extra: {command}", command=install)
    with needing("uvicorn", lacking), needing("fastapi", lacking):
        from ...web.serving import listening, serve_at  # noqa: PLC0415 - FastAPI is an extra
        from ...web.settings import Settings  # noqa: PLC0415 - the same
    given = click.get_current_context().get_parameter_source("url") is ParameterSource.COMMANDLINE
    if demo and (given or file is not None):
        raise usage_error("--demo has a book of its own: leave out --ledger and --tokens")
    known = None if demo else _tokens(ledger.url, file)
    if known is None and not _is_loopback(host):
        raise usage_error(
            "other machines reach {host}: make a token first, with domino token make admin",
            host=host,
        )
    with listening(host, port) as at, _book(ledger, demo=demo) as book:
        on_disk = isinstance(book.address, Path)
        settings = Settings(
            club=club_here(),
            tokens=known,
            links=None if demo else tokens_of(ledger.url, file),
            limits=limits.all,
            key=key,
            tiles=directory_of(book, tiles) if on_disk or tiles is not None else None,
            json_log=log is not None,
        )
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{at.getsockname()[1]}/"
        say(text("serving {book} at {address} (Ctrl-C ends)", book=book.path, address=address))
        serve_at(at, Book(book), settings)


def _tokens(url: str, file: str | None) -> "Tokens | None":
    """The tokens that are needed; None: there are none, and none were asked for."""
    found = tokens_of(url, file)
    return found if found is not None and (file is not None or found.all()) else None


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


_PEOPLE = ("Ana", "Ben", "Cruz", "Dee")
"""They play the sample games."""


@contextmanager
def _book(ledger: options.Ledger, *, demo: bool) -> Iterator[store.Book]:
    """The book that is served."""
    if not demo:
        with ledger.open(create=True) as book:
            yield book
        return
    with TemporaryDirectory() as directory:
        path = Path(directory) / "demo.db"
        with closing(store.open_book(path, create=True)) as book:
            load_samples(book, _PEOPLE)
            yield book
