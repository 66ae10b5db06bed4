"""`domino dossier`: its forms agree, and refer to nothing outside; text is in a transcript."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree as ET

import pypdfium2
import pytest
from pypdf import PdfReader

from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.document.html import viewer
from tests.ledger.games import record

from .command import Command
from .samples import BLOCKED, Outline, put

ODD = BLOCKED | {"id": '<b>x</b> & "y"', "players": ["Ćiro", "Дмитрий", "<script>a</script>", "王"]}
ID = BLOCKED["id"]


def test_html_is_whole_and_refers_to_nothing_outside(domino: Command) -> None:
    put(domino, ODD)
    page = domino(f"dossier {ODD['id']!r}").out
    outline = Outline(page)
    assert not {"link", "img", "b"} & outline.tags
    assert not {"src", "onload", "onclick"} & outline.attributes
    assert page.count("<script") == 1
    assert not re.search(r"\b(fetch|import|XMLHttpRequest|EventSource)\b", viewer())
    assert {each.removeprefix("#") for each in outline.used} <= outline.ids
    assert "&lt;script&gt;a&lt;/script&gt;" in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert all(ET.fromstring(each).tag == "svg" for each in pictures)
    boards = [each for each in pictures if 'class="board"' in each]
    moves = len(ODD["rounds"][0]["moves"])
    assert moves - 5 <= len(pictures) - len(boards) <= moves + 5
    assert len(boards) == page.count("data-viewer tabindex")


def test_the_forms_say_the_same(domino: Command) -> None:
    put(domino, BLOCKED)
    text = domino(f"dossier {ID} --text").out
    page = domino(f"dossier {ID} --html").out
    assert domino(f"dossier {ID} --pdf --out dossier.pdf").code == 0
    printed = "".join(each.extract_text() for each in PdfReader("dossier.pdf").pages)
    report = json.loads(domino(f"dossier {ID} --json").out)
    for said in (
        *(step["message"] for step in report["rounds"][0]["steps"]),
        *(each["message"] for each in report["rounds"][0]["explained"]),
        *(each["text"] for each in report["rules"]["sentences"]),
        "The readings, and what each player gets under them",
        report["proof"]["hash"],
    ):
        assert said in text
        assert said in page
        assert re.sub(r"\W", "", said) in re.sub(r"\W", "", printed)


def test_the_same_bytes_each_time(domino: Command) -> None:
    put(domino, BLOCKED)
    for name in ("one", "other"):
        assert domino(f"dossier {ID} --pdf --output {name}.pdf").code == 0
        assert domino(f"dossier {ID} --out {name}.html").out == ""
    for form in ("pdf", "html"):
        assert Path(f"one.{form}").read_bytes() == Path(f"other.{form}").read_bytes()


def test_a_long_round_has_each_shape_once(domino: Command) -> None:
    put(domino, BLOCKED)
    page = domino(f"dossier {ID}").out
    shapes = re.findall(r'<g id="(s\d+)">(.*)</g>\n', page)
    assert len({shape for _, shape in shapes}) == len(shapes)
    assert len(page) < 300_000


@pytest.mark.parametrize("name", ["bendomino@1", "mexican-train@1", "spinner@1", "cyprus@1"])
def test_every_kind_of_tile_is_printed(domino: Command, name: str) -> None:
    first = Path(__file__).parents[1] / "data" / "variants" / f"{name}.jsonl"
    row = json.loads(first.read_text("utf-8").split("\n", 1)[0])
    keys = ("leader", "starter", "hub", "hands", "boneyard")
    round = {key: row[key] for key in keys if row.get(key) is not None}
    players = [f"p{seat}" for seat in range(row["seats"])]
    moves = {"moves": row["moves"][:12]}
    put(
        domino,
        record("payout.jsonl")
        | {"claims": None}
        | {"id": "odd", "rules": name, "players": players, "rounds": [round | moves]},
    )
    assert domino("dossier odd --pdf --open --out dossier.pdf").err == ""
    assert "1.12" in "".join(page.extract_text() for page in PdfReader("dossier.pdf").pages)
    pictures = re.findall(r"<svg.*?</svg>", domino("dossier odd --open").out, re.DOTALL)
    assert len(pictures) >= 12
    assert all(ET.fromstring(each).tag == "svg" for each in pictures)


def test_no_dossier_of_events_that_were_changed(domino: Command) -> None:
    put(domino, BLOCKED, *(BLOCKED | {"id": f"other-{number}"} for number in range(2)))
    with closing(sqlite3.connect("domino.db")) as book:
        book.execute("DROP TRIGGER stored_events_refuses_update")
        book.execute(
            "UPDATE stored_events SET state = CAST(state || ' ' AS BLOB) "
            "WHERE originator_id = ? AND originator_version = 5",
            (game_id(ID).hex,),
        )
        book.commit()
    for command in (f"dossier {ID} --out dossier.html", f"audit {ID}", f"sheet {ID}"):
        ran = domino(command)
        assert (ran.code, ran.out) == (4, "")
        changed, others = ran.err.splitlines()
        assert changed.startswith(f"domino: {ID}, round 1, move ")
        assert others == "all other 2 games are as they were recorded"
    assert not Path("dossier.html").exists()


def test_pictures_can_be_read_on_paper_without_colours(domino: Command) -> None:
    put(domino, BLOCKED)
    assert domino(f"dossier {ID} --pdf --out dossier.pdf").code == 0
    with pypdfium2.PdfDocument("dossier.pdf") as document:
        greys = [page.render(scale=2, grayscale=True).to_pil().histogram() for page in document]
    shaded = [sum(grey[216:220]) for grey in greys]
    assert max(shaded) > 7000, "the newest tile looks like the others"
