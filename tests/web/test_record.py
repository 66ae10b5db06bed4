"""An evening on the scribe's page, in a real browser of the size of a phone, by touch."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError

from domino_ledger import Book, State, Table, make_book, open_book
from domino_ledger.ledger.club import Club
from domino_ledger.web.pages import worker
from domino_ledger.web.settings import Settings
from domino_ledger.web.tokens import Tokens

from .served import LONGEST, serving
from .targets import small_targets

PLAYERS = ("Ana", "Ben", "Cy", "Dee")


class Server:
    """A server that can be stopped, and started again at the same address."""

    def __init__(self, path: Path, rules: str) -> None:
        self.path = path
        self.settings = Settings(Club(name="Doble Seis", rules=rules, players=PLAYERS))
        self._running: AbstractContextManager[str] | None = None
        self.address = ""

    def start(self) -> None:
        port = int(self.address.rpartition(":")[2] or 0)
        self._running = serving(self.path, self.settings, port)
        self.address = self._running.__enter__()

    def stop(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._running = None

    def table(self, book: Book) -> Table:
        """The newest game."""
        (game,) = book.games(limit=1, newest_first=True)
        return book.resume_game(game.name)


class Phone:
    """A page that is used with a thumb."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def tap(self, at: Locator) -> None:
        at.tap()
        self.taps += 1

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def pick(self, name: str) -> None:
        self.tap(self.page.locator(".pick label").filter(has_text=name))

    def note(self, winner: str, how: str, figures: dict[int, int]) -> None:
        self.pick(winner)
        self.pick(how)
        for at, figure in figures.items():
            self.page.locator("[name=figure]").nth(at).fill(str(figure))
        self.button("Note the round")

    @property
    def totals(self) -> list[str]:
        return self.page.locator(".totals b").all_inner_texts()


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    path = tmp_path / "club.db"
    make_book(path)
    made = Server(path, getattr(request, "param", "block@1"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def pocket(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    made.set_default_timeout(LONGEST)
    yield made
    made.close()


@pytest.fixture
def phone(pocket: BrowserContext, server: Server) -> Iterator[Phone]:
    """At a game that was just begun."""
    made = Phone(pocket.new_page())
    made.page.goto(f"{server.address}/record")
    made.page.get_by_role("button", name="Begin").tap()
    expect(made.page.locator("#live")).to_be_visible()
    yield made
    assert not made.faults


def expect_round(phone: Phone, number: int) -> None:
    expect(phone.page.locator("#waiting")).to_be_hidden()
    expect(phone.page.locator(".refused")).to_have_count(0)
    expect(phone.page.locator("#next")).to_have_text(f"Round {number}")


ROUNDS = [(number % 4, 1 + number) for number in range(12)]
"""Who is out, and how many pips each other player has left."""


def left(winner: int, pips: int) -> dict[int, int]:
    return {seat: pips for seat in range(4) if seat != winner}


def points_in(server: Server) -> list[tuple[int, ...]]:
    """The pips left of each round in the book."""
    with open_book(server.path) as book:
        table = server.table(book)
        reports = [round.report for round in table.game.rounds]
        return [report.pips for report in reports if report is not None and report.pips]


@pytest.mark.parametrize("server", ["block@1"], indirect=True)
def test_an_evening_of_twelve_rounds_loses_nothing_without_the_network(
    phone: Phone, server: Server
) -> None:
    for number, (winner, pips) in enumerate(ROUNDS):
        if number == 4:
            server.stop()
        if number == 9:
            expect(phone.page.locator("#waiting")).to_contain_text("No network")
            expect(phone.page.locator("#waiting .mine")).to_have_count(5)
            phone.page.evaluate("window.scrollTo(0, 0)")
            server.start()
        phone.taps = 0
        phone.note(PLAYERS[winner], "out", left(winner, pips))
        assert phone.taps <= 4
    expect_round(phone, 13)
    expected = [0] * 4
    for winner, pips in ROUNDS:
        expected[winner] += 3 * pips
    assert phone.totals == [str(each) for each in expected]
    assert points_in(server) == [
        tuple(0 if seat == winner else pips for seat in range(4)) for winner, pips in ROUNDS
    ]


def test_entries_that_wait_outlive_the_page(phone: Phone, server: Server) -> None:
    """A reload without network shows nothing, but the entries are kept and sent."""
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    server.stop()
    phone.note("Ben", "out", left(1, 6))
    expect(phone.page.locator("#waiting .mine")).to_have_count(1)
    address = phone.page.url
    phone.page.goto("about:blank")
    server.start()
    phone.page.goto(address)
    expect_round(phone, 3)
    assert phone.totals == ["15", "18", "0", "0"]


def wait_until(page: Page, holds: str) -> None:
    """Wait for something that the page finds out by and by."""
    for _ in range(200):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(holds)


def keeps_pages(phone: Phone) -> None:
    """Wait until this phone keeps the page that it shows, as it is now."""
    expect(phone.page.locator("#waiting")).to_be_hidden()
    wait_until(
        phone.page,
        """async () => {
            const found = navigator.serviceWorker.controller && await caches.match(location.href);
            const version = document.getElementById("live").dataset.version;
            return Boolean(found) && (await found.text()).includes(`data-version="${version}"`);
        }""",
    )


def kept_paths(page: Page) -> set[str]:
    """What this phone keeps, of all versions of the server."""
    found = page.evaluate(
        """async () => {
            const all = await Promise.all((await caches.keys()).map((each) => caches.open(each)));
            const keys = await Promise.all(all.map((each) => each.keys()));
            return keys.flat().map((each) => new URL(each.url).pathname);
        }"""
    )
    return set(found)


def test_the_page_opens_without_network_and_sends_later(phone: Phone, server: Server) -> None:
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    keeps_pages(phone)
    phone.page.context.set_offline(True)
    server.stop()
    phone.page.reload()
    expect_round(phone, 2)
    assert phone.totals == ["15", "0", "0", "0"]
    shown = phone.page.locator(".pick span").first.bounding_box()
    assert shown is not None
    assert shown["height"] >= 44  # It has its style.
    phone.note("Ben", "out", left(1, 6))
    phone.note("Cy", "out", left(2, 7))
    phone.page.reload()
    expect(phone.page.locator("#waiting .mine")).to_have_count(2)
    server.start()
    assert points_in(server) == [(0, 5, 5, 5)]
    phone.page.context.set_offline(False)
    expect_round(phone, 4)
    assert points_in(server) == [(0, 5, 5, 5), (6, 0, 6, 6), (7, 7, 0, 7)]
    keeps_pages(phone)


@pytest.mark.parametrize("server", ["forced-block@1"], indirect=True)
def test_the_next_game_of_an_evening_is_kept_too(phone: Phone, server: Server) -> None:
    keeps_pages(phone)
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    phone.note("Ben", "out", left(1, 5))
    expect_round(phone, 3)
    assert phone.page.url.endswith("-2")
    keeps_pages(phone)
    server.stop()
    phone.page.reload()
    expect_round(phone, 3)


def test_no_other_page_is_kept(phone: Phone, server: Server) -> None:
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    keeps_pages(phone)
    name = phone.page.url.rpartition("/")[2]
    phone.page.get_by_role("link", name="Edit round 1").tap()
    expect(phone.page.locator("#edit")).to_be_visible()
    page = phone.page
    page.goto(f"{server.address}/play")
    page.get_by_placeholder("Player 1").fill("Ana")
    page.get_by_role("button", name="Open the table").tap()
    page.locator("a.seat").tap()
    page.get_by_role("button", name="Deal").tap()
    expect(page.locator(".hand-of")).to_be_visible()
    page.goto(f"{server.address}/record/{name}")
    styles = {"/parts.css", "/static/style.css", "/static/record.css"}
    scripts = {"/static/record.js", "/static/news.js"}
    assert kept_paths(page) - styles - scripts <= {"/record", f"/record/{name}"}
    with_edit = page.evaluate("async () => (await (await caches.match(location.href)).text())")
    assert "Change round 1" not in with_edit


def test_another_version_of_the_server_drops_what_was_kept(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps_pages(phone)
    phone.page.evaluate(
        """async () => {
            const cache = await caches.open((await caches.keys())[0]);
            await cache.put("/record/long-ago", new Response("as it was"));
        }"""
    )
    server.stop()
    monkeypatch.setattr(worker, "version", lambda: "another")
    server.start()
    phone.page.goto(f"{server.address}/record")
    wait_until(phone.page, "async () => (await caches.keys()).join() === 'record/another'")
    assert "/record/long-ago" not in kept_paths(phone.page)


def test_who_is_not_let_in_any_more_finds_nothing_kept(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    make_book(path)
    tokens = Tokens(tmp_path / "club.db.tokens")
    token, kept = tokens.make("scribe")
    with serving(path, Settings(Club(players=PLAYERS, rules="block@1"), tokens=tokens)) as address:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(LONGEST)
        page.goto(f"{address}/enter#{token}")
        page.wait_for_url(f"{address}/")
        page.goto(f"{address}/record")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#live")).to_be_visible()
        keeps_pages(Phone(page))
        address_of_game = page.url
        tokens.revoke(kept.id)
        answer = page.reload()
        assert answer is not None
        assert answer.status == 401
        assert not [path for path in kept_paths(page) if path.startswith("/record")]
    with pytest.raises(PlaywrightError):
        page.goto(address_of_game)
    context.close()


def test_an_answer_that_was_lost_is_asked_for_again(browser: Browser, server: Server) -> None:
    """The entry reached the book and the answer did not reach the phone: noted once."""
    context = browser.new_context(has_touch=True, service_workers="block")
    phone = Phone(context.new_page())
    phone.page.set_default_timeout(LONGEST)
    phone.page.goto(f"{server.address}/record")
    phone.page.get_by_role("button", name="Begin").tap()
    lose = [True]

    def handle(route: Route) -> None:
        if route.request.method == "POST" and lose.pop():
            route.fetch()
            lose.append(False)
            route.abort()
        else:
            lose.append(False)
            route.continue_()

    phone.page.route("**/record/*", handle)
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    assert points_in(server) == [(0, 5, 5, 5)]
    context.close()


def test_a_conflict_shows_both_and_asks(phone: Phone, server: Server) -> None:
    with open_book(server.path) as book:
        answer = server.table(book).note_result(winners=[0], ended="out", pips=[0, 9, 9, 9])
        assert isinstance(answer, State)
    phone.note("Ben", "out", left(1, 5))
    waiting = phone.page.locator("#waiting")
    expect(waiting).to_contain_text("Somebody else has written")
    expect(waiting).to_contain_text("Ben, out")
    expect(phone.page.locator("#count")).to_have_text("waiting: 1")
    expect(phone.page.locator(".pick input:checked")).to_have_count(0)
    expect(phone.page.locator(".totals b").first).to_have_text("27")
    assert len(points_in(server)) == 1
    phone.button("Note it all the same")
    expect_round(phone, 3)
    assert points_in(server) == [(0, 9, 9, 9), (5, 0, 5, 5)]


def test_a_conflict_may_be_left_out(phone: Phone, server: Server) -> None:
    with open_book(server.path) as book:
        server.table(book).note_result(winners=[0], ended="out", pips=[0, 9, 9, 9])
    phone.note("Ana", "out", left(0, 9))
    phone.button("Leave it out")
    expect_round(phone, 2)
    assert points_in(server) == [(0, 9, 9, 9)]


def test_any_round_is_edited_and_the_last_one_taken_back(phone: Phone, server: Server) -> None:
    for number, (winner, pips) in enumerate(ROUNDS[:3]):
        phone.note(PLAYERS[winner], "out", left(winner, pips))
        expect_round(phone, number + 2)
    phone.page.get_by_role("link", name="Edit round 1").tap()
    expect(phone.page.locator("[name=figure]").nth(1)).to_have_value("1")
    phone.page.locator("[name=figure]").nth(1).fill("20")
    phone.button("Change round 1")
    expect(phone.page.locator(".totals b").first).to_have_text("22")
    expect_round(phone, 4)
    phone.button("Undo")
    expect_round(phone, 3)
    assert points_in(server) == [(0, 20, 1, 1), (2, 0, 2, 2)]


def test_a_waiting_entry_can_be_taken_back(phone: Phone, server: Server) -> None:
    phone.note("Ana", "out", left(0, 5))
    expect_round(phone, 2)
    server.stop()
    phone.note("Ben", "out", left(1, 5))
    expect(phone.page.locator("#waiting")).to_contain_text("No network")
    phone.note("Cy", "out", left(2, 5))
    phone.button("Undo")
    expect(phone.page.locator("#waiting .mine")).to_have_count(1)
    server.start()
    expect_round(phone, 3)
    assert points_in(server) == [(0, 5, 5, 5), (5, 0, 5, 5)]


def test_pips_are_counted_by_tapping_tiles(phone: Phone, server: Server) -> None:
    phone.pick("Ana")
    phone.pick("out")
    for seat, tiles in ((1, ["6-5", "1-0"]), (2, ["4-4"]), (3, ["2-0"])):
        phone.page.locator("button.tiles").nth(seat).tap()
        for tile in tiles:
            phone.page.locator("#pile").get_by_role("button", name=tile, exact=True).tap()
        phone.page.locator("#pile").get_by_role("button", name="Done").tap()
    phone.button("Note the round")
    expect_round(phone, 2)
    assert points_in(server) == [(0, 12, 8, 2)]


@pytest.mark.parametrize("server", ["partnership-puerto-rican-500@1"], indirect=True)
def test_bonuses_are_one_tap_each(phone: Phone, server: Server) -> None:
    for name in ("capicúa", "bonus of the round"):
        phone.pick(name)
    phone.taps = 2
    phone.note("Ana", "out", {0: 231})
    assert phone.taps == 5
    expect_round(phone, 2)
    expect(phone.page.locator(".pick input:checked")).to_have_count(0)
    assert noted_bonuses(server) == [["capicua", "round"]]
    phone.pick("chuchazo")
    phone.note("Ben", "blocked", {1: 120})
    expect(phone.page.get_by_role("alert")).to_contain_text("of nobody in a block")
    expect(phone.page.locator(".pick input:checked")).to_have_count(3)
    phone.pick("out")
    phone.button("Note the round")
    expect_round(phone, 3)
    assert noted_bonuses(server) == [["capicua", "round"], ["chuchazo"]]
    phone.page.locator(".score tbody tr").first.locator("a").tap()
    expect(phone.page.locator(".pick input:checked")).to_have_count(4)
    phone.pick("bonus of the round")
    phone.button("Change round 1")
    expect(phone.page.locator("#edit")).to_have_count(0)
    expect_round(phone, 3)
    assert noted_bonuses(server) == [["capicua"], ["chuchazo"]]
    assert phone.totals == ["231", "120"]


def test_who_earned_a_bonus_is_kept_when_the_round_is_changed(server: Server) -> None:
    with open_book(server.path) as book:
        table = book.open_game("evening", "partnership-dominican-200@1", PLAYERS)
        bonuses = [{"name": "round-pass", "seat": 3}, {"name": "round-pass", "seat": 1}]
        table.note_result(winners=[1], points=[0, 90], ended="blocked", bonuses=bonuses)
        form = {"do": "edit", "version": table.version, "round": 0, "won": "1", "ended": "out"}
        form |= {"figures": "points", "figure": ["0", "95"]}
        kept = ["round-pass", "capicua"]
        answer = httpx.post(f"{server.address}/record/evening", data=form | {"bonus": kept})
        assert answer.status_code == 303
        (report,) = (round.report for round in server.table(book).game.rounds)
        assert report is not None
        found = [(each.name, each.seat) for each in report.bonuses]
        assert found == [("round-pass", 3), ("round-pass", 1), ("capicua", None)]


def noted_bonuses(server: Server) -> list[list[str]]:
    with open_book(server.path) as book:
        reports = [round.report for round in server.table(book).game.rounds]
        return [[each.name for each in report.bonuses] for report in reports if report is not None]


def test_without_bonuses_none_are_asked_for(phone: Phone) -> None:
    expect(phone.page.locator(".pick")).to_have_count(2)


@pytest.mark.parametrize("server", ["partnership-cafe-250@1"], indirect=True)
def test_a_deal_with_many_doubles_is_dealt_again(phone: Phone, server: Server) -> None:
    for number in (1, 2):
        phone.page.locator(".figures summary").tap()
        phone.page.locator("[name=leader]").first.tap()
        again = phone.page.get_by_role("button", name="New deal: so many doubles")
        if number == 1:
            again.tap()
            expect(phone.page.locator("#said")).to_contain_text("the tiles are dealt again")
    phone.page.locator(".moves-now > .rack button").first.tap()
    expect(phone.page.locator(".moves-now h2")).to_have_text("it is the turn of Ben")
    expect(again).to_have_count(0)
    with open_book(server.path) as book:
        assert [round.ended for round in server.table(book).game.rounds] == ["void", None]


def test_a_tie_by_pips_is_of_both_who_tie(phone: Phone, server: Server) -> None:
    phone.note("Ana", "out", {1: 12, 2: 8, 3: 0})
    expect_round(phone, 2)
    assert phone.totals == ["20", "0", "0", "20"]
    phone.note("Ben", "blocked", {0: 7, 1: 12, 2: 8, 3: 9})
    expect(phone.page.get_by_role("alert")).to_have_text("by the noted pips Ana won, not Ben")
    phone.pick("Ana")
    phone.button("Note the round")
    expect_round(phone, 3)
    assert len(points_in(server)) == 2


@pytest.mark.parametrize("server", ["forced-block@1"], indirect=True)
def test_rounds_for_money_are_games_and_the_evening_is_their_sum(
    phone: Phone, server: Server
) -> None:
    for number, (winner, pips) in enumerate(ROUNDS):
        if number == 3:
            server.stop()
        if number == 6:
            expect(phone.page.locator("#waiting .mine")).to_have_count(3)
            server.start()
        phone.note(PLAYERS[winner], "out", left(winner, pips))
        if number == 1:
            expect_round(phone, 3)
            phone.button("Undo")
            expect_round(phone, 2)
            phone.note(PLAYERS[winner], "out", left(winner, pips))
    expect_round(phone, 13)
    expect(phone.page.locator(".score tbody tr")).to_have_count(12)
    with open_book(server.path) as book:
        games = [*book.games()]
        assert len(games) == 12
        nets = [game.net for game in games]
        assert None not in nets
        sums = [sum(net[seat] for net in nets if net is not None) for seat in range(4)]
    assert phone.totals == [str(each) for each in sums]


def test_a_round_of_moves_takes_two_taps_a_move_at_most(phone: Phone, server: Server) -> None:
    page = phone.page
    page.locator(".figures summary").tap()
    page.get_by_role("button", name="Ana").and_(page.locator("[name=leader]")).tap()
    expect(page.locator(".moves-now h2")).to_have_text("it is the turn of Ana")
    phone.button("Undo")
    expect_round(phone, 1)
    page.locator(".figures summary").tap()
    page.get_by_role("button", name="Ana").and_(page.locator("[name=leader]")).tap()
    expect(page.locator(".moves-now h2")).to_have_text("it is the turn of Ana")
    moves = 0
    while page.locator(".moves-now").count() and moves < 60:
        version = page.locator("#live").get_attribute("data-version")
        phone.taps = 0
        tiles = page.locator(".moves-now > .rack > form > button, .moves-now > .rack > details")
        if tiles.count():
            tile = tiles.first
            if tile.evaluate("each => each.localName") == "details":
                phone.tap(tile.locator("summary"))
                phone.tap(tile.locator(".places button").first)
            else:
                phone.tap(tile)
        else:
            phone.tap(page.locator(".others button").first)
        assert phone.taps <= 2
        moves += 1
        expect(page.locator(f'#live[data-version="{version}"]')).to_have_count(0)
        expect(page.locator("#waiting")).to_be_hidden()
    assert moves > 12
    with open_book(server.path) as book:
        game = server.table(book).game
        assert game.current is not None
        assert game.current.ended is not None
        assert len([act for act in game.current.acts if type(act).__name__ == "TileLaid"]) > 6


def begin_round(phone: Phone) -> None:
    """Ana leads the double six; Ben is in turn."""
    phone.page.locator(".figures summary").tap()
    phone.page.locator("[name=leader]").first.tap()
    phone.page.get_by_role("button", name="6-6", exact=True).tap()
    expect(phone.page.locator(".moves-now h2")).to_have_text("it is the turn of Ben")


def blind(phone: Phone, tile: str, place: str) -> None:
    """Lay a tile while there is no network."""
    details = phone.page.locator(f'.blind [data-tile="{tile}"]')
    details.locator("summary").tap()
    details.get_by_role("button", name=place, exact=True).tap()


def test_moves_wait_for_the_network_too(phone: Phone, server: Server) -> None:
    begin_round(phone)
    server.stop()
    phone.page.locator(".rack details summary").first.tap()  # 6-5, the heaviest.
    phone.page.locator(".rack details[open] .places button").first.tap()
    expect(phone.page.locator(".blind")).to_be_visible()
    blind(phone, "6-4", "right")
    phone.tap(phone.page.locator(".blind .others button").first)  # Dee passes.
    blind(phone, "5-3", "where it fits")
    expect(phone.page.locator("#waiting .mine")).to_have_count(4)
    server.start()
    expect(phone.page.locator("#waiting")).to_be_hidden()
    expect(phone.page.locator(".moves-now h2")).to_have_text("it is the turn of Ben")
    with open_book(server.path) as book:
        assert server.table(book).state.line == ("3-5", "5-6", "6-6", "6-4")


def test_a_waiting_move_that_is_refused_holds_those_after_it(phone: Phone, server: Server) -> None:
    begin_round(phone)
    server.stop()
    phone.page.locator(".rack details summary").first.tap()
    phone.page.locator(".rack details[open] .places button").first.tap()
    expect(phone.page.locator(".blind")).to_be_visible()
    blind(phone, "3-2", "left")  # It does not fit.
    phone.tap(phone.page.locator(".blind .others button").first)
    server.start()
    expect(phone.page.locator("#waiting")).to_contain_text("3-2")
    expect(phone.page.locator("#waiting .mine")).to_have_count(2)
    phone.button("Leave it out")
    expect(phone.page.locator("#waiting")).to_be_hidden()
    with open_book(server.path) as book:
        assert server.table(book).state.line == ("5-6", "6-6")
        assert server.table(book).state.turn == 3


def test_a_tile_that_a_pass_ruled_out_asks_whether_it_was_a_slip(
    phone: Phone, server: Server
) -> None:
    page = phone.page
    begin_round(phone)
    for player in PLAYERS[1:]:
        expect(page.locator(".moves-now h2")).to_have_text(f"it is the turn of {player}")
        phone.button("pass")
    expect(page.locator(".moves-now h2")).to_have_text("it is the turn of Ana")
    page.locator(".rack summary").first.tap()
    page.locator(".rack details[open] .places button").first.tap()
    expect(page.locator(".moves-now h2")).to_have_text("it is the turn of Ben")
    page.locator(".breaches > summary").tap()
    page.get_by_role("button", name="6-4", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("A slip, or a revoke?")
    with open_book(server.path) as book:
        before = server.table(book).version
    phone.button("Record it as it was played")
    expect(page.locator("#said")).to_contain_text("Ben lays 6-4")
    with open_book(server.path) as book:
        assert server.table(book).version > before


def test_those_who_follow_see_what_is_noted(
    phone: Phone, server: Server, pocket: BrowserContext
) -> None:
    phone.page.locator(".share summary").tap()
    expect(phone.page.locator(".code svg")).to_be_visible()
    address = phone.page.locator(".share a").get_attribute("href")
    assert address is not None
    assert address.startswith(server.address)
    other = pocket.new_page()
    other.goto(address)
    loaded = other.evaluate("performance.timeOrigin")
    other.evaluate("document.getElementById('said').heard = true")
    phone.note("Ben", "out", left(1, 5))
    expect(other.locator(".totals b").nth(1)).to_have_text("15")
    with open_book(server.path) as book:
        server.table(book).take("round Cy 35 out")
    expect(other.locator(".totals b").nth(2)).to_have_text("35")
    with open_book(server.path) as book:
        table = server.table(book)
        table.take("deal lead Ana")
        table.take("6-6")
    expect(other.locator("#said")).to_contain_text("Ana leads 6-6")
    expect(other.locator(".board .tile")).to_have_count(1)
    # A screen reader says what changes in an element that stays.
    assert other.evaluate("document.getElementById('said').heard")
    expect(other.locator("#said")).to_have_attribute("aria-live", "polite")
    assert other.evaluate("performance.timeOrigin") == loaded


@pytest.mark.parametrize("server", ["forced-block@1"], indirect=True)
def test_those_who_follow_go_on_with_the_next_game(phone: Phone, pocket: BrowserContext) -> None:
    other = pocket.new_page()
    other.goto(phone.page.url.replace("/record/", "/follow/"))
    for number in range(3):
        phone.note("Ben", "out", left(1, 5))
        expect_round(phone, number + 2)
    expect(other.locator(".score tbody tr")).to_have_count(3)
    assert other.url.endswith("-3")


@pytest.mark.parametrize("server", ["partnership-sanjuan@1"], indirect=True)
def test_partners_win_together_and_one_figure_is_typed(phone: Phone) -> None:
    for number in range(3):
        phone.taps = 0
        phone.note("Ben and Dee", "blocked" if number == 1 else "out", {1: 35})
        assert phone.taps <= 4
        expect_round(phone, number + 2)
    assert phone.totals == ["0", "105"]


def test_without_a_script_a_result_is_noted_and_taken_back(
    browser: Browser, server: Server
) -> None:
    plain = browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(f"{server.address}/record")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Ben").and_(page.locator("[name=won]")).check()
    page.get_by_label("out").check()
    for seat in (0, 2, 3):
        page.locator("[name=figure]").nth(seat).fill("4")
    page.get_by_role("button", name="Note the round").click()
    expect(page.locator(".totals b").nth(1)).to_have_text("12")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".totals b").nth(1)).to_have_text("0")
    plain.close()


def test_everything_is_done_by_keyboard(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(f"{server.address}/record")
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    page.locator("[name=won]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for figure in ("4", "5", "6"):  # Ben is out.
        page.keyboard.press("Tab")
        page.keyboard.type(figure)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".totals b").nth(1)).to_have_text("15")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_finding(browser: Browser, server: Server, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,
    )
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    phone = Phone(page)

    def check() -> None:
        found = Axe().run(page).response["violations"]
        serious = [
            (each["id"], [node["html"] for node in each["nodes"]][:2])
            for each in found
            if each["impact"] in {"serious", "critical"}
        ]
        assert not serious
        assert not small_targets(page)

    page.goto(f"{server.address}/record")
    check()
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("#live")).to_be_visible()
    phone.note("Ben", "out", left(1, 5))
    expect_round(phone, 2)
    phone.pick("Cy")
    page.locator(".share summary").tap()
    check()
    page.locator("button.tiles").first.tap()
    check()
    page.locator("#pile").get_by_role("button", name="Done").tap()
    page.get_by_role("link", name="Edit round 1").tap()
    expect(page.locator("#edit")).to_be_visible()
    check()
    page.get_by_role("link", name="Leave it as it is").tap()
    page.locator(".figures summary").tap()
    page.locator("[name=leader]").first.tap()
    page.get_by_role("button", name="6-6", exact=True).tap()
    expect(page.locator("#said")).to_contain_text("Ana leads 6-6")
    page.locator(".rack summary").first.tap()
    check()
    page.goto(page.url.replace("/record/", "/follow/"))
    check()
    context.close()
