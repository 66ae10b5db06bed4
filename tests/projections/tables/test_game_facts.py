"""Facts of rounds from the bytes of events equal those of folded games."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import (
    Event,
    GameAbandoned,
    GameOpened,
    GameWon,
    RoundBlocked,
    RoundDealt,
    TileDrawn,
    TileLaid,
)
from domain.game.state import fold, waits
from domain.round.facts import facts_of as folded_facts
from domain.tiles import HIGHEST_PIP, UNSEEN, set_up_to, tile_named, tile_set
from ledger.book import Book, now
from ledger.errors import Tampered
from ledger.store import upcasts
from ledger.store.base import LogRow, Row
from ledger.store.codec import encode
from ledger.store.event_reader import deal_in, opening_in
from projections.tables.facts.game_facts import Course, GameFacts, facts_of_game
from tests.domain.builders import opened
from tests.domain.houses import ALL_HOUSES, AS_FOUND, Setting
from tests.lanes import examples
from tests.messages.raises import raises_message

from .played_books import book_of, games, rows

RANDOM = st.randoms(use_true_random=False)
BLOCK = ALL_HOUSES["block@1"]


def facts_in(book: Book, up_to: int) -> list[GameFacts]:
    """The facts of all games up to this position, in the order of opening."""
    by_game: dict[str, list[LogRow]] = {}
    for row in book.log(0, up_to):
        by_game.setdefault(row[1], []).append(row)
    return [facts_of_game(number, rows) for number, rows in enumerate(by_game.values(), 1)]


@pytest.mark.unmeasured
@settings(AS_FOUND, max_examples=examples(30))
@given(games(), RANDOM, st.booleans(), st.floats(0, 1))
def test_facts_are_those_of_the_folded_games(
    played: list[list[Event]], random: Random, in_turns: bool, part: float
) -> None:
    ids = [uuid4() for _ in played]
    each = [rows(game, events, random) for game, events in zip(ids, played, strict=True)]
    with book_of(each, random if in_turns else None) as book:
        up_to = int(part * book.last_position())
        met: dict[str, list[Event]] = {}
        for position, game, version, _, _ in book.log(0, up_to):
            met.setdefault(game, []).append(played[ids.index(UUID(game))][version - 1])
            last = position
        assert not met or last == up_to
        check(facts_in(book, up_to), met)


def check(found: Sequence[GameFacts], met: dict[str, list[Event]]) -> None:
    assert [facts.game for facts in found] == list(met)
    for facts, events in zip(found, met.values(), strict=True):
        game = fold(events)
        each = [(number, folded_facts(round)) for number, round in enumerate(game.rounds)]
        assert list(facts.rounds) == [round for round in each if round[1].ended is not None]
        assert facts.disputed == bool(game.noted)
        assert facts.irregular == waits(game, (of_round for _, of_round in each))
        assert facts.abandoned == (game.abandoned is not None)
        assert (facts.closed is not None) == any(
            isinstance(event, GameWon | GameAbandoned) for event in events
        )


@pytest.mark.unmeasured
@settings(AS_FOUND, max_examples=examples(20))
@given(games(), RANDOM)
def test_a_game_is_counted_in_pieces_of_any_length(
    played: list[list[Event]], random: Random
) -> None:
    for events in played:
        log = in_log(rows(UUID(int=1), events))
        whole, in_pieces = Course(), Course()
        whole.extend(log)
        while log:
            length = random.randint(1, len(log))
            in_pieces.extend(log[:length])
            log = log[length:]
        assert in_pieces.facts(1) == whole.facts(1)


def test_a_game_with_an_unseen_tile_is_not_counted() -> None:
    course = Course()
    course.extend(in_log(rows(UUID(int=1), [*dealt(), TileDrawn(seat=0, tile=UNSEEN)])))
    assert course.facts(1) is None


def in_log(events: Sequence[Row]) -> list[LogRow]:
    """These rows as in the log, from position 1."""
    return [(position, *row) for position, row in enumerate(events, 1)]


# -- deals

NAMED_SETS = st.integers(1, HIGHEST_PIP).map(lambda pip: set_up_to(pip).bit_count())


@st.composite
def deals(draw: st.DrawFn) -> RoundDealt:
    tiles = draw(st.permutations(range(draw(NAMED_SETS))))
    seats = draw(st.integers(2, max(2, min(5, len(tiles)))))
    cuts = sorted(draw(st.lists(st.integers(0, len(tiles)), min_size=seats, max_size=seats)))
    hands = [tuple(tiles[a:b]) for a, b in zip([0, *cuts], cuts, strict=False)]
    rest = draw(st.sampled_from([None, tuple(tiles[cuts[-1] :])]))
    leader = draw(st.none() | st.integers(0, seats - 1))
    return RoundDealt(hands=tuple(hands), boneyard=rest, leader=leader)


@pytest.mark.unmeasured
@given(st.lists(deals(), max_size=4))
def test_deals_of_any_set_to_any_number_of_seats(dealt: Sequence[RoundDealt]) -> None:
    for deal in dealt:
        found = deal_in(encode(deal, "0" * 64, now()))
        assert found == (deal.leader, [tile_set(hand) for hand in deal.hands])


@pytest.mark.parametrize("hand", [(1, 1, 2), (UNSEEN, 1, 2), (UNSEEN, UNSEEN, 2)])
def test_a_deal_with_a_tile_twice_or_unseen_in_a_hand_is_not_counted(hand: tuple[int, ...]) -> None:
    deal = RoundDealt(hands=((3, 4, 5), hand), boneyard=None, leader=0)
    assert deal_in(encode(deal, "0" * 64, now())) is None


# -- invalid events


def tampered(events: Sequence[Event], *more: tuple[str, bytes]) -> list[GameFacts]:
    """The facts of a game with these rows after these events."""
    game = UUID(int=1)
    known = rows(game, events)
    others: list[Row] = [
        (game.hex, version, *row) for version, row in enumerate(more, len(known) + 1)
    ]
    with book_of([[*known, *others]]) as book:
        return facts_in(book, book.last_position())


def dealt(seed: int = 1) -> list[Event]:
    """A game up to its first deal."""
    (ply, *_) = Setting("block@1", 2, seed, True).plies(1)
    return [opened(BLOCK, 2), *ply.events]


def lay(seat: int = 1) -> bytes:
    return encode(TileLaid(seat=seat, tile=27), "0" * 64, now())


@pytest.mark.parametrize("missing", [2, 3, 5])
def test_an_event_that_is_missing_is_named(missing: int) -> None:
    log = in_log(rows(UUID(int=1), [*dealt(), *[TileLaid(seat=1, tile=27)] * 4]))
    del log[missing - 1]
    with raises_message(Tampered, f"^event {missing} of game .* is missing$"):
        facts_of_game(1, log)


def test_an_unknown_event_is_named() -> None:
    with raises_message(Tampered, "^event 3 of game .* is not readable$"):
        tampered(dealt(), ("odd", b"{}"))


@pytest.mark.parametrize(
    "state", [b"", b"{}", b'{"previous":"","recorded_at":"","event":{"record":"a","rules":{}}}']
)
def test_an_opening_that_cannot_be_read_is_named(state: bytes) -> None:
    with raises_message(Tampered, "the first event of a game is not readable"):
        tampered([], (GameOpened.TOPIC, state))


@pytest.mark.parametrize("state", ["text", None, 7])
def test_an_opening_that_is_not_stored_as_bytes_is_named(state: object) -> None:
    row: Any = (1, UUID(int=1).hex, 1, GameOpened.TOPIC, state)
    with raises_message(Tampered, "the first event of a game is not readable"):
        facts_of_game(1, [row])


@pytest.mark.parametrize("state", [lay()[:-40], lay().replace(b"6-6", b"6-x"), b""])
def test_an_act_that_cannot_be_read_is_named(state: bytes) -> None:
    with raises_message(Tampered, "what is stored as tile-laid/1 is not an event of that kind"):
        tampered(dealt(), (TileLaid.TOPIC, state))


@pytest.mark.parametrize("state", ["text", None, 7])
def test_an_event_that_is_not_stored_as_bytes_is_named(state: object) -> None:
    game = UUID(int=1)
    with book_of([rows(game, dealt())]) as book:
        with closing(sqlite3.connect(book.path)) as file:
            row = game.hex, 3, TileLaid.TOPIC, state
            file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", row)
            file.commit()
        with raises_message(Tampered, "an act does not have the form of an event"):
            facts_in(book, book.last_position())


@pytest.mark.parametrize(
    "event",
    [
        b'{"hands":7}',
        b'{"hands":[["6-6","5-5"]],"boneyard":null,"leader":0}',
        b'{"hands":[["6-6"],["x-5"]],"boneyard":null,"leader":0}',
        b'{"hands":[["6-6"],["5-5"]],"boneyard":null,"leader":x}',
        b'{"hands":[["6-6"],["5-5"]],"boneyard":null}',
    ],
)
def test_a_deal_that_cannot_be_read_is_named(event: bytes) -> None:
    state = encode(GameWon(seats=()), "0" * 64, now()).replace(b'{"seats":[]}', event)
    with raises_message(Tampered, "a deal"):
        tampered([opened(BLOCK, 2)], (RoundDealt.TOPIC, state))


def test_an_act_before_any_deal_is_named() -> None:
    with raises_message(Tampered, "do not make up a game"):
        tampered([opened(BLOCK, 2)], (TileLaid.TOPIC, lay()))


def test_an_act_of_an_unknown_seat_is_named() -> None:
    with raises_message(Tampered, "do not make up a game"):
        tampered(dealt(), (TileLaid.TOPIC, lay(seat=2)))


@pytest.mark.parametrize("first", [TileLaid(seat=1, tile=27), GameWon(seats=())])
def test_a_game_without_an_opening_is_named(first: Event) -> None:
    with raises_message(Tampered, "do not make up a game"):
        tampered([first])


def test_the_end_of_a_round_that_was_not_dealt_is_named() -> None:
    with raises_message(Tampered, "do not make up a game"):
        tampered([opened(BLOCK, 2), RoundBlocked()])


def test_names_and_rules_with_json_syntax() -> None:
    odd = '","rules":{},"players":["\\"],"event":{é'
    rules = BLOCK.model_copy(update={"title": odd, "source": odd})
    first = GameOpened(record=odd, rules=rules, players=(UUID(int=1), UUID(int=2)), source=odd)
    (found,) = tampered([first])
    assert found.opening.record == odd
    assert found.opening.rules.decode() == rules.model_dump_json()
    assert found.opening.players == tuple(map(str, first.players))


# -- other versions


@pytest.mark.unmeasured
@settings(AS_FOUND, max_examples=examples(20))
@given(games(), RANDOM)
def test_acts_of_another_version_are_read(played: list[list[Event]], random: Random) -> None:
    """By the codec: here a version whose bytes have one more field."""
    newer = {TileLaid.TOPIC: "tile-laid/3", TileDrawn.TOPIC: "tile-drawn/2"}
    ids = [uuid4() for _ in played]
    each = [
        [
            (id, version, newer[topic], state.replace(b'"tile":', b'"more":0,"tile":'))
            if topic in newer and random.random() < 0.5
            else (id, version, topic, state)
            for id, version, topic, state in rows(game, events)
        ]
        for game, events in zip(ids, played, strict=True)
    ]
    with pytest.MonkeyPatch.context() as patched, book_of(each) as book:
        for topic, other in newer.items():
            patched.setitem(upcasts.UPCASTS, other, upcasts.Upcast(topic, without_more))
        met = {id.hex: events for id, events in zip(ids, played, strict=True) if events}
        check(facts_in(book, book.last_position()), met)


def without_more(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "more"}


def test_an_opening_of_another_version_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    upcast = upcasts.Upcast(GameOpened.TOPIC, without_more)
    monkeypatch.setitem(upcasts.UPCASTS, "game-opened/2", upcast)
    first = replace(opened(BLOCK, 2), started_at=datetime(2020, 1, 1, tzinfo=UTC))
    state = encode(first, "", now())
    assert opening_in("game-opened/2", state) == opening_in(GameOpened.TOPIC, state)


def test_of_two_empty_hands_the_one_emptied_first_is_out() -> None:
    lead, answer = tile_named("3-3"), tile_named("3-2")
    events: list[Event] = [
        opened(ALL_HOUSES["block-lot@1"], 2),
        RoundDealt(hands=((lead,), (answer,)), boneyard=None, leader=0),
        TileLaid(seat=0, tile=lead),
        TileLaid(seat=1, tile=answer, end="left"),
        RoundBlocked(),
    ]
    log = [
        (number, "00" * 16, number, event.TOPIC, encode(event, "", now()))
        for number, event in enumerate(events, 1)
    ]
    ((_, found),) = facts_of_game(1, log).rounds
    assert (found.out, found.last_to_lay) == (0, 1)
