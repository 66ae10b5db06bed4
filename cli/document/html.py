"""A page as one HTML file, for the screen or for printing."""

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files

from projections.messages import language

from ..club_file import Paper
from ..output import plain
from .page import Page, Table
from .qr_code import qr_svg

_SIZES: Mapping[Paper, str] = {"a4": "A4", "letter": "letter"}


def html_of(page: Page, paper: Paper = "a4") -> str:
    """The file. All text is escaped in this module."""
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    style = f"@page {{ size: {_SIZES[paper]}; }}\n{style}"
    body = "\n".join(_body(page))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"{_tag('title', page.title)}\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _tag(name: str, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f"<{name}{attribute}>{escape(plain(text))}</{name}>"


def _body(page: Page) -> Iterator[str]:
    yield _tag("h1", page.title)
    if page.facts:
        yield _pairs(page.facts)
    yield from map(_table, page.tables)
    if page.outcome:
        yield _tag("p", page.outcome, "outcome")
    for head, lines in page.lists:
        yield _tag("h2", head)
        yield _list(lines)
    if page.signatures:
        yield _list(page.signatures, "signatures")
    if page.proof:
        yield _pairs(page.proof, "proof")
    if page.checkpoint:
        note = escape("\n".join(map(plain, page.checkpoint.splitlines())))
        yield f'<div class="checkpoint"><pre>{note}</pre>{qr_svg(page.checkpoint)}</div>'


def _pairs(pairs: tuple[tuple[str, str], ...], kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    rows = "\n".join(_tag("dt", name) + _tag("dd", value) for name, value in pairs)
    return f"<dl{attribute}>\n{rows}\n</dl>"


def _list(lines: tuple[str, ...], kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f"<ul{attribute}>\n" + "\n".join(_tag("li", line) for line in lines) + "\n</ul>"


def _table(table: Table) -> str:
    heads = _cells("th", table.heads, table)
    rows = [f"<tr>{_cells('td', row, table)}</tr>" for row in table.rows]
    if table.totals:
        rows[-1] = rows[-1].replace("<tr>", '<tr class="total">', 1)
    lines = "\n".join(rows)
    caption = _tag("caption", table.caption)
    kind = ' class="dense"' if table.dense else ""
    return (
        f"<table{kind}>\n{caption}\n<thead>\n<tr>{heads}</tr>\n</thead>\n"
        f"<tbody>\n{lines}\n</tbody>\n</table>"
    )


def _cells(name: str, row: tuple[str, ...], table: Table) -> str:
    return "".join(
        _tag(name, cell, "figure" if at >= table.figures_from else "")
        for at, cell in enumerate(row)
    )
