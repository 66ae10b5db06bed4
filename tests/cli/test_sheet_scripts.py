"""PDF sheets with names in several scripts: read back, and set in the right order."""

from pathlib import Path
from unittest.mock import patch

import pytest
from pypdf import PdfReader

from cli.document import fonts
from cli.document.fonts import fonts_for
from cli.document.typesetting import Style, Text, Typesetter

from .command import Command
from .samples import SERIES, put

NAMES = ("José Ελένη", "Дмитрий 山田", "محمد علي", "अमित कुमार")
GAME = SERIES | {"players": list(NAMES)}
STYLE = Style(9, 12)


def set_in(text: str) -> Typesetter:
    return Typesetter(fonts_for(text))


def drawn(text: str) -> list[str]:
    """The parts of a line from left to right, as they are read."""
    return [piece.said for piece in set_in(text).pieces(text, STYLE)]


def test_all_scripts_on_one_sheet(domino: Command) -> None:
    put(domino, GAME)
    ran = domino(f"sheet {GAME['id']} --pdf --output sheet.pdf")
    assert (ran.code, ran.err) == (0, "")
    page = PdfReader("sheet.pdf").pages[0]
    found = page.extract_text()
    for name in ("José Ελένη", "Дмитрий 山田", "कुमार"):
        assert name in found
    contents = page.get_contents()
    assert contents is not None
    for word in ("محمد", "علي", "अमित"):  # Letters that join, or stand in another order.
        said = f"/ActualText <FEFF{word.encode('utf-16-be').hex()}>"
        assert said.encode() in contents.get_data()
    again = Path("sheet.pdf").read_bytes()
    domino(f"sheet {GAME['id']} --pdf --output sheet.pdf")
    assert Path("sheet.pdf").read_bytes() == again


def test_what_no_font_has_is_said_once_and_by_name(domino: Command) -> None:
    put(domino, SERIES | {"players": ["Ћира", "\U0001f600 b", "c", "d"]})
    with patch.object(fonts, "_others", return_value=iter(())):
        ran = domino(f"sheet {SERIES['id']} --pdf --output sheet.pdf")
    assert ran.err == (
        "no font here has 5 letters of the document, whose codes are printed instead: "
        "CYRILLIC CAPITAL LETTER TSHE (U+040B), CYRILLIC SMALL LETTER A (U+0430), "
        "CYRILLIC SMALL LETTER I (U+0438), CYRILLIC SMALL LETTER ER (U+0440), "
        "GRINNING FACE (U+1F600); "
        "pip install 'domino-ledger[fonts]' or --font FILE brings more\n"
    )
    assert "[U+040B]" in PdfReader("sheet.pdf").pages[0].extract_text()


def test_fonts_of_the_machine_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first folder has a file that is no font; the extra is not installed."""
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "broken.ttf").write_bytes(b"no font")
    folder, *_ = [path.parent for path in fonts._others() if "Devanagari" in path.name]
    (tmp_path / "fonts" / "here.ttf").symlink_to(next(folder.glob("*.ttf")))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    with patch.object(fonts, "_PACKAGES", ("no-such-package",)):
        first, second = fonts_for("aअ字")
    assert ("a" in first.letters, second.letters) == (True, frozenset("अ"))


def test_an_accent_of_its_own_is_set_with_its_letter() -> None:
    setter = set_in("Jose\u0301 \u200dx")
    (piece,) = setter.pieces(setter.shown("Jose\u0301 \u200dx"), STYLE)
    assert (piece.said, setter.uncovered) == ("Jos\u00e9 \u200dx", set())


def test_bold_letters_are_bold() -> None:
    setter = set_in("Д")
    assert setter.width("Д", STYLE._replace(bold=True)) > setter.width("Д", STYLE)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Ana, محمد علي, Zoë", ["Ana, ", "علي", " ", "محمد", ", Zoë"]),
        ("محمد ١٢ سعيد", ["سعيد", " ", "١٢", " ", "محمد"]),
        ("أ (ب) ج", ["ج", ") ", "ب", " (", "أ"]),
        ("ab", ["ab"]),
    ],
)
def test_the_order_from_left_to_right(line: str, parts: list[str]) -> None:
    assert drawn(line) == parts


def test_brackets_are_mirrored() -> None:
    signs = [piece.text for piece in set_in("أ (ب) ج").pieces("أ (ب) ج", STYLE)][1::2]
    assert signs == [" (", ") "]


def test_a_word_keeps_to_one_font() -> None:
    """Noto Sans has some letters of Devanagari, too."""
    (piece,) = set_in("कुमार अमित Д").pieces("कुमार", STYLE)
    assert piece.font.startswith("NotoSansDevanagari")


def test_letters_that_join_are_shaped() -> None:
    (piece,) = set_in("محمد").pieces("محمد", STYLE)
    assert (piece.said, len(piece.text)) == ("محمد", 4)
    assert not set(piece.text) & set("محمد")
    assert piece.width > 0


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 40, ["one two", "three"]),
        ("山田太郎", 20, ["山田", "太郎"]),
        ("abcdefghij", 20, ["abc", "def", "ghij"]),
        ("", 20, [""]),
    ],
)
def test_lines(text: str, width: float, lines: list[str]) -> None:
    setter = set_in(text)
    found = list(setter.lines(text, STYLE, width))
    assert found == lines
    assert all(setter.width(line, STYLE) <= width for line in found)


def test_a_text_is_split_between_pages() -> None:
    text = Text(set_in("one two three"), "one two three", STYLE)
    assert text.wrap(40, 100) == (40, 24)
    first, second = text.split(40, 13)
    assert [part.wrap(40, 100)[1] for part in (first, second)] == [12, 12]
    assert (text.split(40, 11), text.split(40, 30)) == ([], [])
