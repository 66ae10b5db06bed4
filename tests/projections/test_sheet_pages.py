"""What stands on sheets and dossiers where a game is new, hidden, agreed on or disputed."""

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from domino_ledger import Book, Table, open_book
from domino_ledger.domain.disputes.events import NameBlocker
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.disputes import open_dispute, rule_on_dispute
from domino_ledger.ledger.registry.players import people_names
from domino_ledger.projections.document import parts
from domino_ledger.projections.document.blocks import Checkpoint, Page, inner, texts
from domino_ledger.projections.document.blocks import Table as Rows
from domino_ledger.projections.document.dossier_page import page_of_dossier
from domino_ledger.projections.document.night_sheet_page import page_of_night
from domino_ledger.projections.document.score_sheet_page import page_of
from domino_ledger.projections.dossier.dossier import dossier_of
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.reports.night import last_evening, night
from domino_ledger.projections.reports.score_sheet import Sheet, sheet_of_stream
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.verification.checkpoints import Logged
from tests.ledger.games import booked, game_of, lines


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club.db", create=True) as book:
        yield book


def sheet(book: Book, table: Table) -> Sheet:
    stream = book.ledger.stream(table.id)
    return sheet_of_stream(stream, count_game(stream.game), people_names(book.ledger))


def said(page: Page) -> str:
    return "\n".join(chain.from_iterable(map(texts, page.blocks)))


def test_a_game_that_was_not_dealt_has_rules_but_no_rounds(book: Book) -> None:
    rules = PUBLISHED["draw@1"].model_copy(update={"id": "house@1", "source": ""})
    book.add_rules(rules)
    table = book.open_game("new", "house@1", ["Ana", "Ben"], settings={"score.target": 50})
    stream = book.ledger.stream(table.id)
    words = said(page_of_dossier(dossier_of(book.ledger, stream)))
    assert "The players of this game agreed on something else than usual:" in words
    assert "Source" not in words
    assert "The rounds" not in words
    assert not any(isinstance(each, Rows) for each in page_of(sheet(book, table)).blocks)


def test_while_a_round_is_hidden_no_sheet_has_the_hash_of_its_game(book: Book) -> None:
    table = book.open_game("hidden", "draw@1", ["Ana", "Ben"])
    table.deal()
    own = sheet(book, table)
    assert own.hash is None
    assert "not shown while a round is hidden" in said(page_of(own))
    with book.reading() as connection:
        evening = last_evening(connection)
        assert evening is not None
        found = night(book.ledger, connection, evening)
    words = said(page_of_night(found, [own], people_names(book.ledger)))
    assert "short code and hash: not shown while a round is hidden" in words


def test_who_blocked_is_said_of_blocked_rounds_alone(book: Book) -> None:
    table = book.open_game("hidden", "forced-block@1", ["Ana", "Ben", "Cy", "Dee"])
    table.deal()
    games = [table.game, *(game_of(json.loads(each)) for each in lines("payout.jsonl")[:20])]
    ended = []
    for game in games:
        counted = count_game(game)
        seating = seating_of(game, ("Ana", "Ben", "Cy", "Dee")[: game.table.seats])
        blocks = list(parts.block_of(counted, 0, seating))
        ended.append(counted.rounds[0].facts.ended)
        assert bool(blocks) == (ended[-1] == "blocked")
    assert set(ended) == {None, "out", "blocked"}


@pytest.mark.parametrize("checked", [True, False])
def test_a_sheet_has_the_checkpoint_that_holds_its_game(book: Book, checked: bool) -> None:
    table = book.open_game("logged", "draw@1", ["Ana", "Ben"])
    page = page_of(sheet(book, table), log=Logged("club.example\n7\n", 1, checked))
    blocks = list(chain.from_iterable(map(inner, page.blocks)))
    assert Checkpoint("club.example\n7\n") in blocks
    assert "1 of its 1 events, by the checkpoint below" in said(page)
    assert ("no key of the log is registered" in said(page)) is not checked


def test_a_ruling_stands_below_the_dispute_that_it_ends(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    with closing(book):
        for claim in ("ruled on", "still open"):
            open_dispute(book, game, "s0", claim)
        rule_on_dispute(book, game, 1, "Marta", [NameBlocker(round=0, blocker=3, assistant=None)])
        stream = book.stream(game)
        words = said(page_of(sheet_of_stream(stream, count_game(stream.game), people_names(book))))
    first, second = words.index("ruled on"), words.index("still open")
    assert words.count("Marta", first, second) == 1
