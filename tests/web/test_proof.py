"""A visitor's browser checks a game against a checkpoint that the visitor holds."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from domino_ledger.cli.commands.demo import load_samples
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.log.checkpoints import make_checkpoint
from domino_ledger.web.settings import Settings
from tests.projections.logged import KEY

from .served import serving

GAME = "payout-12-00053"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


@pytest.fixture
def checkpoint(book: Path) -> Iterator[str]:
    """Of a book with the sample games."""
    with closing(open_book(book, create=True)) as made:
        load_samples(made)
        yield str(make_checkpoint(made, tiles_of(book), KEY))


def tiles_of(book: Path) -> Path:
    return book.with_name("tiles")


def check(tab: Page, address: str, checkpoint: str, key: str = "") -> None:
    tab.goto(f"{address}/audit/{GAME}")
    tab.get_by_label("Checkpoint").fill(checkpoint)
    tab.get_by_label("Key of the log").fill(key)
    tab.get_by_role("button", name="Check").click()


def test_a_game_is_proven(tab: Page, book: Path, checkpoint: str) -> None:
    with serving(book, Settings(tiles=tiles_of(book))) as address:
        check(tab, address, checkpoint, str(KEY.public))
        status = tab.locator("#check [role=status]")
        expect(status).to_contain_text("Proven: the events of this game are in the log")
        expect(status).to_contain_text("The key has signed the checkpoint.")
        check(tab, address, checkpoint)
        expect(status).to_contain_text("its signature was not checked")


def test_another_checkpoint_proves_nothing(
    context: BrowserContext, book: Path, checkpoint: str
) -> None:
    tab = context.new_page()
    head, size, root, *others = checkpoint.split("\n")
    other = "\n".join([head, size, f"{'B' if root[0] == 'A' else 'A'}{root[1:]}", *others])
    with serving(book, Settings(tiles=tiles_of(book))) as address:
        check(tab, address, other)
        status = tab.locator("#check [role=status]")
        expect(status).to_contain_text("Not proven:")
        check(tab, address, "what is this")
        expect(status).to_have_text("Not proven: this is not a checkpoint")
