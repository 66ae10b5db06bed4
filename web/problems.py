"""Errors as the answers say them: pages with a sentence, and problem details for programs.

RFC 9457: `application/problem+json` with `type`, `title`, `status`, `detail`, and here `code` and
`params` as well.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

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
from ..ledger.registry.rule_sets import UnknownRules
from ..projections.as_json import as_json
from ..projections.messages.errors import error_text
from ..projections.messages.steps import not_in_game_text
from ..projections.replay.game_replay import NotInGame
from .rendering import page

_STATUS: Mapping[type[Exception], HTTPStatus] = {
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


def answer_errors(application: FastAPI) -> None:
    """Let the application answer with problems, not with traces."""
    for kind in _STATUS:
        application.add_exception_handler(kind, _ledger_error)
    application.add_exception_handler(HTTPException, _http_error)
    application.add_exception_handler(RequestValidationError, _invalid)


def problem(
    request: Request,
    status: int,
    code: str,
    sentence: str,
    params: Mapping[str, Any] | None = None,
    **more: Any,
) -> Response:
    """The answer for what went wrong: a page where the client asks for one.

    ``more`` members of a problem detail.
    """
    title = HTTPStatus(status).phrase
    if not request.url.path.startswith("/api/"):
        return page(request, "problem.html", status=status, title=title, sentence=sentence)
    body = {
        "type": f"about:blank#{code}",
        "title": title,
        "status": status,
        "detail": sentence,
        "code": code,
        "params": as_json(dict(params or {})),
        **more,
    }
    return JSONResponse(body, status, media_type="application/problem+json")


def _ledger_error(request: Request, error: Exception) -> Response:
    status = next(found for kind, found in _STATUS.items() if isinstance(error, kind))
    assert isinstance(error, LedgerError | NotInGame)
    sentence = not_in_game_text(error) if isinstance(error, NotInGame) else error_text(error)
    return problem(request, status, error.code, sentence, error.params)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).name.lower().replace("_", "-")
    return problem(request, error.status_code, code, str(error.detail))


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return problem(
        request, HTTPStatus.UNPROCESSABLE_ENTITY, "invalid-request", f"{place}: {first['msg']}"
    )
