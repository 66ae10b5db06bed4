"""A table that plays: two browsers and two bots to the end, and what a seat never gets to see."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from time import sleep
from uuid import UUID

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from domino_ledger import make_book, open_book
from domino_ledger.web import seats
from domino_ledger.web.settings import Settings
from domino_ledger.web.tokens import Tokens
from tests.domain.builders import altered

from .served import LONGEST, serving
from .targets import small_targets

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


def version_of(page: Page) -> str:
    version = page.locator("#live").get_attribute("data-version")
    assert version is not None
    return version


_TO_TAP = (
    ".hand-of > form > button, .hand-of > details > summary, .others button,"
    " form[data-entry] > .main"
)


def begin(page: Page) -> None:
    """Tap the first move that the page offers."""
    page.locator(_TO_TAP).first.click()
    if page.locator("details[open]").count():
        page.locator("details[open] .places button").first.click()


def next_to_move(pages: list[Page]) -> Page | None:
    """The page of a seat that may do something, once all show the same; None: the game is over."""
    for _ in range(500):
        for page in pages:
            if page.locator(_TO_TAP).count():  # Now nobody else moves.
                for other in pages:
                    shown = other.locator(f'#live[data-version="{version_of(page)}"]')
                    expect(shown).to_have_count(1)
                return page
            if page.locator(".winners").count():
                return None
        pages[0].wait_for_timeout(20)  # Bots are in turn.
    raise AssertionError("nobody may move")


def play_on(pages: list[Page], turns: int) -> bool:
    """Play so many turns, or to the end: True. All pages follow without a reload."""
    for _ in range(turns):
        page = next_to_move(pages)
        if page is None:
            return True
        version = version_of(page)
        begin(page)
        for each in pages:
            expect(each.locator(f'#live[data-version="{version}"]')).to_have_count(0)
    return False


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    """Two phones; afterwards no script has failed on them."""
    faults = list[str]()
    made = [browser.new_context(viewport={"width": 390, "height": 844}) for _ in range(2)]
    pages = [context.new_page() for context in made]
    for page in pages:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_default_timeout(LONGEST)
    yield pages
    for context in made:
        context.close()
    assert not faults


def test_two_browsers_and_two_bots_play_to_the_end_though_the_server_is_started_again(
    phones: list[Page], path: Path
) -> None:
    settings = Settings(bot_pause=0.05, links=Tokens(path.with_name("club.db.tokens")))
    with serving(path, settings) as address:
        for page, link in zip(phones, opened(address, "Ana", "Ben"), strict=True):
            page.goto(link)
        assert not play_on(phones, 3)
        phones[1].reload()
        assert not play_on(phones, 1)
        mine = next_to_move(phones)
        assert mine is not None
    version = version_of(mine)
    begin(mine)  # The move waits for the server.
    with serving(path, settings, int(address.rpartition(":")[2])):
        for page in phones:
            expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
        assert play_on(phones, 200)
        phones[0].reload()
        expect(phones[0].locator(".winners")).to_have_count(1)
    with open_book(path) as book:
        (game,) = book.games()
        assert game.state == "over"
        assert game.audit().clean
        assert list(game.players) == ["Ana", "Ben", "greedy-bot-3", "greedy-bot-4"]


def test_what_is_kept_of_links_opens_no_seat(path: Path) -> None:
    """And the server stays open to everybody on this machine."""
    tokens = Tokens(path.with_name("club.db.tokens"))
    with serving(path, Settings(links=tokens)) as address:
        links = opened(address, "Ana", "Ben")
        kept = tokens.file.read_text()
        secrets = [link.rpartition("/")[2] for link in links]
        assert all(secret not in kept for secret in secrets)
        game = UUID(next(iter(json.loads(kept)["links"])))
        stem = links[0].rpartition("/")[0]
        for hashed in tokens.links(game):
            assert httpx.get(f"{stem}/{hashed}").status_code == 404
    assert tokens.all() == ()
    assert tokens.file.stat().st_mode & 0o077 == 0


def test_the_link_of_the_opener_is_no_seat(served: str) -> None:
    asked = {"rules": "block-lot@1", "player": ["Ana"], "seats": 2}
    links = httpx.post(f"{served}/play", data=asked).headers["location"]
    game, _, secret = links.removeprefix("/play/").split("/")
    assert httpx.get(f"{served}/play/{game}/links/{secret}").status_code == 200
    for seat in (-1, 0, 1, 2):
        assert httpx.get(f"{served}/play/{game}/{seat}/{secret}").status_code == 404
        assert httpx.get(f"{served}/play/{game}/{seat}/{secret}/events").status_code == 404


def test_who_has_a_link_plays_and_follows_without_a_token(path: Path, phones: list[Page]) -> None:
    tokens = Tokens(path.with_name("club.db.tokens"))
    made, _ = tokens.make("scribe")
    with serving(path, Settings(tokens=tokens, links=tokens, bot_pause=0.05)) as address:
        asked = {"rules": "block-lot@1", "player": ["Ana", "Ben"], "seats": 2}
        headers = {"Authorization": f"Bearer {made}"}
        answer = httpx.post(f"{address}/play", data=asked, headers=headers)
        shown = httpx.get(f"{address}{answer.headers['location']}")
        links = re.findall(r'<a href="([^"]*)" class="seat"', shown.text)
        for page, link in zip(phones, links, strict=True):
            page.goto(link)
        assert not play_on(phones, 3)


def test_a_bot_waits_a_moment(path: Path) -> None:
    with serving(path, Settings(bot_pause=0.4)) as address, open_book(path) as book:
        (link,) = opened(address, "Ana")
        version = httpx.get(link).text.partition('data-version="')[2].partition('"')[0]
        httpx.post(link, data={"do": "deal", "version": version})
        (game,) = book.games()
        table = book.resume_game(game.name)
        if table.state.turn == 0:
            table.play(table.state.moves[0])
        with httpx.stream("GET", f"{link}/events?after={version}") as stream:
            for line in stream.iter_lines():
                if line.startswith("data:") and table.refresh().turn == 0:
                    break
        events = table.events()
    gaps = [
        datetime.fromisoformat(after.recorded_at) - datetime.fromisoformat(before.recorded_at)
        for before, after in pairwise(events)
        if after.type in {"tile-laid", "turn-passed"} and after.data["seat"] != 0
    ]
    assert gaps
    assert all(gap.total_seconds() >= 0.4 for gap in gaps)


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


HALF_EACH = altered(
    play={
        "hand": {2: 14},
        "first_lead": {"kind": "lot"},
        "redeal": {"doubles": 4, "who": "may"},
    }
)
"""Of the seven doubles one of two hands has four or more."""


@pytest.fixture
def doubles(path: Path) -> str:
    with open_book(path) as book:
        book.add_rules(HALF_EACH)
    return HALF_EACH.id


def test_who_holds_many_doubles_asks_for_a_new_deal(
    phones: list[Page], served: str, path: Path, doubles: str
) -> None:
    links = opened(served, "Ana", "Ben", rules=doubles, seats=2)
    for page, link in zip(phones, links, strict=True):
        page.goto(link)
    phones[0].get_by_role("button", name="Deal").click()
    for page in phones:
        expect(page.locator(".hand-of")).to_be_visible()
    with open_book(path) as book:
        (game,) = book.games()
        hands = book.resume_game(game.name).state.hands
    held = [sum(tile[0] == tile[2] for tile in hand or ()) for hand in hands]
    asks = [page.get_by_role("button", name="Ask for a new deal") for page in phones]
    holder = 0 if held[0] > 3 else 1
    expect(asks[1 - holder]).to_have_count(0)
    asked = {"do": "redeal", "version": version_of(phones[0])}
    assert httpx.post(links[1 - holder], data=asked).status_code == 422
    asks[holder].click()
    for page in phones:
        expect(page.locator("#said")).to_contain_text("the tiles are dealt again")
        expect(page.get_by_role("button", name="Deal")).to_be_visible()


def test_a_bot_asks_for_a_new_deal_and_gives_people_time_to_ask(
    monkeypatch: pytest.MonkeyPatch, path: Path, doubles: str
) -> None:
    monkeypatch.setattr(seats, "TIME_TO_ASK", 4.0)
    found = set[tuple[str, ...]]()
    with serving(path, Settings(bot_pause=0)) as address, open_book(path) as book:
        for _ in range(60):
            (link,) = opened(address, "Ana", rules=doubles, seats=2)
            version = httpx.get(link).text.partition('data-version="')[2].partition('"')[0]
            httpx.post(link, data={"do": "deal", "version": version})
            (game,) = book.games(limit=1, newest_first=True)
            table = book.resume_game(game.name)
            state = table.state
            found.add((str(state.turn), str(state.ended)))
            if state.turn == 1:  # A bot leads, and Ana may ask.
                assert "Ask for a new deal" in httpx.get(link).text
                assert state.line == ()
                httpx.get(f"{link}/events?follow=false")
                assert table.refresh().line == ()
                sleep(4)
                httpx.get(f"{link}/events?follow=false")
                assert table.refresh().line != ()
            if found == {("None", "void"), ("0", "None"), ("1", "None")}:
                return
    raise AssertionError(found)


def test_tiles_are_laid_by_number_keys(browser: Browser, served: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(opened(served, "Ana", seats=2)[0])
    for _ in range(4):
        if next_to_move([page]) is None:
            break
        version = version_of(page)
        if page.locator(".hand-of").count():
            page.keyboard.press("1")
            if page.locator("details[open]").count():
                page.keyboard.press("1")
        else:
            begin(page)
        expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
    page.close()


def until_it_fits_twice(page: Page) -> Locator:
    """Play until a tile of this seat fits at two ends: this tile."""
    for _ in range(200):
        assert next_to_move([page]) is not None
        either = page.locator(".hand-of > details")
        if either.count() and page.locator(".now [data-end]").count() == 2:
            return either.first
        play_on([page], 1)
    raise AssertionError("no tile fits twice")


def middle(at: Locator) -> tuple[float, float]:
    at.scroll_into_view_if_needed()
    box = at.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("end", ["left", "right"])
def test_a_tile_is_dragged_to_an_end(phones: list[Page], served: str, path: Path, end: str) -> None:
    page = phones[0]
    page.goto(opened(served, "Ana", rules="block@1", seats=2)[0])
    tile = until_it_fits_twice(page)
    name = tile.locator("summary").get_attribute("aria-label")
    assert name is not None
    version = int(version_of(page))
    page.mouse.move(*middle(tile))
    page.mouse.down()
    page.mouse.move(200, 200)
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".target")).to_have_count(2)
    page.mouse.move(*middle(page.locator(f'.now [data-end="{end}"]')), steps=4)
    expect(page.locator(".near")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
    with open_book(path) as book:
        (game,) = book.games()
        laid = book.resume_game(game.name).events(version)[0]
    assert (laid.type, laid.data["end"]) == ("tile-laid", end)
    assert laid.data["tile"] == name.partition(",")[0]


def test_a_tile_that_is_let_go_beside_the_table_stays_in_hand(
    phones: list[Page], served: str
) -> None:
    page = phones[0]
    page.goto(opened(served, "Ana", rules="block@1", seats=2)[0])
    tile = until_it_fits_twice(page)
    version = version_of(page)
    page.mouse.move(*middle(tile))
    page.mouse.down()
    page.mouse.move(300, 830, steps=3)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".ghost, .target, .near, .dragged")).to_have_count(0)
    expect(page.locator("details[open]")).to_have_count(0)
    page.wait_for_timeout(200)
    assert version_of(page) == version
    tile.locator("summary").click()  # A tap is a tap, as before.
    expect(page.locator("details[open]")).to_have_count(1)


def test_a_finger_drags_without_scrolling(browser: Browser, served: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(opened(served, "Ana", rules="block@1", seats=2)[0])
    for _ in range(200):
        assert next_to_move([page]) is not None
        if page.locator(".hand-of > form > button").count():
            break
        play_on([page], 1)
    version = version_of(page)
    (x, y), (to_x, to_y) = (
        middle(page.locator(at).first) for at in (".hand-of > form > button", ".now")
    )
    finger = context.new_cdp_session(page)
    for kind, at in (
        ("touchStart", [(x, y)]),
        *(("touchMove", [(x + (to_x - x) * k / 5, y + (to_y - y) * k / 5)]) for k in range(1, 6)),
        ("touchEnd", []),
    ):
        points = [{"x": across, "y": down} for across, down in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
    context.close()


def test_news_is_read_out_and_every_tile_has_a_name(phones: list[Page], served: str) -> None:
    page = phones[0]
    page.goto(opened(served, "Ana", rules="block@1", seats=2)[0])
    page.evaluate("document.getElementById('said').heard = true")
    play_on([page], 4)
    assert page.evaluate("document.getElementById('said').heard")
    expect(page.get_by_role("status")).to_have_attribute("aria-live", "polite")
    held = page.locator(".hand-of .face").count()
    names = page.locator(".hand-of").get_by_label(re.compile(r"^\d-\d(, where\?)?$"))
    assert names.count() == held > 0
    drawn = page.locator(".board .tile, .board [data-end]")
    assert page.locator(".board title").count() == drawn.count() > 0


def test_the_time_of_the_seat_in_turn_is_counted(phones: list[Page], served: str) -> None:
    page = phones[0]
    page.goto(opened(served, "Ana", rules="block@1", seats=2)[0])
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".hand-of")).to_be_visible()
    clock = page.locator('.seats [aria-current="true"] .clock')
    expect(page.locator(".seats .clock")).to_have_count(2)
    expect(clock).to_have_text("0:01")
    expect(clock).to_have_text("0:02")
    page.reload()
    expect(clock).to_have_text("0:03")
    play_on([page], 1)
    expect(page.locator(".seats .clock[data-runs]")).to_have_count(1)
    assert page.get_by_role("timer", name="Time of Ana").inner_text() >= "0:03"


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
        assert not small_targets(page)
    context.close()


def said(link: str) -> str:
    return httpx.get(link).text.partition('id="said"')[2].partition("</p>")[0]


def test_a_tile_that_is_drawn_is_told_to_its_seat_alone(served: str, path: Path) -> None:
    links = opened(served, "Ana", "Ben", rules="draw@1", seats=2)
    with open_book(path) as book:
        (game,) = book.games()
        table = book.resume_game(game.name)
        # Some rounds end before anybody draws; then the next one is dealt.
        for _ in range(600):
            state = table.refresh()
            seat = state.turn
            if seat is None:
                deal = {"do": "deal", "version": state.version}
                assert httpx.post(links[0], data=deal).status_code == 303
                continue
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
