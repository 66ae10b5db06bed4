"""A page as plain text."""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from ...projections.messages.widths import left, right, width
from ..output import is_numeric, plain
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
    inner,
)
from .qr_code import qr_lines

_SIGNED = "_" * 30


def plain_text_of(page: Page) -> str:
    """The whole page."""
    return "".join(f"{plain(line).rstrip()}\n" for line in _lines(page))


def _lines(page: Page) -> Iterator[str]:
    yield page.title
    before: Block | None = None
    for block in chain.from_iterable(map(inner, page.blocks)):
        if not isinstance(before, Heading):
            yield ""
        yield from _block(block)
        before = block


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading() | Paragraph() | Picture():
            yield block.words
        case Pairs():
            yield from _pairs(block.pairs)
        case Points():
            yield from (f"- {line}" for line in block.lines)
        case Table():
            if block.caption:
                yield block.caption
            yield from _table(block)
        case Signatures():
            yield from _pairs(tuple((name, _SIGNED) for name in block.names))
        case Checkpoint():
            yield from block.note.splitlines()
            yield from qr_lines(block.note)
        case Together() | Beside():
            yield from (line for each in inner(block) for line in _block(each))
        case _:
            assert_never(block)


def _pairs(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    widest = max((width(name) for name, _ in pairs), default=0)
    return (f"{left(name, widest)}  {value}" for name, value in pairs)


def _table(table: Table) -> Iterator[str]:
    columns = list(zip(*table.rows, strict=True))
    widths = [max(map(width, column)) for column in zip(table.heads, *table.rows, strict=True)]
    numbers = bool(columns) and is_numeric(columns[0][: -1 if table.totals else None])
    for row in (table.heads, *table.rows):
        yield "  ".join(
            (right if at >= table.figures_from or (numbers and not at) else left)(cell, wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
