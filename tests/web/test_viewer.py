"""A game in a real browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

GAME = "payout-12-00099"


def test_a_game_is_replayed_by_keyboard(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}")
    caption, laid = tab.locator(".now"), tab.locator(".board .new")
    expect(caption).to_have_text("deal: s0 leads")
    expect(laid.filter(visible=True)).to_have_count(0)
    tab.keyboard.press("ArrowRight")
    expect(caption).to_have_text("1.1 s0 leads 1-1")
    expect(laid.filter(visible=True)).to_have_count(1)
    assert tab.url == f"{address}/games/{GAME}/1.1"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowLeft")
    expect(caption).to_have_text("1.1 s0 leads 1-1")
    tab.keyboard.press("ArrowDown")
    expect(caption).to_have_text("s1 is out")
    tab.keyboard.press("ArrowUp")
    expect(caption).to_have_text("deal: s0 leads")


def test_a_mark_on_the_charts_follows_the_step(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.7")
    marks = tab.locator(".course .at")
    expect(tab.get_by_role("img", name="open pips")).to_be_visible()
    expect(tab.get_by_role("img", name="pips in hand")).to_be_visible()
    a_step = float(marks.first.get_attribute("data-a-step") or 0)
    expect(marks).to_have_count(2)
    for key, step in (("", 7), ("ArrowRight", 8), ("ArrowUp", 0)):
        if key:
            tab.keyboard.press(key)
        places = marks.evaluate_all("all => all.map(each => each.transform.baseVal[0].matrix.e)")
        assert places == pytest.approx([step * a_step] * 2, abs=0.05)


def test_a_link_leads_to_a_move(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.7")
    expect(tab.locator(".now")).to_have_text("1.7 s0 lays 6-5 at the left end")
    expect(tab.locator(".moves [aria-current]")).to_contain_text("1.7")
    expect(tab.get_by_text("Legal: 5-0 left, 5-4 left, 6-5 left, 5-0 right")).to_be_visible()


def test_a_seat_sees_no_other_hand(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.1?as=1")
    expect(tab.locator(".board g:not(.off) .back").filter(visible=True)).to_have_count(6)


@pytest.mark.parametrize(("path", "boards"), [("explain", 0), ("games", 1)])
def test_what_could_have_been_played_is_played(
    tab: Page, address: str, path: str, boards: int
) -> None:
    """``boards``: those before the evidence."""
    tab.goto(f"{address}/{path}/payout-12-00053/1")
    expect(
        tab.get_by_role("cell", name="could-have-forced-open, the one that counts")
    ).to_be_visible()
    board = tab.locator("[data-viewer]").nth(boards)
    expect(board.locator(".now")).to_have_text("before move 31")
    board.get_by_role("button", name="One step on").click()
    expect(board.locator(".now")).to_have_text("s1 lays 1-1 at the right end")
    board.get_by_role("button", name="Last step").click()
    expect(board.locator(".now")).to_have_text("s1 lays 5-5 at the right end")
    assert tab.url.endswith(f"/{path}/payout-12-00053/1")


def test_a_seat_did_not_see_who_blocked(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/payout-12-00053/1?as=1")
    expect(tab.get_by_role("heading", level=1)).to_be_visible()
    expect(tab.get_by_role("heading", name="Who blocked round 1")).to_have_count(0)


def test_the_table_is_turned_and_help_is_shown(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.7")
    tab.keyboard.press("f")
    expect(tab.locator(".board.turned")).to_have_count(1)
    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog")).to_be_visible()


@pytest.fixture
def dossier(tab: Page, address: str, tmp_path: Path) -> Path:
    """The dossier of a game that was forced to block, as a visitor keeps it."""
    tab.goto(f"{address}/games/payout-12-00053")
    with tab.expect_download() as downloading:
        tab.get_by_role("link", name="All of it as a file, to print or send").click()
    assert downloading.value.suggested_filename == "payout-12-00053.html"
    file = tmp_path / "dossier.html"
    downloading.value.save_as(file)
    return file


def test_a_dossier_steps_by_the_same_keys_without_a_server(tab: Page, dossier: Path) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(dossier.as_uri())
    round, first_evidence = tab.locator(".viewer").nth(0), tab.locator(".viewer").nth(1)
    expect(round.locator(".now")).to_have_text("deal: s1 leads")
    tab.keyboard.press("ArrowRight")
    expect(round.locator(".now")).to_have_text("1.1 s1 leads 5-1")
    expect(round.get_by_text("Legal: 1-1, 2-1, 3-0, 3-1, 4-4, 5-1, 5-2")).to_be_visible()
    expect(round.get_by_role("img", name="open pips")).to_be_visible()
    tab.keyboard.press("f")
    expect(tab.locator(".board.turned")).to_have_count(1)
    tab.keyboard.press("PageDown")
    tab.keyboard.press("ArrowRight")
    expect(round.locator(".now")).to_have_text("1.1 s1 leads 5-1")
    expect(first_evidence.locator(".now")).to_have_text("s1 lays 1-1 at the right end")
    tab.keyboard.press("PageUp")
    tab.keyboard.press("ArrowDown")
    expect(round.locator(".now")).to_have_text("blocked: nobody can play")
    assert asked == [dossier.as_uri()]


def test_a_dossier_on_paper_has_a_picture_of_each_move(tab: Page, dossier: Path) -> None:
    tab.goto(dossier.as_uri())
    pictures, boards = tab.locator(".moves .beside > svg"), tab.locator(".board")
    expect(boards.first).to_be_visible()
    expect(pictures.first).to_be_hidden()
    tab.emulate_media(media="print")
    expect(boards.filter(visible=True)).to_have_count(0)
    expect(pictures.filter(visible=True)).to_have_count(pictures.count())
    assert pictures.count() > 30
