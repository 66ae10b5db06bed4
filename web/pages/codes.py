"""What the type of a problem leads to: a page for each code."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...projections.messages.codes import sentences_of
from ..errors import NotServed
from ..problems import meaning_of, statuses_of
from ..rendering import page

routes = APIRouter(include_in_schema=False)


@routes.get("/problems/{code}", name="code")
def code(request: Request, code: str) -> Response:
    """What the code says, with which status it is answered, and what can be done."""
    sentences = sentences_of(code)
    if not sentences:
        raise NotServed("no-such-page")
    statuses = [(each, HTTPStatus(each).phrase, meaning_of(each)) for each in statuses_of(code)]
    return page(request, "code.html", code=code, sentences=sentences, statuses=statuses)
