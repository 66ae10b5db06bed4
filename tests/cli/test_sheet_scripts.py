"""PDF sheets with names in several scripts: read back, and set in the right order."""

from pathlib import Path
from shutil import copy
from unittest.mock import patch

import pypdfium2
import pytest
from pypdf import PdfReader
from typst import Fonts

from domino_ledger.cli.document import pdf
from domino_ledger.projections.document.blocks import Page, Paragraph

from .command import Command
from .samples import SERIES, put

NAMES = ("José Ελένη", "Дмитрий 山田", "محمد علي", "अमित कुमार")
GAME = SERIES | {"players": list(NAMES)}


def places(words: str) -> list[tuple[str, float]]:
    """The letters of a line on paper, each with its left edge."""
    made, uncovered = pdf.pdf_of(Page("", (Paragraph(words),)))
    assert uncovered == ()
    with pypdfium2.PdfDocument(made) as document:
        text = document[0].get_textpage()
        letters = [text.get_text_range(at, 1) for at in range(text.count_chars())]
        return [(letter, text.get_charbox(at)[0]) for at, letter in enumerate(letters)]


def test_all_scripts_on_one_sheet(domino: Command) -> None:
    put(domino, GAME)
    ran = domino(f"sheet {GAME['id']} --pdf --output sheet.pdf")
    assert (ran.code, ran.err) == (0, "")
    with pypdfium2.PdfDocument("sheet.pdf") as document:
        found = document[0].get_textpage().get_text_range()
    for name in ("José Ελένη", "Дмитрий 山田", "محمد", "علي", "अमित कुमार"):
        assert name in found
    again = Path("sheet.pdf").read_bytes()
    domino(f"sheet {GAME['id']} --pdf --output sheet.pdf")
    assert Path("sheet.pdf").read_bytes() == again


@pytest.mark.parametrize("words", ["Ana, محمد has 7", "محمد 7", "محمد gets 12, علي: 7"])
def test_a_figure_stays_after_a_name_from_right_to_left(words: str) -> None:
    found = places(words)
    (name, *_) = (at for letter, at in found if letter == "م")
    (rest, *_) = (at for letter, at in found if letter == "د")
    assert rest < name, "the name is read from right to left"
    (figure,) = (at for letter, at in found if letter == "7")
    assert all(at < figure for letter, at in found if letter.isalpha())


def test_what_no_font_has_is_said_once_and_by_name(domino: Command) -> None:
    put(domino, SERIES | {"players": ["\U00010400 x", "あ", "\U0001f600 b", "dい"]})
    alone = Fonts(include_system_fonts=False)
    with patch.object(pdf, "Fonts", return_value=alone):
        ran = domino(f"sheet {SERIES['id']} --pdf --output sheet.pdf")
    assert ran.err == (
        "no font here has 4 letters of the document, whose codes are printed instead: "
        "HIRAGANA LETTER A (U+3042), HIRAGANA LETTER I (U+3044), "
        "DESERET CAPITAL LETTER LONG I (U+10400), GRINNING FACE (U+1F600); "
        "pip install 'domino-ledger[fonts]' or --font FILE brings more\n"
    )
    found = PdfReader("sheet.pdf").pages[0].extract_text()
    assert "[U+3042]" in found
    assert "d[U+3044]" in found


def test_a_font_of_ones_own_has_letters_that_others_lack(tmp_path: Path) -> None:
    (folder,) = (Path(each) for each in pdf._folders() if "devanagari" in each)
    (font,) = folder.rglob("*.ttf")
    copy(font, tmp_path / "own.ttf")
    page = Page("\u1cda", ())
    with patch.object(pdf, "_PACKAGES", ("no_such_package",)):
        assert pdf.pdf_of(page).uncovered == ("\u1cda",)
        assert pdf.pdf_of(page, [str(tmp_path / "own.ttf")]).uncovered == ()


def test_an_accent_of_its_own_is_set_with_its_letter() -> None:
    assert "Jose\u0301" in "".join(letter for letter, _ in places("Jose\u0301 \u200dx"))


def test_a_mark_that_no_font_has_is_named() -> None:
    """Typst shows such marks as codes of its own."""
    assert pdf.pdf_of(Page("x\U0001da00", ())).uncovered == ("\U0001da00",)
