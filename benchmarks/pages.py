"""Every page and every answer of the API, with 20,000 games in the book; and a page in a browser.

    python -m benchmarks.pages [BOOK]

Figures are milliseconds: of processor time of `domino serve` for each route that is asked with GET,
and as a browser measures them for a game of 250 moves. Without BOOK a book is made, and removed
afterwards; a BOOK that does not exist is made, and kept.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote
from uuid import UUID

import httpx
from fastapi.routing import iter_route_contexts
from playwright.sync_api import Browser, Page, sync_playwright

from domino_ledger import open_book
from domino_ledger.domain.events import Event, GameOpened
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger import book as store
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.store.batch import Batch
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.web.application import application
from domino_ledger.web.settings import Settings

from .growth import long_round
from .measure import Measured, report

SIMULATED = (("forced-block@1", 19_000), ("partnership-sanjuan@1", 1_000))
"""Games of the same four players: many short ones for money, and long ones."""
MOVES = 250
REPETITIONS = 3
VISITS = 5
STEPS = 40
MOST_A_PAGE = 1_000
MOST_TO_PAINT = 500
MOST_TO_MOVE = 50
MOST_KILOBYTES = 150
CHROMIUM = "/usr/bin/chromium"
LONG, LONG_ROUND, PLAYER = "long", "long-round", "simulated-1"
PLACES: Mapping[str, str] = {
    **dict.fromkeys(("game", "name", "address"), LONG),
    "round": "0",
    "move": "3",
    "dispute": "1",
    "seat": "0",
    "secret": "none",
    "player": PLAYER,
    "code": "unknown-game",
    "rules": "forced-block@1",
}
"""What stands for each parameter of a path."""
OTHERWISE = {
    "player": {"name": PLAYER},
    # A file with a picture of each move: of a game that is not the longest.
    "dossier": {"name": "simulated-forced-block@1-random-4-1-000001"},
}
"""By the name of a route, what stands for its parameters instead."""
ALSO: Mapping[str, tuple[str, ...]] = {
    "games": ("page=400", f"player={PLAYER}", f"player={PLAYER}&page=400", "state=void"),
    "evening": ("page=400",),
    "league": ("rules=forced-block@1",),
    "players": ("rules=forced-block@1",),
    "what-if": (
        "rules=forced-block@1&field=payout.reading&value=set-up",
        "rules=partnership-sanjuan@1&field=score.target&value=50",
    ),
    "api.games": ("limit=200", f"player={PLAYER}", f"after={game_id(LONG)}"),
    "api.statistics": tuple(f"by={each}" for each in ("opening", "seat", "order", "partners")),
    "api.player.statistics": ("rules=forced-block@1",),
    "api.league": ("together=true",),
    "api.payouts": ("by_game=true", "by_game=true&after=70000"),
    "api.export": (f"game={LONG}",),
}
"""By the name of a route, other queries that it is asked with."""
STREAMS = {"api.log", "api.game.events"}
BOOK_LONG = {"api.log", "api.export"}
"""They go on for as long as the book: until their first line."""


def main() -> None:
    book = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    sys.exit(not report(measurements(book)))


def measurements(kept: Path | None = None) -> Iterator[Measured]:
    with TemporaryDirectory() as directory:
        book = kept or Path(directory) / "pages.db"
        if not book.exists():
            make(book)
        asked = [*requests(book)]
        with served(book) as server:
            yield from _answers(server, asked)
            yield from _in_a_browser(server)


def make(path: Path) -> None:
    """A book with 20,000 games, one of 250 moves and one with as many in one round; its tables."""
    with open_book(path, create=True) as book:
        for rules, games in SIMULATED:
            assert all(simulate_into(book.ledger, Simulation(PUBLISHED[rules], 4, seed=1), games))
        _add_long_games(book.ledger)
        with book.reading():
            pass


def _add_long_games(book: store.Book) -> None:
    batch = Batch(book)
    batch.add(game_id(LONG), _long_game())
    batch.add(game_id(LONG_ROUND), list(long_round(MOVES)))
    batch.flush()


def _long_game() -> list[Event]:
    """The first simulated game that is long enough, played until its points are reached."""
    simulation = Simulation(PUBLISHED["partnership-sanjuan@1"], 4, seed=2)
    players = tuple(UUID(int=seat) for seat in range(1, 5))
    played = (simulation.play(number, players).events for number in count(1))
    opened, *events = next(events for events in played if len(events) > MOVES)
    assert isinstance(opened, GameOpened)
    return [replace(opened, record=LONG), *events]


# -- every answer


class Request(NamedTuple):
    name: str
    path: str


def requests(book: Path) -> Iterator[Request]:
    """Every route of the application that is asked with GET, and its other queries."""
    with open_book(book) as opened:
        with opened.reading() as connection:
            newest = connection.value("SELECT max(opened_at) FROM game_fact")
        for route in iter_route_contexts(application(opened, Settings()).routes):
            if "GET" not in (route.methods or ()):
                continue
            name, path = str(route.name), str(route.path)
            places = {**PLACES, "day": newest[:10], **OTHERWISE.get(name, {})}
            for parameter, value in places.items():
                path = re.sub(f"{{{parameter}(:path)?}}", quote(value), path)
            assert "{" not in path, f"say in PLACES what stands in {path}"
            for query in ("follow=false" if name in STREAMS else "", *ALSO.get(name, ())):
                yield Request(name, f"{path}?{query}" if query else path)


class Server(NamedTuple):
    address: str
    process: int

    def used(self) -> float:
        """The seconds of a processor that it has used so far."""
        text = Path(f"/proc/{self.process}/stat").read_text()
        user, system = text.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(book: Path) -> Iterator[Server]:
    command = [str(Path(sys.executable).with_name("domino")), "serve", "--port", "0"]
    limits = ["--rate", "1000000", "--max-seconds", "3600", "--ledger", str(book)]
    with Popen([*command, *limits], stderr=PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            said = re.search(r"http://\S+(?=/ )", process.stderr.readline())
            assert said is not None
            yield Server(said[0], process.pid)
        finally:
            process.terminate()


def _answers(server: Server, asked: list[Request]) -> Iterator[Measured]:
    with httpx.Client(base_url=server.address, timeout=120) as client:
        client.get("/")
        for each in asked:
            costs = sorted(_cost(server, client, each) for _ in range(REPETITIONS))
            yield _measured(f"GET {each.path}", "requests", MOST_A_PAGE, costs)


def _cost(server: Server, client: httpx.Client, asked: Request) -> float:
    """In milliseconds."""
    began = server.used()
    with client.stream("GET", asked.path) as answer:
        assert answer.status_code < 500, asked
        if asked.name in BOOK_LONG:
            next(answer.iter_lines())
            return 1000 * (server.used() - began)
        answer.read()
    return 1000 * (server.used() - began)


# -- in a browser


class Seen(NamedTuple):
    """One visit to the page of a round."""

    cold: float
    """Milliseconds until the first paint, with nothing kept from before."""
    warm: float
    """The same, when the browser has seen the page before."""
    moved: tuple[float, ...]
    """Milliseconds from a key until the next move is drawn, step by step."""
    sent: float
    """Kilobytes of the page, its script and styles, as sent."""
    unpacked: float


def _in_a_browser(server: Server) -> Iterator[Measured]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for title, game in (("game", LONG), ("round", LONG_ROUND)):
            visits = [_visit(browser, f"{server.address}/games/{game}/1") for _ in range(VISITS)]
            yield from _of_visits(f"{title} of {MOVES} moves", visits, bound=game == LONG)
        browser.close()


def _of_visits(title: str, visits: Sequence[Seen], *, bound: bool) -> Iterator[Measured]:
    """``bound``: it must keep the bounds, which are for games."""
    moved = [took for each in visits for took in each.moved]
    for name, unit, most, figures in (
        ("first paint, nothing kept", "paints", MOST_TO_PAINT, [each.cold for each in visits]),
        ("first paint, seen before", "paints", MOST_TO_PAINT, [each.warm for each in visits]),
        ("from a key to the drawn move", "moves", MOST_TO_MOVE, moved),
        ("kilobytes, as sent", "pages", MOST_KILOBYTES, [each.sent for each in visits]),
        ("kilobytes, unpacked", "pages", None, [each.unpacked for each in visits]),
    ):
        yield _measured(f"{title}, {name}", unit, most if bound else None, sorted(figures))


def _visit(browser: Browser, address: str) -> Seen:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    tab.goto(address)
    sent, unpacked = tab.evaluate(_SIZES)
    cold = _first_paint(tab)
    tab.goto("about:blank")
    tab.goto(address)
    warm = _first_paint(tab)
    moved = tuple(_moved(tab) for _ in range(STEPS))
    context.close()
    return Seen(cold, warm, moved, sent / 1000, unpacked / 1000)


def _first_paint(tab: Page) -> float:
    return float(tab.evaluate(_FIRST_PAINT))


def _moved(tab: Page) -> float:
    """Press the key for one step on; until the browser has painted what follows."""
    tab.evaluate(_LISTEN)
    tab.keyboard.press("ArrowRight")
    return float(tab.evaluate("window.took"))


_FIRST_PAINT = """new Promise(done => new PerformanceObserver(seen => {
  const first = seen.getEntriesByName("first-contentful-paint")[0];
  if (first) done(first.startTime);
}).observe({type: "paint", buffered: true}))"""
_SIZES = """(() => {
  const loaded = ["navigation", "resource"].flatMap(each => performance.getEntriesByType(each));
  const sum = name => loaded.reduce((all, each) => all + each[name], 0);
  return [sum("transferSize"), sum("decodedBodySize")];
})()"""
_LISTEN = """window.took = new Promise(done => addEventListener("keydown", pressed => {
  const drawn = new MessageChannel();
  drawn.port1.onmessage = () => done(performance.now() - pressed.timeStamp);
  requestAnimationFrame(() => drawn.port2.postMessage(0));
}, {once: true})); undefined"""


def _measured(name: str, unit: str, most: float | None, figures: list[float]) -> Measured:
    rate = 1000 / (figures[0] or 1)
    return Measured(name, unit, most, tuple(figures), rate, at_most=True)


if __name__ == "__main__":
    main()
