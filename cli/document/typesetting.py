"""Text in several scripts set in lines.

A line runs from left to right. Parts of it from right to left, such as an Arabic name, are turned
as the Unicode Bidirectional Algorithm does it, as far as names and figures need it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import shapeStr
from reportlab.platypus import Flowable

from .fonts import Font

_CHANGES_SHAPE = re.compile("[\u0300-\u036f\u0590-\u109f\u1780-\u18af\u1a00-\u1cff\ua800-\uabff]")
"""Scripts whose letters change shape together, and marks that stand on letters."""
_ATOM = re.compile(r"\s+|\S+")
"""What a line may end after. A word ends earlier only if it is wider than a line."""
_TURNED = re.compile("R(?:[RNo]*R)?")
"""By the classes of letters (`_classes`): a part from right to left."""
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class Style(NamedTuple):
    """How a text is set; sizes in points."""

    size: float
    leading: float
    bold: bool = False
    right: bool = False


class Piece(NamedTuple):
    """Part of a line in one font."""

    font: str
    text: str
    """As reportlab draws it: letters from left to right, shaped if they need it."""
    width: float
    said: str
    """The letters as they are read."""


class Typesetter:
    """Sets text in these fonts; a letter that they lack is set as its code."""

    def __init__(self, fonts: Sequence[Font]) -> None:
        self._fonts = fonts
        self.uncovered: set[str] = set()
        self.width = lru_cache(maxsize=1 << 12)(self._width)

    def shown(self, text: str) -> str:
        """The text with codes in place of letters that no font has."""
        whole = unicodedata.normalize("NFC", text)
        return "".join(letter if self._has(letter) else self._code(letter) for letter in whole)

    def _has(self, letter: str) -> bool:
        unseen = unicodedata.category(letter) == "Cf"
        return unseen or any(letter in font.letters for font in self._fonts)

    def _code(self, letter: str) -> str:
        self.uncovered.add(letter)
        return f"[U+{ord(letter):04X}]"

    def _width(self, text: str, style: Style) -> float:
        """The width of a text that is shown on one line."""
        return sum(piece.width for piece in self.pieces(text, style))

    def lines(self, text: str, style: Style, width: float) -> Iterator[str]:
        """The text in lines that are no wider, if possible ended after words."""
        line = ""
        for atom in _ATOM.findall(text):
            if self.width((line + atom).rstrip(), style) <= width:
                line += atom
                continue
            if line.strip():
                yield line.rstrip()
            line = atom.lstrip()
            while self.width(line, style) > width and len(line) > 1:
                fits = self._fitting(line, style, width)
                yield line[:fits]
                line = line[fits:]
        yield line.rstrip()

    def _fitting(self, word: str, style: Style, width: float) -> int:
        """How many letters of a word fit, at least one."""
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.width(word[:middle], style) <= width
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    def pieces(self, line: str, style: Style) -> list[Piece]:
        """A line from left to right."""
        return [
            self._piece(font, part, style, turned=turned)
            for run, turned in _runs(line)
            for font, part in _order(self._by_font(run), turned=turned)
        ]

    def _by_font(self, run: str) -> Iterator[tuple[Font, str]]:
        """The run in parts of one font: each letter in the first that has it.

        What joins the letter before it stays in the font of that one, if possible.
        """
        numbers, number = [], 0
        for letter in run:
            if not (_joins(letter) and letter in self._fonts[number].letters):
                having = (at for at, font in enumerate(self._fonts) if letter in font.letters)
                number = next(having, number)
            numbers.append(number)
        for each, pairs in groupby(zip(numbers, run, strict=True), key=itemgetter(0)):
            yield self._fonts[each], "".join(letter for _, letter in pairs)

    def _piece(self, font: Font, part: str, style: Style, *, turned: bool) -> Piece:
        name = font.bold if style.bold else font.regular
        if part.isdecimal() or not _CHANGES_SHAPE.search(part):
            drawn = part[::-1].translate(_MIRRORED) if turned else part
            return Piece(name, drawn, stringWidth(part, name, style.size), part)
        shaped = shapeStr(part, name, style.size, force=True)
        advance = sum(each.x_advance for each in shaped.__shapeData__)
        return Piece(name, shaped, advance * style.size / 1000, part)


def _joins(letter: str) -> bool:
    """The sign belongs to the letter before it: an accent, or a joiner that nobody sees."""
    return unicodedata.category(letter) in {"Mn", "Me", "Mc", "Cf"}


def _order(parts: Iterable[tuple[Font, str]], *, turned: bool) -> list[tuple[Font, str]]:
    listed = list(parts)
    return listed[::-1] if turned else listed


def _runs(line: str) -> Iterator[tuple[str, bool]]:
    """The parts of a line from left to right, and whether each is read from right to left."""
    classes, at = _classes(line), 0
    for found in _TURNED.finditer(classes):
        if found.start() > at:
            yield line[at : found.start()], False
        at = found.end()
        pairs = zip(line[found.start() : at], found[0], strict=True)
        turned = [
            ("".join(letter for letter, _ in run), not figures)
            for figures, run in groupby(pairs, key=lambda pair: pair[1] == "N")
        ]
        yield from turned[::-1]
    if at < len(line):
        yield line[at:], False


def _classes(line: str) -> str:
    """A class for each letter: R right to left, N figure, L left to right, o other."""
    classes = ""
    for letter in line:
        match unicodedata.bidirectional(letter):
            case "R" | "AL":
                classes += "R"
            case "L":
                classes += "L"
            case "EN" | "AN":
                classes += "N"
            case "NSM" | "BN" if classes:
                classes += classes[-1]
            case _:
                classes += "o"
    return classes


class Text(Flowable):  # type: ignore[misc]  # reportlab has no types.
    """A text in lines as wide as the place for it."""

    def __init__(self, setter: Typesetter, text: str, style: Style) -> None:
        super().__init__()
        self._setter, self._style = setter, style
        self._paragraphs = [setter.shown(text)]
        self._lines: list[str] = []

    def wrap(self, width: float, _: float) -> tuple[float, float]:
        """The width and height needed."""
        self.width = width
        self._lines = [
            line
            for paragraph in self._paragraphs
            for line in self._setter.lines(paragraph, self._style, width)
        ]
        return width, len(self._lines) * self._style.leading

    def split(self, width: float, height: float) -> list[Flowable]:
        """The lines that fit into this height, and the others."""
        self.wrap(width, height)
        fit = int(height // self._style.leading)
        parts = self._lines[:fit], self._lines[fit:]
        return [self._with(lines) for lines in parts] if all(parts) else []

    def _with(self, lines: list[str]) -> "Text":
        part = Text(self._setter, "", self._style)
        part._paragraphs = lines
        return part

    def draw(self) -> None:
        """Draw the lines."""
        style = self._style
        y = len(self._lines) * style.leading - style.size
        for line in self._lines:
            x = self.width - self._setter.width(line, style) if style.right else 0
            draw_line(self.canv, self._setter.pieces(line, style), x, y, style.size)
            y -= style.leading


def draw_line(canvas: Any, pieces: Iterable[Piece], x: float, y: float, size: float) -> None:
    """Draw a line from this place on; readers of the file find the letters in reading order."""
    drawn = canvas.beginText(x, y)
    for piece in pieces:
        drawn.setFont(piece.font, size)
        if piece.text == piece.said:
            drawn.textOut(piece.text)
            continue
        letters = piece.said.encode("utf-16-be").hex()
        drawn._code.append(f"/Span <</ActualText <FEFF{letters}>>> BDC")  # noqa: SLF001
        drawn.textOut(piece.text)
        drawn._code.append("EMC")  # noqa: SLF001 - reportlab has no call for this
    canvas.drawText(drawn)
