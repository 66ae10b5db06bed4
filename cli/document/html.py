"""A page as one HTML file, for the screen or for printing: `page.html` filled in."""

from functools import cache

from jinja2 import Environment

from ...projections.document.blocks import Page, Stepped
from ...projections.document.html import blocks_of, environment, parts_style
from ...projections.document.value import line
from ...projections.drawing.illustrations import Figures, paper_style
from ..club import Paper


def html_of(page: Page, paper: Paper = "a4") -> str:
    """The file. The template escapes all text."""
    figures = Figures()
    blocks = blocks_of(page.blocks, figures)
    stepped = any(isinstance(each, Stepped) for each in page.blocks)
    shapes = figures.shapes()
    drawn = bool(shapes) or stepped
    return (
        _environment()
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
def _environment() -> Environment:
    """The templates beside this module."""
    return environment("domino_ledger.cli", "document")
