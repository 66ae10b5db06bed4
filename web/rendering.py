"""How a page is made of a template."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ..projections.messages import catalogue, language


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("domino_ledger.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(catalogue(), newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"url_of": _url_of, "asked_for": _asked_for}
    return made


def _url_of(game: str) -> str:
    return f"/games/{quote(game)}"


def _asked_for(asked: Mapping[str, str], number: int) -> str:
    """The query for another page of the same list."""
    return urlencode({name: of for name, of in asked.items() if of} | {"page": number})


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """The page that this template makes of the values."""
    settings = request.app.state.settings
    made = _environment().get_template(template)
    return HTMLResponse(made.render(values, club=settings.club, lang=language()), status)
