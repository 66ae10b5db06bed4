"""A page as plain text."""

from collections.abc import Iterator

from projections.messages.widths import left, right, width

from ..output import plain
from .page import Page, Table
from .qr_code import qr_lines

_SIGNED = "_" * 30


def plain_text_of(page: Page) -> str:
    """The whole page."""
    return "".join(f"{plain(line).rstrip()}\n" for line in _lines(page))


def _lines(page: Page) -> Iterator[str]:
    yield page.title
    yield ""
    yield from _pairs(page.facts)
    for table in page.tables:
        yield ""
        yield table.caption
        yield from _table(table)
    yield ""
    yield page.outcome
    for head, lines in page.lists:
        yield ""
        yield head
        yield from (f"- {line}" for line in lines)
    yield ""
    yield from _pairs(tuple((name, _SIGNED) for name in page.signatures))
    yield ""
    yield from _pairs(page.proof)
    if page.checkpoint:
        yield ""
        yield from page.checkpoint.splitlines()
        yield from qr_lines(page.checkpoint)


def _pairs(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    widest = max((width(name) for name, _ in pairs), default=0)
    return (f"{left(name, widest)}  {value}" for name, value in pairs)


def _table(table: Table) -> Iterator[str]:
    widths = [max(map(width, column)) for column in zip(table.heads, *table.rows, strict=True)]
    for row in (table.heads, *table.rows):
        yield "  ".join(
            (right if at >= table.figures_from or not at else left)(cell, columns)
            for at, (cell, columns) in enumerate(zip(row, widths, strict=True))
        )
