"""A page as PDF. Equal pages give equal bytes, where the same fonts are found."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple, assert_never

from reportlab.graphics.shapes import Drawing, Rect
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.platypus import KeepTogether, SimpleDocTemplate, Spacer
from reportlab.platypus import Table as Grid

from ..club_file import Paper
from ..output import plain
from .drawn_table import DrawnTable
from .fonts import fonts_for
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
    texts,
)
from .qr_code import qr_modules
from .typesetting import Style, Text, Typesetter, draw_line

_SIZES: Mapping[Paper, tuple[float, float]] = {"a4": A4, "letter": LETTER}
_MARGIN = 16 * mm
_FRAME = 12
"""A frame pads 6 points on each side."""
_SIGNATURE = 12 * mm
_CODE = 42 * mm
"""The side of a QR code."""
_CELL = 160
"""The most characters in a cell, so that no name fills a page."""
_PADDING = 6
"""Left and right of a cell together, in points."""
_MOST_BESIDE = 0.5
"""Of the width of a page, for a picture that has words beside it."""
_BETWEEN = 4 * mm
_NAMES = 40 * mm
"""The width of names before their values."""

_TEXT = Style(9, 12)
_SMALL = Style(8, 10)
_PART = Style(11, 14, bold=True)
_HEAD = Style(14, 18, bold=True)


class Pdf(NamedTuple):
    """A page as PDF."""

    pdf: bytes
    uncovered: tuple[str, ...]
    """Characters that no font has; their codes are printed instead."""


def pdf_of(page: Page, fonts: Sequence[str] = (), paper: Paper = "a4") -> Pdf:
    """The page on paper; ``fonts``: files to use before all others. Raises UnusableFont."""
    setter = Typesetter(fonts_for(_letters(page), fonts))
    printer = _Printer(page, _SIZES[paper], setter)
    pages = printer.render(0).pages
    return Pdf(printer.render(pages).pdf, tuple(sorted(setter.uncovered)))


def _letters(page: Page) -> frozenset[str]:
    printed = (words for block in page.blocks for words in texts(block))
    return frozenset().union(*map(plain, (page.title, *printed)))


class _Rendered(NamedTuple):
    pdf: bytes
    pages: int


class _Printer:
    def __init__(self, page: Page, size: tuple[float, float], setter: Typesetter) -> None:
        self._page = page
        self._setter = setter
        upright = size[0] - 2 * _MARGIN - _FRAME
        fits = all(sum(self._narrowest(table)) <= upright for table in _tables(page.blocks))
        self._size = size if fits else landscape(size)
        self._width = float(self._size[0] - 2 * _MARGIN - _FRAME)

    def render(self, pages: int) -> _Rendered:
        """The PDF; each page is numbered as one of ``pages``."""
        file = BytesIO()
        document = SimpleDocTemplate(
            file,
            pagesize=self._size,
            leftMargin=_MARGIN,
            rightMargin=_MARGIN,
            topMargin=_MARGIN,
            bottomMargin=_MARGIN,
            title=plain(self._page.title),
            invariant=1,
        )

        def foot(canvas: Any, document: Any) -> None:
            number = f"{document.page} / {pages}"
            x = self._size[0] - _MARGIN - self._setter.width(number, _SMALL)
            draw_line(canvas, self._setter.pieces(number, _SMALL), x, _MARGIN / 2, _SMALL.size)

        document.build(list(self._flowables()), onFirstPage=foot, onLaterPages=foot)
        return _Rendered(file.getvalue(), document.page)

    def _text(self, text: str, style: Style = _TEXT, *, bold: bool = False) -> Text:
        return Text(self._setter, plain(text), style._replace(bold=bold or style.bold))

    def _flowables(self) -> Iterator[Any]:
        yield self._text(self._page.title, _HEAD)
        yield Spacer(1, 3 * mm)
        for block in self._page.blocks:
            yield from self._block(block, self._width)

    def _block(self, block: Block, width: float) -> Iterator[Any]:
        match block:
            case Heading():
                style = _TEXT if block.level == 3 else _PART
                space = Spacer(1, (3 if block.level == 3 else 5) * mm)
                for part in (space, self._text(block.words, style, bold=True)):
                    part.keepWithNext = True
                    yield part
            case Paragraph():
                yield Spacer(1, (1 if block.kind == "note" else 3) * mm)
                style = _SMALL if block.kind == "note" else _TEXT
                yield self._text(block.words, style, bold=block.kind == "outcome")
            case Pairs():
                yield Spacer(1, (5 if block.kind == "proof" else 1) * mm)
                yield self._pairs(block, width)
            case Points():
                yield from (self._text(f"- {line}", _SMALL) for line in block.lines)
            case Table():
                yield from self._captioned(block, width)
            case Signatures():
                yield from self._signatures(block.names, width)
            case Checkpoint():
                yield self._checkpoint(block, width)
            case Picture():
                yield Spacer(1, 1 * mm)
                yield DrawnTable(block, self._setter)
            case Beside():
                yield from self._beside(block, width)
            case Together():
                yield KeepTogether(
                    [part for each in block.blocks for part in self._block(each, width)]
                )
            case _:
                assert_never(block)

    def _checkpoint(self, block: Checkpoint, width: float) -> Grid:
        """The text of the checkpoint, and beside it the code."""
        lines = [self._text(line or " ", _SMALL) for line in block.note.splitlines()]
        cells = [[lines, _code(block.note)]]
        style = [("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
        return Grid(cells, colWidths=[width - _CODE, _CODE], style=style)

    def _beside(self, block: Beside, width: float) -> Iterator[Any]:
        picture = DrawnTable(block.picture, self._setter)
        wide, _ = picture.wrap(width, self._size[1])
        yield Spacer(1, 1 * mm)
        if wide > width * _MOST_BESIDE:
            yield picture
            yield from chain.from_iterable(self._block(each, width) for each in block.blocks)
            return
        rest = width - wide - _BETWEEN
        parts = list(chain.from_iterable(self._block(each, rest) for each in block.blocks))
        style = [("VALIGN", (0, 0), (-1, -1), "TOP"), *_padded(0, right=0)]
        yield Grid([[picture, "", parts]], colWidths=[wide, _BETWEEN, rest], style=style)

    def _pairs(self, block: Pairs, width: float) -> Grid:
        rows = [
            [self._text(name, _SMALL, bold=True), self._text(value, _SMALL)]
            for name, value in block.pairs
        ]
        style = [("VALIGN", (0, 0), (-1, -1), "TOP"), *_padded(0)]
        if block.kind == "words":
            style += [
                ("LINEBEFORE", (0, 0), (0, -1), 1.5, colors.grey),
                ("LEFTPADDING", (0, 0), (0, -1), 6),
            ]
        return Grid(rows, colWidths=[_NAMES, width - _NAMES], style=style, splitInRow=1)

    def _captioned(self, table: Table, width: float) -> Iterator[Any]:
        if table.caption:
            yield Spacer(1, 4 * mm)
            yield self._text(table.caption, bold=True)
        yield Spacer(1, 1 * mm)
        yield self._table(table, width)

    def _table(self, table: Table, width: float) -> Grid:
        totals = len(table.rows) if table.totals else None
        rows = [
            [
                self._text(cell, _cell_style(table, at), bold=number in {0, totals})
                for at, cell in enumerate(map(_cut, row))
            ]
            for number, row in enumerate((table.heads, *table.rows))
        ]
        style = [
            ("GRID", (0, 0), (-1, -1), 0.4, colors.black),
            ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *_padded(3),
        ]
        if table.totals:
            style.append(("LINEABOVE", (0, -1), (-1, -1), 1, colors.black))
        return Grid(rows, colWidths=self._widths(table, width), repeatRows=1, style=style)

    def _narrowest(self, table: Table) -> list[float]:
        """By column, the width at which no word is broken."""
        return [
            max(map(self._longest_word, column)) + _PADDING
            for column in zip(table.heads, *table.rows, strict=True)
        ]

    def _longest_word(self, cell: str) -> float:
        return max(map(self._width_of, cell.split()), default=0)

    def _width_of(self, cell: str) -> float:
        return self._setter.width(self._setter.shown(plain(_cut(cell))), _BOLD_CELL)

    def _widest(self, table: Table) -> list[float]:
        """By column, the width at which no cell takes more than one line."""
        return [
            max(map(self._width_of, column)) + _PADDING
            for column in zip(table.heads, *table.rows, strict=True)
        ]

    def _widths(self, table: Table, width: float) -> list[float]:
        """Each column as wide as its words, and the rest where cells would take several lines."""
        narrowest, widest = self._narrowest(table), self._widest(table)
        rest = width - sum(narrowest)
        if rest < 0:
            return _squeezed(narrowest, width)
        wishes = [wide - narrow for narrow, wide in zip(narrowest, widest, strict=True)]
        if sum(wishes) <= rest:
            more = (rest - sum(wishes)) / len(wishes)
            return [wide + more for wide in widest]
        return [
            narrow + rest * wish / sum(wishes)
            for narrow, wish in zip(narrowest, wishes, strict=True)
        ]

    def _signatures(self, people: Sequence[str], width: float) -> Iterator[Grid]:
        names = [self._text(_cut(name), _SMALL) for name in people]
        cells = [*names, *([""] if len(names) % 2 else [])]
        rows = [[left, "", right] for left, right in zip(cells[::2], cells[1::2], strict=True)]
        lines = [
            ("LINEABOVE", (column, row), (column, row), 0.6, colors.black)
            for row in range(len(rows))
            for column in (0, 2)
            if 2 * row + column // 2 < len(names)
        ]
        wide = (width - 10 * mm) / 2
        paddings = (("LEFTPADDING", 0), ("TOPPADDING", 1), ("BOTTOMPADDING", _SIGNATURE))
        padded = [(name, (0, 0), (-1, -1), amount) for name, amount in paddings]
        yield Grid(
            rows,
            colWidths=[wide, 10 * mm, wide],
            spaceBefore=_SIGNATURE + 4 * mm,
            style=[*lines, *padded, ("VALIGN", (0, 0), (-1, -1), "TOP")],
        )


def _code(text: str) -> Drawing:
    """A QR code."""
    rows = qr_modules(text)
    module = _CODE / len(rows)
    drawing = Drawing(_CODE, _CODE)
    for y, row in enumerate(rows, 1):
        for x, dark in enumerate(row):
            if dark:
                bottom = _CODE - y * module
                drawing.add(Rect(x * module, bottom, module, module, strokeColor=None))
    return drawing


def _tables(blocks: Iterable[Block]) -> Iterator[Table]:
    parts = (part for block in blocks for part in inner(block))
    return (part for part in parts if isinstance(part, Table))


_BOLD_CELL = _SMALL._replace(bold=True)


def _cell_style(table: Table, column: int) -> Style:
    return _SMALL._replace(right=column >= table.figures_from)


def _cut(cell: str) -> str:
    return cell if len(cell) <= _CELL else f"{cell[:_CELL]}..."


def _squeezed(widths: Sequence[float], whole: float) -> list[float]:
    """The widths cut down to this sum: only the widest lose."""
    share, rest = whole / len(widths), whole
    for number, width in enumerate(sorted(widths)):
        share = rest / (len(widths) - number)
        if width > share:
            break
        rest -= width
    return [min(width, share) for width in widths]


def _padded(padding: int, right: int = 3) -> list[Any]:
    sides = (("LEFTPADDING", padding), ("RIGHTPADDING", right), ("TOPPADDING", 1))
    return [(name, (0, 0), (-1, -1), amount) for name, amount in (*sides, ("BOTTOMPADDING", 2))]
