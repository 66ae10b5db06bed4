"""The article's tables hold only visible facts of a round in play."""

from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from domino_ledger.domain.events import (
    Event,
    GameAbandoned,
    GameForfeited,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TurnPassed,
    drew,
)
from domino_ledger.domain.game.state import fold
from tests.ledger.games import new_book

from .articles import Tables, add, played, tables_of

pytestmark = pytest.mark.unmeasured


def until(commands: list[list[Event]], kind: type[Event], times: int) -> list[Event]:
    """The events of a game up to a lay-down in a round with so many acts of this kind."""
    events: list[Event] = []
    for command in commands:
        events += command
        current = fold(events).current
        if current is None or current.ended is not None or not isinstance(command[-1], TileLaid):
            continue
        if sum(isinstance(act, kind) for act in current.acts) >= times:
            return events
    raise AssertionError("it does not come to that")


def with_other_hidden_tiles(events: list[Event], random: Random) -> list[Event]:
    """The game with all tiles exchanged that are hidden in the last round."""
    start = max(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    deal, of_round = events[start], events[start:]
    assert isinstance(deal, RoundDealt)
    laid = [event for event in of_round if isinstance(event, TileLaid)]
    hidden = [tile for tile in range(28) if tile not in {lay.tile for lay in laid}]
    random.shuffle(hidden)
    held, drawn = [], []
    for seat, hand in enumerate(deal.hands):
        draws = sum(isinstance(event, TileDrawn) and event.seat == seat for event in of_round)
        own = [lay.tile for lay in laid if lay.seat == seat]
        own += [hidden.pop() for _ in range(len(hand) + draws - len(own))]
        random.shuffle(own)
        held.append(tuple(own[: len(hand)]))
        drawn.append(own[len(hand) :])
    events = [
        drew(event.seat, drawn[event.seat].pop())
        if at > start and isinstance(event, TileDrawn)
        else event
        for at, event in enumerate(events)
    ]
    drawn_tiles = [event.tile for event in events[start:] if isinstance(event, TileDrawn)]
    events[start] = replace(deal, hands=tuple(held), boneyard=(*drawn_tiles, *hidden))
    return events


UNFINISHED = [
    *(until(played("hidden", seed), TileDrawn, 2) for seed in range(6)),
    *(until(played("hidden", seed, "block@1", 20), TurnPassed, 1) for seed in range(3)),
]


@pytest.mark.parametrize("events", UNFINISHED)
def test_the_tables_do_not_depend_on_hidden_tiles(events: list[Event], tmp_path: Path) -> None:
    seen = []
    for number in range(4):
        with closing(new_book(tmp_path, f"{number}.db")) as book:
            exchanged = with_other_hidden_tiles(events, Random(number)) if number else events
            assert number == 0 or exchanged != events
            add(book, exchanged)
            seen.append(tables_of(book))
    assert seen[1:] == seen[:1] * 3


@pytest.mark.parametrize("left", [GameAbandoned(), GameForfeited(seat=0)])
@pytest.mark.parametrize("events", UNFINISHED)
def test_the_last_round_of_a_game_that_was_left_is_revealed(
    events: list[Event], left: Event, tmp_path: Path
) -> None:
    with closing(new_book(tmp_path)) as book:
        game = add(book, events)
        hidden_rows = rows_of_the_last_round(tables_of(book))
        stream = book.stream(game)
        book.append(stream, [left])
        shown = rows_of_the_last_round(tables_of(book))
    round = stream.game.current
    assert round is not None
    held = [*chain(*round.deal.hands), *(a.tile for a in round.acts if isinstance(a, TileDrawn))]
    assert sorted(row[3] for row in shown["hand"]) == sorted(held)
    assert len(hidden_rows["hand"]) < len(shown["hand"])
    assert None not in {row[3] for row in shown["move"] if row[2] == "D"}
    assert [row[2] for row in shown["move"]] == [row[2] for row in hidden_rows["move"]]


def rows_of_the_last_round(tables: Tables) -> Tables:
    """The rows of its tiles, and of its acts."""
    last = tables["round"][-1][0]
    return {name: [row for row in tables[name] if row[1] == last] for name in ("hand", "move")}


@pytest.mark.parametrize("events", UNFINISHED)
def test_tiles_on_the_table_are_shown(events: list[Event], tmp_path: Path) -> None:
    round = fold(events).current
    assert round is not None
    with closing(new_book(tmp_path)) as book:
        add(book, events)
        tables = tables_of(book)
    id, _, left, right, boneyard = tables["round"][-1]
    hand = [row for row in tables["hand"] if row[1] == id]
    moves = [row for row in tables["move"] if row[1] == id]
    lays = [act for act in round.acts if isinstance(act, TileLaid)]
    assert [row[3] for row in hand] == [lay.tile for lay in lays]
    assert {row[4:] for row in hand} == {("Y", None)}
    assert [row[2] for row in moves] == [
        "L" if isinstance(act, TileLaid) else "D" if isinstance(act, TileDrawn) else "P"
        for act in round.acts
    ]
    assert [row[3] for row in moves if row[2] == "L"] == [row[0] for row in hand]
    assert {row[3] for row in moves if row[2] != "L"} == {None}
    assert (left, right) == tuple(end.pip for end in round.front.ends)
    assert boneyard == len(round.boneyard)
