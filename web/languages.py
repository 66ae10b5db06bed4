"""The language of a page: that of the visitor's browser, or the one that they chose on a page."""

from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..projections.messages import ENGLISH, LANGUAGES, speak_here
from .api.description import PREFIX
from .rendering import LANGUAGE_ASKED

_COOKIE = "domino_lang"
"""The language that was chosen on a page."""
_KEPT = f"; Path=/; Max-Age={365 * 24 * 3600}; SameSite=Lax; HttpOnly"


class Languages:
    """Middleware that answers each request in its language; the API speaks English.

    Where a browser names none of ours, pages are in the language of the club or the environment.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(f"{PREFIX}/"):
            speak_here(ENGLISH)
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        chosen = _in_query(scope["query_string"])
        language = chosen or _in_cookie(headers) or accepted(headers.get("accept-language", ""))
        if language is not None:
            speak_here(language)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                answered.add_vary_header("Accept-Language, Cookie")
                if chosen is not None:
                    answered.append("Set-Cookie", f"{_COOKIE}={chosen}{_KEPT}")
            await send(message)

        await self._app(scope, receive, with_headers)


def accepted(header: str) -> str | None:
    """The best of our languages in an `Accept-Language` (RFC 9110, 12.5.4); None without one."""
    weights = dict[str, float]()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";q=")
        language = name.strip().partition("-")[0]
        with suppress(ValueError):
            weights[language] = max(weights.get(language, 0), float(weight or 1))
    ours = [language for language in weights if language in LANGUAGES and weights[language] > 0]
    return max(ours, key=weights.__getitem__, default=None)


def _in_query(query: bytes) -> str | None:
    asked = parse_qs(query.decode("latin-1")).get(LANGUAGE_ASKED, [""])[-1]
    return asked if asked in LANGUAGES else None


def _in_cookie(headers: Headers) -> str | None:
    with suppress(CookieError):
        kept = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
        return kept.value if kept is not None and kept.value in LANGUAGES else None
    return None
