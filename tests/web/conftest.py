"""A book of sample games, served; and a browser."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from domino_ledger.cli.commands.demo import load_samples
from domino_ledger.ledger.book import open_book

from .served import LONGEST, serving

CHROMIUM = "/usr/bin/chromium"
"""Debian's package; without it the tests fail."""
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


# Its functions give up after five seconds.
for _step in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _step, LONGEST / 1_000)


@pytest.fixture(scope="session")
def sample_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a book with the games that come with the program; nobody writes to it."""
    path = tmp_path_factory.mktemp("served") / "samples.db"
    book = open_book(path, create=True)
    load_samples(book)
    book.close()
    return path


@pytest.fixture(scope="session")
def address(sample_book: Path) -> Iterator[str]:
    """The address of a server of the sample games."""
    with serving(sample_book) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    expect.set_options(timeout=LONGEST)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield made
        made.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor with no history."""
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    made.set_default_timeout(LONGEST)
    yield made
    made.close()


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    """An empty tab; afterwards no script has failed in it, and nothing was blocked."""
    made, complaints = context.new_page(), list[str]()

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            complaints.append(said.text)

    made.on("console", hear)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    assert not complaints
