"""A page as one HTML file, for the screen or for printing: `page.html` filled in."""

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...projections.drawing.illustrations import Figures
from ...projections.messages import language
from ..club import Paper
from .page import Page, Picture
from .value import page_value


def html_of(page: Page, paper: Paper = "a4") -> str:
    """The file. The template escapes all text."""
    figures = Figures()

    def drawn(picture: Picture) -> dict[str, Any]:
        return {
            "svg": figures.figure(picture.drawing, picture.words, picture.trains, picture.marked)
        }

    value = page_value(page, drawn)
    return (
        _environment()
        .get_template("page.html")
        .render(value, lang=language(), paper=paper, shapes=figures.shapes(), style=figures.style())
    )


@cache
def _environment() -> Environment:
    """The templates beside this module."""
    made = Environment(
        loader=PackageLoader("domino_ledger.cli", "document"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["tiles"] = _tiles
    return made


_TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
"""A tile, which is not broken between two lines."""


def _tiles(words: str) -> Markup:
    """The words, escaped, with each tile in an element of its own."""
    return Markup(_TILE.sub(r'<span class="tile">\g<0></span>', str(escape(words))))  # noqa: S704
