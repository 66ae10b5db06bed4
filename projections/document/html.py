"""How documents and pages are made of templates, and what they share: styles, and the viewer."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...ledger.club import Paper
from ..drawing.illustrations import Figures, paper_style
from ..drawing.shapes import faces, tile_style
from ..messages import catalogue, language
from .blocks import Block, Page, Picture, Stepped
from .value import blocks_value, line


def environment(package: str, folder: str = "templates") -> Environment:
    """The templates in this folder of a package, beside `parts.html`, which prints blocks."""
    own = PackageLoader("domino_ledger.projections.document")
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), own]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]
        lambda said: catalogue().gettext(said),
        lambda one, many, number: catalogue().ngettext(one, many, number),
        newstyle=True,
    )
    made.globals |= {"lang": language, "faces": _faces, "viewer": viewer}
    made.filters["tiles"] = _tiles
    return made


def blocks_of(blocks: Sequence[Block], figures: Figures) -> list[dict[str, Any]]:
    """The blocks as `parts.html` prints them; ``figures``: those of the whole file."""

    def drawn(picture: Picture) -> dict[str, Any]:
        return {
            "svg": figures.figure(picture.drawing, picture.words, picture.trains, picture.marked)
        }

    return blocks_value(blocks, drawn)


@cache
def viewer() -> str:
    """The program that steps through boards."""
    return (files(__package__) / "viewer.js").read_text(encoding="utf-8")


@cache
def parts_style() -> str:
    """The style of boards, their tiles, and charts, in documents and in pages."""
    drawing = files(f"{__package__.rpartition('.')[0]}.drawing")
    style = [(drawing / name).read_text(encoding="utf-8") for name in ("picture.css", "chart.css")]
    own = (files(__package__) / "parts.css").read_text(encoding="utf-8")
    return "".join((tile_style(), *style, own))


def html_of(page: Page, paper: Paper = "a4") -> str:
    """The page as one HTML file, for the screen or for printing. The template escapes all text."""
    figures = Figures()
    blocks = blocks_of(page.blocks, figures)
    stepped = any(isinstance(each, Stepped) for each in page.blocks)
    shapes = figures.shapes()
    drawn = bool(shapes) or stepped
    return (
        _own_templates()
        .get_template("page.html")
        .render(
            title=line(page.title),
            blocks=blocks,
            paper=paper,
            shapes=shapes,
            style=parts_style() + paper_style() if drawn else "",
            drawn=drawn,
            stepped=stepped,
        )
    )


@cache
def _own_templates() -> Environment:
    return environment(__package__)


def _faces() -> Markup:
    """The dots of tiles, which a file has once."""
    return Markup(  # noqa: S704 - no text of users
        f'<svg width="0" height="0" aria-hidden="true"><defs>{faces()}</defs></svg>'
    )


_TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
"""A tile, which is not broken between two lines."""


def _tiles(words: str) -> Markup:
    """The words, escaped, with each tile in an element of its own."""
    return Markup(_TILE.sub(r'<span class="tile">\g<0></span>', str(escape(words))))  # noqa: S704
