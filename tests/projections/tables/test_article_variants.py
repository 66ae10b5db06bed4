"""The article's tables of games that are not a line: what is hidden, and what is odd."""

from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import UnionType
from uuid import UUID

from domino_ledger.domain.events import (
    Event,
    IrregularityNoted,
    MarkerRaised,
    RoundBlocked,
    RoundDealt,
    TileLaid,
    TileSetAside,
    laid,
)
from domino_ledger.domain.game.state import fold
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN, Tile, tile_named
from domino_ledger.ledger.live.simulation import Simulation
from tests.ledger.games import new_book

from .articles import Tables, add, tables_of

ODD = IrregularityNoted(code="illegal-move")


@cache
def whole(id: str, seats: int) -> tuple[Event, ...]:
    """A simulated game."""
    players = [UUID(int=seat + 1) for seat in range(seats)]
    return tuple(Simulation(PUBLISHED[id], seats, 1).play(1, players).events)


def until(events: tuple[Event, ...], kind: type[Event] | UnionType, times: int = 1) -> list[Event]:
    """The events up to so many of this kind."""
    places = [at for at, event in enumerate(events) if isinstance(event, kind)]
    return list(events[: places[times - 1] + 1])


def written(events: list[Event], directory: Path, name: str = "book.db") -> Tables:
    with closing(new_book(directory, name)) as book:
        add(book, events)
        return tables_of(book)


def exchanged(events: list[Event], one: Tile, other: Tile) -> list[Event]:
    """The game with these tiles in each other's place in its only round."""
    names = {one: other, other: one}

    def other_tile(event: Event) -> Event:
        match event:
            case RoundDealt():
                hands = tuple(tuple(names.get(tile, tile) for tile in hand) for hand in event.hands)
                return replace(event, hands=hands)
            case TileSetAside():
                return replace(event, tile=names.get(event.tile, event.tile))
            case _:
                return event

    return list(map(other_tile, events))


def test_which_tile_was_set_aside_is_hidden_until_the_round_is_over(tmp_path: Path) -> None:
    events = until(whole("gaple@1", 4), TileSetAside, 2)
    round = fold(events).current
    assert round is not None
    laid_tiles = {act.tile for act in round.acts if isinstance(act, TileLaid)}
    aside = [act for act in round.acts if isinstance(act, TileSetAside)]
    hidden = [tile for tile in range(28) if tile not in laid_tiles and tile != aside[0].tile]
    seen = written(events, tmp_path)
    for number, tile in enumerate(hidden[:6]):
        others = exchanged(events, aside[0].tile, tile)
        assert others != events
        assert written(others, tmp_path, f"{number}.db") == seen
    assert [row[1] for row in seen["tile_set_aside"]] == [None, None]
    passes = {row[0]: row for row in seen["move"] if row[2] == "P"}
    assert {passes[move][3] for move, _ in seen["tile_set_aside"]} == {None}
    assert [row[1] for row in seen["turn_passed"]] == [act.seat for act in aside]
    assert {row[3] for row in seen["hand"]} == laid_tiles


def test_a_tile_set_aside_that_nobody_ever_saw(tmp_path: Path) -> None:
    hands = (*((UNSEEN,) * 7 for _ in range(3)), tuple(range(7)))
    acts: list[Event] = [laid(3, 0, None), TileSetAside(seat=0, tile=UNSEEN)]
    opened = whole("gaple@1", 4)[0]
    found = written([opened, RoundDealt(hands=hands, leader=3), *acts, RoundBlocked()], tmp_path)
    ((move, bone),) = found["tile_set_aside"]
    assert bone is None
    assert [row[3] for row in found["move"] if row[0] == move] == [None]


def test_trains_of_a_round_in_play(tmp_path: Path) -> None:
    """Markers, hub and ends were seen by all; the hands were not."""
    events = until(whole("mexican-train@1", 3), MarkerRaised)
    round = fold(events).current
    assert round is not None
    raised = events[-1]
    assert isinstance(raised, MarkerRaised)
    found = written(events, tmp_path)
    (id,) = {row[0] for row in found["round"]}
    assert found["round_hub"] == [(id, tile_named("12-12"))]
    assert [row[2:] for row in found["round"]] == [(None, None, len(round.boneyard))]
    assert {(row[1], row[4], row[5], row[6]) for row in found["open_end"]} == {
        *(
            (f"train-{seat}", seat, str(UUID(int=seat + 1)), _marked(raised, seat))
            for seat in (0, 1, 2)
        ),
        ("public", None, None, None),
    }
    assert {row[1]: row[2] for row in found["open_end"]} == {
        end.name: end.pip for end in round.front.ends
    }
    assert [row[0] for row in found["marker_raised"]] == [found["move"][-1][0]]
    assert found["move"][-1][2:5] == ("P", None, None)
    lays = [act.tile for act in round.acts if isinstance(act, TileLaid)]
    assert sorted(row[3] for row in found["hand"]) == sorted(lays)


def _marked(raised: MarkerRaised, seat: int) -> str | None:
    return "Y" if seat == raised.seat else None


def test_an_end_of_a_seat_that_there_is_not(tmp_path: Path) -> None:
    opened, deal = whole("basic-train@1", 2)[:2]
    acts: list[Event] = [laid(0, tile_named("9-9"), "train-9"), ODD]
    found = written([opened, deal, *acts], tmp_path)
    assert [(row[1], row[4], row[5]) for row in found["open_end"]] == [
        *(("train-9-left", None, None), ("train-9-right", None, None))
    ]
    assert [row[4] for row in found["move"]] == ["train-9"]


def test_smaller_and_larger_sets_share_their_bones(tmp_path: Path) -> None:
    """Wild tiles first, then a set with more tiles below them."""
    with closing(new_book(tmp_path)) as book:
        add(book, list(whole("spinner@1", 4)))
        add(book, list(whole("mexican-train@1", 3)))
        bones = [row[0] for row in tables_of(book)["bone"]]
    assert sorted(bones) == [*range(91), *range(190, 200), 209]
