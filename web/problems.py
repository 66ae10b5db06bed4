"""Errors as the answers say them: pages with a sentence, and problem details for programs.

RFC 9457: `application/problem+json` with `type`, `title`, `status`, `detail`, and here `code` and
`params` as well.
"""

import json
import logging
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any, TypeVar

from fastapi import FastAPI
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..domain.game.decide import Refused
from ..ledger.errors import (
    Conflict,
    LedgerError,
    NotALedger,
    NotNow,
    Tampered,
    Unavailable,
    UnknownGame,
    UnknownPlayer,
    UnknownVersion,
)
from ..ledger.log.durable import NoTiles
from ..ledger.registry.rule_sets import UnknownRules
from ..projections.messages import mark, text
from ..projections.messages.codes import is_fault
from ..projections.messages.errors import error_json, error_text
from ..projections.messages.faults import fault_text
from ..projections.messages.steps import not_in_game_text
from ..projections.replay.game_replay import NotInGame
from .errors import BadTokens, Busy, NotAllowed, NotFromHere, NotKnown, NotServed, TooMuch
from .rendering import page

STATUS: Mapping[type[Exception], HTTPStatus] = {
    NotKnown: HTTPStatus.UNAUTHORIZED,
    NotAllowed: HTTPStatus.FORBIDDEN,
    NotFromHere: HTTPStatus.FORBIDDEN,
    NotServed: HTTPStatus.NOT_FOUND,
    BadTokens: HTTPStatus.INTERNAL_SERVER_ERROR,
    NoTiles: HTTPStatus.SERVICE_UNAVAILABLE,
    TooMuch: HTTPStatus.TOO_MANY_REQUESTS,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    UnknownGame: HTTPStatus.NOT_FOUND,
    UnknownPlayer: HTTPStatus.NOT_FOUND,
    UnknownRules: HTTPStatus.NOT_FOUND,
    UnknownVersion: HTTPStatus.NOT_FOUND,
    NotInGame: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    NotNow: HTTPStatus.CONFLICT,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    NotALedger: HTTPStatus.SERVICE_UNAVAILABLE,
    Tampered: HTTPStatus.INTERNAL_SERVER_ERROR,
    LedgerError: HTTPStatus.UNPROCESSABLE_ENTITY,
}
"""The most special class first."""
MEDIA_TYPE = "application/problem+json"
_FOR_PROGRAMS = ("/api/", "/health", "/metrics")
_LOG = logging.getLogger("uvicorn.error")


def answer_errors(application: FastAPI) -> None:
    """Let the application answer with problems, not with traces."""
    for kind in STATUS:
        application.add_exception_handler(kind, problem_of)
    application.add_exception_handler(Refused, problem_of)
    application.add_exception_handler(HTTPException, problem_of)
    application.add_exception_handler(RequestValidationError, _invalid)
    application.add_exception_handler(Exception, problem_of)


def problem_of(request: Request, error: Exception) -> Response:
    """The answer for an error of the ledger, the domain or the web."""
    match error:
        case Refused(fault=fault):
            sentence = fault_text(fault)
            return problem(request, _of_fault(fault.code), fault.code, sentence, fault.params)
        case NotInGame():
            sentence = not_in_game_text(error)
            return problem(request, HTTPStatus.NOT_FOUND, error.code, sentence, error.params)
        case HTTPException():
            return _http_error(request, error)
        case LedgerError():
            status = status_of(type(error))
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, Busy):
                return _kept_back(request, status, error, error.code)
            said = error_json(without_place(error))
            params, headers = said["params"], _headers(error)
            return problem(request, status, error.code, said["message"], params, headers)
        case _:
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            return _kept_back(request, status, error, "server-cannot")


def status_of(kind: type[LedgerError]) -> HTTPStatus:
    """The status for errors of this kind."""
    return next(found for each, found in STATUS.items() if issubclass(kind, each))


def _of_fault(code: str) -> HTTPStatus:
    return HTTPStatus.NOT_FOUND if code.startswith("unknown-") else HTTPStatus.CONFLICT


_Error = TypeVar("_Error", bound=LedgerError)


def without_place(error: _Error) -> _Error:
    """The error, which no longer says where on this machine the book is."""
    if "book" in error.params:
        error.params["book"] = text("the book")
    return error


def _kept_back(request: Request, status: int, error: Exception, code: str) -> Response:
    """The answer for what goes wrong on this machine, of which the log alone tells more."""
    _LOG.error("%s", error_text(error))
    return problem(request, status, code, error_text(LedgerError("server-cannot")))


def _headers(error: Exception) -> dict[str, str]:
    match error:
        case NotKnown():
            return {"WWW-Authenticate": "Bearer"}
        case TooMuch() | Busy():
            return {"Retry-After": str(error.params.get("seconds", 1))}
        case _:
            return {}


def problem(
    request: Request,
    status: int,
    code: str,
    sentence: str,
    params: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Response:
    """The answer for what went wrong: a page where the client asks for one.

    ``more`` members of a problem detail.
    """
    title = HTTPStatus(status).phrase
    if request.url.path.startswith(_FOR_PROGRAMS):
        body = {
            "type": f"/problems/{code}",
            "title": title,
            "status": status,
            "detail": sentence,
            "code": code,
            "params": jsonable_encoder(params or {}),
            **(more or {}),
        }
        return JSONResponse(body, status, headers, media_type=MEDIA_TYPE)
    entering = status == HTTPStatus.UNAUTHORIZED
    answer = page(
        request,
        "problem.html",
        status=status,
        problem=int(status),
        sentence=sentence,
        meaning=meaning_of(status),
        entering=entering,
    )
    answer.headers.update(headers or {})
    return answer


def _http_error(request: Request, error: HTTPException) -> Response:
    """The answer for what the framework refuses: an unknown path, a wrong method, a large body."""
    refused = LedgerError(_CODES.get(error.status_code, "bad-request"))
    status, sentence = error.status_code, error_text(refused)
    return problem(request, status, refused.code, sentence, headers=error.headers)


_CODES: Mapping[int, str] = {
    HTTPStatus.NOT_FOUND: "no-such-page",
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "body-too-large",
}


_STATUSES = "statuses.json"


@cache
def _of_errors() -> Mapping[str, list[int]]:
    """By code of an error, the statuses of the kinds that have it (tests/web/statuses.py)."""
    read: dict[str, list[int]] = json.loads((files(__package__) / _STATUSES).read_bytes())
    return read


def statuses_of(code: str) -> list[int]:
    """The statuses with which this code can be answered; of a code of the command, none."""
    found = {status for status, each in _CODES.items() if each == code}
    found |= {_of_fault(code)} if is_fault(code) else set()
    return sorted({int(each) for each in found} | set(() if found else _of_errors().get(code, ())))


_MEANINGS: Mapping[int, str] = {
    400: mark("The request cannot be read: change it."),
    401: mark("There is no token in force: enter with one."),
    403: mark("The token does not allow this: ask who runs the server for another."),
    404: mark("There is no such thing: look at its name again."),
    405: mark("This path does not take this method."),
    409: mark("The game has changed, or the rules do not allow this now: look at it again."),
    413: mark("The body is larger than this server takes: send it in parts."),
    422: mark("A value cannot be read or is not possible: change it."),
    429: mark("There were too many requests: wait as long as Retry-After says."),
    500: mark("The fault is on the server: who runs it finds more in its log."),
    503: mark("The server is busy, or cannot use the book: wait as long as Retry-After says."),
}


def meaning_of(status: int) -> str:
    """What a status says, and what can be done."""
    return text(_MEANINGS[status]) if status in _MEANINGS else ""


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    refused = LedgerError("invalid-request", place=place, reason=str(first["msg"]))
    status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, error_text(refused)
    return problem(request, status, refused.code, sentence, refused.params)
