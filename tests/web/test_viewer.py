"""A game in a real browser."""

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


def test_a_link_leads_to_a_move(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.7")
    expect(tab.locator(".now")).to_have_text("1.7 s0 lays 6-5 at the left end")
    expect(tab.locator(".moves [aria-current]")).to_contain_text("1.7")
    expect(tab.get_by_text("Legal: 5-0 left, 5-4 left, 6-5 left, 5-0 right")).to_be_visible()


def test_a_seat_sees_no_other_hand(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.1?as=1")
    expect(tab.locator(".board g:not(.off) .back").filter(visible=True)).to_have_count(6)


def test_what_could_have_been_played_is_played(tab: Page, address: str) -> None:
    tab.goto(f"{address}/explain/payout-12-00053/1")
    board = tab.locator("[data-viewer]").first
    expect(board.locator(".now")).to_have_text("before move 31")
    board.get_by_role("button", name="One step on").click()
    expect(board.locator(".now")).to_have_text("s1 lays 1-1 at the right end")
    board.get_by_role("button", name="Last step").click()
    expect(board.locator(".now")).to_have_text("s1 lays 5-5 at the right end")
    assert tab.url.endswith("/explain/payout-12-00053/1")


def test_the_table_is_turned_and_help_is_shown(tab: Page, address: str) -> None:
    tab.goto(f"{address}/games/{GAME}/1.7")
    tab.keyboard.press("f")
    expect(tab.locator(".board.turned")).to_have_count(1)
    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog")).to_be_visible()
