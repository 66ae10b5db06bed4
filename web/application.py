"""The application: every route of the pages and the API, over one book."""

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import iter_route_contexts
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from ..book import Book
from . import watching
from .access import Visitors, admit
from .api import description, disputes, log, players, rules, transfer
from .api import games as games_api
from .api import tables as tables_api
from .api.description import PREFIX, PROBLEMS, Json
from .headers import SecurityHeaders
from .languages import Languages
from .limits import Limited, Streams
from .pages import (
    audit,
    codes,
    dossier,
    enter,
    evenings,
    explain,
    follow,
    game,
    games,
    people,
    play,
    record,
    style,
    whatif,
    worker,
)
from .problems import answer_errors
from .seats import Links
from .settings import Settings
from .tables import Tables

_LEAST_ZIPPED = 1_000
"""In bytes: what is shorter is sent as it is."""
_PAGES = (
    *(games, game, explain, audit, dossier, evenings, people, whatif, style, codes),
    *(record, follow, play, worker),
    *(enter, description, watching),
)
_API = (tables_api, games_api, disputes, players, rules, transfer, log)


def application(book: Book, settings: Settings) -> FastAPI:
    """The application that serves this book, which stays open for as long."""
    limits = settings.limits
    made = FastAPI(
        title="Domino Ledger",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(admit)],
    )
    made.state.book, made.state.settings = book, settings
    made.state.tables = Tables(book, settings.club.zone)
    made.state.links = Links(settings.links)
    made.state.streams, made.state.metrics = Streams(limits.streams), watching.Metrics()
    answer_errors(made)
    made.add_middleware(GZipMiddleware, minimum_size=_LEAST_ZIPPED)
    made.add_middleware(Limited, limits=limits, uploads=f"{PREFIX}/import")
    made.add_middleware(Visitors)
    made.add_middleware(Languages)
    made.add_middleware(SecurityHeaders)
    made.add_middleware(watching.Watched, metrics=made.state.metrics, log=settings.json_log)
    made.state.description = _described
    made.include_router(_api())
    for pages in _PAGES:
        made.include_router(pages.routes)
    made.mount("/static", StaticFiles(directory=str(files(__package__) / "static")))
    return made


def _api() -> APIRouter:
    """The routes of the API."""
    made = APIRouter(
        prefix=PREFIX, generate_unique_id_function=lambda route: route.name, responses=PROBLEMS
    )
    for each in _API:
        made.include_router(each.routes)
    return made


@cache
def _described() -> Json:
    """The API in OpenAPI. It takes a second: made when it is first asked for."""
    return description.described(iter_route_contexts(_api().routes))
