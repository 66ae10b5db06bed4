"""The description of the API: OpenAPI for programs, a page for people."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, RouteContext
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from ..access import MAY
from ..problems import MEDIA_TYPE
from ..rendering import page
from ..tokens import ROLES
from .shapes import Problem

routes = APIRouter(include_in_schema=False)
PREFIX = "/api/v1"
_EXAMPLES = "examples.json"
Json = dict[str, Any]

PROBLEMS: dict[int | str, Json] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request is not readable",
        401: "This needs a token that is in force",
        403: "The token does not allow this, or a page of another site asked",
        404: "There is no such thing",
        409: "The game or the book has changed meanwhile, or the rules forbid it now",
        413: "The body is too large",
        422: "A value is not possible",
        429: "Too many requests: see `Retry-After`",
        500: "The book is not as it was recorded, or the program made a mistake",
        503: "The book cannot be used now, or the answer takes too long",
    }.items()
}
"""By status, what every route may answer (RFC 9457)."""


class Described(NamedTuple):
    """A route as the page shows it."""

    method: str
    path: str
    about: str
    roles: str


@routes.get(f"{PREFIX}/openapi.json", name="api.openapi")
def openapi(request: Request) -> Response:
    """The API in OpenAPI 3.1."""
    return JSONResponse(request.app.state.description())


@routes.get("/api", name="api")
def api(request: Request) -> Response:
    """Every route of the API, and who may use it."""
    found = [
        Described(method, path, operation["description"].partition("\n")[0], _roles(operation))
        for path, operations in request.app.state.description()["paths"].items()
        for method, operation in operations.items()
    ]
    return page(request, "api.html", routes=found, openapi=f"{PREFIX}/openapi.json")


def _roles(operation: Json) -> str:
    right = MAY[operation["operationId"]]
    return ", ".join(
        role if role in right.roles else f"{role} *"
        for role in ROLES
        if role in right.roles | right.own
    )


def described(every: Iterable[RouteContext]) -> Json:
    """These routes in OpenAPI."""
    made = get_openapi(
        title="Domino Ledger",
        version=version("domino-ledger"),
        description="The book of record for domino games: https://www.rfc-editor.org/rfc/rfc9457 "
        "problems, cursors, rounds and moves from 0.",
        routes=[*map(_shaped, every)],
    )
    components = made.setdefault("components", {})
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    made["security"] = [{"token": []}, {}]
    examples = _examples()
    for operation in _operations(made):
        for status, answer in operation["responses"].items():
            if int(status) >= 400:  # Also where the answer is a stream.
                (problem,) = answer["content"].values()
                answer["content"] = {MEDIA_TYPE: problem}
        found = examples.get(operation["operationId"])
        if found is not None:
            _put(operation, found)
    return made


def _shaped(route: RouteContext) -> BaseRoute | RouteContext:
    """The route; that of a document with the shape of its answer."""
    from .documents import DOCUMENTS  # noqa: PLC0415 - to build them takes time

    shape = DOCUMENTS.get(str(route.name))
    if shape is None:
        return route
    same = ("path", "endpoint", "name", "tags", "methods", "responses")
    return APIRoute(
        **{each: getattr(route, each) for each in same},
        operation_id=route.name,
        response_model=shape,
    )


def _operations(made: Json) -> Iterator[Json]:
    for path in made["paths"].values():
        yield from path.values()


def _put(operation: Json, example: Json) -> None:
    """Add the example of a request and its answer."""
    answer = operation["responses"][str(example["status"])]
    (content,) = answer["content"].values()
    content["example"] = example["answer"]
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in example["parameters"]:
            parameter["example"] = example["parameters"][parameter["name"]]
    if "body" in example:
        (content,) = operation["requestBody"]["content"].values()
        content["example"] = example["body"]


@cache
def _examples() -> dict[str, Json]:
    """By name of the route: what was asked, and what was answered (tests/web/examples.py)."""
    text = (files(__package__) / _EXAMPLES).read_text(encoding="utf-8")
    read: dict[str, Json] = json.loads(text)
    return read
