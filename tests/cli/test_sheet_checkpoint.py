"""The checkpoint on a score sheet: a scanner reads from the QR code what is printed beside it."""

import html
import re
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from .command import Command
from .samples import SERIES, put

SHEET = f"sheet {SERIES['id']}"
PIXELS = 8
"""The side of a module in a picture of a code."""
QUIET = 4
"""The empty modules that a scanner needs around a code."""
UPPER, LOWER = "\N{UPPER HALF BLOCK}\N{FULL BLOCK}", "\N{LOWER HALF BLOCK}\N{FULL BLOCK}"


@pytest.fixture
def note(domino: Command) -> str:
    """A checkpoint over a book with one game, signed."""
    put(domino, SERIES)
    assert domino("key new club.example/book --out club.key").code == 0
    assert domino("checkpoint --key club.key --output note.txt").code == 0
    return Path("note.txt").read_text()


def scanned(picture: Image.Image) -> str:
    """What a scanner reads from the only code in this picture."""
    (code,) = zxingcpp.read_barcodes(picture)
    return str(code.text)


def drawn(squares: list[tuple[int, int]], side: int) -> Image.Image:
    """A picture with these dark modules."""
    picture = Image.new("L", (side * PIXELS, side * PIXELS), 255)
    pen = ImageDraw.Draw(picture)
    for x, y in squares:
        left, top = x * PIXELS, y * PIXELS
        pen.rectangle((left, top, left + PIXELS - 1, top + PIXELS - 1), fill=0)
    return picture


def test_on_the_printed_sheet(domino: Command, note: str) -> None:
    assert domino(f"{SHEET} --pdf --output sheet.pdf").code == 0
    with pypdfium2.PdfDocument("sheet.pdf") as document:
        pictures = [page.render(scale=4).to_pil() for page in document]
    found = [picture for picture in pictures if zxingcpp.read_barcodes(picture)]
    assert [scanned(picture) for picture in found] == [note]


def test_on_the_page(domino: Command, note: str) -> None:
    page = domino(f"{SHEET} --html").out
    (printed,) = re.findall(r'<div class="checkpoint"><pre>(.*?)</pre>', page, re.DOTALL)
    assert f"{html.unescape(printed)}\n" == note
    ((side, path),) = re.findall(
        r'<svg class="code".*? viewBox="0 0 (\d+) .*?<path d="(.*?)"', page
    )
    squares = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)]
    assert scanned(drawn(squares, int(side))) == note


def test_in_a_terminal(domino: Command, note: str) -> None:
    """Two rows of modules a line, in half blocks."""
    lines = domino(SHEET).out.splitlines()
    code = [line for line in lines if line.strip() and set(line) <= {" ", *UPPER, *LOWER}]
    squares = [
        (x + QUIET, 2 * y + below + QUIET)
        for y, line in enumerate(code)
        for x, character in enumerate(line)
        for below, dark in enumerate((UPPER, LOWER))
        if character in dark
    ]
    side = 1 + QUIET + max(map(max, squares))
    assert scanned(drawn(squares, side)) == note
