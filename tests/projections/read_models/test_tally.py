"""Facts of rounds from the bytes of events, against those of the folded game."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from random import Random
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import (
    Event,
    GameAbandoned,
    GameOpened,
    GameWon,
    RoundDealt,
    TileDrawn,
    TileLaid,
)
from domain.game.state import fold, waits
from domain.round.facts import facts_of as folded_facts
from domain.tiles import HIGHEST_PIP, PIPS, UNSEEN, set_up_to
from ledger.book import Book, now
from ledger.errors import Tampered
from ledger.store.base import Row
from ledger.store.codec import USUAL, encode
from projections.tables.facts import event_reader as quick_reading
from projections.tables.facts.act_columns import Events, _events, events_between
from projections.tables.facts.deal_columns import deals_in
from projections.tables.facts.event_reader import ACTS
from projections.tables.facts.tallies import Tallied, facts_of
from projections.tables.facts.tally import opened_in, tally_up
from projections.tables.scoring.score_columns import ints
from tests.domain.houses import ALL_HOUSES, AS_FOUND, Setting
from tests.domain.table_talk import opened

from .played_books import book_of, games, rows

RANDOM = st.randoms(use_true_random=False)
BLOCK = ALL_HOUSES["block@1"]


def tallied(book: Book, up_to: int) -> Tallied:
    """The games as far as this position."""
    events = events_between(book, 0, up_to)
    numbers = {game: number for number, game in enumerate(opened_in(events), 1)}
    return tally_up(book, events, numbers, up_to)


def told_plainly(book: Book, after: int, up_to: int) -> Events:
    """The events in between, read one by one."""
    return _events({}, book.told(after, up_to))


def said(events: Events) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Acts and other events with their games, in the order of the log."""
    acts, names = events.acts, events.games
    figures = zip(*(column.tolist() for column in acts[1:]), strict=True)
    told = [(at, names[game], *rest) for game, (at, *rest) in zip(acts.game, figures, strict=True)]
    others = [(other.position, names[other.game], other.topic) for other in events.others]
    return sorted(told), sorted(others)


def is_unseen_draw(event: Event) -> bool:
    """Its bytes are fewer than those of other acts."""
    return isinstance(event, TileDrawn) and event.tile == UNSEEN


@AS_FOUND
@given(games(), RANDOM, st.booleans(), st.floats(0, 1), st.floats(0, 1))
def test_a_digest_tells_what_reading_one_by_one_tells(
    played: list[list[Event]], random: Random, in_turns: bool, first: float, last: float
) -> None:
    each = [rows(uuid4(), events, random) for events in played]
    with book_of(each, random if in_turns else None) as book:
        length = book.last_position()
        after, up_to = sorted((int(first * length), int(last * length)))
        if after < up_to and not any(map(is_unseen_draw, chain.from_iterable(played))):
            assert book.digest(after, up_to) is not None
        digested, plain = events_between(book, after, up_to), told_plainly(book, after, up_to)
        assert said(digested) == said(plain)
        states = {other.position: other.state for other in plain.others}
        assert all(other.state in {b"", states[other.position]} for other in digested.others)
        needed = {GameOpened.TOPIC, RoundDealt.TOPIC}
        assert all(other.state for other in digested.others if other.topic in needed)


@AS_FOUND
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
        check(tallied(book, up_to), met)


def check(found: Tallied, met: dict[str, list[Event]]) -> None:
    assert [tally.game for tally in found.games] == list(met)
    told = list(zip(found.rounds.game, found.rounds.number, facts_of(found.rounds), strict=True))
    for place, (tally, events) in enumerate(zip(found.games, met.values(), strict=True)):
        game = fold(events)
        each = [(number, folded_facts(round)) for number, round in enumerate(game.rounds)]
        seats = game.table.seats
        own = [
            (number, facts._replace(pips=facts.pips[:seats], tiles=facts.tiles[:seats]))
            for at, number, facts in told
            if at == place
        ]
        assert own == [(number, facts) for number, facts in each if facts.ended is not None]
        assert tally.noted == bool(game.noted)
        assert tally.irregular == waits(game, (facts for _, facts in each))
        assert tally.abandoned == (game.abandoned is not None)
        assert (tally.closed is not None) == any(
            isinstance(event, GameWon | GameAbandoned) for event in events
        )


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


@given(st.lists(deals(), max_size=4))
def test_deals_of_any_set_to_any_number_of_seats(dealt: Sequence[RoundDealt]) -> None:
    seats = [len(deal.hands) for deal in dealt]
    states = [encode(deal, "0" * 64, now()) for deal in dealt]
    found = deals_in(states, ints(seats), max(seats, default=0))
    assert found.leader.tolist() == [-1 if deal.leader is None else deal.leader for deal in dealt]
    for deal, pips, tiles in zip(dealt, found.pips.tolist(), found.tiles.tolist(), strict=True):
        own = len(deal.hands)
        assert pips[:own] == [sum(PIPS[tile] for tile in hand) for hand in deal.hands]
        assert tiles[:own] == [len(hand) for hand in deal.hands]
        assert not any(pips[own:] + tiles[own:])


# -- what is none


def tampered(events: Sequence[Event], *more: tuple[str, bytes]) -> Tallied:
    """What is found where these rows follow these events."""
    game = UUID(int=1)
    known = rows(game, events)
    others: list[Row] = [
        (game.hex, version, *row) for version, row in enumerate(more, len(known) + 1)
    ]
    with book_of([[*known, *others]]) as book:
        return tallied(book, book.last_position())


def dealt(seed: int = 1) -> list[Event]:
    """A game as far as its first deal."""
    (ply, *_) = Setting("block@1", 2, seed, True).plies(1)
    return [opened(BLOCK, 2), *ply.events]


def lay(seat: int = 1) -> bytes:
    return encode(TileLaid(seat=seat, tile=27), "0" * 64, now())


def test_what_is_no_event_is_named() -> None:
    with pytest.raises(Tampered, match="no event is called 'odd'"):
        tampered(dealt(), ("odd", b"{}"))


@pytest.mark.parametrize(
    "state", [b"", b"{}", b'{"previous":"","recorded_at":"","event":{"record":"a","rules":{}}}']
)
def test_an_opening_that_cannot_be_read_is_named(state: bytes) -> None:
    with pytest.raises(Tampered, match="the first event of a game is not readable"):
        tampered([], (GameOpened.TOPIC, state))


@pytest.mark.parametrize("state", [lay()[:-40], lay().replace(b"6-6", b"6-x"), b""])
def test_an_act_that_cannot_be_read_is_named(state: bytes) -> None:
    with pytest.raises(Tampered, match="an act is not readable"):
        tampered(dealt(), (TileLaid.TOPIC, state))


@pytest.mark.parametrize("state", ["text", None, 7])
def test_what_is_not_stored_as_bytes_is_named(state: object) -> None:
    game = UUID(int=1)
    with book_of([rows(game, dealt())]) as book:
        with closing(sqlite3.connect(book.path)) as file:
            row = game.hex, 3, TileLaid.TOPIC, state
            file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", row)
            file.commit()
        with pytest.raises(Tampered, match="an act is not stored as events are"):
            tallied(book, book.last_position())


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
    with pytest.raises(Tampered, match="a deal"):
        tampered([opened(BLOCK, 2)], (RoundDealt.TOPIC, state))


def test_an_act_before_any_deal_is_named() -> None:
    with pytest.raises(Tampered, match="make no game"):
        tampered([opened(BLOCK, 2)], (TileLaid.TOPIC, lay()))


def test_an_act_of_nobody_is_named() -> None:
    with pytest.raises(Tampered, match="somebody acts in a game who has no seat in it"):
        tampered(dealt(), (TileLaid.TOPIC, lay(seat=2)))


def test_a_game_that_begins_with_an_act_is_named() -> None:
    game = UUID(int=1)
    with book_of([[(game.hex, 1, TileLaid.TOPIC, lay())]]) as book:
        events = events_between(book, 0, 1)
        with pytest.raises(Tampered, match="make no game"):
            tally_up(book, events, {game.hex: 1}, 1)


def test_names_and_rules_with_signs_of_json_in_them() -> None:
    odd = '","rules":{},"players":["\\"],"event":{é'
    rules = BLOCK.model_copy(update={"title": odd, "source": odd})
    first = GameOpened(record=odd, rules=rules, players=(UUID(int=1), UUID(int=2)), source=odd)
    (tally,) = tampered([first]).games
    assert tally.opening.record == odd
    assert tally.opening.rules.decode() == rules.model_dump_json()
    assert tally.opening.players == tuple(map(str, first.players))


def test_acts_are_remembered_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record may call the ends whatever it likes."""
    room = len(ACTS) + 2
    monkeypatch.setattr(quick_reading, "MOST_ACTS", room)
    for number in range(5):
        laid = TileLaid(seat=1, tile=27, end=f"odd end {number}")
        assert ACTS[encode(laid, "0" * 64, now())[USUAL:]] == (1, 12)
    assert len(ACTS) == room
