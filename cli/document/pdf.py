"""A page as PDF. Equal pages give equal bytes.

The font is embedded: Bitstream Vera, which comes with reportlab and may be redistributed, or the
user's own TrueType font.
"""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

import click
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus import Table as Grid

from projections.messages import text

from ..club_file import Paper
from ..output import plain
from .page import Page, Table

_SIZES: Mapping[Paper, tuple[float, float]] = {"a4": A4, "letter": LETTER}
_MARGIN = 16 * mm
_UPRIGHT = 8
"""The most columns on A4 in portrait; wider tables are printed in landscape."""
_SIGNATURE = 12 * mm
_CELL = 160
"""The most characters in a cell, so that no name fills a page."""


class UnusableFont(click.ClickException):
    """The file is not a TrueType font that can be embedded."""


class Pdf(NamedTuple):
    """A page as PDF."""

    pdf: bytes
    uncovered: tuple[str, ...]
    """Characters that the font lacks; their codes are printed instead."""


def pdf_of(page: Page, font: str | None = None, paper: Paper = "a4") -> Pdf:
    """The page on paper; ``font`` is a file. Raises UnusableFont."""
    printer = _Printer(page, _SIZES[paper], *_fonts(font))
    pages = printer.render(0).pages
    return Pdf(printer.render(pages).pdf, tuple(sorted(printer.uncovered)))


def _fonts(file: str | None) -> tuple[TTFont, TTFont]:
    """The regular font and the bold one, registered."""
    names = ("Vera.ttf", "VeraBd.ttf") if file is None else (file, file)
    try:
        regular, bold = (
            TTFont(f"sheet-{at}-{Path(name).stem}", name) for at, name in enumerate(names)
        )
    except (TTFError, OSError, ValueError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise UnusableFont(
            text(
                "{file} is not a TrueType font that can be embedded: {reason}",
                file=file,
                reason=reason,
            )
        ) from None
    registerFont(regular)
    registerFont(bold)
    return regular, bold


class _Rendered(NamedTuple):
    pdf: bytes
    pages: int


class _Printer:
    def __init__(
        self, page: Page, size: tuple[float, float], regular: TTFont, bold: TTFont
    ) -> None:
        self._page = page
        self._glyphs = [set(font.face.charToGlyph) for font in (regular, bold)]
        columns = max((len(table.heads) for table in page.tables), default=0)
        self._size = size if columns <= _UPRIGHT else landscape(size)
        self.uncovered: set[str] = set()
        self._text = ParagraphStyle("text", fontName=regular.fontName, fontSize=9, leading=12)
        self._small = ParagraphStyle("small", parent=self._text, fontSize=8, leading=10)
        self._right = ParagraphStyle("right", parent=self._small, alignment=TA_RIGHT)
        self._bold = ParagraphStyle("bold", parent=self._text, fontName=bold.fontName)
        self._head = ParagraphStyle("head", parent=self._bold, fontSize=14, leading=18)
        self._right_bold = ParagraphStyle("right bold", parent=self._right, fontName=bold.fontName)
        self._left_bold = ParagraphStyle("left bold", parent=self._small, fontName=bold.fontName)

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
            title=self._shown(self._page.title),
            invariant=1,
        )

        def foot(canvas: Any, document: Any) -> None:
            canvas.setFont(self._text.fontName, 8)
            canvas.drawRightString(
                self._size[0] - _MARGIN, _MARGIN / 2, f"{document.page} / {pages}"
            )

        document.build(list(self._flowables()), onFirstPage=foot, onLaterPages=foot)
        return _Rendered(file.getvalue(), document.page)

    def _shown(self, text: str) -> str:
        """The text with codes in place of characters that the fonts lack."""
        missing = {
            letter for letter in text if any(ord(letter) not in glyphs for glyphs in self._glyphs)
        }
        self.uncovered |= missing
        return "".join(f"[U+{ord(letter):04X}]" if letter in missing else letter for letter in text)

    def _paragraph(self, text: str, style: ParagraphStyle) -> Paragraph:
        return Paragraph(escape(self._shown(plain(text))), style)

    def _cell(self, text: str, style: ParagraphStyle) -> Paragraph:
        shown = self._shown(plain(text))
        cut = shown if len(shown) <= _CELL else f"{shown[:_CELL]}..."
        return Paragraph(escape(cut), style)

    def _flowables(self) -> Iterator[Any]:
        page = self._page
        yield self._paragraph(page.title, self._head)
        yield Spacer(1, 3 * mm)
        yield self._pairs(page.facts)
        for table in page.tables:
            yield Spacer(1, 4 * mm)
            yield self._paragraph(table.caption, self._bold)
            yield Spacer(1, 1 * mm)
            yield self._table(table)
        yield Spacer(1, 4 * mm)
        yield self._paragraph(page.outcome, self._bold)
        for head, lines in page.lists:
            yield Spacer(1, 3 * mm)
            yield self._paragraph(head, self._bold)
            yield from (self._paragraph(f"- {line}", self._small) for line in lines)
        yield self._signatures()
        yield Spacer(1, 5 * mm)
        yield self._pairs(page.proof)

    @property
    def _width(self) -> float:
        return float(self._size[0] - 2 * _MARGIN - 12)  # A frame pads 6 points on each side.

    def _pairs(self, pairs: tuple[tuple[str, str], ...]) -> Grid:
        rows = [
            [self._paragraph(name, self._left_bold), self._paragraph(value, self._small)]
            for name, value in pairs
        ]
        style = [("VALIGN", (0, 0), (-1, -1), "TOP"), *_tight(0)]
        return Grid(rows, colWidths=[32 * mm, self._width - 32 * mm], style=style, splitInRow=1)

    def _table(self, table: Table) -> Grid:
        totals = len(table.rows) if table.totals else None
        rows = [
            [
                self._cell(cell, self._style(table, at, bold=number in {0, totals}))
                for at, cell in enumerate(row)
            ]
            for number, row in enumerate((table.heads, *table.rows))
        ]
        grid = ("GRID", (0, 0), (-1, -1), 0.4, colors.grey)
        shade = ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke)
        style = [grid, shade, ("VALIGN", (0, 0), (-1, -1), "TOP"), *_tight(3)]
        return Grid(rows, colWidths=self._widths(table), repeatRows=1, style=style)

    def _widths(self, table: Table) -> list[float]:
        """A narrow first column for the round; the others share the rest."""
        first = 14 * mm
        others = len(table.heads) - 1
        return [first, *[(self._width - first) / others] * others]

    def _style(self, table: Table, column: int, *, bold: bool) -> ParagraphStyle:
        if column >= table.figures_from:
            return self._right_bold if bold else self._right
        return self._left_bold if bold else self._small

    def _signatures(self) -> Grid:
        names = [self._cell(name, self._small) for name in self._page.signatures]
        cells = [*names, *([""] if len(names) % 2 else [])]
        rows = [[left, "", right] for left, right in zip(cells[::2], cells[1::2], strict=True)]
        lines = [
            ("LINEABOVE", (column, row), (column, row), 0.6, colors.black)
            for row in range(len(rows))
            for column in (0, 2)
            if 2 * row + column // 2 < len(names)
        ]
        wide = (self._width - 10 * mm) / 2
        paddings = (("LEFTPADDING", 0), ("TOPPADDING", 1), ("BOTTOMPADDING", _SIGNATURE))
        padded = [(name, (0, 0), (-1, -1), amount) for name, amount in paddings]
        return Grid(
            rows,
            colWidths=[wide, 10 * mm, wide],
            spaceBefore=_SIGNATURE + 4 * mm,
            style=[*lines, *padded, ("VALIGN", (0, 0), (-1, -1), "TOP")],
        )


def _tight(padding: int) -> list[Any]:
    sides = (("LEFTPADDING", padding), ("RIGHTPADDING", 3), ("TOPPADDING", 1))
    return [(name, (0, 0), (-1, -1), amount) for name, amount in (*sides, ("BOTTOMPADDING", 2))]
