"""`domino sheet`: text is in a golden transcript; here HTML and PDF are read back."""

import json
import re
import sys
from contextlib import closing
from html import unescape
from io import BytesIO
from pathlib import Path
from shlex import quote
from typing import Any
from unittest.mock import patch

import pytest
from pypdf import PdfReader

from domino_ledger.cli.document import pdf
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.store.ids import game_id
from tests.ledger.games import Json, record

from .command import Command
from .process import installed
from .samples import SERIES, Outline, jsons, put

PAYOUT = record("payout.jsonl")
ODD = PAYOUT | {
    "id": '<b>x</b> & "y"',
    "players": ["Ćiro", "Дмитрий", "<script>alert(1)</script>", "王"],
    "source": "</style><!--",
}


def pages(domino: Command, game: Json, options: str = "") -> list[str]:
    """The text of each page of the PDF."""
    ran = domino(f"sheet {quote(game['id'])} --pdf --output sheet.pdf {options}")
    assert (ran.code, ran.out) == (0, "")
    return [page.extract_text() for page in PdfReader("sheet.pdf").pages]


# -- PDF


def test_the_pdf_says_what_the_text_says(domino: Command) -> None:
    put(domino, SERIES)
    (page,) = pages(domino, SERIES)
    words = set(page.split())
    for said in domino(f"sheet {SERIES['id']}").out.split():
        assert said in words or set(said) == {"_"}, said
    assert page.count("Arbiter") == 1
    assert "1 / 1" in page


def test_the_same_bytes_each_time(domino: Command) -> None:
    put(domino, SERIES)
    pages(domino, SERIES)
    first = Path("sheet.pdf").read_bytes()
    pages(domino, SERIES)
    assert Path("sheet.pdf").read_bytes() == first
    assert b"CreationDate" in first
    printed = PdfReader("sheet.pdf").metadata
    assert printed is not None
    assert printed.title == f"Score sheet: {SERIES['id']}"


def fonts_used() -> dict[str, bool]:
    """The fonts of the sheet, and whether each is embedded."""
    used: dict[str, bool] = {}

    def see(text: str, _: object, __: object, font: Any, ___: object) -> None:
        if text.strip():
            (inner,) = font["/DescendantFonts"]
            embedded = {"/FontFile2", "/FontFile3"} & inner["/FontDescriptor"].keys()
            used[font["/BaseFont"]] = bool(embedded)

    PdfReader("sheet.pdf").pages[0].extract_text(visitor_text=see)
    return used


def test_fonts_are_embedded(domino: Command) -> None:
    put(domino, SERIES)
    pages(domino, SERIES)
    used = fonts_used()
    assert {name.partition("+")[2] for name in used} == {"NotoSans-Regular"}
    assert len(used) == 2, "regular and bold come from one file"
    assert all(used.values())


def test_a_pdf_for_archives(domino: Command) -> None:
    put(domino, SERIES)
    pages(domino, SERIES)
    assert b"<pdfaid:part>2</pdfaid:part>" in Path("sheet.pdf").read_bytes()


def test_names_of_several_scripts_fit_beside_signs(domino: Command) -> None:
    put(domino, ODD)
    (page,) = pages(domino, ODD)
    assert {"Ćiro", "Дмитрий", "王"} <= set(page.split())
    assert "<script>alert(1)</script>" in page.replace("\n", "")


def test_another_font(domino: Command) -> None:
    (folder,) = (Path(each) for each in pdf._folders() if "devanagari" in each)
    (font,) = folder.rglob("*.ttf")
    put(domino, SERIES)
    (page,) = pages(domino, SERIES, f"--font {quote(str(font))}")
    assert "north and south" in page
    assert {re.split("[+-]", name)[1] for name in fonts_used()} == {"NotoSansDevanagari"}


def test_what_is_no_font(domino: Command) -> None:
    put(domino, SERIES)
    Path("none.ttf").write_bytes(b"no font")
    for name, reason in (("none.ttf", "no font is in it"), ("gone.ttf", "No such file")):
        ran = domino(f"sheet {SERIES['id']} --pdf --output sheet.pdf --font {name}")
        assert ran.err.startswith(f"domino: {name} is not a font that can be embedded: {reason}")
        assert (ran.code, Path("sheet.pdf").exists()) == (1, False)


MARKUP = ("#panic()", "$x$ *b* `c`", "<script>alert(1)</script>", '\\ "q" {{ x }} @a // [x]')


def test_names_are_no_markup(domino: Command) -> None:
    game = SERIES | {"id": "#panic() $x$", "players": MARKUP, "source": "#{1 + 1} <b>"}
    put(domino, game)
    found = re.sub(r"\s", "", "".join(pages(domino, game)))
    html = unescape(domino(f"sheet {quote(game['id'])} --html").out)
    for said in (*MARKUP, game["id"], game["source"]):
        assert re.sub(r"\s", "", said) in found
        assert said in html


@pytest.mark.parametrize("letter", ["n", "王", " n"])
def test_the_longest_names_find_room(domino: Command, letter: str) -> None:
    """Names of 500 characters, everywhere a name is printed."""
    names = [(letter * 500)[:499] + str(seat) for seat in range(4)]
    game = PAYOUT | {"id": letter * 200, "players": names, "source": (letter * 2_000)[:2_000]}
    put(domino, game)
    texts = pages(domino, game)
    assert len(texts) > 1
    assert f"{len(texts)} / {len(texts)}" in texts[-1]
    assert "Arbiter" in "".join(texts)


def test_a_long_game_takes_several_pages(domino: Command) -> None:
    rules = json.loads(domino("rules show block-lot@1 --json").out) | {"id": "long@1"}
    rules["score"] |= {"target": 100_000}
    lot = record("openspiel-block.jsonl")
    put(domino, lot | {"id": "long", "rules": rules, "rounds": lot["rounds"] * 90, "claims": None})
    texts = pages(domino, {"id": "long"})
    assert len(texts) == 4
    assert all("Round" in text for text in texts[:3])
    assert all(f"{at} / 4" in text for at, text in enumerate(texts, start=1))


def test_without_what_pdf_needs(domino: Command) -> None:
    put(domino, SERIES)
    with patch.dict(sys.modules, {"typst": None, "domino_ledger.cli.document.pdf": None}):
        del sys.modules["domino_ledger.cli.document.pdf"]
        ran = domino(f"sheet {SERIES['id']} --pdf --output sheet.pdf")
    needs = "PDF needs an extra: pip install 'domino-ledger[pdf]'"
    assert ran.err == f"domino: {needs}, or in a clone ./demo --with pdf\n"
    assert (ran.code, Path("sheet.pdf").exists()) == (1, False)


def test_no_pdf_on_a_terminal(domino: Command) -> None:
    put(domino, SERIES)
    with patch("domino_ledger.cli.document.forms.on_terminal", return_value=True):
        ran = domino(f"sheet {SERIES['id']} --pdf")
    assert ran.code == 2
    assert "a PDF cannot be shown on a terminal: name a file with --output" in ran.err


def test_to_standard_output(book: Path) -> None:
    ran = installed("sheet", "payout-12-00000", "--pdf", cwd=book)
    assert len(PdfReader(BytesIO(ran.out)).pages) == 1
    assert ran.err == ""


# -- the club

CLUB = """
name = "Club San Juan"
place = "Casa Sol"
time_zone = "America/Puerto_Rico"
table = "3"
paper = "letter"
"""


def club(more: str = "") -> None:
    Path("domino.toml").write_text(CLUB + more, encoding="utf-8")


def facts(text: str) -> dict[str, str]:
    """What stands above the first table."""
    above = text.split("\n\n")[1]
    return {line[:20].strip(): line[20:].strip() for line in above.splitlines()}


def test_the_club_stands_on_the_sheet(domino: Command) -> None:
    put(domino, SERIES | {"started_at": "2026-11-21T01:30:00Z"})
    club('arbiters = ["Eva"]')
    shown = domino(f"sheet {SERIES['id']}").out
    found = facts(shown)
    assert list(found.items())[:7] == [
        *[("Club", "Club San Juan"), ("Place", "Casa Sol"), ("Table", "3")],
        *[("Date", "2026-11-20 21:30"), ("Arbiter", "Eva")],
        ("Sides", "north and south against east and west"),
        ("Players, clockwise", "north, east, south, west"),
    ]
    assert "\nEva, arbiter  ___" in shown
    assert facts(domino(f"sheet {SERIES['id']} --table window").out)["Table"] == "window"
    night = domino("sheet --night 2026-11-20").out
    assert "Club     Club San Juan\n" in night
    assert "  21:30  " in night


def test_letter_and_a4(domino: Command) -> None:
    put(domino, PAYOUT)

    def size(options: str) -> tuple[int, int]:
        pages(domino, PAYOUT, options)
        box = PdfReader("sheet.pdf").pages[0].mediabox
        return round(box.width), round(box.height)

    assert (size(""), size("--paper letter")) == ((595, 842), (612, 792))
    club()
    assert (size(""), size("--paper a4")) == ((612, 792), (595, 842))
    sheet = f"sheet {PAYOUT['id']}"
    assert "@page { size: letter; }" in domino(f"{sheet} --html").out
    ran = domino(f"{sheet} --paper a4")
    assert (ran.code, "--paper is for --pdf and --html" in ran.err) == (2, True)


# -- HTML


ATTRIBUTES = {
    *("class", "lang", "charset", "name", "content"),
    *("role", "viewbox", "shape-rendering", "d"),
}


def test_html_is_whole_and_escaped(domino: Command) -> None:
    put(domino, ODD)
    html = domino(f"sheet {quote(ODD['id'])} --html").out
    outline = Outline(html)
    assert outline.attributes <= ATTRIBUTES
    assert not outline.tags & {"script", "b", "link", "img", "iframe"}
    for written in (ODD["id"], ODD["source"], *ODD["players"]):
        assert written in outline.text
    assert "http" not in html
    assert html.startswith("<!DOCTYPE html>\n")


# -- the hash


def test_the_hash_is_that_of_the_last_event(domino: Command) -> None:
    put(domino, SERIES)
    with closing(open_book(Path("domino.db"))) as book:
        stream = book.stream(game_id(SERIES["id"]))
    printed = json.loads(domino(f"sheet {SERIES['id']} --json").out)
    assert (printed["hash"], printed["events"]) == (stream.hash, stream.version)
    assert printed["game"] == str(stream.id)


def test_the_short_code_finds_the_game_and_a_slip_in_it_is_mistyped(domino: Command) -> None:
    put(domino, SERIES)
    (sheet,) = jsons(domino(f"sheet {SERIES['id']} --json").out)
    code = sheet["code"]
    assert f"Short code  {code}" in re.sub(" {3,}", "  ", domino(f"sheet {SERIES['id']}").out)
    found = domino(f"verify --sheet '{code.lower()}'")
    assert f"of {SERIES['id']}, as it was recorded" in found.out
    wrong = ("1" if code[0] == "0" else "0") + code[1:]
    ran = domino(f"verify --sheet '{wrong}'")
    assert (ran.code, ran.out) == (2, "")
    assert "is mistyped: compare it with the sheet, sign by sign" in ran.err
