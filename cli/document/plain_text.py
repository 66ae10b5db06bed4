"""A page as plain text."""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from ...projections.document import blocks as page
from ...projections.document.qr_code import qr_lines
from ...projections.messages.harmless import plain
from ...projections.messages.widths import left, right, width
from ..output import is_numeric

_SIGNED = "_" * 30


def plain_text_of(whole: page.Page) -> str:
    """The whole page."""
    return "".join(f"{plain(line).rstrip()}\n" for line in _lines(whole))


def _lines(whole: page.Page) -> Iterator[str]:
    yield whole.title
    before: page.Block | None = None
    for block in chain.from_iterable(map(page.inner, whole.blocks)):
        if not isinstance(before, page.Heading):
            yield ""
        yield from _block(block)
        before = block


def _block(block: page.Block) -> Iterator[str]:
    match block:
        case page.Heading() | page.Paragraph() | page.Picture():
            yield block.words
        case page.Pairs():
            yield from _pairs(block.pairs)
        case page.Points():
            yield from (f"- {line}" for line in block.lines)
        case page.Table():
            if block.caption:
                yield block.caption
            yield from _table(block)
        case page.Signatures():
            yield from _pairs(tuple((name, _SIGNED) for name in block.names))
        case page.Checkpoint():
            yield from block.note.splitlines()
            yield from qr_lines(block.note)
        case page.Together() | page.Beside() | page.Stepped():
            yield from (line for each in page.inner(block) for line in _block(each))
        case _:
            assert_never(block)


def _pairs(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    widest = max((width(name) for name, _ in pairs), default=0)
    return (f"{left(name, widest)}  {value}" for name, value in pairs)


def _table(table: page.Table) -> Iterator[str]:
    columns = list(zip(*table.rows, strict=True))
    widths = [max(map(width, column)) for column in zip(table.heads, *table.rows, strict=True)]
    numbers = bool(columns) and is_numeric(columns[0][: -1 if table.totals else None])
    for row in (table.heads, *table.rows):
        yield "  ".join(
            (right if at >= table.figures_from or (numbers and not at) else left)(cell, wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
