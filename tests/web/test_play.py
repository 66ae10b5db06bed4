"""A table that plays: two browsers and two bots to the end, and what a seat never gets to see."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domino_ledger import make_book, open_book
from domino_ledger.web.settings import Settings

from .served import serving

_LONGEST = 10_000
_TILE = re.compile(r'aria-label="(\d+-\d+)[",]')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    make_book(path)
    return path


@pytest.fixture
def served(path: Path) -> Iterator[str]:
    with serving(path, Settings(bot_pause=0)) as address:
        yield address


def opened(address: str, *people: str, rules: str = "block-lot@1", seats: int = 4) -> list[str]:
    """The links of the seats of these people at a new table."""
    asked = {"rules": rules, "player": list(people), "seats": seats}
    answer = httpx.post(f"{address}/play", data=asked, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return re.findall(r'<a href="([^"]*)" class="seat"', answer.text)


def do_something(page: Page) -> bool:
    """Make the first move that the page offers; False if it is not the turn of its seat."""
    before = page.locator("#live").get_attribute("data-version")
    tile = page.locator(".hand-of > form > button")
    either = page.locator(".hand-of > details > summary")
    other = page.locator(".others button, form[data-entry] > .main")
    if tile.count():
        tile.first.click()
    elif either.count():
        either.first.click()
        page.locator("details[open] .places button").first.click()
    elif other.count():
        other.first.click()
    else:
        return False
    expect(page.locator(f'#live[data-version="{before}"]')).to_have_count(0)
    return True


def test_two_browsers_and_two_bots_play_to_the_end(
    browser: Browser, served: str, path: Path
) -> None:
    pages, faults = [], list[str]()
    for link in opened(served, "Ana", "Ben"):
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_default_timeout(_LONGEST)
        page.goto(link)
        pages.append(page)
    for turn in range(200):
        if pages[0].locator(".winners").count():
            break
        for page in pages:
            if do_something(page):
                version = page.locator("#live").get_attribute("data-version")
                for each in pages:  # Both follow without a reload.
                    expect(each.locator(f'#live[data-version="{version}"]')).to_have_count(1)
                break
        if turn == 2:
            pages[1].reload()
    for page in pages:
        expect(page.locator(".winners")).to_have_count(1)
        page.context.close()
    assert not faults
    with open_book(path) as book:
        (game,) = book.games()
        assert game.state == "over"
        assert game.audit().clean
        assert list(game.players) == ["Ana", "Ben", "greedy-bot-3", "greedy-bot-4"]


def test_a_seat_sees_its_own_tiles_alone(served: str, path: Path) -> None:
    """Every tile that a seat is sent is in its hand, or on the table."""
    links = opened(served, "Ana", "Ben")
    version = httpx.get(links[0]).text.partition('data-version="')[2].partition('"')[0]
    dealt = httpx.post(links[0], data={"do": "deal", "version": version})
    assert dealt.status_code == 303
    with open_book(path) as book:
        (game,) = book.games()
        state = book.resume_game(game.name).state
    laid = {"-".join(sorted(tile.split("-"), reverse=True)) for tile in state.line}
    for seat, link in enumerate(links):
        held = set(state.hands[seat] or ())
        shown = set(_TILE.findall(httpx.get(link).text))
        assert held <= shown <= held | laid


def test_without_its_link_nobody_is_at_a_seat(served: str) -> None:
    mine, other = opened(served, "Ana", "Ben")
    assert httpx.get(mine).status_code == 200
    stem, _, secret = other.rpartition("/")
    assert httpx.get(f"{stem.rpartition('/')[0]}/0/{secret}").status_code == 404
    assert httpx.post(f"{stem}/none", data={"do": "deal", "version": 1}).status_code == 404


def test_a_seat_cannot_move_for_another(served: str, path: Path) -> None:
    links = opened(served, "Ana", "Ben", seats=2)
    version = httpx.get(links[0]).text.partition('data-version="')[2].partition('"')[0]
    httpx.post(links[0], data={"do": "deal", "version": version})
    with open_book(path) as book:
        (game,) = book.games()
        state = book.resume_game(game.name).state
    assert state.turn is not None
    move = state.moves[0]
    asked = {"do": "act", "version": str(state.version)}
    act = f'{{"seat": {state.turn}, "act": "{move.act}", "tile": "{move.tile}"}}'
    refused = httpx.post(links[1 - state.turn], data=asked | {"act": act})
    assert refused.status_code == 422
    assert httpx.post(links[state.turn], data=asked | {"act": act}).status_code == 303


def test_tiles_are_laid_by_number_keys(browser: Browser, served: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(_LONGEST)
    page.goto(opened(served, "Ana", seats=2)[0])
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".hand-of")).to_be_visible()
    for _ in range(3):
        if not page.locator(".hand-of").count() or page.locator(".winners").count():
            break
        version = page.locator("#live").get_attribute("data-version")
        page.keyboard.press("1")
        if page.locator("details[open]").count():
            page.keyboard.press("1")
        expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, served: str, scheme: str) -> None:
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": 390, "height": 844},
        bypass_csp=True,
    )
    page = context.new_page()
    link = opened(served, "Ana")[0]
    for address in (f"{served}/play", link):
        page.goto(address)
        if address == link:
            page.get_by_role("button", name="Deal").click()
            expect(page.locator(".hand-of")).to_be_visible()
        found = [
            (each["id"], each["nodes"][0]["html"])
            for each in Axe().run(page).response["violations"]
            if each["impact"] in {"serious", "critical"}
        ]
        assert not found
    context.close()


def said(link: str) -> str:
    return httpx.get(link).text.partition('id="said"')[2].partition("</p>")[0]


def test_a_tile_that_is_drawn_is_told_to_its_seat_alone(served: str, path: Path) -> None:
    links = opened(served, "Ana", "Ben", rules="draw@1", seats=2)
    version = httpx.get(links[0]).text.partition('data-version="')[2].partition('"')[0]
    httpx.post(links[0], data={"do": "deal", "version": version})
    with open_book(path) as book:
        (game,) = book.games()
        table = book.resume_game(game.name)
        for _ in range(60):
            state = table.refresh()
            seat = state.turn
            assert seat is not None
            move = next((move for move in state.moves if move.act == "draw"), state.moves[0])
            fields = {"seat": move.seat, "act": move.act, "end": move.end}
            tile = {} if move.act == "draw" else {"tile": move.tile}
            act = {"do": "act", "version": state.version, "act": json.dumps(fields | tile)}
            assert httpx.post(links[seat], data=act).status_code == 303
            if move.act == "draw":
                break
        drawn = table.refresh()
        assert seat is not None
        assert move.act == "draw"
        (tile_drawn,) = set(drawn.hands[seat] or ()) - set(state.hands[seat] or ())
    assert tile_drawn in said(links[seat])
    assert "Ana draws" in said(links[1 - seat]) or "Ben draws" in said(links[1 - seat])
    assert tile_drawn not in said(links[1 - seat])
