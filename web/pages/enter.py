"""The way in for people: a link with a token, or a form to type one, sets a cookie."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from ...projections.messages.errors import error_text
from ..access import COOKIE
from ..errors import NotKnown
from ..rendering import page

routes = APIRouter(include_in_schema=False)
_A_YEAR = 365 * 24 * 3600
_LONGEST = 200


@routes.get("/enter", name="enter")
def enter(request: Request) -> Response:
    """A form that takes a token. The page itself takes the one of a link `/enter#TOKEN`."""
    return page(request, "enter.html", sentence=None)


@routes.post("/enter", name="enter.with")
def enter_with(request: Request, token: Annotated[str, Form(max_length=_LONGEST)]) -> Response:
    """Keep the token in a cookie, and go to the games, or to the game of a player."""
    tokens = request.app.state.settings.tokens
    if tokens is None:  # Everybody may do everything here.
        return RedirectResponse("/", 303)
    given = token.strip()
    found = tokens.find(given)
    if found is None:
        sentence = error_text(NotKnown("unknown-token-given"))
        return page(request, "enter.html", status=403, sentence=sentence)
    answer = RedirectResponse("/", 303)
    if found.game is not None:
        answer = RedirectResponse(f"/games/{quote(str(found.game))}", 303)
    answer.set_cookie(
        *(COOKIE, given),
        max_age=_A_YEAR,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@routes.post("/leave", name="leave")
def leave() -> Response:
    """Forget the token."""
    answer = RedirectResponse("/enter", 303)
    answer.delete_cookie(COOKIE)
    return answer
