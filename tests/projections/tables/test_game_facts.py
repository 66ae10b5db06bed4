"""Facts of games are those of the folded games; what is no game is named."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.events import (
    Event,
    GameOpened,
    GameWon,
    RoundBlocked,
    RoundDealt,
    TileLaid,
)
from domino_ledger.domain.tiles import tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.store import upcasts
from domino_ledger.ledger.store.base import LogRow
from domino_ledger.ledger.store.codec import encode
from domino_ledger.ledger.store.event_reader import opening_in
from domino_ledger.ledger.store.rows import Row, now
from domino_ledger.projections.tables.facts import GameFacts
from domino_ledger.projections.tables.log_reader import facts_of, fold_rows
from tests.domain.builders import opened
from tests.domain.random_games import ALL_RULES, Setting
from tests.messages.raises import raises_message

from .played_books import book_of, rows

BLOCK = ALL_RULES["block@1"]
LEAD, ANSWER = tile_named("3-3"), tile_named("3-2")
LOT = opened(ALL_RULES["block-lot@1"], 2)
DEAL = RoundDealt(hands=((LEAD,), (ANSWER,)), boneyard=None, leader=0)
LAYS = TileLaid(seat=0, tile=LEAD), TileLaid(seat=1, tile=ANSWER, end="left")


def folded(number: int, log: Sequence[LogRow]) -> GameFacts:
    return facts_of(number, log, *fold_rows(log))


def facts_in_book(book: Book) -> list[GameFacts]:
    """The facts of all games, in the order of opening."""
    by_game: dict[str, list[LogRow]] = {game.hex: [] for game in book.games()}
    for row in book.log(0, book.last_position()):
        if row[1] in by_game:  # Other streams are in the log, too.
            by_game[row[1]].append(row)
    return [folded(number, log) for number, log in enumerate(by_game.values(), 1)]


def test_of_two_empty_hands_the_one_emptied_first_is_out() -> None:
    ((_, facts),) = facts_after(LOT, DEAL, *LAYS, RoundBlocked()).rounds
    assert (facts.out, facts.last_to_lay) == (0, 1)


def test_a_round_in_play_is_no_fact_yet() -> None:
    found = facts_after(LOT, DEAL, *LAYS, RoundBlocked(), DEAL, LAYS[0])
    assert [number for number, _ in found.rounds] == [0]


def facts_after(*events: Event) -> GameFacts:
    """The facts of a game of these events."""
    with book_of([rows(UUID(int=1), events)]) as book:
        (found,) = facts_in_book(book)
    return found


UNREADABLE = [
    b'{"hands":7}',
    b'{"hands":[["6-6","5-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["x-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["19-0"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6",["5-5"]]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"];["5-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5";"1-1"]],"boneyard":null,"leader":0}',
    b'{"hands":[[\'6-6\'],[\'5-5\']],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5"]],"boneyard":null,"leader":x}',
]


def deal_of(event: bytes) -> bytes:
    """A stored deal with other bytes."""
    return encode(GameWon(seats=()), "0" * 64, now()).replace(b'{"seats":[]}', event)


# -- what is no game


def tampered(events: Sequence[Event], *more: tuple[str, bytes]) -> Sequence[GameFacts]:
    """The facts of a game with these rows after these events."""
    game = UUID(int=1)
    known = rows(game, events)
    others: list[Row] = [
        (game.hex, version, *row) for version, row in enumerate(more, len(known) + 1)
    ]
    with book_of([[*known, *others]]) as book:
        return facts_in_book(book)


def dealt(seed: int = 1) -> list[Event]:
    """A game up to its first deal."""
    (ply, *_) = Setting("block@1", 2, seed, True).plies(1)
    return [opened(BLOCK, 2), *ply.events]


def lay(seat: int = 1) -> bytes:
    return encode(TileLaid(seat=seat, tile=27), "0" * 64, now())


@pytest.mark.parametrize("missing", [2, 3, 5])
def test_an_event_that_is_missing_is_named(missing: int) -> None:
    written = rows(UUID(int=1), [*dealt(), *[TileLaid(seat=1, tile=27)] * 4])
    log: list[LogRow] = [(position, *row) for position, row in enumerate(written, 1)]
    del log[missing - 1]
    with raises_message(Tampered, f"^event {missing} of game .* is missing$"):
        folded(1, log)


UNREADABLE_EVENTS: dict[str, tuple[list[Event], str, object]] = {
    "an unknown topic": (dealt(), "odd", b"{}"),
    "an act cut off": (dealt(), TileLaid.TOPIC, lay()[:-40]),
    "an act with no tile": (dealt(), TileLaid.TOPIC, lay().replace(b"6-6", b"6-x")),
    "an act of no bytes": (dealt(), TileLaid.TOPIC, b""),
    "an act as text": (dealt(), TileLaid.TOPIC, "text"),
    "an act as a number": (dealt(), TileLaid.TOPIC, 7),
    "a deal as nothing": ([opened(BLOCK, 2)], RoundDealt.TOPIC, None),
    "an opening of no bytes": ([], GameOpened.TOPIC, b""),
    "an opening as text": ([], GameOpened.TOPIC, "text"),
}


@pytest.mark.parametrize("what", UNREADABLE_EVENTS)
def test_an_event_that_cannot_be_read_is_named(what: str) -> None:
    events, topic, state = UNREADABLE_EVENTS[what]
    place = len(events) + 1
    with (
        with_state(events, topic, state) as book,
        raises_message(Tampered, f"^event {place} of game .* (is not readable|does not have)"),
    ):
        facts_in_book(book)


@contextmanager
def with_state(events: Sequence[Event], topic: str, state: object) -> Iterator[Book]:
    """A book of a game of these events, and of one with this value for its bytes."""
    game = UUID(int=1)
    with book_of([rows(game, events)] if events else []) as book:
        with closing(sqlite3.connect(book.path)) as file:
            row = game.hex, len(events) + 1, topic, state
            file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", row)
            file.commit()
        yield book


@pytest.mark.parametrize("event", UNREADABLE)
def test_a_deal_that_cannot_be_read_is_named(event: bytes) -> None:
    with raises_message(Tampered, "event 2 of game .* is not|a hand for every seat"):
        tampered([opened(BLOCK, 2)], (RoundDealt.TOPIC, deal_of(event)))


NO_GAMES: dict[str, tuple[list[Event], list[tuple[str, bytes]]]] = {
    "an act before any deal": ([opened(BLOCK, 2)], [(TileLaid.TOPIC, lay())]),
    "an act of an unknown seat": (dealt(), [(TileLaid.TOPIC, lay(seat=2))]),
    "no opening, but an act": ([TileLaid(seat=1, tile=27)], []),
    "no opening, but an end": ([GameWon(seats=())], []),
    "the end of a round that was not dealt": ([opened(BLOCK, 2), RoundBlocked()], []),
}


@pytest.mark.parametrize("what", NO_GAMES)
def test_events_that_make_up_no_game_are_named(what: str) -> None:
    events, more = NO_GAMES[what]
    with raises_message(Tampered, "do not make up a game"):
        tampered(events, *more)


@pytest.mark.parametrize(
    "state", [b"{}", b'{"previous":"","recorded_at":"","event":{"record":"a","rules":{}}}', "text"]
)
def test_an_opening_that_cannot_be_read_is_named(state: Any) -> None:
    with raises_message(Tampered, "an event is not readable"):
        opening_in(GameOpened.TOPIC, state)


def test_names_and_rules_with_json_syntax() -> None:
    odd = '","rules":{},"players":["\\"],"event":{é'
    rules = BLOCK.model_copy(update={"title": odd, "source": odd})
    first = GameOpened(record=odd, rules=rules, players=(UUID(int=1), UUID(int=2)), source=odd)
    (found,) = tampered([first])
    assert found.opening.record == odd
    assert found.opening.rules.decode() == rules.model_dump_json()
    assert found.opening.players == tuple(map(str, first.players))


def without_more(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "more"}


def test_an_opening_of_another_version_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    upcast = upcasts.Upcast(GameOpened.TOPIC, without_more)
    monkeypatch.setitem(upcasts.UPCASTS, "game-opened/2", upcast)
    first = replace(opened(BLOCK, 2), started_at=datetime(2020, 1, 1, tzinfo=UTC))
    state = encode(first, "", now())
    assert opening_in("game-opened/2", state) == opening_in(GameOpened.TOPIC, state)
