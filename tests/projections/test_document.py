"""Blocks of documents and pages, what paper has of them, and the templates that print them."""

import re
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from domino_ledger.domain.disputes.events import NameBlocker
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import open_dispute, rule_on_dispute
from domino_ledger.projections.document import parts
from domino_ledger.projections.document.blocks import (
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
    Step,
    Stepped,
    Table,
    Together,
    inner,
    listed,
    on_paper,
    texts,
)
from domino_ledger.projections.document.boards import (
    beside_table,
    board_of,
    course_of_pips,
    open_ends_of,
    step_of,
)
from domino_ledger.projections.document.html import blocks_of, environment, parts_style, viewer
from domino_ledger.projections.document.qr_code import qr_lines
from domino_ledger.projections.document.value import page_value
from domino_ledger.projections.dossier.dossier import Dossier, dossier_of
from domino_ledger.projections.drawing.drawing import Box, Drawing
from domino_ledger.projections.drawing.illustrations import Figures, paper_style
from domino_ledger.projections.drawing.placement import drawing_of
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.messages.harmless import plain
from domino_ledger.projections.replay.frames import frames
from tests.ledger.games import booked, line, lines, new_book, record, take
from tests.ledger.test_reported import evening
from tests.projections.test_unseen import BLOCK, unseen

from .replays import first_of_referee, of_referee

PAYOUT = record("payout.jsonl")
NOTED = evening({"ended": "blocked", "pips": [3, 12, 7, 20]})
TRAIN = of_referee(first_of_referee("mexican-train@1"), ["ana", "ben"], "train")
NOTHING = Picture(Drawing((), (), Box(0, 0, 0, 0)), "an empty table")
STEPPED = Stepped("Moves", "<svg/>", (Step("1.1", "one", (Points(("a",)),)), Step("", "two")))
ONE_OF_EACH: tuple[Block, ...] = (
    Heading("h"),
    Paragraph("p"),
    Pairs((("name", "value"),), "proof", "CODE"),
    Points(("x", "y")),
    Table("caption", ("a", "b"), (("1", "2-1"),), 1),
    Signatures(("Ana",)),
    Checkpoint("origin\n1\n"),
    NOTHING,
    Beside(NOTHING, (Paragraph("beside"),)),
    Together((Heading("t"), STEPPED)),
    STEPPED._replace(on_paper=False),
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with closing(new_book(tmp_path_factory.mktemp("book"))) as made:
        own = map(line, (PAYOUT, NOTED, TRAIN, unseen(BLOCK) | {"id": "unseen"}))
        take(made, [*own, *lines("replay.jsonl")], as_played=True)
        yield made


def named(book: Book, name: str) -> Dossier:
    return dossier_of(book, book.stream(book.find(name)))


def printed(blocks: tuple[Block, ...]) -> str:
    """The blocks as a page has them."""
    template = environment("domino_ledger.projections.document").from_string(
        '{% from "parts.html" import all, keys %}{{ faces() }}{{ all(blocks) }}{{ keys() }}'
    )
    return template.render(blocks=blocks_of(blocks, Figures()))


def said(blocks: Iterator[Block]) -> str:
    return "\n".join(chain.from_iterable(map(texts, blocks)))


# -- Blocks


def test_paper_has_the_steps_below_each_other_and_text_says_them() -> None:
    first, second = Heading("1.1  one", 3), Heading("two", 3)
    assert on_paper(STEPPED) == (Together((first, Points(("a",)))), Together((second,)))
    assert on_paper(STEPPED._replace(on_paper=False)) == ()
    assert inner(Together((Heading("t"), STEPPED))) == (Heading("t"), first, Points(("a",)), second)
    assert list(texts(STEPPED)) == ["1.1  one", "a", "two"]
    nested = Together((Heading("t"), STEPPED, Together((STEPPED,))))
    assert "Stepped" not in str(on_paper(nested))


def test_every_block_is_printed() -> None:
    page = printed(ONE_OF_EACH)
    for block in ONE_OF_EACH:
        for each in texts(block):
            assert each.replace("1.1  one", "one").split()[0] in page
    assert page.count("data-viewer") == 2
    assert page.count('class="viewer screen"') == 1
    assert '<span class="tile">2-1</span>' in page
    assert "&lt;b&gt;" in printed((Paragraph("<b>"),))


def test_steps_with_pages_of_their_own_are_links() -> None:
    linked = tuple(step._replace(href="/there") for step in STEPPED.steps)
    page = printed((STEPPED._replace(steps=linked),))
    assert page.count('href="/there"') == 2 + 4
    assert "<button" not in page.partition("<dialog")[0]


def test_lists_that_are_empty_have_no_heading() -> None:
    assert list(listed([("none", ()), ("some", ("x",))])) == [Heading("some"), Points(("x",))]


def test_figures_stay_behind_a_name_from_right_to_left() -> None:
    value = page_value(Page("א 1", ()), lambda _: {})
    assert value["title"] == "א\N{LEFT-TO-RIGHT MARK} 1"
    assert plain("a\x1b\u202e") == "a??"


def test_a_code_is_drawn_in_characters() -> None:
    assert len({len(each) for each in qr_lines("x")}) == 1


def test_styles_and_the_program_come_with_the_package() -> None:
    assert all(each in parts_style() for each in (".viewer", ".tile", ".chart", ".felt"))
    assert "@media print" in paper_style()
    assert "class Viewer" in viewer()


# -- Boards


@pytest.mark.parametrize("name", ["draw", "train", "unfinished"])
def test_a_board_says_each_step(book: Book, name: str) -> None:
    game = book.stream(book.find(name)).game
    seating = seating_of(game, ["Ana", "Ben", "Cid", "Dora"][: len(game.opened.players)])
    shown = frames(game, only=0)
    board = board_of(shown, seating, 1, [f"/{at}" for at in range(len(shown))])
    assert [step.href for step in board.steps] == [f"/{at}" for at in range(len(shown))]
    assert board.steps[0].place == ""
    for frame, step in zip(shown, board.steps, strict=True):
        words = said(iter(step.blocks))
        assert ("Legal: " in words) == bool(frame.could)
        assert ("Open ends: " in words) == bool(frame.view.ends)
        drawing = drawing_of(frame.view)
        beside = beside_table(step_of(frame, seating, ()), frame, drawing, seating)
        assert open_ends_of(frame, seating) or not drawing.ends
        assert isinstance(beside.blocks[0], Beside)
    course = course_of_pips(shown, seating.names)
    assert course.count('class="curve"') == len(seating.names)
    ever_open = {end.pip for frame in shown for end in frame.view.ends}
    assert course.count('class="stretch"') == len(ever_open)
    assert course_of_pips(shown[:1], seating.names) == ""


def test_no_course_of_hands_that_are_hidden(book: Book) -> None:
    game = book.stream(book.find("unfinished")).game
    hidden = frames(game, only=1)
    chart = course_of_pips(hidden, ["Ana", "Ben"])
    assert not any(re.findall(r'class="curve" d="([^"]*)"', chart))
    assert chart.count('class="curve"') == 2


# -- Parts


def test_what_is_wrong_is_said_or_that_nothing_is(book: Book) -> None:
    names = ("Ana", "Ben", "Cid", "Dora")
    over = named(book, PAYOUT["id"]).audit
    assert "nothing is wrong" in said(parts.what_is_wrong(over, names))
    assert said(parts.what_was_found(over)).startswith("What was found\n")
    wrong = named(book, "irregular-over").audit
    assert wrong.violations
    assert "nothing is wrong" not in said(parts.what_is_wrong(wrong, names))
    open_ones = said(parts.what_is_wrong(named(book, "unseen").audit, names))
    assert "These questions are open:" in open_ones
    noted = named(book, NOTED["id"]).audit
    assert "Nothing wrong is proven." in said(parts.what_is_wrong(noted, names))


def test_who_blocked_with_what_could_have_been_played(book: Book) -> None:
    found = named(book, PAYOUT["id"])
    (round,) = found.rounds
    assert round.audited.result is not None
    assert round.audited.readings is not None
    blocked = parts.BlockedRound(
        round.audited.result, round.audited.readings, None, None, "EUR", round.evidence
    )
    seating = seating_of(found.game, found.sheet.players)
    blocks = list(parts.who_blocked(blocked, seating))
    with_money, without = (
        said(parts.who_blocked(blocked._replace(currency=each), seating)) for each in ("EUR", None)
    )
    assert "what each player gets" in with_money
    assert "what each player gets" not in without
    boards = [
        each
        for block in blocks
        if isinstance(block, Together)
        for each in block.blocks
        if isinstance(each, Stepped)
    ]
    assert boards
    assert len(boards) == sum(bool(each.frames) for each in round.evidence)
    for board in boards:
        assert board.steps[0].sentence.startswith("before move ")
        assert not board.on_paper
        assert not any(step.place for step in board.steps)


def test_disputes_with_what_a_ruling_changed(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    for claim in ("ruled on", "still open"):
        open_dispute(book, game, "s0", claim)
    rule_on_dispute(book, game, 1, "Marta", [NameBlocker(round=0, blocker=3, assistant=None)])
    found = dossier_of(book, book.stream(game))
    book.close()
    names = found.sheet.players
    disputes = [
        parts.Dispute(*each) for each in zip(found.sheet.disputes, found.consequences, strict=True)
    ]
    words = said(parts.disputes_and_rulings(disputes, found.game, names, None))
    assert words.count("What the ruling changed") == 1
    assert "still open" in words
    assert "Nobody disputes" in said(parts.disputes_and_rulings((), found.game, names, None))
    assert said(parts.proof(found.proof)).startswith("Proof\n")
