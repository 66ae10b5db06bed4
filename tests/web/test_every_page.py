"""Every page: in words, in both colour schemes, on a phone, and for a screen reader."""

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

BLOCKED = "payout-12-00053/1"
"""A round that was forced to block."""
PAGES = (
    *("/", "/night", "/league", "/players", "/players/s0"),
    *(f"/games/{BLOCKED}", f"/games/{BLOCKED}.7?as=1", f"/explain/{BLOCKED}"),
    *("/what-if?rules=forced-block@1&field=payout.reading&value=set-up", "/what-if"),
    *("/audit/payout-12-00053", "/games/nope"),
)
WIDTHS = {"desk": 1280, "phone": 390}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, address: str, path: str, scheme: str) -> None:
    width = WIDTHS["desk" if scheme == "light" else "phone"]
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 844},
        bypass_csp=True,  # axe is a script that the test puts into the page.
    )
    tab = context.new_page()
    tab.goto(address + path)
    found = [
        (each["id"], each["nodes"][0]["html"])
        for each in Axe().run(tab).response["violations"]
        if each["impact"] in {"serious", "critical"}
    ]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert not found


def test_a_forced_block_is_explained_with_money_and_readings(address: str) -> None:
    said = httpx.get(f"{address}/explain/{BLOCKED}").text
    assert "s1 blocked it, by laying 3-1 at the right end in move 31, and s0 assisted." in said
    assert "could-have-forced-open, the one that counts" in said
    assert "in all s0 owes 20" in said


def test_an_audit_says_what_was_checked(address: str) -> None:
    said = httpx.get(f"{address}/audit/payout-12-00053").text
    assert "Nothing is wrong: every move was legal." in said
    assert "every event of the game matched its hash" in said


def test_players_have_pages_with_charts(address: str) -> None:
    assert '<a href="/players/s0">s0</a>' in httpx.get(f"{address}/players").text
    said = httpx.get(f"{address}/players/s0").text
    assert said.count('class="chart"') == 2


def test_the_league_and_the_last_evening_link_to_games_and_players(address: str) -> None:
    assert 'href="/players/s0"' in httpx.get(f"{address}/league").text
    assert 'href="/games/payout-12-00099"' in httpx.get(f"{address}/night").text


@pytest.mark.parametrize("path", ["/league", "/night"])
def test_the_league_and_an_evening_show_who_won_when(address: str, path: str) -> None:
    said = httpx.get(f"{address}{path}").text
    assert said.count('class="chart"') == 3
    assert "Games won so far, game by game: forced-block@1" in said
    other = httpx.get(f"{address}{path}", params={"rules": "nope@1", "day": "2001-01-01"}).text
    assert 'class="chart"' not in other


def test_other_rules_move_players_up_and_down(address: str) -> None:
    asked = {"rules": "forced-block@1", "field": "payout.reading", "value": "set-up"}
    said = httpx.get(f"{address}/what-if", params=asked).text
    assert "forced-block@1 payout.reading=set-up" in said
    assert "rounds that pay other amounts" in said
    two = {"against": "forced-block@1", "rules": "forced-block@1"}
    same = httpx.get(f"{address}/what-if", params=two).text
    assert "<option selected>forced-block@1</option>" in same
    assert "rounds that pay other amounts" in same
    own = httpx.get(f"{address}/what-if", params={"against": "forced-block@1"}).text
    assert "rounds that pay other amounts" in own
    wrong = httpx.get(f"{address}/what-if", params={"field": "play.hand_size", "value": "3"})
    assert wrong.status_code == 422
    assert "Traceback" not in wrong.text


@pytest.mark.parametrize("path", ["/", "/players", "/night", "/league", "/what-if"])
def test_a_filter_that_is_left_empty_asks_for_everything(
    browser: Browser, address: str, path: str
) -> None:
    tab = browser.new_page()
    tab.goto(address + path)
    with tab.expect_navigation() as done:
        tab.get_by_role("button", name="Show").click()
    assert done.value is not None
    assert done.value.status == 200
    tab.close()
