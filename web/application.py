"""The application: every route of the pages and the API, over one book."""

from importlib.resources import files

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from ..book import Book
from .api import tables as api_tables
from .headers import SecurityHeaders
from .pages import (
    audit,
    evenings,
    explain,
    follow,
    game,
    games,
    people,
    play,
    proof,
    record,
    style,
)
from .problems import answer_errors
from .seats import Links
from .settings import Settings
from .tables import Tables

_LEAST_ZIPPED = 1_000
"""In bytes: what is shorter is sent as it is."""


def application(book: Book, settings: Settings) -> FastAPI:
    """The application that serves this book, which stays open for as long."""
    made = FastAPI(title="Domino Ledger", docs_url=None, redoc_url=None, openapi_url=None)
    made.state.book, made.state.settings = book, settings
    made.state.tables = Tables(book, settings.zone)
    made.state.links = Links()
    answer_errors(made)
    made.add_middleware(GZipMiddleware, minimum_size=_LEAST_ZIPPED)
    made.add_middleware(SecurityHeaders)
    pages = (games, game, explain, audit, evenings, people, proof, record, follow, play, style)
    for each in (api_tables, *pages):
        made.include_router(each.routes)
    made.mount("/static", StaticFiles(directory=str(files(__package__) / "static")))
    return made
