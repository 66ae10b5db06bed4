"""Disputes recorded in a book without a command: the steps, and refusals."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import (
    DisputeAnswered,
    DisputeWithdrawn,
    RulingAppealed,
    RulingMade,
    Uphold,
)
from domino_ledger.domain.game.decide import Refused
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.disputes import (
    Step,
    abandon_game,
    answer_dispute,
    appeal_ruling,
    forfeit_game,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from domino_ledger.ledger.errors import Conflict
from domino_ledger.ledger.registry.players import UnusableName
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.stream import Stream

from .games import booked


class DisputedGame(NamedTuple):
    """A book, and a game of it with one dispute, opened by a player."""

    book: Book
    game: UUID
    opened: Step


@pytest.fixture
def disputed_game(tmp_path: Path) -> DisputedGame:
    book, game = booked(tmp_path)
    return DisputedGame(book, game, open_dispute(book, game, "s2", "a foul", round=0, move=22))


def newest(step: Step) -> object:
    """The event that a step appended."""
    (entry,) = step.after.entries[step.before.version :]
    return entry.event


def test_a_dispute_is_answered_ruled_on_and_appealed(disputed_game: DisputedGame) -> None:
    book, game, opened = disputed_game
    players = opened.after.game.opened.players
    answer = newest(answer_dispute(book, game, 1, "s1", "no"))
    assert answer == DisputeAnswered(dispute=1, by=players[1], answer="no")
    ruled = rule_on_dispute(book, game, 1, "Eva", [Uphold(round=0)], reason="fair")
    (eva,) = (player for player, name in all_names(book).items() if name == "Eva")
    assert newest(ruled) == RulingMade(
        dispute=1, by=eva, remedies=(Uphold(round=0),), reason="fair", role="arbiter"
    )
    assert ruled.new_player == "Eva"
    appeal = newest(appeal_ruling(book, game, 1, "s3", "unfair"))
    assert appeal == RulingAppealed(dispute=1, by=players[3], reason="unfair")
    withdrawn = newest(withdraw_dispute(book, game, 1, "s3", "fair after all"))
    assert withdrawn == DisputeWithdrawn(
        dispute=1, by=players[3], what="appeal", reason="fair after all"
    )
    appeal_ruling(book, game, 1, "s3", "unfair")
    ruled = rule_on_dispute(book, game, 1, "s0", [Uphold(round=0)], table_rules=True)
    assert (newest(ruled), ruled.new_player) == (
        RulingMade(dispute=1, by=players[0], remedies=(Uphold(round=0),), role="table"),
        None,
    )


def test_a_refused_step_changes_nothing(disputed_game: DisputedGame) -> None:
    book, game, opened = disputed_game
    steps: tuple[Callable[[], Step], ...] = (
        lambda: open_dispute(book, game, "zoe", "a foul", round=1),
        lambda: answer_dispute(book, game, 2, "zoe", "no"),
        lambda: rule_on_dispute(book, game, 1, "zoe", []),
        lambda: rule_on_dispute(book, game, 1, "s0", [Uphold(round=0)]),
        lambda: appeal_ruling(book, game, 1, "zoe", "unfair"),
        lambda: withdraw_dispute(book, game, 1, "s1"),
        lambda: abandon_game(book, game),
        lambda: forfeit_game(book, game, 0),
    )
    for refused in steps:
        with pytest.raises(Refused):
            refused()
    with pytest.raises(UnusableName):
        open_dispute(book, game, " ", "a foul")
    assert book.stream(game) == opened.after
    assert "zoe" not in all_names(book).values()


def test_a_write_in_between_is_a_conflict(
    disputed_game: DisputedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, game, _ = disputed_game
    read = Book.stream

    def overtaken(self: Book, id: UUID) -> Stream:
        found = read(self, id)
        if self is book:
            with closing(open_book(tmp_path / "book.db")) as other:
                open_dispute(other, id, "s0", "first")
        return found

    monkeypatch.setattr(Book, "stream", overtaken)
    with pytest.raises(Conflict):
        open_dispute(book, game, "s1", "second")
