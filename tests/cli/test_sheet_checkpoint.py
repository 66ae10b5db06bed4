"""The checkpoint on a score sheet: a scanner reads from the QR code what is printed beside it."""

import html
import json
import re
from base64 import b64decode, b64encode
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
        (picture,) = (page.render(scale=4).to_pil() for page in document)
    codes = sorted(str(each.text) for each in zxingcpp.read_barcodes(picture))
    assert codes == sorted([note, json.loads(domino(f"{SHEET} --json").out)["code"]])


def test_on_the_page(domino: Command, note: str) -> None:
    page = domino(f"{SHEET} --html").out
    (printed,) = re.findall(r'<div class="checkpoint"><pre>(.*?)</pre>', page, re.DOTALL)
    assert f"{html.unescape(printed)}\n" == note
    codes = [
        scanned(drawn([(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h", path)], int(side)))
        for side, path in re.findall(
            r'<svg class="code".*? viewBox="0 0 (\d+) .*?<path d="(.*?)"', page
        )
    ]
    assert codes == [json.loads(domino(f"{SHEET} --json").out)["code"], note]


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


NOT_CHECKED = "not checked: no key of the log is registered in the book"


def test_a_signature_that_is_checked(domino: Command, note: str) -> None:
    assert NOT_CHECKED in domino(SHEET).out
    assert not json.loads(domino(f"{SHEET} --json").out)["signature_checked"]
    Path("club.pub").write_text(domino("key show club.key").out)
    assert domino("key add club.pub --role log").code == 0
    assert NOT_CHECKED not in domino(SHEET).out
    found = json.loads(domino(f"{SHEET} --json").out)
    assert (found["signature_checked"], found["checkpoint"]) == (True, note)


@pytest.mark.parametrize("command", [SHEET, f"dossier {SERIES['id']} --html --output dossier.html"])
@pytest.mark.parametrize("name", ["club.example/book", "another.example"])
def test_a_junk_signature_beside_the_tiles(
    command: str, name: str, domino: Command, note: str
) -> None:
    """A key of the log is registered, and has not made what stands below the checkpoint."""
    Path("club.pub").write_text(domino("key show club.key").out)
    assert domino("key add club.pub --role log").code == 0
    text, _, signature = note.rpartition("\n\n")
    _, _, data = signature.split(" ")
    junk = b64encode(b64decode(data)[:4] + bytes(64)).decode()
    Path("domino.db.tiles/checkpoint").write_text(f"{text}\n\n— {name} {junk}\n")
    ran = domino(command)
    assert (ran.code, ran.out) == (4, "")
    if name == "another.example":
        assert (
            ran.err == "domino: no key of the log has signed this checkpoint of club.example/book\n"
        )
    else:
        assert ran.err.startswith("domino: the signature of club.example/book does not fit")
