"""How a page is made of a template."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import segno
from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ..projections.document.blocks import Block
from ..projections.document.html import blocks_of, environment
from ..projections.drawing.illustrations import Figures
from ..projections.messages import LANGUAGES
from ..projections.messages.published_rules import published_text

LANGUAGE_ASKED = "lang"
"""In the query of any page: the language that a visitor chooses (`languages.py`)."""


@cache
def _environment() -> Environment:
    made = environment("domino_ledger.web")
    made.globals |= {"path_of": path_of, "asked_for": _asked_for, "published": published_text}
    made.tests["figure"] = _is_figure
    return made


_FIGURE = re.compile(r"-?[0-9][0-9., ]*%?|-")


def _is_figure(cell: object) -> bool:
    """The cell of a table stands on the right."""
    return isinstance(cell, int | float) or _FIGURE.fullmatch(str(cell)) is not None


def path_of(page: str, *parts: object) -> str:
    """The path of a page about something: a game, a place in one (`Address`), a player."""
    return "/".join(["", page, *(quote(str(part)) for part in parts)])


def _asked_for(asked: Mapping[str, str], number: int) -> str:
    """The query for another page of the same list."""
    return urlencode({name: of for name, of in asked.items() if of} | {"page": number})


def qr_code(text: str, scale: int) -> str:
    """The code as SVG, dark on light in both colour schemes; ``scale``: pixels a module."""
    made = segno.make_qr(text, error="l")
    return made.svg_inline(scale=scale, border=4, dark="#000", light="#fff")


def page(
    request: Request, template: str, *, status: int = 200, at: str | None = None, **values: Any
) -> HTMLResponse:
    """The page that this template makes of the values.

    ``at``: the path at which the same page is found; a browser may keep it (`worker.js`).
    """
    settings = request.app.state.settings
    made = _environment().get_template(template)
    headers = None if at is None else {"Content-Location": at}
    shown = made.render(values, club=settings.club.name, languages=_languages(request))
    return HTMLResponse(shown, status, headers)


def _languages(request: Request) -> list[tuple[str, str, str]]:
    """Code, own name, and the query that asks for the same page in it; none for a form's answer."""
    if request.method != "GET":
        return []
    asked = request.query_params
    return [
        (code, name, urlencode({**asked, LANGUAGE_ASKED: code})) for code, name in LANGUAGES.items()
    ]


def in_blocks(blocks: Sequence[Block]) -> dict[str, Any]:
    """These blocks as `parts.html` prints them, and the shapes of their pictures."""
    figures = Figures()
    return {"blocks": blocks_of(blocks, figures), "shapes": figures.shapes()}
