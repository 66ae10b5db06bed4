"""The feed of a log that was tampered with ends at the change."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from domain.events import Event, laid, passed
from domain.rules.catalogue import PUBLISHED
from ledger.book import open_book
from ledger.errors import Tampered
from ledger.registry.rule_sets import add
from ledger.store.stream import game_id
from projections.feed.feed import Tail
from tests.messages.raises import raises_message

from .tails import events_of, games, tail, written

OTHER_SEAT = """replace(CAST(state AS TEXT), '"seat":1', '"seat":0')"""
FORGERIES = {
    f"UPDATE stored_events SET state = CAST({OTHER_SEAT} AS BLOB) WHERE originator_version = 3": (
        "event 3 of game {} is not what was recorded: its hash has changed"
    ),
    "DELETE FROM stored_events WHERE originator_version = 4": "event 4 of game {} is missing",
    "UPDATE stored_events SET state = 'x' WHERE originator_version = 5": (
        "event 5 of game {} does not have the form of an event"
    ),
    "UPDATE stored_events SET state = CAST('x' AS BLOB) WHERE originator_version = 5": (
        "event 5 of game {} is not readable"
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_change_is_noticed(tmp_path: Path, forgery: str) -> None:
    written(tmp_path, games("draw")).close()
    with closing(sqlite3.connect(tmp_path / "book.db")) as plain:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in plain.execute(triggers).fetchall():
            plain.execute(f"DROP TRIGGER {name}")
        plain.execute(forgery)
        plain.commit()
    sentence = FORGERIES[forgery].format(game_id("draw"))
    with (
        closing(open_book(tmp_path / "book.db")) as book,
        raises_message(Tampered, f"^{sentence}$"),
    ):
        tail(book)


@pytest.mark.parametrize(
    "events",
    [
        [passed(0)],
        [*events_of("draw")[:2], laid(9, 0, None)],
        [events_of("draw")[0], passed(0)],
    ],
)
def test_impossible_events_are_tampering(tmp_path: Path, events: list[Event]) -> None:
    sentence = f"event {len(events)} of game {game_id('draw')} cannot follow"
    with (
        closing(written(tmp_path, [("draw", events)])) as book,
        raises_message(Tampered, sentence),
    ):
        tail(book)


def test_decisions_of_the_house_are_shown_if_they_are_asked_for(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw"))) as book:
        before = tail(book)
        for number in (1, 2):
            add(book, PUBLISHED["draw@1"].model_copy(update={"id": f"ours-{number}@1"}))
        assert tail(book) == before
        *of_games, first, second = Tail(book, 0, house=True).news()
        assert of_games == before
        assert first["type"] == second["type"] == "domino-ledger.rules-added/1"
        assert (first["gameversion"], second["gameversion"]) == (1, 2)
        assert first["data"]["rules"]["id"] == "ours-1@1"
        assert list(Tail(book, int(first["sequence"]), house=True).news()) == [second]
