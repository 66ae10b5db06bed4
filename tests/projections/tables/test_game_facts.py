"""Facts of games counted in columns equal those of folded games."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import (
    DealVoid,
    Event,
    GameAbandoned,
    GameOpened,
    GameWon,
    RoundBlocked,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domain.game.state import fold, waits
from domain.round.facts import RoundFacts
from domain.round.facts import facts_of as folded_facts_of
from domain.tiles import HIGHEST_PIP, UNSEEN, pips_of, set_up_to, tile_named, tile_set
from ledger.book import Book, now
from ledger.errors import Tampered
from ledger.records import format as record_format
from ledger.store import upcasts
from ledger.store.base import LogRow, Row
from ledger.store.codec import encode
from ledger.store.event_reader import opening_in
from projections.tables.facts import usual_games
from projections.tables.facts.deal_columns import deals_in
from projections.tables.facts.fact_columns import facts_in
from projections.tables.facts.game_facts import GameFacts, folded_facts
from projections.tables.facts.usual_games import UsualGames, count_games
from projections.tables.read.event_columns import Events, events_between, events_in
from tests.domain.builders import opened
from tests.domain.houses import ALL_HOUSES, AS_FOUND, Setting
from tests.lanes import examples
from tests.messages.raises import raises_message

from .played_books import LARGE_SET, book_of, games, rows

RANDOM = st.randoms(use_true_random=False)
BLOCK = ALL_HOUSES["block@1"]


class Found(NamedTuple):
    """The facts of a book: of all games, and of those that went as usual."""

    facts: Sequence[GameFacts]
    usual: Sequence[str]
    """Ids."""


def facts_of(book: Book, up_to: int) -> Found:
    """The facts of all games up to this position, in the order of opening.

    Counted twice: from the text of all acts, and from the rows of each game.
    """
    by_game: dict[str, list[LogRow]] = {}
    for row in book.log(0, up_to):
        by_game.setdefault(row[1], []).append(row)
    numbers = {game: number for number, game in enumerate(by_game, 1)}
    found = with_rounds(count_games(numbers, events_in(by_game.values())))
    in_text = with_rounds(count_games(numbers, events_between(book, 0, up_to)))
    assert all(found[game] == facts for game, facts in in_text.items())
    folded = {
        game: folded_facts(numbers[game], rows)
        for game, rows in by_game.items()
        if game not in found
    }
    return Found([(found | folded)[game] for game in by_game], [*in_text])


def with_rounds(counted: UsualGames) -> dict[str, GameFacts]:
    """By id, the facts of games that went as usual, with their rounds."""
    ended: dict[int, list[tuple[int, RoundFacts]]] = {}
    for rounds in counted.rounds.values():
        places = zip(rounds.game.tolist(), rounds.number.tolist(), strict=True)
        for (game, number), facts in zip(places, facts_in(rounds), strict=True):
            ended.setdefault(game, []).append((number, facts))
    return {game.game: game._replace(rounds=ended.get(game.number, [])) for game in counted.games}


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
        check(facts_of(book, up_to), met)


def check(found: Found, met: dict[str, list[Event]]) -> None:
    assert [facts.game for facts in found.facts] == list(met)
    for facts, events in zip(found.facts, met.values(), strict=True):
        game = fold(events)
        each = [(number, folded_facts_of(round)) for number, round in enumerate(game.rounds)]
        ended = [(number, round) for number, round in each if round.ended is not None]
        assert [(number, in_columns(round)) for number, round in facts.rounds] == [
            (number, in_columns(round)) for number, round in ended
        ]
        assert facts.disputed == bool(game.noted)
        assert facts.irregular == waits(game, (of_round for _, of_round in each))
        assert facts.abandoned == (game.abandoned is not None)
        assert (facts.closed is not None) == any(
            isinstance(event, GameWon | GameAbandoned) for event in events
        )


def in_columns(facts: RoundFacts) -> RoundFacts:
    """The facts without the seat after the last to lay, which columns leave to the table."""
    return facts._replace(after_last=None)


def in_log(events: Sequence[Row]) -> list[LogRow]:
    """These rows as in the log, from position 1."""
    return [(position, *row) for position, row in enumerate(events, 1)]


def counted(*events: Event) -> GameFacts | None:
    """The facts of a game of these events, if it is counted, with its rounds."""
    game = UUID(int=1)
    with book_of([rows(game, list(events))]) as book:
        found = facts_of(book, book.last_position())
    return found.facts[0] if found.usual else None


# -- what is usual

LEAD, ANSWER = tile_named("3-3"), tile_named("3-2")
LOT = opened(ALL_HOUSES["block-lot@1"], 2)
DEAL = RoundDealt(hands=((LEAD,), (ANSWER,)), boneyard=None, leader=0)
LAYS = TileLaid(seat=0, tile=LEAD), TileLaid(seat=1, tile=ANSWER, end="left")


def test_of_two_empty_hands_the_one_emptied_first_is_out() -> None:
    found = counted(LOT, DEAL, *LAYS, RoundBlocked())
    assert found is not None
    ((_, facts),) = found.rounds
    assert (facts.out, facts.last_to_lay) == (0, 1)


def test_a_round_in_play_is_not_counted_yet() -> None:
    found = counted(LOT, DEAL, *LAYS, RoundBlocked(), DEAL, LAYS[0])
    assert found is not None
    assert [number for number, _ in found.rounds] == [0]


UNUSUAL: dict[str, Sequence[Event]] = {
    "an unseen draw": (LOT, DEAL, TileDrawn(seat=0, tile=UNSEEN)),
    "a second deal": (LOT, DEAL, DEAL),
    "no round before the end": (LOT, GameWon(seats=(0,))),
    "a void deal before the end": (LOT, DEAL, DealVoid(), GameWon(seats=(0,))),
    "a round in play at the end": (LOT, DEAL, GameWon(seats=(0,))),
    "an act after the end": (LOT, DEAL, GameAbandoned(reason="rain"), LAYS[0]),
    "a deal after the end": (LOT, GameAbandoned(reason="rain"), DEAL),
    "an end of no round": (LOT, RoundBlocked()),
    "an act between rounds": (LOT, DEAL, *LAYS, RoundBlocked(), LAYS[0]),
    "an act before the first round": (LOT, LAYS[0], DEAL),
    "an unknown seat": (LOT, DEAL, TileLaid(seat=2, tile=LEAD)),
    "a negative seat": (LOT, DEAL, *LAYS, RoundBlocked(), DEAL, TileLaid(seat=-1, tile=LEAD)),
    "a pass of an unknown seat": (LOT, DEAL, TurnPassed(seat=7)),
    "a pass before the first round": (LOT, TurnPassed(seat=0), DEAL),
    "a tile that the seat does not hold": (LOT, DEAL, TileLaid(seat=0, tile=tile_named("6-6"))),
    "more tiles than the seat holds": (LOT, DEAL, *[TileLaid(seat=0, tile=0)] * 2),
    "no players": (replace(LOT, players=()),),
    "an empty hand": (LOT, replace(DEAL, hands=((LEAD, ANSWER), ()))),
}


@pytest.mark.parametrize("events", UNUSUAL.values(), ids=UNUSUAL)
def test_what_does_not_go_as_usual_is_not_counted(events: Sequence[Event]) -> None:
    log = in_log(rows(UUID(int=1), list(events)))
    usual = GameAbandoned(reason="rain")
    other = in_log(rows(UUID(int=2), [LOT, usual]))
    events_of_both = events_in([other, log])
    numbers = {game: number for number, game in enumerate(events_of_both.games, 1)}
    found = count_games(numbers, events_of_both)
    assert [(game.game, game.number) for game in found.games] == [(UUID(int=2).hex, 1)]
    assert all(len(rounds.game) == 0 for rounds in found.rounds.values())


def test_a_game_of_very_many_rounds_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    events = LOT, *(DEAL, *LAYS, RoundBlocked()) * 3
    assert counted(*events) is not None
    monkeypatch.setattr(usual_games, "MOST_ROUNDS", 2)
    assert record_format.MOST_ROUNDS > 2
    log = in_log(rows(UUID(int=1), list(events)))
    assert count_games({UUID(int=1).hex: 1}, events_in([log])).games == []


def test_a_game_is_counted_only_if_it_has_a_number() -> None:
    log = in_log(rows(UUID(int=1), [LOT, DEAL]))
    assert count_games({}, events_in([log])) == ([], {})


# -- deals

NAMED_SETS = st.integers(1, HIGHEST_PIP).map(lambda pip: set_up_to(pip).bit_count())


@st.composite
def deals(draw: st.DrawFn, seats: int) -> RoundDealt:
    tiles = draw(st.permutations(range(draw(NAMED_SETS.filter(lambda size: size >= seats)))))
    cuts = sorted(draw(st.sets(st.integers(1, len(tiles)), min_size=seats, max_size=seats)))
    hands = [tuple(tiles[a:b]) for a, b in zip([0, *cuts], cuts, strict=False)]
    rest = draw(st.sampled_from([None, tuple(tiles[cuts[-1] :])]))
    leader = draw(st.none() | st.integers(0, seats - 1))
    return RoundDealt(hands=tuple(hands), boneyard=rest, leader=leader)


FLAWED = [
    ((1, 1, 2), (3, 4)),
    ((UNSEEN, 1, 2), (3, 4)),
    ((3, 4), (UNSEEN, UNSEEN, 2)),
    ((3, 4), ()),
    ((), (3, 4)),
    ((3, 4), (5,), (6,)),
    ((3, 4),),
    ((100, 3, 100), (4,)),
    ((tile_named("W-5"), 2), (3,)),
]
SOME = st.sampled_from(FLAWED).map(lambda hands: RoundDealt(hands=hands, boneyard=None, leader=0))


@pytest.mark.unmeasured
@given(st.lists(deals(2) | SOME, max_size=5))
def test_deals_of_any_set(dealt: Sequence[RoundDealt]) -> None:
    check_deals(dealt, 2)


@pytest.mark.unmeasured
@given(st.integers(2, 5).flatmap(lambda seats: st.tuples(st.just(seats), deals(seats))))
def test_deals_to_any_number_of_seats(case: tuple[int, RoundDealt]) -> None:
    seats, deal = case
    check_deals([deal], seats)


def check_deals(dealt: Sequence[RoundDealt], seats: int) -> None:
    found = deals_in([encode(deal, "0" * 64, now()) for deal in dealt], seats)
    assert found.usual.tolist() == [deal.hands not in FLAWED for deal in dealt]
    for at, deal in enumerate(dealt):
        if found.usual[at]:
            assert found.leader[at] == (-1 if deal.leader is None else deal.leader)
            assert found.pips[at].tolist() == [pips_of(tile_set(hand)) for hand in deal.hands]
            assert found.tiles[at].tolist() == [len(hand) for hand in deal.hands]
        else:
            assert found.pips[at].tolist() == found.tiles[at].tolist() == [0] * seats


READ_BY_THE_CODEC = [
    b'{"hands":[["6-6"],["5-6"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5"]],"boneyard":null}',
    b'{"leader":0,"hands":[["6-6"],["5-5"]],"boneyard":null}',
]
UNREADABLE = [
    b'{"hands":7}',
    b'{"hands":[["6-6","5-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["x-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-x"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["x5-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["19-0"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["05-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-05"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6",["5-5"]]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"];["5-5"]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5";"1-1"]],"boneyard":null,"leader":0}',
    b'{"hands":[[\'6-6\'],[\'5-5\']],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5"]],"boneyard":null,"leader":01}',
    b'{"hands":[["6-6"],[["5-5"]]],"boneyard":null,"leader":0}',
    b'{"hands":[["6-6"],["5-5"]],"boneyard":null,"leader":x}',
]


def deal_of(event: bytes) -> bytes:
    """A stored deal with other bytes."""
    return encode(GameWon(seats=()), "0" * 64, now()).replace(b'{"seats":[]}', event)


@pytest.mark.parametrize("event", [*READ_BY_THE_CODEC, *UNREADABLE])
def test_a_deal_of_another_form_is_not_counted(event: bytes) -> None:
    known = encode(DEAL, "0" * 64, now())
    found = deals_in([known, deal_of(event), known], 2)
    assert found.usual.tolist() == [True, False, True]
    assert found.pips.tolist() == [[6, 5], [0, 0], [6, 5]]


def test_no_deals() -> None:
    assert [column.shape for column in deals_in([], 3)] == [(0,), (0, 3), (0, 3), (0,)]


# -- invalid events


def tampered(events: Sequence[Event], *more: tuple[str, bytes]) -> Sequence[GameFacts]:
    """The facts of a game with these rows after these events."""
    game = UUID(int=1)
    known = rows(game, events)
    others: list[Row] = [
        (game.hex, version, *row) for version, row in enumerate(more, len(known) + 1)
    ]
    with book_of([[*known, *others]]) as book:
        return facts_of(book, book.last_position()).facts


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
    assert count_games({UUID(int=1).hex: 1}, events_in([log])).games == []
    with raises_message(Tampered, f"^event {missing} of game .* is missing$"):
        folded_facts(1, log)


@pytest.mark.parametrize("missing", [2, 3, 4, 5, 7])
def test_a_game_with_a_missing_event_is_not_counted_from_text(missing: int) -> None:
    game = UUID(int=1)
    with book_of([rows(game, [LOT, DEAL, *LAYS, RoundBlocked(), DEAL, *LAYS])]) as book:
        with closing(sqlite3.connect(book.path)) as file:
            file.execute("DROP TRIGGER stored_events_refuses_delete")
            file.execute("DELETE FROM stored_events WHERE originator_version = ?", [missing])
            file.commit()
        found = count_games({game.hex: 1}, events_between(book, 0, book.last_position()))
    assert found.games == []


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
        count_games({UUID(int=1).hex: 1}, events_in([[row]]))


@pytest.mark.parametrize("state", [lay()[:-40], lay().replace(b"6-6", b"6-x"), b""])
def test_an_act_that_cannot_be_read_is_named(state: bytes) -> None:
    with raises_message(Tampered, "what is stored as tile-laid/1 is not an event of that kind"):
        tampered(dealt(), (TileLaid.TOPIC, state))


@contextmanager
def with_state(events: Sequence[Event], topic: str, state: object) -> Iterator[Book]:
    """A book of a game of these events, and of one with this value for its bytes."""
    game = UUID(int=1)
    with book_of([rows(game, events)]) as book:
        with closing(sqlite3.connect(book.path)) as file:
            row = game.hex, len(events) + 1, topic, state
            file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", row)
            file.commit()
        yield book


@pytest.mark.parametrize("state", ["text", None, 7])
def test_an_act_that_is_not_stored_as_bytes_is_named(state: object) -> None:
    with (
        with_state(dealt(), TileLaid.TOPIC, state) as book,
        raises_message(Tampered, "an act does not have the form of an event"),
    ):
        facts_of(book, book.last_position())


@pytest.mark.parametrize("before", [(), LAYS])
def test_an_act_without_any_bytes_is_noticed_in_the_text(before: Sequence[Event]) -> None:
    with (
        with_state([LOT, DEAL, *before], TileLaid.TOPIC, None) as book,
        raises_message(Tampered, "an act does not have the form of an event"),
    ):
        events_between(book, 0, book.last_position())


def test_an_act_of_few_bytes_does_not_fit_into_the_columns() -> None:
    with with_state([*dealt(), TileDrawn(seat=0, tile=UNSEEN)], TileLaid.TOPIC, b"{}") as book:
        events = events_between(book, 0, book.last_position())
    assert (events.unread, len(events.acts.game)) == ({0}, 0)


def test_events_in_another_order_than_their_versions_are_not_counted() -> None:
    log = in_log(rows(UUID(int=1), [LOT, DEAL, *LAYS, RoundBlocked(), DEAL, LAYS[0]]))
    log[1], log[5] = log[5], log[1]
    assert count_games({UUID(int=1).hex: 1}, events_in([log])).games == []


@pytest.mark.parametrize("event", UNREADABLE)
def test_a_deal_that_cannot_be_read_is_named(event: bytes) -> None:
    with raises_message(Tampered, "event 2 of game .* is not|a hand for every seat"):
        tampered([opened(BLOCK, 2)], (RoundDealt.TOPIC, deal_of(event)))


@pytest.mark.parametrize("event", READ_BY_THE_CODEC)
def test_a_deal_of_another_form_is_folded(event: bytes) -> None:
    (found,) = tampered([opened(BLOCK, 2)], (RoundDealt.TOPIC, deal_of(event)))
    assert (found.rounds, found.irregular) == ([], False)


@pytest.mark.parametrize("state", ["text", None, 7])
def test_a_deal_that_is_not_stored_as_bytes_is_named(state: object) -> None:
    with (
        with_state([opened(BLOCK, 2)], RoundDealt.TOPIC, state) as book,
        raises_message(Tampered, "event 2 of game .* does not have the form of an event"),
    ):
        facts_of(book, book.last_position())


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


# -- acts in lines

LARGE = opened(LARGE_SET, 2)
ROUND_OF_LONG_NAMES = (
    RoundDealt(
        hands=tuple(
            tuple(map(tile_named, hand)) for hand in (["12-12", "12-3", "5-4"], ["12-10", "10-0"])
        ),
        boneyard=(tile_named("11-2"),),
        leader=0,
    ),
    TileLaid(seat=0, tile=tile_named("12-12")),
    TileLaid(seat=1, tile=tile_named("12-10"), end="left"),
    TileLaid(seat=0, tile=tile_named("12-3"), end="right"),
    TileDrawn(seat=1, tile=tile_named("11-2")),
    TurnPassed(seat=1),
    RoundBlocked(),
)


def test_tiles_with_long_names_fit_into_the_columns() -> None:
    with book_of([rows(UUID(int=1), [LARGE, *ROUND_OF_LONG_NAMES])]) as book:
        events = events_between(book, 0, book.last_position())
    assert events.unread == set()
    assert events.acts.pips.tolist() == [24, 22, 15, 13, 0]
    assert events.acts.tiles.tolist() == [-1, -1, -1, 1, 0]
    assert events.acts.seat.tolist() == [0, 1, 0, 1, 1]


def altered(topic: str, before: bytes, after: bytes) -> Events:
    """The events of a round with an act of this topic, in which these bytes are replaced."""
    events: list[Event] = [LARGE, *ROUND_OF_LONG_NAMES[:4]]
    events.append(TileDrawn(seat=1, tile=tile_named("5-5")))
    log: list[Row] = [
        (game, version, topic if version == 4 else kind, state.replace(before, after))
        for game, version, kind, state in rows(UUID(int=1), events)
    ]
    with book_of([log]) as book:
        return events_between(book, 0, book.last_position())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"12-10"', b'"13-14"'),
        (b'"12-10"', b'"19-10"'),
        (b'"12-10"', b'"W-10"'),
        (b'"12-10"', b'"02-10"'),
        (b'"12-10"', b'"12-05"'),
        (b'"12-10"', b'"1x-10"'),
        (b'"12-10"', b'"12-1x"'),
        (b'"12-10"', b'"12-x"'),
        (b'"12-10"', b'"12-"'),
        (b'"12-10"', b'"?"'),
        (b'"12-10"', b'"5x5"'),
        (b'"12-10","end"', b'"5-4"}"end"'),
        (b'{"seat":1,"tile":"12', b'{"seat":x,"tile":"12'),
        (b'{"seat":1,"tile":"12', b'{"seat":10,"tile":"12'),
        (b'{"seat":1,"tile":"12', b'{"tile":1,"seat":"12'),
        (b'"5-5"}', b'"5-5",'),
    ],
)
def test_acts_in_another_form_do_not_fit_into_the_columns(before: bytes, after: bytes) -> None:
    events = altered(TileLaid.TOPIC, before, after)
    assert (events.unread, len(events.acts.game)) == ({0}, 3)


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        (TileDrawn.TOPIC, b'"5-4"'),
        (TurnPassed.TOPIC, b'"5-4"'),
        (TurnPassed.TOPIC, b'"12-10"'),
    ],
)
def test_an_act_under_a_topic_of_another_kind_does_not_fit(topic: str, name: bytes) -> None:
    assert altered(topic, b'"12-10"', name).unread == {0}


def test_the_topic_alone_says_whether_a_tile_with_a_long_name_is_drawn() -> None:
    assert altered(TileDrawn.TOPIC, b"", b"").acts.tiles.tolist() == [-1, 1, -1, 1]


@pytest.mark.parametrize("version", ["odd", 2.5, b"5", 0])
def test_an_act_with_a_version_that_is_no_version_is_not_counted(version: object) -> None:
    game = UUID(int=1)
    with book_of([rows(game, [LOT, DEAL, *LAYS])]) as book:
        with closing(sqlite3.connect(book.path)) as file:
            file.execute("DROP TRIGGER stored_events_refuses_update")
            file.execute(
                "UPDATE stored_events SET originator_version = ? WHERE originator_version = 3",
                [version],
            )
            file.commit()
        log = book.log(0, 10)
        assert count_games({game.hex: 1}, events_in([log])).games == []
        try:
            found = count_games({game.hex: 1}, events_between(book, 0, 10)).games
        except Tampered:
            found = []
        assert found == []


@pytest.mark.parametrize("version", ["odd", 2.5, b"2"])
def test_a_deal_with_a_version_that_is_no_version_is_not_counted(version: object) -> None:
    log: list[Any] = in_log(rows(UUID(int=1), [LOT, DEAL, *LAYS]))
    log[1] = (*log[1][:2], version, *log[1][3:])
    assert count_games({UUID(int=1).hex: 1}, events_in([log])).games == []


# -- other versions


def without_more(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "more"}


def test_an_opening_of_another_version_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    upcast = upcasts.Upcast(GameOpened.TOPIC, without_more)
    monkeypatch.setitem(upcasts.UPCASTS, "game-opened/2", upcast)
    first = replace(opened(BLOCK, 2), started_at=datetime(2020, 1, 1, tzinfo=UTC))
    state = encode(first, "", now())
    assert opening_in("game-opened/2", state) == opening_in(GameOpened.TOPIC, state)
