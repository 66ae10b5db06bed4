"""`domino play --tui`: a game against a bot, on a terminal that the test holds."""

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog, Static

from domino_ledger.cli.commands.play import _next_game
from domino_ledger.cli.terminal import whole_table
from domino_ledger.cli.terminal.whole_table import BotGame
from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import Conflict, LedgerError
from domino_ledger.ledger.live.bot_table import BotSession, BotTable, open_bot_game, resume_bot_game
from tests.domain.builders import hands, rest
from tests.ledger.test_redeals import FOUR, MAY, OTHER

from .whole_terminals import at

Doing = Callable[[Pilot[LedgerError]], Coroutine[Any, Any, None]]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "played.db", create=True) as made:
        yield made


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_table, "_SECONDS", 0.01)


def against_a_bot(book: Book, rules: RuleSet = PUBLISHED["forced-block@1"]) -> BotSession:
    table = BotTable(0, "greedy", seed=1)
    return open_bot_game(book, "evening", rules, table, table.names(2, "Ana"))


def played(book: Book, session: BotSession, doing: Doing) -> BotGame:
    app = BotGame(session, partial(_next_game, book))
    at(app, doing)
    return app


def said(app: BotGame) -> str:
    return " ".join(line.text.strip() for line in app.query_one(RichLog).lines)


def pictured(app: BotGame) -> str:
    table = app.query_one("#table", Static)
    return "\n".join(table.render_line(row).text for row in range(table.size.height))


async def until(pilot: Pilot[LedgerError], true: Callable[[], bool]) -> None:
    while not true():
        await pilot.pause(0.02)


def is_asked(app: BotGame) -> bool:
    return app.query_one(OptionList).option_count > 0


def test_a_game_is_played_to_its_end_and_the_next_one_begins(book: Book) -> None:
    session = against_a_bot(book)

    async def doing(pilot: Pilot[LedgerError]) -> None:
        app = pilot.app
        assert isinstance(app, BotGame)
        while not session.game.over:
            await until(pilot, lambda: is_asked(app) or session.game.over)
            await pilot.press("enter")
            await pilot.pause()
        assert "game won by" in said(app)
        await pilot.press("n")
        await until(pilot, lambda: app.session.game.dealt > 0)
        await pilot.press("q")

    app = played(book, session, doing)
    assert app.return_value is None
    assert app.session is not session
    assert app.session.game.opened.record != "evening"
    assert book.stream(session.session.id).game == session.game


def test_a_move_is_taken_back_and_the_table_is_turned(book: Book) -> None:
    session = against_a_bot(book)

    async def doing(pilot: Pilot[LedgerError]) -> None:
        app = pilot.app
        assert isinstance(app, BotGame)
        await pilot.press("u")
        await pilot.pause()
        assert "nothing has been done that could be taken back" in said(app)
        await until(pilot, lambda: is_asked(app))
        before = [option.prompt for option in app.query_one(OptionList).options]
        await pilot.press("enter")
        await until(pilot, lambda: is_asked(app))
        await pilot.press("u")
        await pilot.pause()
        assert "taken back" in said(app)
        assert [option.prompt for option in app.query_one(OptionList).options] == before
        shown = pictured(app)
        await pilot.press("f")
        await pilot.pause()
        assert pictured(app) != shown
        await pilot.press("f")
        await pilot.pause()
        assert pictured(app) == shown

    played(book, session, doing)


def test_what_others_have_written_ends_it_with_their_error(book: Book) -> None:
    session = against_a_bot(book)

    async def doing(pilot: Pilot[LedgerError]) -> None:
        app = pilot.app
        assert isinstance(app, BotGame)
        await until(pilot, lambda: is_asked(app))
        other = resume_bot_game(book, session.session.id)
        other.take("1")
        await pilot.press("enter")
        await pilot.pause()

    assert isinstance(played(book, session, doing).return_value, Conflict)


def test_a_new_deal_is_asked_for(book: Book) -> None:
    session = against_a_bot(book, MAY)
    dealt = hands(FOUR, OTHER)
    session.session.write(decide(session.game, DealRound(dealt, rest(dealt), 1)))

    async def doing(pilot: Pilot[LedgerError]) -> None:
        app = pilot.app
        assert isinstance(app, BotGame)
        await until(pilot, lambda: is_asked(app))
        assert [option.prompt for option in app.query_one(OptionList).options] == ["play on"]
        await pilot.press("r")
        await until(pilot, lambda: session.game.dealt == 2)

    played(book, session, doing)
    assert session.game.rounds[0].ended == "void"
