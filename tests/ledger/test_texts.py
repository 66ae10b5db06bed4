"""Every text from outside has a maximal length and no NUL, at every entry point."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import get_args
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import VoidGame
from domino_ledger.domain.events import (
    EntrySigned,
    Event,
    GameAbandoned,
    GameOpened,
    IrregularityNoted,
    SeedsRecorded,
    ShuffleCommitted,
    TileLaid,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import (
    abandon_game,
    answer_dispute,
    appeal_ruling,
    forfeit_game,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from domino_ledger.ledger.errors import LedgerError
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.records import amend
from domino_ledger.ledger.records.event_texts import texts_of
from domino_ledger.ledger.records.format import read_record, read_rules, record_from
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.registry.rule_sets import add
from domino_ledger.projections.messages.errors import error_text
from tests.messages.raises import raises_message

from .games import lines, new_book, record, take

RULES = PUBLISHED["block@1"]
WRITTEN = {
    IrregularityNoted: {"code", "recorded"},
    ShuffleCommitted: {"algorithm", "server", "seats"},
    SeedsRecorded: {"server"},
    EntrySigned: {"hash", "signature"},
}
"""Texts of events that no person writes."""


def begun(book: Book) -> TableSession:
    """A new table."""
    return open_table(book, "new", RULES, ["a", "b"])


EntryPoint = Callable[[Book, UUID, str], object]
ENTRY_POINTS: dict[str, EntryPoint] = {
    "claim": lambda book, game, text: open_dispute(book, game, "s0", text),
    "claimant": lambda book, game, text: open_dispute(book, game, text, "why"),
    "answer": lambda book, game, text: answer_dispute(book, game, 1, "s1", text),
    "ruling": lambda book, game, text: rule_on_dispute(
        book, game, 1, "Eva", [VoidGame()], reason=text
    ),
    "appeal": lambda book, game, text: (
        rule_on_dispute(book, game, 1, "Eva", [VoidGame()]),
        appeal_ruling(book, game, 1, "s0", text),
    ),
    "withdrawn": lambda book, game, text: withdraw_dispute(book, game, 1, "s0", text),
    "abandoned": lambda book, _, text: abandon_game(book, begun(book).id, text),
    "forfeited": lambda book, _, text: forfeit_game(book, begun(book).id, 0, text),
    "typed": lambda book, _, text: begun(book).take(f"abandon {text}"),
    "amended": lambda book, game, text: amend.write(
        amend.prepare(book, game, record_from(record("payout.jsonl"))), text, None
    ),
    "amended by": lambda book, game, text: amend.write(
        amend.prepare(book, game, record_from(record("payout.jsonl"))), "why", text
    ),
    "id": lambda book, _, text: open_table(book, text, RULES, ["a", "b"]),
    "player": lambda book, _, text: open_table(book, "new", RULES, ["a", text]),
    "source": lambda book, _, text: open_table(book, "new", RULES, ["a", "b"], source=text),
    "name": lambda book, _, text: rename(book, "s0", text),
    "title of rules": lambda book, _, text: add(
        book, RULES.model_copy(update={"id": "mine@1", "title": text})
    ),
    "file of rules": lambda _, __, text: read_rules(
        json.dumps(RULES.model_dump(mode="json") | {"source": text}).encode()
    ),
    "reason in a record": lambda _, __, text: read_record(
        json.dumps(record("payout.jsonl") | {"abandoned": {"reason": text}}).encode()
    ),
    "claim in a record": lambda _, __, text: read_record(
        json.dumps(record("payout.jsonl") | {"forfeited": {"seat": 0, "reason": text}}).encode()
    ),
    "text": lambda _, __, text: read_text(
        f"Game: g\nRules: block@1\nPlayers: Ana, Ben\nAbandoned: {text}\n", PUBLISHED
    ),
    "currency": lambda _, __, text: read_record(
        json.dumps(record("payout.jsonl") | {"stake": {"currency": text}}).encode()
    ),
}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    book = new_book(tmp_path)
    take(book, lines("payout.jsonl")[:1])
    (game,) = book.games()
    open_dispute(book, game, "s0", "why")
    return book


@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 2_001, "longer than|a name has 1 to 500 characters|three capital letters"),
        ("a\0b", "NUL|three capital letters"),
    ],
    ids=["long", "NUL"],
)
def test_every_entry_point(entry_point: str, text: str, why: str, book: Book) -> None:
    (game,) = book.games()
    with raises_message(LedgerError, why):
        ENTRY_POINTS[entry_point](book, game, text)
    escaped = json.dumps(text)[1:-1].encode()
    assert all(escaped not in state for (state,) in book.query("SELECT state FROM stored_events"))
    assert all(text != name for (name,) in book.query("SELECT name FROM player_name"))
    book.close()


def test_lone_surrogates(book: Book) -> None:
    """Such text comes from command arguments that are not UTF-8."""
    with closing(book):
        (game,) = book.games()
        for entry_point in ("claim", "answer", "ruling", "amended", "abandoned"):
            with raises_message(Unreadable, "the text is not UTF-8"):
                ENTRY_POINTS[entry_point](book, game, "a\udcff")
        for entry_point in ("claimant", "name"):
            with raises_message(LedgerError, "is not a name"):
                ENTRY_POINTS[entry_point](book, game, "a\udcff")


OPENED = GameOpened(record="g", rules=RULES, players=())
PARTS = {"rules": RULES, "opening": OPENED}


def _names(kind: type[Event]) -> set[str]:
    return {field.name for field in fields(kind) if field.init}


def test_every_text_of_every_event_has_a_limit() -> None:
    """A new text must be checked, or be listed as written by the ledger."""
    for kind in get_args(Event):
        free = {
            field.name for field in fields(kind) if field.type is str or str in get_args(field.type)
        }
        said = {name: f"this is {name}" for name in free}
        event = kind(
            **dict.fromkeys(_names(kind))
            | {name: part for name, part in PARTS.items() if name in _names(kind)}
            | said
        )
        checked = {each.text for each in texts_of(event)}
        assert {name for name in free if said[name] not in checked} == WRITTEN.get(kind, set())


def test_limits_hold_in_rules_and_ends() -> None:
    assert [each.place for each in texts_of(OPENED)] == [
        ("record",),
        ("rules", "id"),
        ("rules", "title"),
        ("rules", "source"),
    ]
    assert [each.text for each in texts_of(TileLaid(seat=0, tile=0, end="left"))] == ["left"]
    assert [each.text for each in texts_of(GameAbandoned(reason="rain"))] == ["rain"]
    assert error_text(Unreadable("text-not-utf-8", place=("claim",))).startswith("claim: ")
