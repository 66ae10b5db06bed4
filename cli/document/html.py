"""A page as one HTML file, for the screen or for printing."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import assert_never

from projections.drawing.figures import Figures
from projections.messages import language

from ..club_file import Paper
from ..output import plain
from .page import (
    Beside,
    Block,
    Checkpoint,
    Heading,
    Page,
    Pairs,
    Paragraph,
    Picture,
    Points,
    Signatures,
    Table,
    Together,
)
from .qr_code import qr_svg

_SIZES: Mapping[Paper, str] = {"a4": "A4", "letter": "letter"}


def html_of(page: Page, paper: Paper = "a4") -> str:
    """The file. All text is escaped in this module."""
    figures = Figures()
    body = "\n".join(part for block in page.blocks for part in _block(block, figures))
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    style = f"@page {{ size: {_SIZES[paper]}; }}\n{style}{figures.style()}"
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"{_tag('title', page.title)}\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{figures.shapes()}{_tag('h1', page.title)}\n{body}\n</body>\n</html>\n"
    )


def _escaped(words: str) -> str:
    return escape(plain(words))


def _tag(name: str, words: str, kind: str = "") -> str:
    return f"<{name}{_class(kind)}>{_escaped(words)}</{name}>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _block(block: Block, figures: Figures) -> Iterator[str]:
    match block:
        case Heading():
            yield _tag(f"h{block.level}", block.words)
        case Paragraph():
            yield _tag("p", block.words, "" if block.kind == "plain" else block.kind)
        case Pairs():
            yield _pairs(block)
        case Points():
            yield _list(block.lines)
        case Table():
            yield _table(block)
        case Signatures():
            yield _list(block.names, "signatures")
        case Picture():
            lines = [tuple(map(_escaped, lines)) for lines in block.trains]
            yield figures.figure(block.drawing, _escaped(block.words), lines, block.marked)
        case Checkpoint():
            note = "\n".join(map(_escaped, block.note.splitlines()))
            yield f'<div class="checkpoint"><pre>{note}</pre>{qr_svg(block.note)}</div>'
        case Together() | Beside():
            yield from _compound(block, figures)
        case _:
            assert_never(block)


def _compound(block: Together | Beside, figures: Figures) -> Iterator[str]:
    blocks = (part for each in block.blocks for part in _block(each, figures))
    if isinstance(block, Together):
        yield from ("<section>", *blocks, "</section>")
        return
    yield '<div class="beside">'
    yield from _block(block.picture, figures)
    yield from ("<div>", *blocks, "</div>", "</div>")


def _pairs(block: Pairs) -> str:
    rows = "\n".join(_tag("dt", name) + _tag("dd", value) for name, value in block.pairs)
    return f"<dl{_class('' if block.kind == 'facts' else block.kind)}>\n{rows}\n</dl>"


def _list(lines: tuple[str, ...], kind: str = "") -> str:
    return f"<ul{_class(kind)}>\n" + "\n".join(_tag("li", line) for line in lines) + "\n</ul>"


def _table(table: Table) -> str:
    heads = _cells("th", table.heads, table)
    rows = [f"<tr>{_cells('td', row, table)}</tr>" for row in table.rows]
    if table.totals:
        rows[-1] = rows[-1].replace("<tr>", '<tr class="total">', 1)
    lines = "\n".join(rows)
    caption = f"{_tag('caption', table.caption)}\n" if table.caption else ""
    return (
        f"<table{_class('dense' if table.dense else '')}>\n{caption}"
        f"<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
    )


def _cells(name: str, row: tuple[str, ...], table: Table) -> str:
    cells = (
        _tag(name, cell, "figure" if at >= table.figures_from else "")
        for at, cell in enumerate(row)
    )
    return _TILE.sub(r'<span class="tile">\g<0></span>', "".join(cells))


_TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
"""A tile, which is not broken between two lines."""
